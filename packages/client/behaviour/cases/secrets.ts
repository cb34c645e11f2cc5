import { errorOf, expect, tokenOf, type Trial } from '../trial.ts'
import type { Case } from './case.ts'

/**
 * Everything that a log could show of an error: text, JSON, stack, enumerable fields, causes, and the output of the
 * console.
 */
function shownOf(value: unknown, inspect: ((value: unknown) => string) | undefined, seen = new Set<unknown>()): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (seen.has(value)) return ''
  seen.add(value)
  const { message, stack, cause } = value as Partial<Error>
  const json = attempt(() => JSON.stringify(value))
  const inner = [...Object.values(value), cause].map((part) => shownOf(part, undefined, seen))
  // Headers are iterable and have nothing to enumerate, yet every console shows them.
  const listed = value instanceof Headers ? [...value].join('\n') : ''
  return [attempt(() => String(value)), message, stack, json, listed, inspect?.(value), ...inner].join('\n')
}

function attempt(text: () => string | undefined): string {
  try {
    return text() ?? ''
  } catch {
    // A value that cannot be printed shows nothing.
    return ''
  }
}

async function keeps(trial: Trial, scenario: string): Promise<void> {
  // Long enough for a busy machine: another client's error of a timeout shows the token, too.
  const { error } = await errorOf(() => trial.open({ timeoutMs: 5_000 }).get(trial.environment(scenario)), 10_000)
  expect(!shownOf(error, trial.place.inspect).includes(tokenOf(1).slice(0, 40)), 'The token is in it.')
}

const secret = (when: string, ...scenarios: string[]): Case => ({
  when,
  needs: 'the error shows the token nowhere: message, stack, JSON, console',
  async run(trial) {
    for (const scenario of scenarios) await keeps(trial, scenario)
  },
})

export const secrets: readonly Case[] = [
  secret('a refused call', '403'),
  secret('a failed connection', 'reset'),
  secret('a refusal that quotes the token', 'echo-403'),
  secret('a broken reply that quotes the token', 'echo-200'),
]
