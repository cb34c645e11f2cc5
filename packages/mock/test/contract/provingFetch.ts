import type { OperationId } from '@latchkey/types'
import { match } from '../../src/http/router.ts'
import type { Mock } from '../../src/mock/createMock.ts'
import { attackOnce } from '../attacks/attackOnce.ts'
import { countWrites } from '../support/failingWrites.ts'
import { recorded } from './replyRecordings.ts'
import { expectRollback, type Send } from './rollback.ts'
import { rolledBack, writesNothing } from './rollbackRecordings.ts'

/** How many requests with the same operation and status each worker repeats: they need not write the same. */
const maximumProofs = 2

const proofs = new Map<string, number>()

/**
 * A `fetch` which shows that requests are all or nothing: it repeats the first ones of each operation that write, on
 * forks of the state before, with writes that fail, and with credentials of strangers. For `scripts/reachedContract.ts`
 * it records what it has shown.
 */
export async function provingFetch(mock: Mock, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const send: Send = (to) => to.fetch(input instanceof Request ? input.clone() : input, init)
  const { url, method } = input instanceof Request ? input : { url: String(input), method: 'GET' }
  const id = operationsAt(mock, url)?.[init?.method ?? method]
  if (id === undefined || init?.body instanceof ReadableStream) return send(mock)
  const origin = mock.fork()
  origin.clock.freeze()
  const request = new Request(input instanceof Request ? input.clone() : input, init)
  const { result: response, writes } = await countWrites(() => send(mock))
  await attackOnce(id, origin, { request, response })
  if (writes === 0) {
    recorded.add(writesNothing(id, response.status))
    return response
  }
  const reply = `${id} ${response.status}`
  const count = proofs.get(reply) ?? 0
  if (count === maximumProofs) return response
  proofs.set(reply, count + 1)
  // A fork has no overrides, so it may answer otherwise.
  const { status } = await expectRollback(id, origin, send)
  recorded.add(rolledBack(id, status))
  return response
}

/** The operations of a URL by method. */
function operationsAt({ baseUrl }: Mock, url: string): Readonly<Partial<Record<string, OperationId>>> | undefined {
  if (!url.startsWith(baseUrl)) return undefined
  return match(new URL(url.slice(baseUrl.length), 'https://mock.test').pathname)?.operations
}
