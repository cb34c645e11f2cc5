import { describe, expect, it } from 'vitest'
import { faultsOfMessage } from '../../../test/contract/documentJudge.ts'
import { mockOptions } from '../../../test/hosts/harness.ts'
import { listenAt } from '../../../test/support/webhookReceiver.ts'
import { type EventName, eventNames } from '../../domain/webhooks/eventNames.ts'
import { createMock } from '../../mock/createMock.ts'

const url = 'https://hooks.example.com/'
/** A mock whose webhook subscribes to events, after its first ping. */
async function subscribed(events: readonly string[] = eventNames, statuses: number[] = []) {
  const mock = createMock(mockOptions)
  const received = listenAt({ name: 'mock', mock, fetch: mock.fetch }, url, [200, ...statuses])
  const webhook = await mock.create.webhook({ url, events: [...events] })
  await mock.clock.settle()
  received.length = 0
  return { mock, received, webhook, sandbox: mock.defaults.environments.sandbox, live: mock.defaults.environments.live }
}

const call = 'Failed to call "webhooks.trigger()": '

describe('webhooks.trigger', () => {
  it.each(eventNames as EventName[])('sends an example of %s that is as the document has it', async (name) => {
    const { mock, received, webhook } = await subscribed()
    const messages = await mock.webhooks.trigger(name)
    expect(messages).toMatchObject([{ eventName: name, status: 'delivered', isTriggered: true }])
    expect(received).toHaveLength(1)
    const body = received[0]?.body ?? {}
    expect(body).toMatchObject({ eventName: name, messageId: messages[0]?.id, webhookId: webhook.webhookId })
    const [{ headers, raw } = { headers: new Headers(), raw: '{}' }] = received
    expect(faultsOfMessage({ headers: Object.fromEntries(headers), body: raw })).toEqual([])
  })

  it('merges overrides into the example, objects at every depth', async () => {
    const { mock, received, sandbox } = await subscribed()
    await mock.webhooks.trigger('user.created', { email: 'grace@example.com', metadata: { plan: { name: 'solo' } } })
    expect(received[0]?.body.data).toMatchObject({
      email: 'grace@example.com',
      firstName: 'Ada',
      metadata: { plan: { name: 'solo' } },
      projectEnvironmentId: sandbox.id,
    })
  })

  it('sends the data of a record, which stays as it is', async () => {
    const { mock, received } = await subscribed(['user.deleted'])
    const user = await mock.create.user({ email: 'ada@example.com', firstName: 'Augusta' })
    await mock.webhooks.trigger('user.deleted', { alias: 'Countess' }, { record: user.id })
    expect(received[0]?.body.data).toMatchObject({ id: user.id, firstName: 'Augusta', alias: 'Countess' })
    expect(mock.export().tables.users).toMatchObject([{ id: user.id }])
  })

  it('shows a session that is open as ended where the event says that it has ended', async () => {
    const { mock, received } = await subscribed()
    const user = await mock.create.user({ email: 'ada@example.com' })
    await mock.signIn(user)
    await mock.clock.settle()
    const [session] = mock.export().tables.sessions as { id: string }[]
    received.length = 0
    await mock.webhooks.trigger('user.session.revoked', {}, { record: String(session?.id) })
    expect(received[0]?.body.data).toMatchObject({ id: session?.id, userId: user.id, revokedAt: mockOptions.now })
  })

  it('pings each enabled webhook with its own data, or the one that is named', async () => {
    const { mock, received, webhook } = await subscribed(['user.created'])
    const other = await mock.create.webhook({ url, events: ['user.deleted'] })
    await mock.clock.settle()
    received.length = 0
    await mock.webhooks.trigger('ping')
    expect(received.map(({ body }) => (body.data as { webhookId?: string }).webhookId)).toEqual([
      webhook.webhookId,
      other.webhookId,
    ])
    await mock.webhooks.trigger('ping', {}, { record: other.webhookId })
    expect(received.slice(2).map(({ body }) => body.webhookId)).toEqual([other.webhookId])
  })

  it('sends to the webhooks of the environment that subscribe to the event, and to no other', async () => {
    const { mock, received, webhook, live } = await subscribed(['user.created'])
    await mock.create.webhook({ url, events: ['user.deleted'] })
    await mock.create.webhook({ url, events: ['user.created'], isEnabled: false })
    const liveWebhook = await mock.create.webhook({ url, events: ['user.created'] }, { environmentId: live.id })
    await mock.clock.settle()
    received.length = 0
    await mock.webhooks.trigger('user.created')
    await mock.webhooks.trigger('user.created', {}, { environmentId: live.id })
    expect(received.map(({ body }) => [body.webhookId, body.environmentName])).toEqual([
      [webhook.webhookId, 'sandbox'],
      [liveWebhook.webhookId, 'live'],
    ])
  })

  it('retries as for any event, and marks each attempt', async () => {
    const { mock, received } = await subscribed(['user.created'], [503])
    expect(await mock.webhooks.trigger('user.created')).toMatchObject([{ status: 'pending' }])
    await mock.clock.advance({ seconds: 15 })
    expect(received).toHaveLength(2)
    expect(received[1]?.raw).toBe(received[0]?.raw)
    const [ping, ...attempts] = mock.webhooks.deliveries()
    expect(attempts).toMatchObject([
      { attempt: 1, status: 'failed', isTriggered: true },
      { attempt: 2, status: 'delivered', isTriggered: true },
    ])
    expect(ping).not.toHaveProperty('isTriggered')
  })

  it('leaves the events of the environment as they are', async () => {
    const { mock, received, sandbox } = await subscribed()
    await mock.webhooks.trigger('user.created')
    expect(mock.events.list()).toEqual([])
    const eventId = String(received[0]?.body.eventId)
    const reply = await mock.fetch(`${mock.baseUrl}/api/v0/environments/${sandbox.id}/events/${eventId}`, {
      headers: { authorization: `Bearer ${sandbox.token}` },
    })
    expect(reply.status).toBe(404)
  })

  it.each<[fault: string, event: readonly unknown[], message: string]>([
    ['an unknown event', ['user.create'], 'there is no event "user.create". Did you mean "user.created"?'],
    ['no event', [undefined], 'there is no event "undefined".'],
    ['overrides that are a list', ['user.created', []], 'the overrides must be an object with fields of the data.'],
    [
      'a field that the event does not have',
      ['user.created', { emial: 'ada@example.com' }],
      'the data does not fit "user.created": emial must be left out, since there is no such field (did you mean "email"?).',
    ],
    [
      'a field of another type',
      ['user.session.created', { createdAt: 'today' }],
      'the data does not fit "user.session.created": createdAt must be an RFC 3339 date-time such as 2026-01-15T09:30:00Z.',
    ],
    [
      'an unknown field within a list',
      ['user.created', { oauthAccounts: [{ color: 'red' }] }],
      'the data does not fit "user.created": oauthAccounts.0.color must be left out, since there is no such field.',
    ],
    ['an unknown option', ['user.created', {}, { user: 'u' }], 'there is no option "user".'],
    ['an unknown environment', ['user.created', {}, { environmentId: 'e' }], 'there is no environment with this id.'],
    [
      'an unknown record',
      ['user.created', {}, { record: 'u' }],
      '"user.created" is about a user, and no such record has the id "u".',
    ],
    ['an unknown webhook to ping', ['ping', {}, { record: 'w' }], 'the environment has no enabled webhook "w".'],
  ])('refuses %s, and sends nothing', async (_, event, message) => {
    const { mock, received } = await subscribed()
    const before = mock.export()
    const refusal: unknown = await mock.webhooks
      .trigger(...(event as Parameters<typeof mock.webhooks.trigger>))
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(TypeError)
    expect((refusal as Error).message).toBe(call + message)
    await mock.clock.settle()
    expect([received, mock.export().tables.webhookMessages]).toEqual([[], before.tables.webhookMessages])
  })

  it('refuses a record of another kind, and one of another environment', async () => {
    const { mock, live } = await subscribed()
    const user = await mock.create.user({ email: 'ada@example.com' })
    const stranger = await mock.create.user({ email: 'eve@example.com' }, { environmentId: live.id })
    const wallet = await mock.create.wallet(user.id)
    await expect(mock.webhooks.trigger('wallet.linked', {}, { record: user.id })).rejects.toThrow(
      `${call}"wallet.linked" is about an external wallet, and "${user.id}" is a user.`,
    )
    await expect(mock.webhooks.trigger('wallet.created', {}, { record: wallet.id })).rejects.toThrow(
      `${call}"wallet.created" is about an embedded or smart wallet, and "${wallet.id}" is an external wallet.`,
    )
    await expect(mock.webhooks.trigger('user.created', {}, { record: stranger.id })).rejects.toThrow(
      `${call}"${stranger.id}" is a user of another environment. Give its \`environmentId\`.`,
    )
  })

  it('says how to subscribe where no enabled webhook does', async () => {
    const { mock, webhook } = await subscribed(['user.deleted'])
    const way = 'Create one by `webhooks.create`, or in a test by `mock.create.webhook()`.'
    await expect(mock.webhooks.trigger('user.created')).rejects.toThrow(
      `${call}no enabled webhook of the environment subscribes to "user.created". ${way}`,
    )
    const { id, token } = mock.defaults.environments.sandbox
    await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/webhooks/${webhook.webhookId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    await expect(mock.webhooks.trigger('ping')).rejects.toThrow(`${call}the environment has no enabled webhook. ${way}`)
  })
})
