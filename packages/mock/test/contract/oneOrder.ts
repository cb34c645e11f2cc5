import { expect } from 'vitest'
import type { Mock } from '../../src/mock/createMock.ts'
import { expectSameState, forkAtRest, type Send, shownReply, type ShownState, shownState } from './rollback.ts'

interface NamedRequest {
  readonly name: string
  readonly send: Send
}

type Pair = readonly [NamedRequest, NamedRequest]

/** The replies to the two requests of a pair, and the state after both. */
interface Outcome {
  readonly replies: readonly [string, string]
  readonly state: ShownState
}

/**
 * Sends two requests to forks of a mock at once, begun in either order. The replies and the state, ids included, must
 * be those of one order in which one request waits for the other.
 */
export async function expectOneOrder(origin: Mock, pair: Pair): Promise<void> {
  const backwards: Pair = [pair[1], pair[0]]
  const orders = [await inOrder(origin, pair), swapReplies(await inOrder(origin, backwards))] as const
  for (const outcome of [await atOnce(origin, pair), swapReplies(await atOnce(origin, backwards))]) {
    if (orders.some((order) => isSame(order, outcome))) continue
    const sentence = `${pair[0].name} and ${pair[1].name} at once do what they do in one of the two orders`
    expect(outcome.replies, sentence).toEqual(orders[0].replies)
    expectSameState(sentence, outcome.state, orders[0].state)
  }
}

async function inOrder(origin: Mock, [first, second]: Pair): Promise<Outcome> {
  const mock = forkAtRest(origin)
  const earlier = await shownReply(await first.send(mock))
  const later = await shownReply(await second.send(mock))
  return { replies: [earlier, later], state: shownState(mock) }
}

async function atOnce(origin: Mock, [first, second]: Pair): Promise<Outcome> {
  const mock = forkAtRest(origin)
  const [one, other] = await Promise.all([first.send(mock), second.send(mock)])
  return { replies: [await shownReply(one), await shownReply(other)], state: shownState(mock) }
}

const swapReplies = ({ replies: [first, second], state }: Outcome): Outcome => ({ replies: [second, first], state })

const isSame = (one: Outcome, other: Outcome) => JSON.stringify(one) === JSON.stringify(other)
