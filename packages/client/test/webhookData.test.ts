import { createMock } from '@latchkey/mock'
import { beforeAll, expect, it } from 'vitest'
import { eventChanges, prepareEvents } from '../../mock/test/contract/eventChanges.ts'
import { callsOf, mockOptions } from '../../mock/test/hosts/harness.ts'
import { verifyWebhook } from '../src/webhooks.ts'
import { makeFolder, typeErrors } from './typeCheck.ts'

/** The names of the catalogue, and the data of the deliveries of each event. */
let names: readonly string[]
const delivered = new Map<string, unknown[]>()

/** A world whose webhook listens to everything. What it is sent is read as an application would read it. */
async function createWorld() {
  const mock = createMock(mockOptions)
  const carrier = { name: 'fetch', mock, fetch: mock.fetch }
  const host = { ...carrier, ...callsOf(carrier) }
  const url = 'https://hooks.example.com/identity'
  const requests: Request[] = []
  mock.webhooks.receive(url, (request) => {
    requests.push(request.clone())
    return new Response(null, { status: 204 })
  })
  names = (await host.call('events.listTypes')).body.map(({ name }) => name)
  const { secret } = await mock.create.webhook({ url, events: [...names] as never[] })
  await prepareEvents(host)
  return {
    host,
    async collect() {
      await mock.clock.settle()
      for (const request of requests) {
        const { eventName, data } = await verifyWebhook(request, { secret })
        delivered.set(eventName, [...(delivered.get(eventName) ?? []), data])
      }
    },
  }
}

beforeAll(async () => {
  const { host } = await createWorld()
  for (const name of Object.keys(eventChanges(host)) as (keyof ReturnType<typeof eventChanges>)[]) {
    const world = await createWorld()
    const call = await eventChanges(world.host)[name].prepare()
    await call()
    await world.collect()
  }
})

it('an application has read a delivery of every event', () => {
  expect([...delivered.keys()].sort()).toEqual([...names].sort())
})

it('the data of every delivery has the type that an application reads it with', async () => {
  const lines = Array.from(delivered, ([name, samples]) => `  '${name}': ${JSON.stringify(samples)},`)
  const program = [
    "import type { WebhookData } from '@latchkey/client/webhooks'",
    'export const samples: { [Name in keyof WebhookData]: WebhookData[Name][] } = {',
    ...lines,
    '}',
    '',
  ]
  const folder = makeFolder({ 'samples.ts': program.join('\n') })
  expect(await typeErrors(folder, ['samples.ts'])).toEqual([])
})
