import { createMock } from '../mock/createMock.ts'
import { commandHelp, helpFlag } from './commandHelp.ts'
import { loadScenarioFile } from './loadScenarioFile.ts'
import { parseFlags } from './parseFlags.ts'

const helpText = () =>
  commandHelp({
    about:
      'Checks that a mock can begin with scenarios: loads each into a mock of its own, and prints how much it adds.',
    usage: 'check <file>… [flags]',
    flags: helpFlag,
    more: ['Exit code: 0 if all can be loaded, 1 if one cannot, 2 for wrong arguments.'],
  })

/**
 * Runs `latchkey-mock check`, and prints a line per file.
 *
 * @returns The exit code.
 * @throws TypeError with one line that says what is wrong with the arguments
 */
export async function runCheck(
  args: readonly string[],
  print: (line: string) => void = (line) => console.log(line),
): Promise<number> {
  const files = args.filter((arg) => !arg.startsWith('-'))
  const { help: isHelp } = parseFlags(
    args.filter((arg) => arg.startsWith('-')),
    helpFlag,
  )
  if (isHelp) {
    print(helpText())
    return 0
  }
  if (files.length === 0) throw new TypeError('Name a scenario: latchkey-mock check scenario.json.')
  let exitCode = 0
  for (const file of files) {
    const problem = await problemOf(file, print)
    if (problem === undefined) continue
    print(`${file}: ${problem}`)
    exitCode = 1
  }
  return exitCode
}

/** The records that a scenario is about, of those that a mock counts. */
const shown = ['users', 'sessions', 'wallets'] as const

/** Loads a scenario, and prints what it brings. @returns Why it cannot be loaded */
async function problemOf(file: string, print: (line: string) => void): Promise<string | undefined> {
  const mock = createMock()
  try {
    const before = mock.counts()
    await (
      await loadScenarioFile(file)
    )(mock)
    const after = mock.counts()
    const added = shown.flatMap((name) =>
      after[name] > before[name] ? [`${name}: ${after[name] - before[name]}`] : [],
    )
    print(`${file} can be loaded. ${added.join(', ')}`.trimEnd())
    return undefined
  } catch (error) {
    return (error as Error).message.split('\n')[0]
  } finally {
    mock.close()
  }
}
