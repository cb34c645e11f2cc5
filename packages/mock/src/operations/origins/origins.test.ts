import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const create = async (origin: string) => (await host.call('origins.create', { body: { origin } })).body.origin!
const listed = async () => (await host.call('origins.list')).body.origins

describeEnvironmentRefusals(host, {
  'origins.list': {},
  'origins.create': { body: { origin: 'https://app.example.com' } },
  'origins.delete': { params: async () => ({ originId: (await create('https://app.example.com')).id as string }) },
})

describe('origins.create', () => {
  it('stores the origin in the spelling of browsers, and shows it to its environment only', async () => {
    const { sandbox, live } = host.mock.defaults.environments
    const origin = await create('https://App.Example.com:443')
    expect(origin).toEqual({
      id: expect.any(String),
      origin: 'https://app.example.com',
      createdAt: '2026-01-15T09:30:00.000Z',
      projectEnvironmentId: sandbox.id,
    })
    expect(await listed()).toEqual([origin])
    expect(
      (await host.call('origins.list', { params: { environmentId: live.id }, token: live.token })).body.origins,
    ).toEqual([])
  })

  it('refuses an origin that is already allowed, in any spelling', async () => {
    await create('https://app.example.com')
    expect(await host.refuse('origins.create', { body: { origin: 'https://APP.example.com:443' } })).toMatchObject({
      status: 422,
      code: 'duplicate_exists',
    })
  })

  it.each([
    'https://ex*mple.com',
    'https://a.*.com',
    'https://*.com',
    'https://app.example.com:*',
    'https://..',
    'https://127.1',
  ])('refuses %s', async (origin) => {
    expect(await host.refuse('origins.create', { body: { origin } })).toMatchObject({
      status: 422,
      code: 'invalid_cors_origins',
    })
    expect(await listed()).toEqual([])
  })

  it.each(['capacitor://localhost', 'ionic://localhost', 'tauri://localhost', 'null', 'file://'])(
    'says of %s, the origin of a web view or a file, which ones can be allowed',
    async (origin) => {
      expect(await host.refuse('origins.create', { body: { origin } })).toMatchObject({
        status: 400,
        body: {
          error:
            'origin must be an origin of http, https or a browser extension, such as https://app.example.com, with at most one *.',
        },
      })
    },
  )

  it.each(['https://localhost', 'http://localhost', 'http://tauri.localhost', 'https://tauri.localhost'])(
    'takes %s, the origin of a web view',
    async (origin) => expect((await create(origin)).origin).toBe(origin),
  )

  it('says which port may be a wildcard', async () => {
    expect(await host.refuse('origins.create', { body: { origin: 'http://127.0.0.1:*' } })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('or the port of localhost') },
    })
  })

  it.each(['app.example.com', 'https://app.example.com/path', 'https://*.*.example.com', 'ftp://example.com', ''])(
    'refuses %j as malformed, in a form of its own',
    async (origin) => {
      expect(await host.refuse('origins.create', { body: { origin } })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('origin'), status: 400 },
      })
    },
  )

  it('answers a call without a token in plain text', async () => {
    const { body, headers } = await host.refuse('origins.list', { token: null })
    expect(body).toBe('Send an API token as a bearer token.')
    expect(headers.get('content-type')).toContain('text/plain')
  })
})

describe('origins.delete', () => {
  it('removes the origin, and no other', async () => {
    const { id } = await create('https://a.example.com')
    const other = await create('https://b.example.com')
    expect((await host.call('origins.delete', { params: { originId: id as string } })).status).toBe(204)
    expect(await listed()).toEqual([other])
    expect((await host.refuse('origins.delete', { params: { originId: id as string } })).status).toBe(404)
  })
})
