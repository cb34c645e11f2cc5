import { errorOf, expect, type Trial } from '../trial.ts'
import type { Case } from './case.ts'

/** Walks a list; gives the ids that came, and the error that ended it. */
async function walk(trial: Trial, scenario: string): Promise<{ ids: string; error?: unknown; requests: number }> {
  const environment = trial.environment(scenario)
  const ids: string[] = []
  const list = trial.open().walk?.(environment) ?? []
  let error: unknown
  try {
    for await (const item of list) {
      expect(ids.push((item as { id: string }).id) < 100, 'It does not end.')
    }
  } catch (caught) {
    error = caught
  }
  return { ids: ids.join(), error, requests: (await trial.seen(environment)).length }
}

const walking = (when: string, needs: string, run: (trial: Trial) => Promise<void>): Case => ({
  when,
  needs,
  run,
  applies: ({ open }) => hasWalk(open),
})

const hasWalk = (
  open: (setup: { baseUrl: string; token: () => Promise<string>; timeoutMs: number }) => { walk?: unknown },
): boolean => open({ baseUrl: 'http://127.0.0.1', token: async () => '', timeoutMs: 1000 }).walk !== undefined

export const walks: readonly Case[] = [
  walking('an empty page with a cursor', 'the walk goes on to the end', async (trial) => {
    const { ids, error } = await walk(trial, 'empty-page')
    expect(ids === 'a,b,c' && !error, `It gave ${ids}, ${String(error)}`)
  }),
  walking('an empty cursor', 'the walk ends there', async (trial) => {
    const { ids, error, requests } = await walk(trial, 'empty-cursor')
    expect(ids === 'a,b,c' && !error && requests === 2, `It gave ${ids}, ${String(error)} with ${requests} requests.`)
  }),
  walking('a cursor that came before', 'an error after all items, not an endless walk', async (trial) => {
    const { ids, error, requests } = await walk(trial, 'repeated-cursor')
    expect(
      ids === 'a,b,c' && error instanceof Error && /cursor/i.test(error.message) && requests === 2,
      `It gave ${ids}, ${String(error)} with ${requests} requests.`,
    )
  }),
  walking('a cursor that is refused', 'the refusal after the items that came, not an early end', async (trial) => {
    const { ids, error } = await walk(trial, 'refused-cursor')
    const { status } = await errorOf(async () =>
      error ? { error, status: (error as { status?: number }).status } : { data: ids },
    )
    expect(ids === 'a,b' && status === 400, `It gave ${ids} and status ${status}.`)
  }),
]
