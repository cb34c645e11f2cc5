import type { FunctionComponent } from 'preact'
import { Providers } from './providers/Providers.tsx'

/** A part of the configuration of an environment. */
interface Section {
  readonly name: string
  /** Its segment of the link: `'origins'` for `#/configuration/origins`. */
  readonly segment: string
  readonly Component: FunctionComponent<{ readonly environmentId: string }>
}

/** All sections. The first one opens where a link names none. */
export const sections: readonly [Section, ...Section[]] = [
  { name: 'Providers', segment: 'providers', Component: Providers },
]
