import { describe, expect, it } from 'vitest'
import { toServiceRequest } from './scriptRequest.ts'

const url = 'https://api.test/api/v0/users'

/** Returns the parts of a request that the service reads, or the name of the error. */
async function readOf(make: () => ReturnType<typeof toServiceRequest>): Promise<unknown> {
  try {
    const request = make()
    const { method, url, headers } = request
    return { method, url, headers: Object.fromEntries(headers as Headers), text: await request.text() }
  } catch (error) {
    return (error as Error).name
  }
}

describe('toServiceRequest', () => {
  it.each<[name: string, input: string | URL, init: RequestInit | null | undefined]>([
    ['only a URL', url, undefined],
    ['null for its options', url, null],
    ['a Request for its options', url, new Request(url, { method: 'DELETE', headers: { 'x-a': '1' } })],
    [
      'options that are inherited',
      url,
      Object.create({ method: 'PUT', headers: { 'x-a': '1' }, body: 'text' }) as RequestInit,
    ],
    ['an unknown credentials mode that is inherited', url, Object.create({ credentials: 'some' }) as RequestInit],
    [
      'options without a prototype',
      url,
      Object.assign(Object.create(null) as RequestInit, { method: 'PUT', body: 'text' }),
    ],
    ['a URL object', new URL('HTTPS://API.test:443/a b?q=ä#part'), {}],
    ['a query with an address', `${url}?email=ada@example.com`, {}],
    ['headers as a record', url, { headers: { Authorization: 'Bearer x', 'X-A': '1' } }],
    [
      'headers as pairs',
      url,
      {
        headers: [
          ['x-a', '1'],
          ['x-a', '2'],
        ],
      },
    ],
    ['headers as Headers', url, { headers: new Headers({ accept: 'text/html' }) }],
    ['an invalid header', url, { headers: { 'x-a': 'line\nbreak' } }],
    ['JSON', url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":"ä"}' }],
    ['a text without a media type', url, { method: 'PUT', body: 'text' }],
    ['an empty text', url, { method: 'POST', body: '' }],
    ['no body', url, { method: 'DELETE', body: null }],
    ['a byte order mark', url, { method: 'POST', body: '\ufeff{}' }],
    ['half a character', url, { method: 'POST', body: 'a\ud800b' }],
    ['a whole character of two halves', url, { method: 'POST', body: '🗝' }],
    ['bytes', url, { method: 'POST', body: new Uint8Array([123, 125]) }],
    ['a form', url, { method: 'POST', body: new URLSearchParams({ a: 'b c' }) }],
    ['a method in small letters', url, { method: 'post', body: '{}' }],
    ['another method', url, { method: 'PATCH', body: '{}' }],
    ['a method that fetch refuses', url, { method: 'TRACE' }],
    ['a body with GET', url, { body: '{}' }],
    ['a body with HEAD', url, { method: 'HEAD', body: '{}' }],
    ['a redirect that is not followed', url, { redirect: 'manual' }],
    ['an unknown redirect mode', url, { redirect: 'sideways' as RequestRedirect }],
    ['an unknown credentials mode', url, { credentials: 'some' as RequestCredentials }],
    ['a password', 'https://user:password@api.test/', {}],
    ['an invalid URL', 'https://[', {}],
    ['a relative URL', '/api/v0/users', {}],
    ['another scheme', 'data:text/plain,hello', {}],
  ])('reads %s like a Request', async (_, input, init) => {
    expect(await readOf(() => toServiceRequest(input, init))).toEqual(
      await readOf(() => new Request(input, init ?? undefined)),
    )
  })

  it('returns a Request without options and body unchanged', () => {
    const request = new Request(url)
    for (const init of [undefined, null, {}]) expect(toServiceRequest(request, init)).toBe(request)
    expect(toServiceRequest(request, { method: 'DELETE' })).toMatchObject({ method: 'DELETE', url })
    expect(toServiceRequest(request, new Request(url, { method: 'PUT' }))).toMatchObject({ method: 'PUT', url })
  })
})
