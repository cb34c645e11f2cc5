import { parseArgs } from 'node:util'
import { nearest } from '@latchkey/base/nearest'

/** A flag, with the value as its refusal shows it. */
export interface Flag {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: boolean
  readonly hint?: string
}

/**
 * Reads the flags of a command line.
 *
 * @throws TypeError with one line that says what is wrong
 */
export function parseFlags<const Flags extends Readonly<Record<string, Flag>>>(args: readonly string[], flags: Flags) {
  try {
    return parseArgs({ args: [...args], options: flags, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new TypeError(sentenceOf(error as NodeJS.ErrnoException, flags), { cause: error })
  }
}

function sentenceOf({ code, message }: NodeJS.ErrnoException, flags: Readonly<Record<string, Flag>>): string {
  const [, name = ''] = /'-{0,2}([\w-]+)/.exec(message) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const similar = nearest(name, Object.keys(flags))
    const dashes = name.length > 1 ? '--' : '-'
    return `There is no flag ${dashes}${name}.${similar === undefined ? '' : ` Did you mean --${similar}?`}`
  }
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') {
    // The message is `Unexpected argument '…'. This command does not take positional arguments`.
    const argument = message.slice(message.indexOf("'") + 1, message.lastIndexOf("'."))
    return `Unexpected argument "${argument}": all settings are flags.`
  }
  // The message begins with `Option '-p, --port <value>'`.
  const [, long = name] = /--([\w-]+)/.exec(message) ?? []
  const flag = Object.hasOwn(flags, long) ? flags[long] : undefined
  if (flag?.hint === undefined) return `--${long} takes no value.`
  return `--${long} needs a value: --${long} <${flag.hint}>.`
}
