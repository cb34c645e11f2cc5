import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'
import { listenAt, platformHmac } from '../../../test/support/webhookReceiver.ts'

const host = createHost()

const url = 'https://hooks.example.com/identity'

/** An enabled webhook that has had its ping. */
async function listen(statuses: number[] = [], environmentId?: string) {
  const received = listenAt(host, url, [204, ...statuses])
  const { webhookId } = await host.mock.create.webhook(
    { url, events: ['user.created'] },
    environmentId === undefined ? {} : { environmentId },
  )
  await host.mock.clock.advance(0)
  received.length = 0
  return { webhookId, received }
}

/** A message about a new user, after its first attempt. */
async function tell(environmentId?: string) {
  await host.mock.create.user({ email: 'ada@example.com' }, environmentId === undefined ? {} : { environmentId })
  await host.mock.clock.advance(0)
}

const list = async (webhookId: string, query: Record<string, unknown> = {}) =>
  (await host.call('webhookMessages.list', { params: { webhookId }, query })).body
const deliveries = async (webhookId: string, messageId: string) =>
  (await host.call('webhookMessages.listDeliveries', { params: { webhookId, messageId } })).body.data ?? []
const messageParams = async () => {
  const { webhookId } = await listen()
  await tell()
  return { webhookId, messageId: (await list(webhookId)).data?.[0]?.messageId as string }
}

describeEnvironmentRefusals(host, {
  'webhookMessages.list': { params: async () => ({ webhookId: (await listen()).webhookId }) },
  'webhookMessages.listDeliveries': { params: messageParams },
  'webhookMessages.redeliver': { params: messageParams },
})

describe('webhook deliveries', () => {
  it('are signed over the raw body with the secret of the webhook', async () => {
    const { webhookId, received } = await listen()
    await tell()
    const { secret = '' } = (await host.call('webhooks.get', { params: { webhookId }, query: { includeSecret: true } }))
      .body
    expect(received[0]?.headers.get('x-webhook-signature-256')).toBe(
      `sha256=${await platformHmac(secret, received[0]?.raw ?? '')}`,
    )
    expect(JSON.stringify(await list(webhookId))).not.toContain(secret)
  })

  it('are listed with the sent body and the answer', async () => {
    const { webhookId, received } = await listen()
    await tell()
    const { data: [message, ping] = [] } = await list(webhookId)
    const [delivery] = received
    expect(ping?.request.body).toMatchObject({ eventName: 'ping' })
    expect(message).toEqual({
      deliveryId: message?.deliveryId,
      eventId: delivery?.body.eventId,
      messageId: delivery?.body.messageId,
      webhookId,
      environmentId: host.mock.defaults.environments.sandbox.id,
      status: 'delivered',
      deliveryAttempt: 1,
      deliveredAt: '2026-01-15T09:30:00.000Z',
      messageCreatedAt: '2026-01-15T09:30:00.000Z',
      eventReceivedAt: '2026-01-15T09:30:00.000Z',
      eventCreatedAt: '2026-01-15T09:30:00.000Z',
      createdAt: '2026-01-15T09:30:00.000Z',
      updatedAt: '2026-01-15T09:30:00.000Z',
      request: {
        url,
        method: 'POST',
        body: delivery?.body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'latchkey-webhooks/1',
          'x-webhook-signature-256': delivery?.headers.get('x-webhook-signature-256'),
        },
      },
      response: { status: 204, body: '' },
    })
  })

  it.each<[string, 'sandbox' | 'live', string[]]>([
    ['twice in a sandbox', 'sandbox', ['09:30:00', '09:30:15', '09:31:00']],
    [
      'five times in a live environment',
      'live',
      ['09:30:00', '09:30:15', '09:31:00', '09:40:00', '10:30:00', '09:30:00'],
    ],
  ])('are retried %s, with the same body, until the message has failed', async (_, name, times) => {
    const { id, token } = host.mock.defaults.environments[name]
    const { webhookId, received } = await listen(
      Array.from({ length: 9 }, () => 503),
      id,
    )
    await tell(id)
    await host.mock.clock.advance({ days: 3 })
    expect(received.map(({ at }) => at.slice(11, 19))).toEqual(times)
    expect(new Set(received.map(({ raw }) => raw)).size).toBe(1)
    const params = { environmentId: id, webhookId, messageId: received[0]?.body.messageId as string }
    const { data = [] } = (await host.call('webhookMessages.listDeliveries', { params, token })).body
    expect(data.map(({ deliveryAttempt, status, response }) => [deliveryAttempt, status, response.status])).toEqual(
      times.map((_, i) => [i + 1, 'failed', 503]),
    )
    expect(new Set(data.map(({ deliveryId }) => deliveryId)).size).toBe(1)
    expect(received[0]?.body).not.toHaveProperty('redelivery', true)
  })

  it('are pending while a retry is due, and delivered by any 2xx', async () => {
    const { webhookId, received } = await listen([500, 299])
    await tell()
    const messageId = received[0]?.body.messageId as string
    expect((await list(webhookId)).data?.[0]).toMatchObject({ messageId, status: 'pending', deliveryAttempt: 1 })
    await host.mock.clock.advance({ seconds: 14 })
    expect(received).toHaveLength(1)
    await host.mock.clock.advance({ seconds: 1 })
    expect((await list(webhookId)).data?.[0]).toMatchObject({
      messageId,
      status: 'delivered',
      deliveryAttempt: 2,
      deliveredAt: '2026-01-15T09:30:15.000Z',
    })
    expect(
      (await deliveries(webhookId, messageId)).map(({ status, deliveryAttempt }) => [status, deliveryAttempt]),
    ).toEqual([
      ['failed', 1],
      ['delivered', 2],
    ])
    await host.mock.clock.advance({ days: 2 })
    expect(received).toHaveLength(2)
  })

  it.each([302, 400, 500])('have failed when the receiver answers %i', async (status) => {
    const { webhookId } = await listen([status])
    await tell()
    expect((await list(webhookId)).data?.[0]).toMatchObject({ status: 'pending', response: { status } })
  })

  it('report a missing answer', async () => {
    const { webhookId } = await listen()
    host.mock.webhooks.receive(url, () => {
      throw new Error('down')
    })
    await tell()
    expect((await list(webhookId)).data?.[0]).toMatchObject({
      status: 'pending',
      response: { error: 'The receiver threw an error.' },
    })
  })

  it('let the receiver call the service before it answers', async () => {
    const { webhookId } = await listen()
    const counts: (number | undefined)[] = []
    host.mock.webhooks.receive(url, async () => {
      counts.push((await host.call('users.list')).body.count)
      return new Response()
    })
    await tell()
    expect(counts).toEqual([1])
    expect((await list(webhookId)).data?.[0]).toMatchObject({ status: 'delivered' })
  })
})

describe('webhookMessages.list', () => {
  it('pages by fifty, the newest first, each with its latest attempt, independent of new ones', async () => {
    const { webhookId } = await listen()
    for (let i = 0; i < 60; i++) await host.mock.create.user({ alias: `user ${i}` })
    await host.mock.clock.advance(1000)
    const first = await list(webhookId)
    await tell()
    const second = await list(webhookId, { cursor: first.cursor })
    expect(second).toHaveProperty('cursor', '')
    const names = [...(first.data ?? []), ...(second.data ?? [])].map(
      ({ request }) => (request.body as { data: { alias?: string } }).data.alias,
    )
    expect(names).toEqual([...Array.from({ length: 60 }, (_, i) => `user ${59 - i}`), undefined])
  })

  it('has an empty cursor on the last page, also of a list without entries, and refuses it in a request', async () => {
    const { webhookId } = await host.mock.create.webhook({ url, events: ['visit.created'] })
    expect((await list(webhookId)).cursor).toBe('')
    expect((await host.call('webhooks.list')).body.cursor).toBe('')
    expect(await host.refuse('webhookMessages.list', { params: { webhookId }, query: { cursor: '' } })).toMatchObject({
      status: 400,
      code: 'invalid_cursor',
    })
  })

  it('refuses a cursor of another webhook, or one that was changed', async () => {
    const { webhookId } = await listen()
    for (let i = 0; i < 51; i++) await host.mock.create.user()
    await host.mock.clock.advance(0)
    const { cursor } = await list(webhookId)
    const other = await host.mock.create.webhook({ url })
    expect(
      await host.refuse('webhookMessages.list', { params: { webhookId: other.webhookId }, query: { cursor } }),
    ).toMatchObject({ status: 400, code: 'invalid_cursor' })
    expect(
      await host.refuse('webhookMessages.list', { params: { webhookId }, query: { cursor: `${cursor}A` } }),
    ).toMatchObject({ status: 400, code: 'invalid_cursor' })
  })
})

describe('webhookMessages.redeliver', () => {
  it('sends the same message as a new, marked delivery, without an event', async () => {
    const { webhookId, received } = await listen()
    await tell()
    const messageId = received[0]?.body.messageId as string
    await host.mock.clock.advance(1000)
    expect((await host.call('webhookMessages.redeliver', { params: { webhookId, messageId } })).body).toEqual({
      message: 'Redelivery started.',
    })
    await host.mock.clock.advance(0)
    expect(received[1]?.body).toEqual({ ...received[0]?.body, redelivery: true })
    const [first, again] = await deliveries(webhookId, messageId)
    expect(again).toMatchObject({
      messageId,
      deliveryAttempt: 1,
      status: 'delivered',
      deliveredAt: '2026-01-15T09:30:01.000Z',
    })
    expect(again?.deliveryId).not.toBe(first?.deliveryId)
    expect((await list(webhookId)).data?.[0]).toEqual(again)
    expect((await host.call('events.list')).body).toHaveLength(1)
  })

  it('retries as usual, and turns a failed message into a delivered one', async () => {
    const { webhookId, received } = await listen([500, 500, 500, 500, 204])
    await tell()
    await host.mock.clock.advance({ minutes: 5 })
    const messageId = received[0]?.body.messageId as string
    expect((await list(webhookId)).data?.[0]).toMatchObject({ status: 'failed', deliveryAttempt: 3 })
    await host.call('webhookMessages.redeliver', { params: { webhookId, messageId } })
    await host.mock.clock.advance({ seconds: 15 })
    expect((await list(webhookId)).data?.[0]).toMatchObject({ status: 'delivered', deliveryAttempt: 2 })
    expect(host.mock.webhooks.messages(webhookId).find(({ id }) => id === messageId)?.status).toBe('delivered')
    expect(received.map(({ body }) => body.redelivery)).toEqual([undefined, undefined, undefined, true, true])
  })

  it('leaves a message delivered when the redelivery fails', async () => {
    const { webhookId, received } = await listen([204, 500, 500, 500])
    await tell()
    const messageId = received[0]?.body.messageId as string
    await host.call('webhookMessages.redeliver', { params: { webhookId, messageId } })
    await host.mock.clock.advance({ minutes: 5 })
    expect((await list(webhookId)).data?.[0]).toMatchObject({ status: 'failed', deliveryAttempt: 3 })
    expect(host.mock.webhooks.messages(webhookId).find(({ id }) => id === messageId)?.status).toBe('delivered')
  })

  it('starts another redelivery with each call', async () => {
    const params = await messageParams()
    await host.call('webhookMessages.redeliver', { params })
    await host.call('webhookMessages.redeliver', { params })
    await host.mock.clock.advance(0)
    expect(
      new Set((await deliveries(params.webhookId, params.messageId)).map(({ deliveryId }) => deliveryId)).size,
    ).toBe(3)
  })

  it('refuses a disabled webhook, and does not find a message of another one', async () => {
    const params = await messageParams()
    const other = await host.mock.create.webhook({ url })
    expect(
      (await host.refuse('webhookMessages.redeliver', { params: { ...params, webhookId: other.webhookId } })).status,
    ).toBe(404)
    expect(
      (await host.refuse('webhookMessages.listDeliveries', { params: { ...params, webhookId: other.webhookId } }))
        .status,
    ).toBe(404)
    await host.call('webhooks.update', {
      params: { webhookId: params.webhookId },
      body: { url, isEnabled: false, events: ['user.created'] },
    })
    expect(await host.refuse('webhookMessages.redeliver', { params })).toMatchObject({
      status: 422,
      code: 'invalid_update',
    })
  })
})
