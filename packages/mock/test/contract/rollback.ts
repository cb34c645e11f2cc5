import { StateNotKept } from '@latchkey/store/persistence'
import { expect } from 'vitest'
import { DomainError } from '../../src/domain/shared/errors.ts'
import type { Mock } from '../../src/mock/createMock.ts'
import { countWrites, type WriteFailure } from '../support/failingWrites.ts'
import { drawFrom, randomStateOf } from '../support/randomness.ts'

/** Sends the same request to any mock in the same state. */
export type Send = (mock: Mock) => Promise<Response>

/** The state of a mock as tests see it, each part as text: tables, clock, outboxes, and the work that is due. */
export type ShownState = Readonly<Record<string, string>>

interface Outcome {
  readonly reply: string
  readonly state: ShownState
}

/**
 * Sends a request to forks of a mock, in each of which another one of its writes throws, and in the last one its commit.
 * The request must be refused then, and leave the state as it was, with its events, jobs, outbox and clock. Sent once
 * more, it must be answered as if nothing had happened, ids included.
 *
 * @param origin - Its clock stands still.
 * @returns The reply of a fork in which no write throws.
 */
export async function expectRollback(name: string, origin: Mock, send: Send): Promise<Response> {
  const before = shownState(origin)
  const undisturbed = forkAtRest(origin)
  const { result: response, writes } = await countWrites(() => send(undisturbed))
  const outcome = await outcomeOf(undisturbed, response)
  for (let write = 1; write <= writes; write++) {
    const title = `${name}, whose write ${write} of ${writes}`
    await expectUndone(`${title} cannot be kept,`, { at: write, error: new StateNotKept('no room') })
    // A refusal has lasting writes, such as a counted wrong code, and another error does not undo them.
    if (response.status < 400) await expectUndone(`${title} throws,`, { at: write, error: new DomainError('internal') })
  }
  return response

  async function expectUndone(title: string, failure: WriteFailure): Promise<void> {
    const fork = forkAtRest(origin)
    const published: string[] = []
    const endWatch = fork.events.watch(({ eventName }) => published.push(eventName))
    const { result, hasFailed } = await countWrites(() => send(fork), failure)
    endWatch()
    expect(hasFailed, `${title} writes as often each time`).toBe(true)
    expect(result.status, `${title} is refused: ${await result.text()}`).toBe(500)
    expect(published, `${title} publishes no event`).toEqual([])
    const state = shownState(fork)
    const hasSpent = failure.error instanceof DomainError && state[lasting] !== before[lasting]
    expectSameState(
      `${title} changes nothing`,
      hasSpent ? { ...state, [lasting]: before[lasting] ?? '' } : state,
      before,
    )
    if (hasSpent) return
    // The ids that a failed request has drawn are not given out again.
    drawFrom(fork, randomStateOf(origin))
    const again = await outcomeOf(fork, await send(fork))
    expect(again.reply, `${title} is answered as usual when it is sent again`).toEqual(outcome.reply)
    expectSameState(`${title} does all of its work when it is sent again`, again.state, outcome.state)
  }
}

/** A passkey's challenge is used up even if the request fails: the only lasting write of requests that succeed. */
const lasting = 'passkeyChallenges'

/** A fork that runs no jobs by itself. */
export function forkAtRest(origin: Mock): Mock {
  const fork = origin.fork()
  fork.close()
  return fork
}

/** The random source is left out, since it goes on when a request fails. */
export function shownState(mock: Mock): ShownState {
  const { tables, now } = mock.export()
  const { email, sms } = mock.outbox
  const parts = { ...tables, now, mail: email.list(), texts: sms.list(), due: mock.clock.due() }
  const shown = Object.entries(parts).map(([name, records]) => [name, withoutWrapped(records)] as const)
  return Object.fromEntries(shown)
}

/** The text without keys that are wrapped by RSA-OAEP, for which the platform draws random bytes. */
function withoutWrapped(value: unknown): string {
  return JSON.stringify(value).replace(/"ek":"[\w-]+"/g, '"ek":"wrapped"')
}

/** Fails with the parts that differ, and no others. */
export function expectSameState(sentence: string, actual: ShownState, expected: ShownState): void {
  const names = Object.keys({ ...actual, ...expected }).filter((name) => actual[name] !== expected[name])
  const chosen = (state: ShownState) => names.map((name) => [name, JSON.parse(state[name] ?? 'null') as unknown])
  expect(chosen(actual), `${sentence}, but these differ: ${names.join(', ')}`).toEqual(chosen(expected))
}

async function outcomeOf(mock: Mock, response: Response): Promise<Outcome> {
  return { reply: await shownReply(response), state: shownState(mock) }
}

/** Status, headers and body as text. */
export async function shownReply(response: Response): Promise<string> {
  // Each mock counts its requests.
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  if (isStream) await response.body?.cancel()
  return JSON.stringify([response.status, headers, isStream ? null : withoutWrapped(await response.text())])
}
