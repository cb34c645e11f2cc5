import { quoted } from '../effects/quoted.ts'

/** The flags that say which cases run, and how many at once. All of them take a value. */
const ofTheChoice = ['only', 'sample', 'budget', 'changed', 'jobs', 'report']

/** The command line that runs a case again, with the flags of the sweep that found it. */
export function replayLine(name: string, flags: readonly string[], command: readonly string[]): string {
  const words = ['npx', '@latchkey/mock', 'sweep', '--only', name, ...withoutChoice(flags), '--', ...command]
  return words.map(quoted).join(' ')
}

function withoutChoice(flags: readonly string[]): string[] {
  const others: string[] = []
  for (let i = 0; i < flags.length; i += 1) {
    const flag = flags[i] as string
    const isChoice = ofTheChoice.some((name) => flag === `--${name}` || flag.startsWith(`--${name}=`))
    if (!isChoice) others.push(flag)
    else if (!flag.includes('=')) i += 1
  }
  return others
}
