import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createMock } from '../../src/mock/createMock.ts'
import { phones, requestSmsCode } from './oneTimeCodes.ts'

const host = createHost()

let server: Server
let url: string
let posted: { readonly request: IncomingMessage; readonly body: string }[]
let answer: (response: ServerResponse) => unknown

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
  posted = []
  answer = (response) => response.writeHead(202).end('queued')
  server = createServer(async (request, response) => {
    posted.push({ request, body: await readAll(request) })
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`
})
afterEach(() => {
  host.mock.close()
  server.closeAllConnections()
  server.close()
})

const delivery = () => host.mock.outbox.sms.last(phones.us.e164)?.delivery
const origin = () => new URL(url).origin

describe('a mock with a real receiver of text messages', () => {
  it('posts each one there as JSON, with the credentials of the URL', async () => {
    const part = await host.mock.outbox.sms.attach(url.replace('//', '//shop:s3cr3t@'))
    expect(part).toEqual({ name: 'text messages', origin: origin() })
    await requestSmsCode(host, phones.us)
    await expect.poll(() => delivery()?.status).toBe('delivered')
    expect(delivery()).toEqual({ status: 'delivered', attempts: 1, reply: '202 queued' })
    const message = host.mock.outbox.sms.last(phones.us.e164)
    const { delivery: _, channel: __, ...sent } = message ?? {}
    const [{ request, body } = {}] = posted
    expect(JSON.parse(String(body))).toEqual(sent)
    expect(sent).toMatchObject({
      from: '+12025550100',
      to: phones.us.e164,
      text: expect.stringContaining(String(message?.code)),
    })
    expect([request?.method, request?.url]).toEqual(['POST', '/sms'])
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from('shop:s3cr3t').toString('base64')}`,
    })
  })

  it('posts no e-mail there', async () => {
    await host.mock.outbox.sms.attach(url)
    await host.call('emailSignIn.create', { body: { email: 'ada@example.com' } })
    await requestSmsCode(host, phones.us)
    await expect.poll(() => delivery()?.status).toBe('delivered')
    expect(posted).toHaveLength(1)
    expect(host.mock.outbox.email.last()?.delivery).toBeUndefined()
  })

  it('shows the reply of a refusal, and does not post again', async () => {
    answer = (response) => response.writeHead(400).end('not a\nmobile number')
    await host.mock.outbox.sms.attach(url)
    await requestSmsCode(host, phones.us)
    await expect.poll(() => delivery()?.status).toBe('refused')
    expect(delivery()).toEqual({ status: 'refused', attempts: 1, reply: '400 not a mobile number' })
    expect(posted).toHaveLength(1)
  })

  it('follows no redirect', async () => {
    answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end()
    await host.mock.outbox.sms.attach(url)
    await requestSmsCode(host, phones.us)
    await expect.poll(() => delivery()?.reply).toBe(`${origin()} redirects, and redirects are not followed.`)
    expect(posted.map(({ request }) => request.url)).toEqual(['/sms'])
  })

  it('posts again after a failure of the receiver, and one that hangs up', async () => {
    answer = (response) => (posted.length === 1 ? response.writeHead(503).end('busy') : response.destroy())
    await host.mock.outbox.sms.attach(url)
    await requestSmsCode(host, phones.us)
    await expect.poll(() => delivery()).toEqual({ status: 'waiting', attempts: 1, reply: '503 busy' })
    await expect
      .poll(() => delivery())
      .toEqual({ status: 'waiting', attempts: 2, reply: `${origin()} cannot be reached.` })
    host.mock.outbox.sms.detach()
    await expect.poll(() => delivery()?.status).toBe('refused')
    expect(delivery()).toEqual({ status: 'refused', attempts: 2, reply: 'The receiver was detached.' })
  })

  it('ends a request that hangs when the mock is closed', async () => {
    answer = () => undefined
    await host.mock.outbox.sms.attach(url)
    await requestSmsCode(host, phones.us)
    await expect.poll(() => posted.length).toBe(1)
    host.mock.close()
    await expect.poll(() => posted[0]?.request.destroyed).toBe(true)
  })

  it('takes only a URL of HTTP', () => {
    expect(() => createMock({ sms: 'smtp://127.0.0.1:1025' })).toThrow('begins with http:// or https://.')
  })
})
