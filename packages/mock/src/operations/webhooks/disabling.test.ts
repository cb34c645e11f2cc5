import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { listenAt, type Received } from '../../../test/support/webhookReceiver.ts'

const host = createHost()
const url = 'https://hooks.example.com/identity'
const fields = { url, isEnabled: true, events: ['user.created'] }

let webhookId = ''
let received: Received[] = []
beforeEach(async () => {
  received = listenAt(host, url, [204, ...Array.from({ length: 2_000 }, () => 503)])
  webhookId = (await host.call('webhooks.create', { body: fields })).body.webhookId
  await host.mock.clock.settle()
})

const get = async () => (await host.call('webhooks.get', { params: { webhookId } })).body
const enable = async () => (await host.call('webhooks.update', { params: { webhookId }, body: fields })).body
const messages = () => host.mock.webhooks.messages(webhookId).filter(({ eventName }) => eventName !== 'ping')

/** Lets as many messages go out at once. */
async function tell(count: number) {
  for (let i = 0; i < count; i++) await host.mock.create.user()
  await host.mock.clock.settle()
}

describe('a webhook whose receiver fails', { timeout: 300_000 }, () => {
  it('is disabled in a sandbox when 250 messages have failed, and its pending messages fail', async () => {
    await tell(249)
    await host.mock.clock.advance({ minutes: 1 })
    expect(messages().every(({ status }) => status === 'failed')).toBe(true)
    expect(await get()).toMatchObject({ isEnabled: true, enabledAt: '2026-01-15T09:30:00.000Z' })
    await tell(1)
    await host.mock.clock.advance({ seconds: 50 })
    await tell(1)
    expect(
      messages()
        .slice(-2)
        .map(({ status }) => status),
    ).toEqual(['pending', 'pending'])
    await host.mock.clock.advance({ seconds: 10 })
    const { enabledAt, ...webhook } = await get()
    expect([webhook.isEnabled, enabledAt, webhook.updatedAt]).toEqual([false, undefined, '2026-01-15T09:32:00.000Z'])
    expect((await host.call('webhooks.list')).body.data).toEqual([webhook])
    expect(
      messages()
        .slice(-2)
        .map(({ status }) => status),
    ).toEqual(['failed', 'failed'])
    const { length } = received
    await tell(1)
    await host.mock.clock.advance({ days: 1 })
    expect([received.length, messages().length]).toEqual([length, 251])
    const messageId = messages()[0]?.id as string
    expect(await host.refuse('webhookMessages.redeliver', { params: { webhookId, messageId } })).toMatchObject({
      status: 422,
      code: 'invalid_update',
    })
  })

  it('can be enabled again, which resets the count', async () => {
    await tell(250)
    await host.mock.clock.advance({ minutes: 1 })
    expect((await get()).isEnabled).toBe(false)
    expect(await enable()).toMatchObject({ isEnabled: true, enabledAt: '2026-01-15T09:31:00.000Z' })
    await tell(249)
    await host.mock.clock.advance({ minutes: 1 })
    expect((await get()).isEnabled).toBe(true)
    await tell(1)
    await host.mock.clock.advance({ minutes: 1 })
    expect((await get()).isEnabled).toBe(false)
  })

  it('counts a message once for any number of attempts, and not at all if it was delivered', async () => {
    await tell(249)
    await host.mock.clock.advance({ minutes: 1 })
    const [first, second] = messages()
    await host.call('webhookMessages.redeliver', { params: { webhookId, messageId: first?.id as string } })
    await host.mock.clock.advance({ minutes: 1 })
    expect((await get()).isEnabled).toBe(true)
    listenAt(host, url)
    await host.call('webhookMessages.redeliver', { params: { webhookId, messageId: second?.id as string } })
    await host.mock.clock.settle()
    listenAt(host, url, [503, 503, 503, 503, 503, 503])
    await tell(1)
    await host.mock.clock.advance({ minutes: 1 })
    expect((await get()).isEnabled).toBe(true)
    await tell(1)
    await host.mock.clock.advance({ minutes: 1 })
    expect((await get()).isEnabled).toBe(false)
  })

  it('does not disable other webhooks of the environment', async () => {
    const other = 'https://other.example.com/hook'
    listenAt(host, other)
    const { body } = await host.call('webhooks.create', { body: { ...fields, url: other } })
    await tell(250)
    await host.mock.clock.advance({ minutes: 1 })
    expect(
      (await host.call('webhooks.list')).body.data?.map(({ webhookId: id, isEnabled }) => [id, isEnabled]),
    ).toEqual([
      [webhookId, false],
      [body.webhookId, true],
    ])
  })
})
