import { type FilledServerOptions, serverOptionRules } from '../hosts/serverOptionRules.ts'
import type { MockOptions } from '../mock/createMock.ts'
import { defaultsOf } from '../mock/optionRule.ts'
import type { CommandOptions } from './commandOptions.ts'
import { optionOf } from './flagRow.ts'
import { type FlagName, flags } from './flags.ts'
import { type FlagValues, readFlags } from './readFlags.ts'
import { assertOtherFile, inputFilesOf } from './sameFile.ts'

export interface CliOptions extends CommandOptions {
  readonly mock: MockOptions
  readonly server: FilledServerOptions
}

/**
 * Reads the command line and the environment.
 *
 * @throws TypeError with one line that says what is wrong
 */
export function readOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>): CliOptions {
  return toOptions(readFlags(args, env))
}

/** The form of a row for code that does not know which one it is. The type of rows relates its parts to each other. */
interface AnyRow {
  readonly read?: (text: unknown, flag: string, others: object) => unknown
  readonly ownDefault?: unknown
}

/**
 * Reads the values of flags.
 *
 * @throws TypeError with one line that says what is wrong
 */
export function toOptions(values: FlagValues): CliOptions {
  if (values.strict && values['no-strict']) throw new TypeError('--strict and --no-strict exclude each other.')
  const mock: MockOptions = {}
  const server: Partial<FilledServerOptions> = { ...defaultsOf(serverOptionRules) }
  const command: Partial<CommandOptions> = {}
  const places: Readonly<Record<string, object>> = { mock, server, command }
  for (const name of Object.keys(flags) as FlagName[]) {
    const { place, option } = optionOf(flags[name])
    const { read, ownDefault } = flags[name] as AnyRow
    const text = values[name]
    const value = text === undefined || read === undefined ? (text ?? ownDefault) : read(text, `--${name}`, mock)
    if (value !== undefined) Object.assign(places[place] as object, { [option]: value })
  }
  if (server.state !== undefined && server.port === 0)
    throw new TypeError('--state needs a fixed --port, since the tokens of the state contain it.')
  // The file of `--import` may be the same: a server that goes on from an export writes it anew.
  if (command.exportTo !== undefined)
    assertOtherFile({ flag: '--export-on-exit', file: command.exportTo }, inputFilesOf(values))
  return { ...command, mock, server } as CliOptions
}
