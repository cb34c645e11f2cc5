import { type OperationId, operationTable } from '@latchkey/types'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Mock } from '../../src/mock/createMock.ts'
import { callsOf } from '../hosts/harness.ts'
import { operationRequest } from '../hosts/operationRequest.ts'
import { createFullWorld, type FullWorld } from '../people/fullWorld.ts'
import { countWrites } from '../support/failingWrites.ts'
import { expectOneOrder } from './oneOrder.ts'
import { forkAtRest } from './rollback.ts'

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

const requestOf = (id: OperationId) => {
  const { url, body, ...rest } = operationRequest(world, id)
  const init: RequestInit = { ...rest, body: body ?? null, redirect: 'manual' }
  return { name: id, send: (mock: Mock) => mock.fetch(mock.baseUrl + url, init) }
}

/** The operations whose example changes the full world. */
async function changingOperations(): Promise<OperationId[]> {
  const changing: OperationId[] = []
  for (const id of Object.keys(operationTable) as OperationId[]) {
    const { result, writes } = await countWrites(() => requestOf(id).send(forkAtRest(origin)))
    if (result.status < 400 && writes > 0) changing.push(id)
  }
  return changing
}

it(
  'two requests at once are answered, and leave all records and ids, as if one had waited for the other',
  { timeout: isFull ? 1_200_000 : 300_000 },
  async () => {
    const ids = await changingOperations()
    expect(ids.length).toBeGreaterThan(80)
    // Each pair once, also an operation with itself.
    const pairs = ids.flatMap((first, index) => ids.slice(index).map((second) => [first, second] as const))
    const length = isFull ? pairs.length : sampleSize
    const sample = fc.shuffledSubarray(pairs, { minLength: length, maxLength: length })
    for (const [first, second] of fc.sample(sample, { seed: 1, numRuns: 1 })[0] ?? [])
      await expectOneOrder(origin, [requestOf(first), requestOf(second)])
  },
)

it('the comparison with the two orders finds a change that is lost since both read before either writes', async () => {
  const params = world.paramsOf('allowlists.update')
  const extendName = async (mock: Mock) => {
    const { call } = callsOf({ name: 'fetch', mock, fetch: mock.fetch })
    const { body: allowlist } = await call('allowlists.get', { params })
    await call('allowlists.update', { params, body: { name: `${allowlist.name}!` } })
    return Response.json({})
  }
  const request = { name: 'extendName', send: extendName }
  await expect(expectOneOrder(origin, [request, request])).rejects.toThrow(/these differ: allowlists/)
})
