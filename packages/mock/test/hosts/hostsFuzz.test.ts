import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { createHost } from '#host'
import type { MockSnapshot } from '../../src/control/objects/stateControl.ts'
import { fuzzedRequest } from '../fuzz/requests.ts'
import { fillIn } from '../fuzz/sender.ts'
import { createFullWorld, type FullWorld, fullWorldOptions } from '../people/fullWorld.ts'
import { createComparison } from './comparison.ts'

const host = createHost({ mockPer: 'file', mock: { ...fullWorldOptions, baseUrl: 'https://api.latchkey.test' } })
const { expectHostAsCore } = createComparison(host)
const requests = 1_000
let world: FullWorld
let beginning: MockSnapshot

beforeAll(async () => {
  world = await createFullWorld(host.mock)
  await host.mock.clock.advance({ minutes: 1 })
  beginning = host.mock.snapshot()
})

it(
  `${requests} requests made of the document get the reply of the core`,
  { timeout: 300_000 + 100 * requests },
  async () => {
    const statuses = new Set<number>()
    const property = fc.asyncProperty(fuzzedRequest, async (request) => {
      host.mock.reset()
      host.mock.restore(beginning)
      // A page sets its origin itself.
      const { pathname, search, body, ...sent } = fillIn({ ...request, origin: null }, world)
      const { status } = await expectHostAsCore({ ...sent, url: pathname + search, body: body ?? undefined })
      statuses.add(status)
    })
    await fc.assert(property, { numRuns: requests, seed: 20_260_115 })
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 403, 404]))
  },
)
