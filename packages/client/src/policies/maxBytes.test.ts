import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { environmentId, gateId, rejection, serve } from '../../test/serve.ts'
import { createClient } from '../calls/createClient.ts'
import { createTransport } from '../calls/createTransport.ts'
import { gates } from '../generated/operations/index.ts'
import { createUserJwtVerifier } from '../verification/userJwt.ts'
import { nodeAt } from '../wallets/evm/node.ts'
import type { Middleware } from './pipeline.ts'

const baseUrl = 'https://api.example.com'
const tooLarge = { name: 'ResponseParseError', message: expect.stringContaining('its body is larger than "maxBytes"') }
const call = { environmentId, gateId }

/** Replies by a body without an end, of which it counts what was taken. */
function endless(init: ResponseInit = {}) {
  const chunk = new TextEncoder().encode('x'.repeat(2 ** 20))
  const cancel = vi.fn()
  const state = { taken: 0, cancel }
  const fetch = async () => {
    const pull = (controller: ReadableStreamDefaultController) => {
      state.taken += chunk.length
      controller.enqueue(chunk)
    }
    return new Response(new ReadableStream({ pull, cancel }), { headers: { 'content-type': 'text/plain' }, ...init })
  }
  return { ...state, fetch, state }
}

describe('maxBytes', () => {
  it.each([200, 500])('ends a reply of %i without an end after 32 MB, and cancels it', async (status) => {
    const { fetch, state } = endless({ status })
    const api = createTransport({ baseUrl, fetch, retry: false })
    expect(await rejection(gates.get(api, call))).toMatchObject({ ...tooLarge, status, operation: 'gates.get' })
    expect(state.taken).toBeLessThanOrEqual(2 ** 25 + 3 * 2 ** 20)
    expect(state.cancel).toHaveBeenCalledOnce()
  })

  it('is that of the call, or of the client, and 0 is no limit', async () => {
    const text = JSON.stringify({ id: gateId, name: 'x'.repeat(2000), rules: [] })
    const fetch = async () => new Response(text, { headers: { 'content-type': 'application/json' } })
    const api = createTransport({ baseUrl, fetch, maxBytes: text.length - 1 })
    expect(await rejection(gates.get(api, call))).toMatchObject(tooLarge)
    for (const maxBytes of [text.length, 0])
      expect(await gates.get(api, call, { maxBytes })).toMatchObject({ id: gateId })
  })

  it('counts what was compressed, whatever the header says', async () => {
    const bomb = gzipSync(JSON.stringify('x'.repeat(2 ** 20)))
    const { baseUrl } = await serve(() => (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)
    })
    const api = createTransport({ baseUrl, maxBytes: 10_000 })
    expect(bomb.length).toBeLessThan(10_000)
    expect(await rejection(gates.get(api, call))).toMatchObject(tooLarge)
    expect(await gates.get(api, call, { maxBytes: 2 ** 21 })).toHaveLength(2 ** 20)
  })

  it.each(['json', 'text', 'blob', 'arrayBuffer'] as const)('holds for calls by path, read as %s', async (parseAs) => {
    const { fetch } = endless()
    const client = createClient({ baseUrl, fetch, maxBytes: 10_000, retry: false })
    expect(await rejection(client.GET('/api/v0/organizations', { parseAs }))).toMatchObject(tooLarge)
    const { fetch: failing } = endless({ status: 500 })
    expect(await rejection(client.GET('/api/v0/organizations', { parseAs, fetch: failing }))).toMatchObject(tooLarge)
  })

  it('leaves a stream to its reader', async () => {
    const client = createClient({ baseUrl, fetch: endless().fetch, maxBytes: 10_000 })
    const { data } = await client.GET('/api/v0/organizations', { parseAs: 'stream' })
    const reader = (data as ReadableStream<Uint8Array>).getReader()
    expect((await reader.read()).value).toHaveLength(2 ** 20)
    await reader.cancel()
  })

  it('holds for middleware that reads a copy, and keeps the URL of the reply', async () => {
    const errors: unknown[] = []
    const urls: string[] = []
    const reading: Middleware = async (request, next) => {
      const response = await next(request)
      urls.push(response.url)
      await response
        .clone()
        .text()
        .catch((error) => errors.push(error))
      return response
    }
    const { baseUrl } = await serve(() => (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('x'.repeat(20_000))
      response.flushHeaders()
    })
    const api = createTransport({ baseUrl, maxBytes: 10_000, middleware: [reading] })
    expect(await rejection(gates.get(api, call))).toMatchObject(tooLarge)
    expect(errors).toEqual([expect.objectContaining(tooLarge)])
    expect(urls).toEqual([expect.stringContaining(`${baseUrl}/api/v0/`)])
  })

  it('takes a 204 with an empty body, as Chromium gives it', async () => {
    const fetch = async () => Object.defineProperty(new Response(''), 'status', { value: 204 })
    const { data } = await createClient({ baseUrl, fetch, retry: false }).GET('/api/v0/organizations')
    expect(data).toBeUndefined()
  })

  it('takes a reply that nobody can change', async () => {
    const api = createTransport({ baseUrl, fetch: async () => Object.freeze(Response.json({})), retry: false })
    expect(await gates.get(api, call)).toEqual({})
  })

  it('keeps the reply of the platform, also with a status above 599', async () => {
    const { baseUrl } = await serve(() => (response) => {
      response.writeHead(999, { 'content-type': 'application/json' }).end('{"error":"Out of range."}')
    })
    const { error, response } = await createClient({ baseUrl, retry: false }).GET('/api/v0/organizations')
    expect([error, response.status, response.type]).toEqual([{ error: 'Out of range.' }, 999, 'basic'])
  })
})

describe('a reply without an end', () => {
  it('of the key set refuses a token, and is not read on', async () => {
    const { fetch, state } = endless()
    const verify = createUserJwtVerifier({ baseUrl, environmentId, fetch })
    const token = `${btoa('{"alg":"RS256","typ":"JWT","kid":"k"}').replaceAll('=', '')}.e30.AAAA`
    expect(await rejection(verify(token))).toMatchObject({ code: 'keys_unavailable' })
    expect(state.taken).toBeLessThan(2 ** 23)
  })

  it('of a node is an error that names its host', async () => {
    const { fetch, state } = endless()
    const error = await rejection(nodeAt('https://node.example.com/a-key', fetch)('eth_chainId'))
    expect(error).toMatchObject({ message: expect.stringContaining('node.example.com gave no answer') })
    expect(state.taken).toBeLessThan(2 ** 26)
  })
})
