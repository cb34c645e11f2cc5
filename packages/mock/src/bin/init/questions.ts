import type { Readable, Writable } from 'node:stream'
import { confirm, isCancel, select, text } from '@clack/prompts'
import { defined } from '@latchkey/base/defined'
import { urlProblem } from './apiUrl.ts'
import { type RunnerName, runnerNames, runners } from './runners.ts'

/** Where questions are asked. */
export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable & { readonly isTTY?: boolean }
}

/** A person has ended a question by Ctrl+C or Escape. */
export class Cancelled extends Error {}

export async function askRunner(terminal: Terminal, declared: readonly RunnerName[]): Promise<RunnerName> {
  const options = runnerNames.map((value) => {
    const { title, packageName } = runners[value]
    return {
      value,
      label: title,
      ...defined({ hint: declared.includes(value) ? `${packageName} is in package.json` : undefined }),
    }
  })
  return answered(
    await select<RunnerName>({
      ...terminal,
      message: 'For which runner?',
      options,
      ...defined({ initialValue: declared[0] }),
    }),
  )
}

export async function askApiUrl(terminal: Terminal, initialValue: string): Promise<string> {
  const message = 'Where does your code call the service?'
  return answered(await text({ ...terminal, message, initialValue, validate: (url) => urlProblem(url ?? '') }))
}

export async function askToWrite(terminal: Terminal, paths: readonly string[]): Promise<boolean> {
  return answered(await confirm({ ...terminal, message: `Write ${paths.join(' and ')}?` }))
}

function answered<Value>(value: Value): Exclude<Value, symbol> {
  if (isCancel(value)) throw new Cancelled()
  return value as Exclude<Value, symbol>
}
