import { createHmac } from 'node:crypto'
import { type MockServer, startServer } from '@latchkey/mock/node'
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import { rejection, serve } from '../test/serve.ts'
import { createTransport } from './calls/createTransport.ts'
import { events, users, webhooks } from './generated/operations/index.ts'
import { bearer } from './policies/auth.ts'
import { isLatchkeyError } from './shared/errors.ts'
import type { DelegationGrant } from './wallets/delegatedWallet.ts'
import { signWebhook, verifyWebhook, type WebhookData, type WebhookEvent } from './webhooks.ts'

const secret = 'whsec-of-this-test'
const body = JSON.stringify({
  eventId: 'e',
  messageId: 'm',
  webhookId: 'w',
  eventName: 'user.created',
  data: { id: 'u', email: 'zoë@example.com' },
})
const sign = (text: string, key = secret) => `sha256=${createHmac('sha256', key).update(text).digest('hex')}`
const request = (headers: Record<string, string>, content: BodyInit = body) =>
  new Request('https://app.example.com/hook', { method: 'POST', body: content, headers })

const noSecret = new TypeError('Give "secret" or "secrets"; none may be empty.')

describe('verifyWebhook', () => {
  it.each([
    ['a request', () => request({ 'x-webhook-signature-256': sign(body) })],
    ['text', () => ({ body, signature: sign(body) })],
    [
      'a Buffer within a larger one, as express.raw() gives it',
      () => ({ body: Buffer.from(`##${body}`).subarray(2), signature: sign(body) }),
    ],
    [
      'an ArrayBuffer, with capital digits',
      () => ({
        body: new TextEncoder().encode(body).buffer as ArrayBuffer,
        signature: sign(body).toUpperCase().replace('SHA', 'sha'),
      }),
    ],
  ])('reads %s', async (_, delivery) => {
    expect(await verifyWebhook(delivery(), { secret })).toEqual(JSON.parse(body))
  })

  it('accepts any of several secrets, and no other', async () => {
    const delivery = { body, signature: sign(body) }
    expect(await verifyWebhook(delivery, { secrets: ['new', secret] })).toMatchObject({ messageId: 'm' })
    expect(await rejection(verifyWebhook(delivery, { secrets: ['new', 'newer'] }))).toMatchObject({
      code: 'signature_wrong',
    })
  })

  it('accepts secret and secrets together', async () => {
    const delivery = { body, signature: sign(body) }
    expect(await verifyWebhook(delivery, { secret, secrets: ['new'] })).toMatchObject({ messageId: 'm' })
    expect(await verifyWebhook(delivery, { secret: 'new', secrets: [secret] })).toMatchObject({ messageId: 'm' })
    expect(await verifyWebhook(delivery, { secret: undefined, secrets: [secret] })).toMatchObject({ messageId: 'm' })
    expect(await rejection(verifyWebhook(delivery, { secret: 'new', secrets: ['newer'] }))).toMatchObject({
      code: 'signature_wrong',
    })
  })

  it('says what it accepts when it gets the request of a framework', async () => {
    const request = { headers: { 'x-webhook-signature-256': sign(body) }, body: Buffer.from(body) }
    // @ts-expect-error It has no signature of its own.
    expect(await rejection(verifyWebhook(request, { secret }))).toEqual(
      new TypeError('"delivery" must be a Request or { body, signature }.'),
    )
  })

  it.each([
    ['signature_missing', { body, signature: undefined }],
    ['signature_missing', { body, signature: '' }],
    ['signature_missing', { body, signature: sign(body).slice(7) }],
    ['signature_missing', { body, signature: `${sign(body)}00` }],
    ['signature_missing', { body, signature: `sha1=${'a'.repeat(40)}` }],
    ['signature_wrong', { body: `${body} `, signature: sign(body) }],
    ['signature_wrong', { body, signature: sign(body, 'other') }],
    ['body_too_large', { body: 'x'.repeat(1_048_577), signature: sign(body) }],
    ['event_malformed', { body: '[]', signature: sign('[]') }],
    ['event_malformed', { body: 'null', signature: sign('null') }],
    ['event_malformed', { body: '{"eventName":', signature: sign('{"eventName":') }],
  ])('refuses with %s', async (code, delivery) => {
    const error = await rejection(verifyWebhook(delivery, { secret }))
    expect(error).toMatchObject({ name: 'WebhookError', code })
    expect(isLatchkeyError(error)).toBe(true)
    expect(`${(error as Error).stack}${JSON.stringify(error)}`).not.toMatch(/whsec|zoë|[0-9a-f]{40}/)
  })

  it.each([undefined, 'sha256=', sign(body).slice(7), `${sign(body)}00`])(
    'says that a header is missing or malformed: %s',
    async (signature) => {
      const error = await rejection(
        verifyWebhook(signature === undefined ? request({}) : request({ 'x-webhook-signature-256': signature }), {
          secret,
        }),
      )
      expect(error).toMatchObject({
        code: 'signature_missing',
        message: 'The webhook was refused: its x-webhook-signature-256 is missing or malformed.',
      })
    },
  )

  it('reads a body of the maximum size, and names the limit when it refuses a larger one', async () => {
    const maxBytes = Buffer.byteLength(body)
    for (const delivery of [
      () => ({ body, signature: sign(body) }),
      () => request({ 'x-webhook-signature-256': sign(body) }),
    ]) {
      expect(await verifyWebhook(delivery(), { secret, maxBytes })).toMatchObject({ messageId: 'm' })
      const error = await rejection(verifyWebhook(delivery(), { secret, maxBytes: maxBytes - 1 }))
      expect(error).toMatchObject({
        code: 'body_too_large',
        message: 'The webhook was refused: its body is larger than "maxBytes".',
      })
    }
  })

  it('refuses a parsed body, and a request whose body was read', async () => {
    const parsed = { body: JSON.parse(body), signature: sign(body) }
    expect(await rejection(verifyWebhook(parsed, { secret }))).toMatchObject({ code: 'body_not_raw' })
    const used = request({ 'x-webhook-signature-256': sign(body) })
    await used.text()
    expect(await rejection(verifyWebhook(used, { secret }))).toMatchObject({ code: 'body_not_raw' })
    const locked = request({ 'x-webhook-signature-256': sign(body) })
    const reader = locked.body?.getReader()
    expect(await rejection(verifyWebhook(locked, { secret }))).toMatchObject({ code: 'body_not_raw' })
    await reader?.read()
    reader?.releaseLock()
    expect(await rejection(verifyWebhook(locked, { secret }))).toMatchObject({ code: 'body_not_raw' })
    for (const odd of [null, undefined, [], 7]) {
      // @ts-expect-error Neither text nor bytes.
      expect(await rejection(verifyWebhook({ body: odd, signature: sign(body) }, { secret }))).toMatchObject({
        code: 'body_not_raw',
      })
    }
  })

  it('refuses a request without a body', async () => {
    const empty = new Request('https://app.example.com/hook', {
      method: 'POST',
      headers: { 'x-webhook-signature-256': sign('') },
    })
    expect(await rejection(verifyWebhook(empty, { secret }))).toMatchObject({ code: 'event_malformed' })
  })

  it('stops reading a stream that exceeds the maximum size', async () => {
    let pulled = 0
    let isCancelled = false
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => (pulled++, controller.enqueue(new Uint8Array(1000))),
      cancel: () => void (isCancelled = true),
    })
    const endless = new Request('https://app.example.com/hook', {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'x-webhook-signature-256': sign(body) },
    } as RequestInit)
    expect(await rejection(verifyWebhook(endless, { secret, maxBytes: 5_000 }))).toMatchObject({
      code: 'body_too_large',
    })
    expect([isCancelled, pulled < 10]).toEqual([true, true])
  })

  it.each([{}, { secret: '' }, { secrets: [] }, { secrets: [secret, ''] }, { secret: '', secrets: [secret] }])(
    'throws a TypeError for %j, rather than to verify by an empty secret',
    async (options) => {
      expect(await rejection(verifyWebhook({ body, signature: sign(body, '\0') }, options))).toEqual(noSecret)
    },
  )

  it('throws a TypeError without options, and for a text in their place', async () => {
    // @ts-expect-error The options are missing.
    expect(await rejection(verifyWebhook(request({})))).toEqual(noSecret)
    // @ts-expect-error The secret stands where the options should.
    expect(await rejection(verifyWebhook(request({}), secret))).toEqual(noSecret)
    const signed = { body, signature: sign(body, secret.slice(0, 1)) }
    // @ts-expect-error A string is iterable, but its letters are not secrets.
    expect(await rejection(verifyWebhook(signed, { secrets: secret }))).toBeInstanceOf(TypeError)
  })

  it('throws a TypeError for a size that is not a number, which would refuse every delivery', async () => {
    const options = { secret, maxBytes: '1mb' }
    // @ts-expect-error A text is not a number of bytes.
    expect(await rejection(verifyWebhook({ body, signature: sign(body) }, options))).toEqual(
      new TypeError('"maxBytes" must be a number of bytes.'),
    )
  })

  it('types data by the name of the event', () => {
    const read = (event: WebhookEvent): unknown => {
      if (event.eventName === 'user.created') expectTypeOf(event.data.email).toEqualTypeOf<string | null | undefined>()
      if (event.eventName === 'user.session.revoked') expectTypeOf(event.data.userId).toEqualTypeOf<string>()
      if (event.eventName === 'wallet.signature')
        expectTypeOf(event.data.by).toEqualTypeOf<'user' | 'delegate' | 'server'>()
      if (event.eventName === 'wallet.delegation.created') expectTypeOf(event.data).toExtend<DelegationGrant>()
      if (event.eventName === 'wallet.delegation.revoked') expectTypeOf(event.data.walletId).toEqualTypeOf<string>()
      return event.data
    }
    expect(read(JSON.parse(body))).toMatchObject({ id: 'u' })
  })
})

describe('signWebhook', () => {
  it('signs text and bytes like an independent HMAC', async () => {
    expect(await signWebhook(body, secret)).toBe(sign(body))
    expect(await signWebhook(Buffer.from(body), secret)).toBe(sign(body))
  })
})

it('verifies what the service delivers', async () => {
  const server = await startServer({ seed: 'webhooks' })
  onTestFinished(() => server.close())
  const { sandbox } = server.mock.defaults.environments
  const api = createTransport({ baseUrl: server.url, auth: bearer(sandbox.token), environmentId: sandbox.id })
  const receiver = await serve(() => ({ status: 204 }))
  const { webhookId } = await webhooks.create(api, {
    body: { url: receiver.baseUrl, isEnabled: true, events: ['user.created'] },
  })
  const { secret: key } = await webhooks.get(api, { webhookId, query: { includeSecret: true } })
  const user = await users.create(api, { body: { email: 'ada@example.com' } })
  await server.mock.clock.settle()
  const delivered = await Promise.all(
    receiver.requests.map(({ body: raw, headers }) =>
      verifyWebhook({ body: raw, signature: headers['x-webhook-signature-256'] }, { secret: key }),
    ),
  )
  expect(delivered.map(({ eventName }) => eventName)).toEqual(['ping', 'user.created'])
  expect(delivered[1]?.data).toMatchObject({ id: user.user?.id, email: 'ada@example.com' })
})

type Trigger = Parameters<MockServer['mock']['webhooks']['trigger']>
type Violation = 'waas.policy.violation'
/** The name of an event and its data, as they are typed here. A newer service may have further kinds of violations. */
type Triggered =
  | { [Name in keyof WebhookData]: [Name, WebhookData[Name]] }[Exclude<keyof WebhookData, Violation>]
  | [Violation, Omit<WebhookData[Violation], 'violation'>]

it('verifies every event that the mock triggers, and reads data that the mock can trigger again', async () => {
  const server = await startServer({ seed: 'webhooks' })
  onTestFinished(() => server.close())
  const { sandbox } = server.mock.defaults.environments
  const api = createTransport({ baseUrl: server.url, auth: bearer(sandbox.token), environmentId: sandbox.id })
  const receiver = await serve(() => ({ status: 204 }))
  const names = (await events.listTypes(api)).map(({ name }) => name)
  const { secret: key } = await server.mock.create.webhook({ url: receiver.baseUrl, events: names })
  await server.mock.clock.settle()
  const read = () =>
    Promise.all(
      receiver.requests
        .splice(0)
        .map(({ body: raw, headers }) =>
          verifyWebhook({ body: raw, signature: headers['x-webhook-signature-256'] }, { secret: key }),
        ),
    )
  await read()
  for (const name of names) await server.mock.webhooks.trigger(...([name] as unknown as Trigger))
  const first = await read()
  expect(first.map(({ eventName }) => eventName)).toEqual(names)
  for (const { eventName, data } of first) {
    const again: Trigger = [eventName, data] as Triggered
    await server.mock.webhooks.trigger(...again)
  }
  const parts = (read: readonly WebhookEvent[]) => read.map(({ eventName, data }) => [eventName, data])
  expect(parts(await read())).toEqual(parts(first))
})
