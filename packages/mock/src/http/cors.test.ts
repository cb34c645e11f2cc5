import { describe, expect, it } from 'vitest'
import { createMock } from '../mock/createMock.ts'

/**
 * A mock and the CORS headers that it sends to an origin. In a browser a test cannot set `Origin`, so this uses the
 * core.
 */
function setUp() {
  const mock = createMock({ seed: 'cors', now: '2026-01-15T09:30:00.000Z' })
  const settings = `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/settings`
  const ask = async (origin: string, method: string) => {
    const headers = { origin, ...(method === 'OPTIONS' && { 'access-control-request-method': 'GET' }) }
    return (await mock.fetch(settings, { method, headers })).headers.get('access-control-allow-origin')
  }
  return { mock, permission: async (origin: string) => [await ask(origin, 'OPTIONS'), await ask(origin, 'GET')] }
}

describe('the CORS headers', () => {
  it('allow every origin until the environment lists one, and then only listed ones', async () => {
    const { mock, permission } = setUp()
    expect(await permission('https://other.example')).toEqual(['https://other.example', 'https://other.example'])
    await mock.create.origin('https://*.example.com')
    expect(await permission('https://a.example.com')).toEqual(['https://a.example.com', 'https://a.example.com'])
    for (const origin of [
      'https://example.com',
      'https://a.b.example.com',
      'http://a.example.com',
      'https://other.example',
      'null',
    ]) {
      expect(await permission(origin), origin).toEqual([null, null])
    }
  })

  it('leave a note in the journal for an origin that is not listed, and none for others', async () => {
    const { mock, permission } = setUp()
    await permission('https://other.example')
    await mock.create.origin('https://a.example.com')
    await permission('https://a.example.com')
    await permission('https://other.example')
    const note =
      'The environment does not list the origin https://other.example, so the browser hides the reply from the page. ' +
      "List it by origins.create, or in a test by mock.create.origin('https://other.example')."
    expect(mock.journal.list('sdkSettings.get').map(({ notes }) => notes)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      [note],
      [note],
    ])
    await mock.create.origin('https://other.example')
    expect(await permission('https://other.example')).toEqual(['https://other.example', 'https://other.example'])
  })

  it('do not allow a removed origin', async () => {
    const { mock, permission } = setUp()
    await mock.create.origin('https://b.example.com')
    const { id } = await mock.create.origin('https://a.example.com')
    await mock.fetch(`${mock.baseUrl}/api/v0/origins/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${mock.defaults.environments.sandbox.token}` },
    })
    expect(await permission('https://a.example.com')).toEqual([null, null])
    expect(await permission('https://b.example.com')).toEqual(['https://b.example.com', 'https://b.example.com'])
  })
})
