import { describe, expect, it } from 'vitest'
import { createMock } from '../createMock.ts'

/** What a page of that origin hears. Browsers set `Origin` by themselves, so this asks the core and not a host. */
function asked() {
  const mock = createMock({ seed: 'cors', now: '2026-01-15T09:30:00.000Z' })
  const settings = `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/settings`
  const ask = async (origin: string, method: string) => {
    const headers = { origin, ...(method === 'OPTIONS' && { 'access-control-request-method': 'GET' }) }
    return (await mock.fetch(settings, { method, headers })).headers.get('access-control-allow-origin')
  }
  return { mock, permission: async (origin: string) => [await ask(origin, 'OPTIONS'), await ask(origin, 'GET')] }
}

describe('permission of origins', () => {
  it("is everybody's until the environment names one, and theirs alone from then on", async () => {
    const { mock, permission } = asked()
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

  it('leaves a note in the journal for an origin that is not listed, and none for others', async () => {
    const { mock, permission } = asked()
    await permission('https://other.example')
    await mock.create.origin('https://a.example.com')
    await permission('https://a.example.com')
    await permission('https://other.example')
    const note =
      "The origin https://other.example is not listed in this environment, so a browser keeps the reply from the page. List it by origins.create, or in a test by mock.create.origin('https://other.example')."
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

  it('ends when the origin is removed', async () => {
    const { mock, permission } = asked()
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
