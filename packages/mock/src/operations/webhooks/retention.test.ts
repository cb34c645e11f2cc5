import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { listenAt } from '../../../test/support/webhookReceiver.ts'

const host = createHost()
const url = 'https://hooks.example.com/identity'

/** An enabled webhook of an environment, and what it has in its log. */
async function listen(name: 'sandbox' | 'live' = 'sandbox', statuses: number[] = []) {
  const { id: environmentId, token } = host.mock.defaults.environments[name]
  const received = listenAt(host, `${url}/${name}`, [204, ...statuses])
  const { webhookId } = await host.mock.create.webhook(
    { url: `${url}/${name}`, events: ['user.created'] },
    { environmentId },
  )
  await host.mock.clock.settle()
  const params = { environmentId, webhookId }
  return {
    params,
    token,
    received,
    tell: async () => {
      await host.mock.create.user({}, { environmentId })
      await host.mock.clock.settle()
      return host.mock.webhooks.messages(webhookId).at(-1)?.id as string
    },
    names: async () =>
      (await host.call('webhookMessages.list', { params, token })).body.data?.map(
        ({ request }) => (request.body as { eventName: string }).eventName,
      ),
  }
}

describe('the messages of a webhook', () => {
  it.each([
    ['sandbox', 30],
    ['live', 90],
  ] as const)('are deleted in a %s environment after %i days, each at its time', async (name, days) => {
    const { params, token, tell, names } = await listen(name)
    await host.mock.clock.advance({ hours: 1 })
    const messageId = await tell()
    await host.mock.clock.advance({ days, hours: -1, milliseconds: -1 })
    expect(await names()).toEqual(['user.created', 'ping'])
    await host.mock.clock.advance(1)
    expect(await names()).toEqual(['user.created'])
    await host.mock.clock.advance({ hours: 1, milliseconds: -1 })
    expect(await names()).toEqual(['user.created'])
    await host.mock.clock.advance(1)
    expect(await names()).toEqual([])
    expect(
      (await host.refuse('webhookMessages.listDeliveries', { params: { ...params, messageId }, token })).status,
    ).toBe(404)
    expect((await host.refuse('webhookMessages.redeliver', { params: { ...params, messageId }, token })).status).toBe(
      404,
    )
  })

  it('are deleted with their deliveries and attempts, while the webhook and the events stay', async () => {
    const { params, tell } = await listen('sandbox', [503, 503, 503])
    await tell()
    await host.mock.clock.advance({ days: 30 })
    const { webhookMessages, webhookDeliveries, webhookAttempts, jobs } = host.mock.export().tables
    expect([webhookMessages, webhookDeliveries, webhookAttempts, jobs]).toEqual([[], [], [], []])
    expect((await host.call('webhooks.get', { params })).body.isEnabled).toBe(true)
    expect((await host.call('events.list')).body).toHaveLength(1)
  })

  it('are deleted with a pending redelivery, which is not sent any more', async () => {
    const { params, tell, received } = await listen('sandbox', [204, 503, 503])
    const messageId = await tell()
    await host.mock.clock.advance({ days: 30, seconds: -5 })
    await host.call('webhookMessages.redeliver', { params: { ...params, messageId } })
    await host.mock.clock.settle()
    const { length } = received
    await host.mock.clock.advance({ days: 1 })
    expect(received).toHaveLength(length)
    expect(host.mock.webhooks.deliveries()).toEqual([])
  })

  it('are deleted in every environment by its period, even after a first deletion', async () => {
    const [sandbox, live] = [await listen('sandbox'), await listen('live')]
    await host.call('webhooks.delete', { params: sandbox.params })
    await host.mock.clock.advance({ days: 10 })
    const later = await listen('sandbox')
    await host.mock.clock.advance({ days: 30, milliseconds: -1 })
    expect([await later.names(), await live.names()]).toEqual([['ping'], ['ping']])
    await host.mock.clock.advance(1)
    expect([await later.names(), await live.names()]).toEqual([[], ['ping']])
    await host.mock.clock.advance({ days: 50 })
    expect(await live.names()).toEqual([])
  })
})
