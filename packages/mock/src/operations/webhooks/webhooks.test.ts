import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'
import { listenAt, platformHmac } from '../../../test/support/webhookReceiver.ts'

const host = createHost()

const url = 'https://hooks.example.com/identity'
const fields = { url, isEnabled: true, events: ['user.created'] }

const create = async (change: Record<string, unknown> = {}) =>
  (await host.call('webhooks.create', { body: { ...fields, ...change } })).body
const get = async (webhookId: string, query: { includeSecret?: boolean } = {}) =>
  (await host.call('webhooks.get', { params: { webhookId }, query })).body
const update = async (webhookId: string, change: Record<string, unknown>) =>
  (await host.call('webhooks.update', { params: { webhookId }, body: { ...fields, ...change } })).body
const webhookParams = async () => {
  listenAt(host, url)
  return { webhookId: (await create()).webhookId }
}

describeEnvironmentRefusals(host, {
  'webhooks.list': {},
  'webhooks.create': { body: fields },
  'webhooks.get': { params: webhookParams },
  'webhooks.update': { params: webhookParams, body: fields },
  'webhooks.delete': { params: webhookParams },
})

describe('webhooks.create', () => {
  it('stores the given values, each event once, and shows the secret on request only', async () => {
    listenAt(host, url)
    const webhook = await create({ events: ['user.created', 'wallet.linked', 'user.created'] })
    expect(webhook).toEqual({
      environmentId: host.mock.defaults.environments.sandbox.id,
      webhookId: webhook.webhookId,
      url,
      version: '1',
      events: ['user.created', 'wallet.linked'],
      isEnabled: true,
      enabledAt: '2026-01-15T09:30:00.000Z',
      createdAt: '2026-01-15T09:30:00.000Z',
      updatedAt: '2026-01-15T09:30:00.000Z',
    })
    expect(await get(webhook.webhookId)).toEqual(webhook)
    expect((await host.call('webhooks.list')).body).toEqual({ cursor: '', data: [webhook] })
    const { secret, ...rest } = await get(webhook.webhookId, { includeSecret: true })
    expect(secret).toMatch(/^whsec_\w{40}$/)
    expect(rest).toEqual(webhook)
    expect((await get((await create()).webhookId, { includeSecret: true })).secret).not.toBe(secret)
  })

  it('sends a signed ping to an enabled webhook with any events, and emits no event about it', async () => {
    const received = listenAt(host, url)
    const webhook = await create()
    await host.mock.clock.advance(0)
    const [ping] = received
    expect(received).toHaveLength(1)
    expect(ping?.body).toEqual({
      eventId: ping?.body.eventId,
      messageId: ping?.body.messageId,
      webhookId: webhook.webhookId,
      environmentId: webhook.environmentId,
      environmentName: 'sandbox',
      eventName: 'ping',
      timestamp: '2026-01-15T09:30:00.000Z',
      data: webhook,
    })
    const { secret = '' } = await get(webhook.webhookId, { includeSecret: true })
    expect(ping?.headers.get('x-webhook-signature-256')).toBe(`sha256=${await platformHmac(secret, ping?.raw ?? '')}`)
    expect(ping?.headers.get('content-type')).toBe('application/json')
    expect((await host.call('events.list')).body).toEqual([])
  })

  it('sends nothing to a webhook that is not enabled', async () => {
    const received = listenAt(host, url)
    const webhook = await create({ isEnabled: false })
    await host.mock.create.user()
    await host.mock.clock.advance({ days: 2 })
    expect(webhook).not.toHaveProperty('enabledAt')
    expect(received).toEqual([])
  })

  it('sends only the events that it names, of its environment', async () => {
    const received = listenAt(host, url)
    await create({ events: ['user.created'] })
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    await host.mock.create.wallet(user.id)
    await host.mock.create.user({}, { environmentId: host.mock.defaults.environments.live.id })
    await host.mock.clock.advance(0)
    expect(received.map(({ body }) => body.eventName)).toEqual(['ping', 'user.created'])
    const [event] = (await host.call('events.list', { query: { resourceType: 'user' } })).body
    expect(received[1]?.body).toMatchObject({ eventId: event?.eventId, timestamp: event?.timestamp, data: event?.data })
  })

  it('accepts a receiver of a test on loopback', async () => {
    listenAt(host, 'http://localhost:3000/hook')
    expect((await create({ url: 'http://localhost:3000/hook' })).url).toBe('http://localhost:3000/hook')
  })

  it('refuses the eleventh webhook of an environment, and accepts one after another was deleted', async () => {
    const webhooks = []
    for (let i = 0; i < 10; i++) webhooks.push(await create({ isEnabled: false }))
    expect(await host.refuse('webhooks.create', { body: fields })).toMatchObject({
      status: 422,
      code: 'too_many_webhooks',
    })
    await host.call('webhooks.delete', { params: { webhookId: webhooks[0]?.webhookId as string } })
    await create({ isEnabled: false })
    expect((await host.call('webhooks.list')).body.data).toHaveLength(10)
  })

  it.each<[string, Record<string, unknown>, number, string]>([
    ['no events', { events: [] }, 422, 'invalid_webhook_events'],
    [
      'an event that is not in the catalogue',
      { events: ['user.created', 'user.exploded'] },
      422,
      'invalid_webhook_events',
    ],
    ['a name of a private network', { url: 'https://metadata.google.internal/' }, 422, 'invalid_webhook_url'],
    ['a topic', { url: 'arn:aws:sns:eu-west-1:123456789012:topic' }, 422, 'invalid_webhook_url'],
    ['plain http', { url: 'http://hooks.example.com/' }, 400, 'validation_failed'],
    ['a port', { url: 'https://hooks.example.com:8443/' }, 400, 'validation_failed'],
    ['an address', { url: 'https://10.1.2.3/' }, 400, 'validation_failed'],
    ['a password', { url: 'https://ada:secret@hooks.example.com/' }, 400, 'validation_failed'],
    ['an invalid switch', { isEnabled: 'yes' }, 400, 'validation_failed'],
  ])('refuses %s, and stores nothing', async (...[, change, status, code]) => {
    expect(await host.refuse('webhooks.create', { body: { ...fields, ...change } })).toMatchObject({ status, code })
    expect((await host.call('webhooks.list')).body.data).toEqual([])
  })

  it.each([
    [
      'https://Example.com/x',
      'url must be an https URL with its host in small letters and without a port, or an http URL of this machine.',
    ],
    ['http://127.0.0.1:99999/', 'This is not a URL: 99999 is not a port, which is a number up to 65535.'],
  ])('says of the URL %s what is wrong, on creation and on a change', async (wrongUrl, error) => {
    const webhook = await create({ isEnabled: false })
    const params = { webhookId: webhook.webhookId }
    const body = { ...fields, url: wrongUrl }
    expect((await host.refuse('webhooks.create', { body })).body).toMatchObject({ error })
    expect((await host.refuse('webhooks.update', { params, body })).body).toMatchObject({ error })
    expect((await host.call('webhooks.list')).body.data).toMatchObject([{ url: fields.url }])
  })

  it('names an event that there is not, and the one that was meant', async () => {
    const refusal = await host.refuse('webhooks.create', { body: { ...fields, events: ['user.craeted'] } as never })
    expect(refusal.body).toMatchObject({
      error: expect.stringContaining('There is no event "user.craeted". Did you mean "user.created"?'),
    })
  })
})

describe('webhooks.get', () => {
  it('shows the secret to developers and to tokens that may read, not to viewers', async () => {
    const { webhookId } = await create({ isEnabled: false })
    const [viewer, developer] = [
      await host.mock.create.admin({ role: 'viewer' }),
      await host.mock.create.admin({ role: 'developer' }),
    ]
    const ask = (token: string | undefined, includeSecret: boolean) => ({
      params: { webhookId },
      query: { includeSecret },
      token,
    })
    expect(await host.refuse('webhooks.get', ask(viewer.token, true))).toMatchObject({
      status: 403,
      code: 'insufficient_role',
    })
    for (const query of [{}, { includeSecret: false }]) {
      expect(
        (await host.call('webhooks.get', { params: { webhookId }, query, token: viewer.token })).body,
      ).not.toHaveProperty('secret')
    }
    const reader = await host.mock.create.token({ scopes: ['environment.webhooks.read'] })
    for (const token of [developer.token, reader.rawToken])
      expect((await host.call('webhooks.get', ask(token, true))).body.secret).toMatch(/^whsec_/)
  })
})

describe('webhooks.update', () => {
  it('replaces URL, events and switch, keeps the secret and the first enabledAt, and sends no ping', async () => {
    const other = 'https://other.example.com/hook'
    const [received, moved] = [listenAt(host, url), listenAt(host, other)]
    const webhook = await create()
    await host.mock.clock.advance(1000)
    const { secret } = await get(webhook.webhookId, { includeSecret: true })
    const updated = await update(webhook.webhookId, { url: other, events: ['user.deleted'] })
    expect(updated).toEqual({ ...webhook, url: other, events: ['user.deleted'], updatedAt: '2026-01-15T09:30:01.000Z' })
    expect(await get(webhook.webhookId, { includeSecret: true })).toEqual({ ...updated, secret })
    const user = await host.mock.create.user()
    await host.call('users.delete', { params: { userId: user.id } })
    await host.mock.clock.advance(0)
    expect([received.length, moved.map(({ body }) => body.eventName)]).toEqual([1, ['user.deleted']])
  })

  it('begins a new enabledAt after it was disabled', async () => {
    listenAt(host, url)
    const { webhookId } = await create()
    await host.mock.clock.advance(1000)
    expect(await update(webhookId, { isEnabled: false })).not.toHaveProperty('enabledAt')
    expect(await update(webhookId, { isEnabled: true })).toMatchObject({ enabledAt: '2026-01-15T09:30:01.000Z' })
  })

  it('fails pending messages permanently when it is disabled', async () => {
    const received = listenAt(host, url, [500, 500, 500])
    const { webhookId } = await create()
    await host.mock.clock.advance(0)
    const status = async () =>
      (await host.call('webhookMessages.list', { params: { webhookId } })).body.data?.map((message) => message.status)
    expect(await status()).toEqual(['pending'])
    await update(webhookId, { isEnabled: false })
    expect(await status()).toEqual(['failed'])
    await update(webhookId, { isEnabled: true })
    await host.mock.clock.advance({ days: 2 })
    expect(received).toHaveLength(1)
  })

  it('sends pending messages to the new URL from the next attempt on', async () => {
    const other = 'https://other.example.com/hook'
    const [received, moved] = [listenAt(host, url, [500]), listenAt(host, other)]
    const { webhookId } = await create()
    await host.mock.clock.advance(0)
    await update(webhookId, { url: other })
    await host.mock.clock.advance({ seconds: 15 })
    expect([received.length, moved.length]).toEqual([1, 1])
    expect(moved[0]?.body.messageId).toBe(received[0]?.body.messageId)
  })

  it.each([{ events: [] }, { events: ['user.exploded'] }, { url: 'https://printer.local/' }])(
    'refuses %j, and changes nothing',
    async (change) => {
      const webhook = await create({ isEnabled: false })
      expect(
        (
          await host.refuse('webhooks.update', {
            params: { webhookId: webhook.webhookId },
            body: { ...fields, ...change },
          })
        ).status,
      ).toBe(422)
      expect(await get(webhook.webhookId)).toEqual(webhook)
    },
  )
})

describe('webhooks.delete', () => {
  it('deletes the messages and due deliveries, and keeps the events', async () => {
    const received = listenAt(host, url, [500, 500])
    const { webhookId } = await create()
    await host.mock.create.user()
    await host.mock.clock.advance(0)
    await host.call('webhooks.delete', { params: { webhookId } })
    await host.mock.clock.advance({ days: 2 })
    expect(received).toHaveLength(2)
    expect((await host.refuse('webhooks.get', { params: { webhookId } })).status).toBe(404)
    expect((await host.refuse('webhooks.delete', { params: { webhookId } })).status).toBe(404)
    expect((await host.refuse('webhookMessages.list', { params: { webhookId } })).status).toBe(404)
    expect(host.mock.webhooks.messages()).toEqual([])
    expect(host.mock.webhooks.deliveries()).toEqual([])
    expect((await host.call('events.list')).body).toHaveLength(1)
  })
})
