import { signWebhook } from '@latchkey/client/webhooks'
import { type MockServer, startServer } from '@latchkey/mock/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type App, frameworks, startApp } from './startApp.ts'

// Compilers of frameworks take their time on a machine that is busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const day = 86_400_000

describe.each(frameworks)('the app of %s', (framework) => {
  let service: MockServer
  let app: App
  /** The token of a session that ended 30 days ago. */
  let expiredToken: string

  beforeAll(async () => {
    service = await startServer({ seed: framework, now: new Date(Date.now() - 60 * day).toISOString() })
    const { mock } = service
    const members = await mock.create.allowlist({ name: 'Gold members', outcome: 'scope', scope: 'gold' })
    await mock.create.allowlistEntry(members.id, { email: 'grace@example.com' })
    expiredToken = (await mock.signIn('ada@example.com')).token
    await mock.clock.advance({ days: 60 })
    app = await startApp(framework, service)
  })
  afterAll(async () => {
    await app?.close()
    await service?.close()
  })

  const signIn = async (email: string) => (await service.mock.signIn(email)).token

  async function send(path: string, init: RequestInit = {}) {
    const reply = await fetch(app.url + path, init)
    const text = await reply.text()
    const body = text && (JSON.parse(text) as { code?: string })
    return { status: reply.status, body, challenge: reply.headers.get('www-authenticate') }
  }

  it('answers the user who has sent the request, by header and by cookie', async () => {
    const token = await signIn('ada@example.com')
    for (const headers of [{ authorization: `Bearer ${token}` }, { cookie: `LATCHKEY_AUTH=${token}` }])
      expect(await send('/account', { headers })).toMatchObject({ status: 200, body: { email: 'ada@example.com' } })
  })

  it('refuses a request without a token, with a broken and with an expired one', async () => {
    const refusalOf = async (headers: Record<string, string>) => {
      const { status, body, challenge } = await send('/account', { headers })
      return [status, Object(body).code, challenge?.split(',')[0]]
    }
    expect(await refusalOf({})).toEqual([401, 'credential_missing', 'Bearer'])
    const invalid = 'Bearer error="invalid_token"'
    expect(await refusalOf({ authorization: 'Bearer x' })).toEqual([401, 'malformed', invalid])
    expect(await refusalOf({ authorization: `Bearer ${expiredToken}` })).toEqual([401, 'expired', invalid])
  })

  it('lets only users with a scope do what needs it', async () => {
    const post = async (email: string) =>
      send('/gold', { method: 'POST', headers: { authorization: `Bearer ${await signIn(email)}` } })
    expect(await post('grace@example.com')).toMatchObject({ status: 200, body: { bars: 1 } })
    expect(await post('ada@example.com')).toMatchObject({
      status: 403,
      body: { code: 'scope_missing' },
      challenge: expect.stringContaining('error="insufficient_scope"'),
    })
  })

  it('takes a change by cookie only from its own pages', async () => {
    const cookie = `LATCHKEY_AUTH=${await signIn('grace@example.com')}`
    const post = (origin: string) => send('/gold', { method: 'POST', headers: { cookie, origin } })
    expect(await post(app.url)).toMatchObject({ status: 200 })
    expect(await post('https://evil.example')).toMatchObject({ status: 403, body: { code: 'origin_refused' } })
  })

  it('takes the webhooks that the service has signed, and no others', async () => {
    const { mock } = service
    await mock.create.user({ email: 'zoe@example.com', firstName: 'Zoë' })
    await mock.clock.settle()
    await expect.poll(() => app.output()).toContain('Welcome, Zoë')
    const body = JSON.stringify({ eventName: 'user.created', messageId: 'm', data: { firstName: 'Eve' } })
    const headers = {
      'content-type': 'application/json',
      'x-webhook-signature-256': await signWebhook(body, 'a stolen secret'),
    }
    expect(await send('/webhooks', { method: 'POST', headers, body })).toMatchObject({
      status: 400,
      body: { code: 'signature_wrong' },
    })
    expect(app.output()).not.toContain('Eve')
  })
})
