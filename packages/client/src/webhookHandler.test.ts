import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { webhookHandler } from './server.ts'
import { signWebhook, verifyWebhook, type WebhookEvent } from './webhooks.ts'

const secret = 'a secret of the webhook'

async function delivery(fields: object = {}, signedBy = secret): Promise<Request> {
  const body = JSON.stringify({
    eventId: 'e',
    messageId: 'm1',
    eventName: 'user.created',
    data: { id: 'u' },
    ...fields,
  })
  const headers = { 'x-webhook-signature-256': await signWebhook(body, signedBy) }
  return new Request('https://app.example.com/webhooks', { method: 'POST', headers, body })
}

describe('webhookHandler', () => {
  it('passes an event to its function, and answers 204', async () => {
    const onCreated = vi.fn()
    const handler = webhookHandler(secret, { 'user.created': onCreated, 'user.deleted': () => expect.unreachable() })
    const reply = await handler(await delivery())
    expect([reply.status, await reply.text()]).toEqual([204, ''])
    expect(onCreated).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ eventName: 'user.created' }))
  })

  it('passes other events to "other", and accepts those that nobody handles', async () => {
    const seen: string[] = []
    const handler = webhookHandler(secret, { other: ({ eventName }) => seen.push(eventName) })
    await handler(await delivery({ eventName: 'ping' }))
    expect(seen).toEqual(['ping'])
    expect((await webhookHandler(secret, {})(await delivery())).status).toBe(204)
  })

  it('accepts the signature of each secret, and refuses that of others', async () => {
    const handler = webhookHandler(['new', 'old'], {})
    expect((await handler(await delivery({}, 'old'))).status).toBe(204)
    const refusal = await handler(await delivery({}, 'stolen'))
    expect([refusal.status, await refusal.json()]).toEqual([
      400,
      { error: 'The webhook was refused: its signature is wrong.', code: 'signature_wrong' },
    ])
  })

  it.each([
    ['signature_missing', () => new Request('https://a.example', { method: 'POST', body: '{}' })],
    ['event_malformed', () => delivery({ messageId: undefined })],
    ['body_too_large', () => delivery({ data: 'x'.repeat(3000) })],
  ])('refuses a delivery: %s', async (code, make) => {
    const errors: unknown[] = []
    const handle = vi.fn()
    const handler = webhookHandler(
      secret,
      { other: handle },
      { maxBytes: 2000, onError: (error) => errors.push(error) },
    )
    const refusal = await handler(await make())
    expect([refusal.status, await refusal.json()]).toEqual([400, expect.objectContaining({ code })])
    expect(errors).toEqual([expect.objectContaining({ code })])
    expect(handle).not.toHaveBeenCalled()
  })

  it('answers 500 where the function fails, so that the service tries again', async () => {
    const failures: [unknown, WebhookEvent | undefined][] = []
    const handled = new Set<string>()
    const onError = (...failure: [unknown, WebhookEvent?]) => failures.push([failure[0], failure[1]])
    const broken = new Error('no database')
    const handler = webhookHandler(secret, { 'user.created': () => Promise.reject(broken) }, { handled, onError })
    const reply = await handler(await delivery())
    expect(reply.status).toBe(500)
    expect(await reply.text()).not.toContain('database')
    expect(failures).toEqual([[broken, expect.objectContaining({ messageId: 'm1' })]])
    expect(handled.size).toBe(0)
  })

  it('answers 500 as well where the function fails by an error of another delivery', async () => {
    const forward = async () => verifyWebhook({ body: '{}', signature: null }, { secret })
    expect((await webhookHandler(secret, { other: forward })(await delivery())).status).toBe(500)
  })

  it('passes a message on once, however often it is delivered', async () => {
    const onCreated = vi.fn()
    const handler = webhookHandler(secret, { 'user.created': onCreated }, { handled: new Set() })
    const statuses = [await delivery(), await delivery(), await delivery({ messageId: 'm2' })].map(
      async (each) => (await handler(each)).status,
    )
    expect(await Promise.all(statuses)).toEqual([204, 204, 204])
    expect(onCreated).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['throws', () => Promise.reject(new Error('no log'))],
    ['rejects', async () => Promise.reject(new Error('no log'))],
  ])('answers the same where onError %s, and logs that', async (_, onError) => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => log.mockRestore())
    const reply = await webhookHandler(secret, {}, { onError })(await delivery({}, 'stolen'))
    expect([reply.status, await reply.json()]).toEqual([400, expect.objectContaining({ code: 'signature_wrong' })])
    await vi.waitFor(() => expect(log).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'no log' })))
  })

  it('answers other methods with 405', async () => {
    const reply = await webhookHandler(secret, {})(new Request('https://app.example.com/webhooks'))
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it.each([[''], [[]], [['a', '']]])('refuses the secrets %j', (secrets) => {
    expect(() => webhookHandler(secrets, {})).toThrow('none may be empty')
  })
})
