import { setInterval } from 'node:timers'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { openConnection, type RawConnection } from '../support/rawConnection.ts'

let server: MockServer
const connections: RawConnection[] = []
beforeEach(async () => {
  server = await startServer({ seed: 'connections' })
})
afterEach(async () => {
  for (const { socket } of connections.splice(0)) socket.destroy()
  await server.close()
})

async function open(): Promise<RawConnection> {
  const connection = await openConnection(server.url)
  connections.push(connection)
  return connection
}

const users = () => `/api/v0/environments/${server.mock.defaults.environments.sandbox.id}/users`
const head = (method: string, ...lines: string[]) =>
  [
    `${method} ${users()} HTTP/1.1`,
    `host: ${new URL(server.url).host}`,
    `authorization: Bearer ${server.mock.defaults.environments.sandbox.token}`,
    'content-type: application/json',
    ...lines,
  ].join('\r\n')
const body = '{"email":"ada@example.com"}'
const creation = () => `${head('POST', `content-length: ${body.length}`)}\r\n\r\n${body}`
const list = (...lines: string[]) => `${head('GET', ...lines)}\r\n\r\n`

/** Sends the text, and then the piece again and again, until the connection ends. */
async function drip(connection: RawConnection, text: string, piece: string): Promise<string> {
  await connection.send(text)
  const timer = setInterval(() => connection.socket.writable && connection.socket.write(piece), 10)
  const reply = await connection.ended()
  clearInterval(timer)
  return reply
}

const statusesIn = (reply: string) => [...reply.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
const bodyIn = (reply: string) => JSON.parse(reply.split('\r\n\r\n').at(-1) ?? '') as unknown
const stateOf = () => JSON.stringify(server.mock.export().tables)

/** The server answers a caller that behaves, on another connection. */
async function expectService(): Promise<void> {
  const connection = await open()
  await connection.send(list('connection: close'))
  expect(statusesIn(await connection.ended())).toEqual([200])
}

describe('a request that does not end', () => {
  beforeEach(async () => {
    await server.close()
    server = await startServer({ seed: 'connections' }, { requestTimeoutMs: 400 })
  })
  const slow = { error: 'The request did not arrive in time.', code: 'bad_request' }

  it.each([
    ['in its request line', () => 'GET /', 'a'],
    ['in its headers', () => head('GET', 'x-slow: '), 'a'],
    ['with header after header', () => `${head('GET')}\r\n`, 'x-a: b\r\n'],
    ['in a body with a length', () => `${head('POST', 'content-length: 100000')}\r\n\r\n{"email":"`, 'a'],
    ['in a body in chunks', () => `${head('POST', 'transfer-encoding: chunked')}\r\n\r\n`, '1\r\n \r\n'],
    [
      'in a body that is too large already',
      () => `${head('POST', 'content-length: 99000000')}\r\n\r\n`,
      ' '.repeat(60_000),
    ],
  ])('is 408 and changes nothing, %s, while others are answered', async (_, begun, piece) => {
    const before = stateOf()
    const reply = drip(await open(), begun(), piece)
    await expectService()
    expect(statusesIn(await reply)).toEqual([408])
    expect(bodyIn(await reply)).toEqual(slow)
    expect(await reply).toMatch(/connection: close/i)
    expect(stateOf()).toBe(before)
    await expectService()
  })

  it('is refused with a limit that would be none', async () => {
    for (const requestTimeoutMs of [0, -1, Number.NaN])
      await expect(startServer({}, { requestTimeoutMs })).rejects.toThrow(
        '`requestTimeoutMs` takes a whole number of milliseconds above 0, up to 2147483647.',
      )
  })
})

describe('a request that is too large', () => {
  it.each([
    ['a URL', () => `GET /${'a'.repeat(400_000)} HTTP/1.1\r\n\r\n`, 431],
    ['a header', () => list(`x-large: ${'a'.repeat(400_000)}`), 431],
    ['all headers together', () => list(...Array.from({ length: 1000 }, (_, at) => `x-header-${at}: ${at}`)), 431],
  ])('is refused for %s beyond its limit, and ends the connection', async (_, text, status) => {
    const connection = await open()
    await connection.send(text())
    expect(statusesIn(await connection.ended())).toEqual([status])
    await expectService()
  })

  it.each([
    ['with its length', (text: string) => `${head('POST', `content-length: ${text.length}`)}\r\n\r\n${text}`],
    [
      'in chunks',
      (text: string) =>
        `${head('POST', 'transfer-encoding: chunked')}\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
    ],
  ])('is refused for a body of more than one megabyte, %s, and the connection goes on', async (_, request) => {
    const connection = await open()
    await connection.send(request(JSON.stringify({ alias: 'a'.repeat(1_100_000) })))
    await connection.until('body_too_large')
    await connection.send(list('connection: close'))
    expect(statusesIn(await connection.ended())).toEqual([400, 200])
  })
})

describe('a request in other bytes than HTTP has', () => {
  const chunked = (text: string) => `${head('POST', 'transfer-encoding: chunked')}\r\n\r\n${text}`
  const hex = body.length.toString(16)

  it.each([
    ['a chunk without a length', () => chunked(`\r\n${body}\r\n0\r\n\r\n`)],
    ['a chunk of a length that is no number', () => chunked(`g\r\n${body}\r\n0\r\n\r\n`)],
    ['a chunk of a negative length', () => chunked(`-1\r\n${body}\r\n0\r\n\r\n`)],
    ['a chunk of a length beyond all numbers', () => chunked(`${'f'.repeat(20)}\r\n${body}\r\n0\r\n\r\n`)],
    ['a chunk that is longer than its length', () => chunked(`1\r\n${body}\r\n0\r\n\r\n`)],
    ['a chunk with a broken line', () => chunked(`${hex}\n${body}\r\n0\r\n\r\n`)],
    ['a chunk with an extension of 20 kB', () => chunked(`${hex};${'a'.repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`)],
    [
      'both a length and chunks',
      () => `${head('POST', 'content-length: 5', 'transfer-encoding: chunked')}\r\n\r\n0\r\n\r\n${creation()}`,
    ],
    ['two lengths', () => `${head('POST', 'content-length: 0', `content-length: ${body.length}`)}\r\n\r\n${body}`],
    ['a length with a sign', () => `${head('POST', `content-length: +${body.length}`)}\r\n\r\n${body}`],
    ['a length below zero', () => `${head('POST', 'content-length: -1')}\r\n\r\n${body}`],
    ['an unknown encoding', () => `${head('POST', 'transfer-encoding: sideways')}\r\n\r\n${body}`],
    [
      'chunks that are not the last encoding',
      () => `${head('POST', 'transfer-encoding: chunked, gzip')}\r\n\r\n${body}`,
    ],
    ['a space before a colon', () => list('content-length : 0')],
    ['a header that goes on in the next line', () => list('x-folded: a', ' b')],
    ['a zero in a header', () => list('x-zero: a\0b')],
    ['a line feed without a carriage return', () => list('x-line: a\nx-other: b')],
    ['a header without a colon', () => list('nothing')],
    ['another version', () => list().replace('HTTP/1.1', 'HTTP/9.9')],
    ['a method that nobody knows', () => list().replace('GET', 'FETCH')],
    ['a method in small letters', () => creation().replace('POST', 'post')],
    ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['the hello of TLS', () => '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
  ])('is refused for %s, ends the connection and runs no request after it', async (_, text) => {
    const before = stateOf()
    const connection = await open()
    await connection.send(Buffer.from(`${text()}${creation()}`, 'latin1'))
    const reply = await connection.ended()
    expect(statusesIn(reply)).toEqual([400])
    expect(bodyIn(reply)).toMatchObject({ code: 'bad_request' })
    expect(stateOf()).toBe(before)
    await expectService()
  })

  const runs = process.env.LATCHKEY_TESTS === 'full' ? 20_000 : 300
  it(`gets no fault of the server, in ${runs} requests of which some bytes are others`, async () => {
    const change = fc.tuple(fc.nat(), fc.constantFrom(0, 1, 4), fc.uint8Array({ maxLength: 4 }))
    const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const bytes = changes.reduce<Buffer>(
        (text, [position, removed, added]) => {
          const at = position % text.length
          return Buffer.concat([text.subarray(0, at), added, text.subarray(at + removed)])
        },
        Buffer.from(`${creation()}${list()}${list('connection: close')}`),
      )
      const connection = await openConnection(server.url)
      await connection.send(bytes)
      connection.endSending()
      const statuses = statusesIn(await connection.ended())
      expect(statuses.filter((status) => status >= 500)).toEqual([])
    })
    await fc.assert(property, { numRuns: runs, seed: 20_260_115 })
    await expectService()
  })
})

describe('a connection', () => {
  it('gets the replies of 200 requests that it sends at once, in their order', async () => {
    const connection = await open()
    await connection.send(
      Array.from({ length: 199 }, (_, at) => (at % 2 ? list() : `GET /${at} HTTP/1.1\r\n\r\n`)).join('') +
        list('connection: close'),
    )
    const statuses = statusesIn(await connection.ended())
    expect(statuses).toEqual(Array.from({ length: 200 }, (_, at) => (at % 2 ? 200 : 404)))
  })

  it('gets its reply after it has ended its sending half', async () => {
    const connection = await open()
    await connection.send(creation())
    connection.endSending()
    expect(statusesIn(await connection.ended())).toEqual([201])
  })

  it('changes nothing if it ends in the middle of a body', async () => {
    const before = stateOf()
    const connection = await open()
    await connection.send(creation().slice(0, -3))
    connection.endSending()
    expect(statusesIn(await connection.ended()).filter((status) => status < 400)).toEqual([])
    expect(stateOf()).toBe(before)
    await expectService()
  })

  it('keeps no others from being answered: 300 that send nothing, and 20 that read none of their replies', async () => {
    const idle = await Promise.all(Array.from({ length: 300 }, open))
    const deaf = await Promise.all(Array.from({ length: 20 }, open))
    for (const { socket } of deaf) {
      socket.pause()
      socket.write(list().repeat(500))
    }
    for (let time = 0; time < 10; time++) await expectService()
    await server.close()
    for (const { socket } of deaf) socket.resume()
    await Promise.all([...idle, ...deaf].map((connection) => connection.ended()))
  })

  it('ends with the server, also in the middle of a request, a reply and a stream', async () => {
    const [sending, reading, streaming] = [await open(), await open(), await open()]
    await sending.send(creation().slice(0, -3))
    await streaming.send('GET /__mock/v1/stream HTTP/1.1\r\nhost: localhost\r\n\r\n')
    expect(await streaming.until('text/event-stream')).toContain('text/event-stream')
    server.mock.faults.set('users.list', { delayMs: 600_000 })
    await reading.send(list())
    await server.close()
    await Promise.all([sending.ended(), reading.ended(), streaming.ended()])
    expect(server.mock.export().tables.users).toEqual([])
  })
})
