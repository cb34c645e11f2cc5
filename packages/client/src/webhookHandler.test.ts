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

function consoleError() {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => log.mockRestore())
  return log
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
    const log = consoleError()
    const forward = async () => verifyWebhook({ body: '{}', signature: null }, { secret })
    expect((await webhookHandler(secret, { other: forward })(await delivery())).status).toBe(500)
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'signature_missing' }))
  })

  it('tells the console what fails where there is no onError, and nothing of what others send', async () => {
    const log = consoleError()
    const broken = new Error('no database')
    const handler = webhookHandler(secret, { other: () => Promise.reject(broken) })
    await handler(await delivery({}, 'stolen'))
    expect(log).not.toHaveBeenCalled()
    expect((await handler(await delivery())).status).toBe(500)
    expect(log).toHaveBeenCalledExactlyOnceWith(broken)
    const withLog = webhookHandler(secret, { other: () => Promise.reject(broken) }, { onError: () => {} })
    await withLog(await delivery())
    expect(log).toHaveBeenCalledOnce()
  })

  it('tells the console of a body that was read before, which is not the fault of the sender', async () => {
    const log = consoleError()
    const read = await delivery()
    await read.text()
    expect((await webhookHandler(secret, {})(read)).status).toBe(500)
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'body_not_raw' }))
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

  it('handles copies that come at once only once, even by a handler per request', async () => {
    const verify = vi.spyOn(crypto.subtle, 'verify')
    onTestFinished(() => verify.mockRestore())
    const handled = new Set<string>()
    let release: (() => void) | undefined
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    const onCreated = vi.fn(() => isReleased)
    const deliver = async () => webhookHandler(secret, { 'user.created': onCreated }, { handled })(await delivery())
    const replies = Promise.all(Array.from({ length: 10 }, deliver))
    await vi.waitFor(() => expect(verify).toHaveBeenCalledTimes(10))
    await Promise.all(verify.mock.results.map(({ value }) => value))
    await new Promise((resolve) => setImmediate(resolve))
    release?.()
    expect((await replies).map(({ status }) => status)).toEqual(Array(10).fill(204))
    expect(onCreated).toHaveBeenCalledOnce()
  })

  it('passes the next copy on where the first one fails, one at a time', async () => {
    const failures: unknown[] = []
    let running = 0
    let most = 0
    let calls = 0
    const onCreated = async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      if (++calls < 3) throw new Error('no database')
    }
    const handler = webhookHandler(
      secret,
      { 'user.created': onCreated },
      { handled: new Set(), onError: (error) => failures.push(error) },
    )
    const replies = await Promise.all(Array.from({ length: 5 }, async () => handler(await delivery())))
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 204, 204, 500, 500])
    expect([calls, failures.length, most]).toEqual([3, 2, 1])
  })

  it.each(['toString', '__proto__', 'constructor', 'user.frozen'])(
    'passes an event named %s to "other"',
    async (name) => {
      const seen: string[] = []
      const handler = webhookHandler(secret, { other: ({ eventName }) => seen.push(eventName) })
      expect((await handler(await delivery({ eventName: name }))).status).toBe(204)
      expect((await webhookHandler(secret, {})(await delivery({ eventName: name }))).status).toBe(204)
      expect(seen).toEqual([name])
    },
  )

  it.each([
    ['a text', '{}'],
    ['nothing', undefined],
    ['a request of Node', { method: 'POST', headers: { 'x-webhook-signature-256': 'sha256=', get: 'a header' } }],
    ['an event of a cloud function', { httpMethod: 'POST', headers: {}, body: '{}' }],
    ['an event that has a request', { request: new Request('https://a.example', { method: 'POST' }) }],
    ['a body without a signature', { body: '{}' }],
  ])('rejects %s, and says which ways there are', async (_, wrong) => {
    const onError = vi.fn()
    const answer = webhookHandler(secret, {}, { onError })(wrong as never)
    await expect(answer).rejects.toThrow(TypeError)
    await expect(answer).rejects.toThrow('expressWebhook()')
    await expect(verifyWebhook(wrong as never, { secret })).rejects.toThrow('must be a Request or { body, signature }')
    expect(onError).not.toHaveBeenCalled()
  })

  it.each([
    [
      { 'user.create': () => {} },
      {},
      'no event "user.create". Did you mean "user.created"? Newer events go to "other"',
    ],
    [{ others: () => {} }, {}, 'Did you mean "other"?'],
    [{ 'user.created': 'welcome' }, {}, 'takes a function for "user.created"'],
    [{}, { onerror: () => {} }, 'no option "onerror". Did you mean "onError"?'],
    [{}, { onError: 'log' }, 'takes a function for "onError"'],
    [{}, { handled: [] }, 'takes a Set for "handled"'],
  ])('refuses wrong arguments when it is created: %o %o', (handlers, options, sentence) => {
    expect(() => webhookHandler(secret, handlers as never, options as never)).toThrow(sentence)
  })

  it('takes a function that is undefined, and one of a class', async () => {
    const seen: string[] = []
    class Handlers {
      'user.created'({ messageId }: WebhookEvent) {
        seen.push(messageId)
      }
    }
    await webhookHandler(secret, new Handlers())(await delivery())
    await webhookHandler(secret, { ping: undefined } as never)(await delivery())
    expect(seen).toEqual(['m1'])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('no log')
      },
    ],
    ['rejects', async () => Promise.reject(new Error('no log'))],
  ])('answers the same where onError %s, and logs that', async (_, onError) => {
    const log = consoleError()
    const reply = await webhookHandler(secret, {}, { onError })(await delivery({}, 'stolen'))
    expect([reply.status, await reply.json()]).toEqual([400, expect.objectContaining({ code: 'signature_wrong' })])
    await vi.waitFor(() => expect(log).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'no log' })))
  })

  it('answers other methods with 405', async () => {
    const reply = await webhookHandler(secret, {})(new Request('https://app.example.com/webhooks'))
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it.each([['secret\n'], [['new', 'old\r\n']]])(
    'refuses the secrets %j, by which no delivery is genuine',
    async (secrets) => {
      expect(() => webhookHandler(secrets, {})).toThrow(new TypeError('A secret has a line end. Trim it.'))
      const verifying = verifyWebhook(await delivery(), { secrets: [secrets].flat() })
      await expect(verifying).rejects.toThrow('A secret has a line end. Trim it.')
    },
  )

  it.each([[''], [[]], [['a', '']]])('refuses the secrets %j', (secrets) => {
    expect(() => webhookHandler(secrets, {})).toThrow('none may be empty')
  })
})
