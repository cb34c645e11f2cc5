import { nearest } from '@latchkey/base/nearest'
import type { FlagRow } from './flagRow.ts'
import { type FlagName, flags } from './flags.ts'
import { parseFlags } from './parseFlags.ts'
import { factNames, variableOf as variableOfFact } from './runVariables.ts'

/** The values of the server's flags. */
export type FlagValues = ReturnType<typeof parseFlags<typeof flags>>
/** Flags that only make sense on a command line. */
const commandLineOnly: ReadonlySet<string> = new Set<FlagName>(['help', 'version'])

/** The environment variable that stands for a flag: `LATCHKEY_CONTROL_TOKEN` for `--control-token`. */
const variableOf = (name: string): string => `LATCHKEY_${name.toUpperCase().replaceAll('-', '_')}`

/**
 * Reads the flags of a command line. A flag that it does not have is read from the environment.
 *
 * @throws TypeError with one sentence that says what is wrong
 */
export function readFlags(args: readonly string[], env: Readonly<Record<string, string | undefined>>): FlagValues {
  return addVariables(parseFlags(args, flags), env)
}

/**
 * Adds the flags that are set only in the environment.
 *
 * @throws TypeError with one sentence that says what is wrong
 */
export function addVariables<Values extends FlagValues>(
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
): Values {
  assertVariables(env)
  const decided: Record<string, unknown> = { ...values }
  const isDecided = (name: string) =>
    name in decided || (name.endsWith('strict') && (values.strict || values['no-strict']))
  for (const [name, flag] of Object.entries(flags) as [FlagName, FlagRow][]) {
    const text = env[variableOf(name)]
    if (text !== undefined && text !== '' && !isDecided(name) && !commandLineOnly.has(name))
      decided[name] = valueOf(name, flag, text)
  }
  return decided as Values
}

/** Variables that other parts of the mock and its kits read, and that `run` sets. */
const otherVariables: readonly string[] = [
  ...factNames.map(variableOfFact),
  'LATCHKEY_AUTHORITY_FILE',
  'LATCHKEY_SWEEP_CASE',
]

/** @throws TypeError for a variable that is meant for a flag and misspelled, as a misspelled flag is refused */
function assertVariables(env: Readonly<Record<string, string | undefined>>): void {
  const names = [...Object.keys(flags).map(variableOf), ...otherVariables]
  for (const name of Object.keys(env)) {
    if (!name.startsWith('LATCHKEY_') || names.includes(name)) continue
    // Only what is a typo of a flag: other programs may have variables of this beginning, too.
    const meant = nearest(
      name.slice('LATCHKEY_'.length),
      names.map((each) => each.slice('LATCHKEY_'.length)),
    )
    if (meant !== undefined) throw new TypeError(`There is no variable ${name}. Did you mean LATCHKEY_${meant}?`)
  }
}

function valueOf(name: string, { type, multiple }: FlagRow, text: string): unknown {
  if (type === 'string') return multiple ? text.split(',') : text
  if (!/^(1|true|0|false)$/i.test(text)) throw new TypeError(`${variableOf(name)} takes true or false, not "${text}".`)
  return /^(1|true)$/i.test(text)
}
