import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Call,
  createSides,
  creation,
  health,
  outcome,
  seen,
  type Side,
  users,
} from '../../test/support/fetchSides.ts'

let sides: Awaited<ReturnType<typeof createSides>>
beforeAll(async () => {
  sides = await createSides()
})
afterAll(() => sides.close())

const text = JSON.stringify({ email: 'no address', note: 'ä🗝' })
const bytes = new TextEncoder().encode(text)
const form = () => {
  const fields = new FormData()
  fields.append('email', 'ada@example.com')
  return fields
}
const pieces = () =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, 9))
      controller.enqueue(bytes.slice(9))
      controller.close()
    },
  })
const broken = () => new ReadableStream({ start: (controller) => controller.error(new RangeError('gone')) })
const textPieces = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue('{}')
      controller.close()
    },
  })

/** Bodies, with what a call with them needs besides. The service says what is wrong with each, so it has read them. */
const bodies: Readonly<Record<string, () => RequestInit>> = {
  'a text': () => ({ body: text }),
  'an object with a text': () => ({ body: Object(text) as string }),
  'another object': () => ({ body: { toString: () => text } as unknown as string }),
  'a number': () => ({ body: 1 as unknown as string }),
  'an empty text': () => ({ body: '' }),
  'a byte order mark': () => ({ body: `\ufeff${text}` }),
  'half a character': () => ({ body: '{"email":"\ud800"}' }),
  'no body': () => ({ body: null }),
  'an ArrayBuffer': () => ({ body: bytes.buffer }),
  'a part of an ArrayBuffer': () => ({ body: bytes.subarray(1) }),
  'a DataView': () => ({ body: new DataView(bytes.buffer) }),
  'bytes that are no text': () => ({ body: new Uint8Array([0x7b, 0xff, 0x7d]) }),
  'a Blob': () => ({ body: new Blob([text]) }),
  'a Blob with a type': () => ({ body: new Blob([text], { type: 'application/json' }) }),
  'a File': () => ({ body: new File([text], 'ada.json', { type: 'text/csv' }) }),
  URLSearchParams: () => ({ body: new URLSearchParams({ email: 'ada@example.com' }) }),
  'a FormData': () => ({ body: form() }),
  'a stream': () => ({ body: pieces(), duplex: 'half' }) as RequestInit,
  'a stream without duplex': () => ({ body: pieces() }),
  'a stream that breaks': () => ({ body: broken(), duplex: 'half' }) as RequestInit,
}

/** A call without a media type of its own, and with that of JSON. */
const withBody = (make: () => RequestInit, headers: Record<string, string>): Call => {
  return async (side) =>
    seen(
      await side.fetch(
        users(side),
        creation(side, {
          ...make(),
          headers: { ...headers, authorization: `Bearer ${side.mock.defaults.environments.sandbox.token}` },
        }),
      ),
    )
}

/** A URL whose reply is a redirect to a page of the service. */
function redirecting({ mock, origin }: Side): string {
  mock.override('oauth.login', () => ({ status: 302, headers: { location: `${origin}/api/v0/nothing` } }))
  const environmentId = mock.defaults.environments.sandbox.id
  return `${origin}/api/v0/sdk/${environmentId}/providers/google/login?state=state-of-the-page-123`
}
const read = async (side: Side, how: (response: Response) => unknown) => how(await side.fetch(health(side)))

const calls: Readonly<Record<string, Call>> = {
  HEAD: async (side) => seen(await side.fetch(health(side), { method: 'HEAD' })),
  OPTIONS: async (side) => seen(await side.fetch(health(side), { method: 'OPTIONS' })),
  'a method in small letters': async (side) => seen(await side.fetch(health(side), { method: 'get' })),
  'a method that fetch refuses': (side) => side.fetch(health(side), { method: 'CONNECT' }),
  'a method that is none': (side) => side.fetch(health(side), { method: 'G T' }),
  'an unknown scheme': ({ fetch }) => fetch('ftp://example.com/'),
  'a relative URL': ({ fetch }) => fetch('/api/v0'),
  'an invalid URL': ({ fetch }) => fetch('https://['),
  'a password in the URL': ({ fetch, origin }) => fetch(origin.replace('//', '//ada:secret@')),
  'a header with a line break': (side) => side.fetch(health(side), { headers: { 'x-a': 'a\nb' } }),
  'a header whose name is none': (side) => side.fetch(health(side), { headers: { 'a b': '1' } }),
  'an unknown redirect mode': (side) => side.fetch(health(side), { redirect: 'sideways' as RequestRedirect }),
  'a redirect mode without a redirect': async (side) => seen(await side.fetch(health(side), { redirect: 'error' })),
  'a redirect that is an error': (side) => side.fetch(redirecting(side), { redirect: 'error' }),
  'a Request whose redirect is an error': (side) => side.fetch(new Request(redirecting(side), { redirect: 'error' })),
  'a Request whose redirect is no longer an error': async (side) =>
    seen(await side.fetch(new Request(redirecting(side), { redirect: 'error' }), { redirect: 'manual' })),
  'a redirect that is not followed': async (side) => seen(await side.fetch(redirecting(side), { redirect: 'manual' })),
  'a Request with a method and a body': async (side) =>
    seen(await side.fetch(new Request(users(side), creation(side, { body: text })))),
  'a Request with other options': async (side) =>
    seen(await side.fetch(new Request(users(side), creation(side)), { body: text })),
  'a clone of a Request': async (side) => {
    const request = new Request(users(side), creation(side, { body: text }))
    const copy = request.clone()
    await request.text()
    return seen(await side.fetch(copy))
  },
  'a Request whose body is used up': async (side) => {
    const request = new Request(users(side), creation(side))
    await request.text()
    return side.fetch(request)
  },
  'a Request whose body is being read': async (side) => {
    const request = new Request(users(side), creation(side))
    request.body?.getReader()
    return side.fetch(request)
  },
  'a used Request with another body': async (side) => {
    const request = new Request(users(side), creation(side))
    await request.text()
    return seen(await side.fetch(request, { body: text }))
  },
  'whether a Request is used by a call': async (side) => {
    const request = new Request(users(side), creation(side, { body: text }))
    const call = side.fetch(request)
    const during = request.bodyUsed
    await call
    return [during, request.bodyUsed]
  },
  'a reply as JSON': (side) => read(side, (response) => response.json()),
  'a reply as bytes': (side) => read(side, async (response) => new Uint8Array(await response.arrayBuffer()).length > 0),
  'a reply as a Blob': (side) => read(side, async (response) => (await response.blob()).type),
  'a reply as a form': (side) => read(side, (response) => response.formData()),
  'a reply as a stream': (side) =>
    read(side, async (response) => {
      const { value } = (await response.body?.getReader().read()) ?? {}
      return value instanceof Uint8Array
    }),
  'a reply whose body is locked': (side) =>
    read(side, (response) => {
      response.body?.getReader()
      return response.text()
    }),
  'a clone of a reply that is read': (side) =>
    read(side, async (response) => {
      await response.text()
      return response.clone()
    }),
}

describe('mock.fetch', () => {
  const headers = { none: {}, JSON: { 'content-type': 'application/json' } }
  const rows = Object.keys(bodies).flatMap((name) => Object.keys(headers).map((type) => [name, type] as const))

  it.each(rows)('sends %s as the platform does, with the media type: %s', async (name, type) => {
    const call = withBody(bodies[name] as () => RequestInit, headers[type as keyof typeof headers])
    expect(await outcome(() => call(sides.script))).toEqual(await outcome(() => call(sides.platform)))
  })

  it.each(Object.keys(calls))('gives what the platform gives over the loopback server: %s', async (name) => {
    const call = calls[name] as Call
    expect(await outcome(() => call(sides.script))).toEqual(await outcome(() => call(sides.platform)))
  })

  it('refuses a stream of texts as the standard does, which the platform of Node sends', async () => {
    const { script } = sides
    const init = creation(script, { body: textPieces(), duplex: 'half' } as RequestInit)
    await expect(script.fetch(users(script), init)).rejects.toThrow('the body of the request cannot be read')
  })

  it('gives a redirect that the platform follows', async () => {
    const { status, headers, redirected } = await sides.script.fetch(redirecting(sides.script))
    expect([status, headers.has('location'), redirected]).toEqual([302, true, false])
  })
})
