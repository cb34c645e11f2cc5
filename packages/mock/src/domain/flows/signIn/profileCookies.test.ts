import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const origin = 'https://app.example.com'
let cookie = ''

beforeEach(async () => {
  await host.mock.settings.patch({ security: { auth: { storage: ['localstorage', 'cookie'] } } })
  await host.mock.dns.publish(await host.mock.create.customHostname({ hostname: 'auth.example.com' }))
  await host.mock.clock.advance({ minutes: 2 })
  await host.mock.create.origin(origin)
  const { minifiedToken } = await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))
  cookie = `LATCHKEY_AUTH=${minifiedToken}`
})

/** @param line - Method and path, `PUT users`. */
async function send(line: string, headers: { origin?: string }, body?: unknown) {
  const [method = '', path] = line.split(' ')
  const { baseUrl, defaults } = host.mock
  const response = await host.fetch(`${baseUrl}/api/v0/sdk/${defaults.environments.sandbox.id}/${path}`, {
    method,
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    cookie: response.headers.get('set-cookie'),
    body: text === '' ? undefined : JSON.parse(text),
  }
}

describe('the profile in an environment with session cookies', () => {
  it('is changed with the cookie, from a listed origin only', async () => {
    for (const headers of [{}, { origin: 'https://evil.example.com' }]) {
      expect(await send('PUT users', headers, { firstName: 'Eve' })).toMatchObject({
        status: 403,
        body: { error: { code: 'origin_not_allowed' } },
      })
      expect(await send('DELETE users', headers)).toMatchObject({
        status: 403,
        body: { code: 'origin_not_allowed' },
      })
      expect(await send('POST users/merge', headers)).toMatchObject({
        status: 403,
        body: { error: { code: 'origin_not_allowed' } },
      })
    }
    const changed = await send('PUT users', { origin }, { firstName: 'Ada' })
    expect(changed).toMatchObject({
      status: 200,
      body: { nextView: 'done', user: { firstName: 'Ada' } },
      cookie: expect.stringMatching(/^LATCHKEY_AUTH=ey/),
    })
    expect(changed.body).not.toHaveProperty('jwt')
    expect(await send('GET users/check?filter[field]=username&filter[value]=ada', {})).toMatchObject({
      status: 200,
      body: { available: true },
    })
  })

  it('removes the cookie when the user is deleted', async () => {
    expect(await send('DELETE users', { origin })).toMatchObject({
      status: 204,
      cookie: expect.stringMatching(/^LATCHKEY_AUTH=;.*Expires=Thu, 01 Jan 1970/),
    })
    expect(await send('GET users', {})).toMatchObject({ status: 401 })
  })
})
