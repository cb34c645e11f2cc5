import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** Why the fields of the form around were refused, by their names. */
export const Refusals = createContext<Readonly<Record<string, string>>>({})

/** Why a field of the form around was refused. */
export const useRefusal = (name: string): string | undefined => useContext(Refusals)[name]
