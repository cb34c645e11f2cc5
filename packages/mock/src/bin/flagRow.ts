import type { ServerOptions } from '../hosts/serverOptions.ts'
import type { MockOptions } from '../mock/createMock.ts'
import type { CommandOptions } from './commandOptions.ts'

/** The headings of the help, in their order. */
export const groups = ['Address', 'Data', 'Time and randomness', 'Behaviour', 'Output'] as const

/** The texts about a flag. Its default and whether it is repeatable are added to them. */
interface FlagTexts {
  readonly group: (typeof groups)[number]
  readonly short?: string
  /** In Markdown for the page of the command. `--help` shows the same without code marks and links. */
  readonly help: string
  /** Further sentences, for the page only. */
  readonly more?: string
  /** The default of an option that has none of its own: `random codes`. */
  readonly defaultText?: string
}

/** @param others - The values of all flags. Those of rows above are read already. */
type Read<Given, Taken> = (value: Given, flag: string, others: Readonly<Record<string, unknown>>) => Taken

/** A value that the option takes as it is needs no reading. */
type Reading<Given, Taken> = [Given] extends [Taken]
  ? { readonly read?: Read<Given, Taken> }
  : { readonly read: Read<Given, Taken> }

/** The command's default where it is not that of the option. */
type OwnDefault<Option> = undefined extends Option
  ? { readonly ownDefault?: Exclude<Option, undefined> }
  : { readonly ownDefault: Option }

type Form<Taken> =
  | ({ readonly type: 'string'; readonly hint: string; readonly multiple?: never } & Reading<string, Taken>)
  | ({ readonly type: 'string'; readonly hint: string; readonly multiple: true } & Reading<string[], Taken>)
  | ({ readonly type: 'boolean'; readonly hint?: never; readonly multiple?: never } & Reading<boolean, Taken>)

type FlagOf<Place extends string, Options> = {
  [Name in keyof Options]-?: Readonly<Record<Place, Name>> &
    Form<Exclude<Options[Name], undefined>> &
    OwnDefault<Options[Name]>
}[keyof Options]

/** A flag, and the option that it sets: one of the mock, of its server, or of the command itself. */
export type FlagRow = FlagTexts &
  (FlagOf<'mock', MockOptions> | FlagOf<'server', ServerOptions> | FlagOf<'command', CommandOptions>)

/** The options of a place that rows set. */
export type SetOptions<Rows, Place extends 'mock' | 'server' | 'command'> = {
  [Name in keyof Rows]: Rows[Name] extends Readonly<Record<Place, infer Option>> ? Option : never
}[keyof Rows]

/** The option that a flag sets. */
export function optionOf(
  flag: FlagRow,
):
  | { readonly place: 'mock'; readonly option: keyof MockOptions }
  | { readonly place: 'server'; readonly option: keyof ServerOptions }
  | { readonly place: 'command'; readonly option: keyof CommandOptions } {
  if ('mock' in flag) return { place: 'mock', option: flag.mock }
  return 'server' in flag ? { place: 'server', option: flag.server } : { place: 'command', option: flag.command }
}
