import { createMock } from '../mock/createMock.ts'
import { commandHelp, helpFlag } from './commandHelp.ts'
import { loadScenarioFile } from './loadScenarioFile.ts'
import { parseFlags } from './parseFlags.ts'
import { endDespite } from './superviseScenario.ts'

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
  const problems: Error[] = []
  for (const file of files) {
    const problem = await problemOf(file, print)
    if (problem === undefined) continue
    print(`${file}: ${problem.message.split('\n')[0]}`)
    problems.push(problem)
  }
  problems.forEach(endDespite)
  return problems.length > 0 ? 1 : 0
}

/** The records that a scenario is about, of those that a mock counts. */
const shown = ['users', 'sessions', 'wallets'] as const

/** Loads a scenario, and prints what it brings. @returns Why it cannot be loaded */
async function problemOf(file: string, print: (line: string) => void): Promise<Error | undefined> {
  const mock = createMock()
  try {
    const before = mock.counts()
    await loadScenarioFile(file, mock, 1)
    const after = mock.counts()
    const added = shown.flatMap((name) =>
      after[name] > before[name] ? [`${name}: ${after[name] - before[name]}`] : [],
    )
    print(`${file} can be loaded. ${added.join(', ')}`.trimEnd())
    return undefined
  } catch (error) {
    return error as Error
  } finally {
    mock.close()
  }
}
