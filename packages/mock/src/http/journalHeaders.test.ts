import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { startServer } from '../hosts/server.ts'
import { keepHeaders } from './journalHeaders.ts'
import { kindOfToken } from './tokenKinds.ts'

const host = createHost()
const last = () => host.mock.journal.list().at(-1)
const send = (headers: Record<string, string>) =>
  host.mock.fetch(`${host.mock.baseUrl}/api/v0/environments/${host.mock.defaults.environments.sandbox.id}/users`, {
    headers,
  })

describe('the headers of a request in the journal', () => {
  it('say which kind of credential was sent, and never have it', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    const { environments, admin } = host.mock.defaults
    const { token } = await host.mock.signIn(user)
    const kinds = {
      [environments.sandbox.token]: 'API token of a sandbox environment',
      [environments.live.token]: 'API token of a live environment',
      [admin.token]: 'API token of a member',
      [token]: 'session token',
      hunter2: 'unknown kind, 7 characters',
    }
    for (const [credential, kind] of Object.entries(kinds)) {
      await send({ authorization: `Bearer ${credential}` })
      expect(last()?.headers).toEqual({ authorization: `Bearer [redacted: ${kind}]` })
      expect(JSON.stringify(last())).not.toContain(credential)
    }
  })

  it.each([
    ['Bearer undefined', 'Bearer undefined'],
    ['Bearer', 'Bearer'],
    ['Basic YWRhOnBhc3M=', 'Basic [redacted: unknown kind, 12 characters]'],
    ['YWRhOnBhc3M=', '[redacted: unknown kind, 12 characters]'],
  ])('show %j as %j', async (authorization, shown) => {
    await send({ authorization })
    expect(last()).toMatchObject({ status: 401, headers: { authorization: shown } })
  })

  it('have no `authorization` where none was sent, and the name of one that is misspelt', async () => {
    await send({ authorisation: 'Bearer abc', 'x-trace': 'of a test' })
    expect(last()).toMatchObject({
      status: 401,
      headers: { authorisation: '[redacted: unknown kind, 10 characters]', 'x-trace': 'of a test' },
    })
  })

  it('have only the names of cookies, and no secret of an address', async () => {
    const headers = {
      cookie: 'LATCHKEY_AUTH=abc.def.ghi; theme="dark"',
      referer: 'https://app.example.com/?code=918273',
    }
    await send(headers)
    expect(last()?.headers).toEqual({
      cookie: 'LATCHKEY_AUTH=[redacted: JWT without an issuer]; theme=[redacted: unknown kind, 4 characters]',
      referer: 'https://app.example.com/?code=[redacted]',
    })
  })

  it('are shortened, and those that the service reads if the host does not list them', async () => {
    await send({ 'x-long': 'x'.repeat(10_000) })
    expect(last()?.headers?.['x-long']).toHaveLength(2_001)
    const values: Readonly<Record<string, string>> = { origin: 'https://app.example.com', 'x-other': 'unread' }
    expect(keepHeaders({ get: (name) => values[name] ?? null })).toEqual({ origin: 'https://app.example.com' })
  })

  it('are those that came over HTTP', async () => {
    const server = await startServer({ seed: 'headers' })
    await fetch(`${server.url}/api/v0/nowhere`, { headers: { 'x-trace': 'of a test', authorization: 'Bearer null' } })
    const { headers } = server.mock.journal.list()[0] ?? {}
    await server.close()
    expect(headers).toMatchObject({
      host: new URL(server.url).host,
      'x-trace': 'of a test',
      authorization: 'Bearer null',
    })
  })
})

describe('kindOfToken', () => {
  const jwt = (header: unknown, payload: unknown) =>
    [header, payload].map((part) => btoa(JSON.stringify(part)).replaceAll('=', '')).join('.') + '.c2lnbmF0dXJl'

  it.each([
    [{ typ: 'mfa+jwt' }, { iss: 'api.latchkey.test/1' }, 'token of the first step of a sign-in'],
    [{ typ: 'JWT' }, { iss: 'https://accounts.example.com' }, 'JWT of https://accounts.example.com'],
    [{ typ: 'constructor' }, { iss: 'api.latchkey.test/1' }, 'JWT of api.latchkey.test/1'],
    [{ typ: 'JWT' }, null, 'JWT without an issuer'],
  ])('is told by type and issuer: %j %j', (header, payload, kind) => {
    expect(kindOfToken(jwt(header, payload))).toBe(kind)
  })
})
