import { type OperationId, operationTable } from '@latchkey/types'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Mock } from '../../src/mock/createMock.ts'
import { operationRequest } from '../hosts/operationRequest.ts'
import { createFullWorld, type FullWorld } from '../people/fullWorld.ts'
import { countWrites } from '../support/failingWrites.ts'
import { expectSameState, forkAtRest, shownReply, type ShownState, shownState } from './rollback.ts'

/** Pairs are many: a run of all tests sends a part of them, and a full one all. */
const sampleSize = 400
const isFull = process.env.LATCHKEY_TESTS === 'full'

let world: FullWorld
let origin: Mock

beforeAll(async () => {
  world = await createFullWorld()
  // The export is written by then.
  await world.mock.clock.advance({ minutes: 1 })
  origin = forkAtRest(world.mock)
})

function send(mock: Mock, id: OperationId): Promise<Response> {
  const { url, method, headers, body } = operationRequest(world, id)
  return mock.fetch(mock.baseUrl + url, { method, headers, body: body ?? null, redirect: 'manual' })
}

/** The operations whose example changes the full world. */
async function changingOperations(): Promise<OperationId[]> {
  const changing: OperationId[] = []
  for (const id of Object.keys(operationTable) as OperationId[]) {
    const { result, writes } = await countWrites(() => send(forkAtRest(origin), id))
    if (result.status < 400 && writes > 0) changing.push(id)
  }
  return changing
}
type Pair = readonly [OperationId, OperationId]

/** Each pair once, also an operation with itself. */
const pairsOf = (ids: readonly OperationId[]): Pair[] =>
  ids.flatMap((first, index) => ids.slice(index).map((second) => [first, second] as const))

/** The replies to two requests, in the order of their operations, and the state after both. */
interface Outcome {
  readonly replies: readonly [string, string]
  readonly state: ShownState
}

const isSame = (one: Outcome, other: Outcome) => JSON.stringify(one) === JSON.stringify(other)

/** Sends the second request when the first is answered. */
async function inOrder([first, second]: Pair): Promise<Outcome> {
  const mock = forkAtRest(origin)
  const earlier = await shownReply(await send(mock, first))
  const later = await shownReply(await send(mock, second))
  return { replies: [earlier, later], state: shownState(mock) }
}

/** Sends both before either is answered. */
async function atOnce([first, second]: Pair): Promise<Outcome> {
  const mock = forkAtRest(origin)
  const [one, other] = await Promise.all([send(mock, first), send(mock, second)])
  return { replies: [await shownReply(one), await shownReply(other)], state: shownState(mock) }
}

const swapped = ([first, second]: Pair): Pair => [second, first]
const swapReplies = ({ replies: [first, second], state }: Outcome): Outcome => ({ replies: [second, first], state })

async function expectOneOrder(pair: Pair): Promise<void> {
  const [forwards, backwards] = [await inOrder(pair), swapReplies(await inOrder(swapped(pair)))]
  for (const outcome of [await atOnce(pair), swapReplies(await atOnce(swapped(pair)))]) {
    if (isSame(outcome, forwards) || isSame(outcome, backwards)) continue
    const sentence = `${pair.join(' and ')} at once come to what they come to in one of the two orders`
    expect(outcome.replies, sentence).toEqual(forwards.replies)
    expectSameState(sentence, outcome.state, forwards.state)
  }
}

it(
  'two requests at once are answered, and leave all records and ids, as if one had waited for the other',
  { timeout: isFull ? 1_200_000 : 300_000 },
  async () => {
    const ids = await changingOperations()
    expect(ids.length).toBeGreaterThan(80)
    const pairs = pairsOf(ids)
    const length = isFull ? pairs.length : sampleSize
    const sample = fc.shuffledSubarray(pairs, { minLength: length, maxLength: length })
    for (const pair of fc.sample(sample, { seed: 1, numRuns: 1 })[0] ?? []) await expectOneOrder(pair)
  },
)
