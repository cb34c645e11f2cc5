import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mockOptions } from '../../../test/hosts/harness.ts'
import { createMock } from '../../mock/createMock.ts'

const url = 'https://hooks.example.com/'

describe("a function of one's own that sends webhooks", () => {
  it.each<[fault: string, send: () => never]>([
    [
      'throws',
      () => {
        throw new Error('The proxy is down.')
      },
    ],
    ['rejects', () => Promise.reject(new Error('The proxy is down.')) as never],
    ['returns nothing', () => undefined as never],
    ['returns what is no result', () => ({ statusCode: 204 }) as never],
  ])('that %s has made a failed attempt, and the message is sent again', async (_, send) => {
    const reported: unknown[] = []
    let isBroken = true
    const mock = createMock({
      ...mockOptions,
      deliver: async () => (isBroken ? send() : { status: 204 }),
      onError: (cause) => reported.push(cause),
    })
    await mock.create.webhook({ url, events: ['user.created'] })
    await mock.clock.settle()
    const error = 'The message could not be sent: `deliver` threw an error, which the log has.'
    expect(mock.webhooks.last()).toMatchObject({ attempt: 1, status: 'pending', response: { error } })
    expect(reported).toEqual([expect.any(Error)])
    isBroken = false
    await mock.clock.advance({ seconds: 15 })
    expect(mock.webhooks.last()).toMatchObject({ attempt: 2, status: 'delivered', response: { status: 204 } })
  })
})

describe('create.webhook with a secret', () => {
  const secret = 'whsec_of_the_app'

  it('signs its ping and its messages with that secret, and shows it', async () => {
    const mock = createMock(mockOptions)
    const received: (readonly [signature: string | undefined, body: string])[] = []
    mock.webhooks.receive(url, async (request) => {
      received.push([request.headers.get('x-webhook-signature-256') ?? undefined, await request.text()])
      return new Response()
    })
    const webhook = await mock.create.webhook({ url, events: ['user.created'], secret })
    await mock.create.user({ email: 'ada@example.com' })
    await mock.clock.settle()
    expect([webhook.secret, mock.webhooks.list()[0]?.secret]).toEqual([secret, secret])
    expect(received.map(([, body]) => JSON.parse(body).eventName)).toEqual(['ping', 'user.created'])
    for (const [signature, body] of received)
      expect(signature).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  })

  it.each([[''], ['x'.repeat(256)], [42 as never]])('refuses the secret %j, and creates nothing', async (wrong) => {
    const mock = createMock(mockOptions)
    const creating = mock.create.webhook({ url, secret: wrong })
    await expect(creating).rejects.toThrow('`secret` takes a text of 1 to 255 characters')
    expect(mock.webhooks.list()).toEqual([])
  })

  it('makes a secret where none is given, and refuses what the operation refuses', async () => {
    const mock = createMock(mockOptions)
    expect((await mock.create.webhook({ url, secret: undefined })).secret).toMatch(/^whsec_/)
    await expect(mock.create.webhook({ url: 'ftp://a.example', secret })).rejects.toThrow()
    expect(mock.webhooks.list()).toHaveLength(1)
  })
})
