import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createControlCaller } from '@latchkey/contract/controlCaller'
import { Miniflare, type Request as WorkerRequest, Response as WorkerResponse } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bundleWorker, type WorkerModules } from '../../test/hosts/bundledWorker.ts'
import { createEventReader } from '../../test/support/eventReader.ts'
import { connectOverHttp, type ToolClient } from '../../test/support/mcpClients.ts'
import { createWorldObject } from './worldObject.ts'

const origin = 'https://mock.example.com'
const token = 'the-control-token-of-the-tests'

let modules: WorkerModules
let folder: string
let worker: Miniflare
/** The bodies of the received webhooks, and the statuses with which the receiver answers in turn; then 204. */
const received: string[] = []
const statuses: number[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'worlds-'))
  modules = await bundleWorker('./testWorker.ts')
  worker = start()
})
afterAll(async () => {
  await worker.dispose()
  await rm(folder, { recursive: true, force: true })
})

/** @param bindings - In place of the control token. */
function start(
  bindings: Record<string, string> = { LATCHKEY_CONTROL_TOKEN: token },
  className: 'TestWorld' | 'SharingWorld' | 'TextingWorld' = 'TestWorld',
): Miniflare {
  return new Miniflare({
    ...modules,
    modules: [...modules.modules],
    compatibilityDate: '2026-01-01',
    durableObjects: { WORLDS: { className, useSQLite: true } },
    durableObjectsPersist: folder,
    bindings,
    async outboundService(request: WorkerRequest) {
      received.push(await request.text())
      return new WorkerResponse(null, { status: statuses.shift() ?? 204 })
    },
    handleRuntimeStdio: () => undefined,
  })
}

const send = async (path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
  (await worker.dispatchFetch(origin + path, { redirect: 'manual', ...init })) as unknown as Response
const controlOf = (base = '', controlToken: string | undefined = token) =>
  createControlCaller({
    url: origin + base,
    token: controlToken,
    fetch: (url, init) => send(url.slice(origin.length), init as { body: string }),
  })
const control = controlOf()

const sandboxOf = async (base = '') => (await controlOf(base).call('GET defaults')).environments.sandbox
const post = (path: string, body: object, authorization?: string) =>
  send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify(body),
  })
const createUser = async (base: string, email: string) => {
  const { id, token: apiToken } = await sandboxOf(base)
  return post(`${base}/api/v0/environments/${id}/users`, { email }, `Bearer ${apiToken}`)
}
const emailsOf = async (base = '') => {
  const { id, token: apiToken } = await sandboxOf(base)
  const response = await send(`${base}/api/v0/environments/${id}/users`, {
    headers: { authorization: `Bearer ${apiToken}` },
  })
  const { users } = (await response.json()) as { users: { email: string }[] }
  return users.map(({ email }) => email).sort()
}
const evict = (base = '') => send(`${base}/test/evict`).catch(() => undefined)
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

/** Signs a person in by a code in an e-mail. @returns The session token */
async function signIn(base: string, email: string): Promise<string> {
  const { id } = await sandboxOf(base)
  const steps = `${base}/api/v0/sdk/${id}/emailVerifications`
  const { verificationUUID } = (await (await post(`${steps}/create`, { email })).json()) as { verificationUUID: string }
  const { messages } = await controlOf(base).call('GET outbox/email', { to: email })
  const response = await post(`${steps}/signin`, { verificationUUID, verificationToken: messages.at(-1)?.code })
  return ((await response.json()) as { jwt: string }).jwt
}
const profileStatus = async (base: string, jwt: string) => {
  const { id } = await sandboxOf(base)
  return (await send(`${base}/api/v0/sdk/${id}/users`, { headers: { authorization: `Bearer ${jwt}` } })).status
}

const open = async (name: string) => {
  await control.call('POST worlds', { name })
  return `/w/${name}`
}

describe('a world in a Durable Object', () => {
  it('begins as a copy of the mock of the Worker, and shares nothing with it from then on', async () => {
    await createUser('', 'base@example.com')
    expect(await control.call('POST worlds', { name: 'ada' })).toEqual({ name: 'ada', url: `${origin}/w/ada` })
    await createUser('/w/ada', 'ada@example.com')
    await createUser('', 'later@example.com')
    expect(await emailsOf('/w/ada')).toEqual(['ada@example.com', 'base@example.com'])
    expect(await emailsOf()).toEqual(['base@example.com', 'later@example.com'])
    await controlOf('/w/ada').call('POST reset')
    expect(await emailsOf('/w/ada')).toEqual(['base@example.com'])
    await control.call('POST reset')
    expect(await emailsOf()).toEqual([])
  })

  it('can be a copy of another world, and is listed until it is dropped with all that it keeps', async () => {
    const first = await open('first')
    await createUser(first, 'first@example.com')
    await control.call('POST worlds', { name: 'second', from: 'first' })
    expect(await emailsOf('/w/second')).toEqual(['first@example.com'])
    // The list is the same one for each world.
    expect((await controlOf('/w/second').call('GET worlds')).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['first', 'second']),
    )
    await control.call('POST worlds/drop', { name: 'second' })
    expect(await codeOf(await send('/w/second/api/v0/health'))).toEqual([404, 'not_found'])
    expect((await control.call('GET worlds')).map(({ name }) => name)).not.toContain('second')
    await expect(control.call('POST worlds/drop', { name: 'second' })).rejects.toThrow('there is no world "second"')
    expect(await emailsOf(await open('second'))).toEqual([])
  })

  it('signs its people in with tokens that no other world accepts', async () => {
    const [ada, bob] = [await open('tokens-1'), await open('tokens-2')]
    const jwt = await signIn(ada, 'ada@example.com')
    expect(await Promise.all([ada, bob, ''].map((base) => profileStatus(base, jwt)))).toEqual([200, 401, 401])
  })

  it('has API tokens of its own, which open no other world, also after a reset', async () => {
    const defaultsOf = (base: string) => controlOf(base).call('GET defaults')
    const { rawToken: added } = await control.call('POST create/token', { note: 'made later' })
    const bases = ['', await open('own-1'), await open('own-2')]
    await controlOf('/w/own-1').call('POST worlds', { name: 'own-3', from: 'own-1' })
    await controlOf('/w/own-1').call('POST reset')
    bases.push('/w/own-3')
    const statusOf = async (base: string, apiToken: string, path: string) =>
      (await send(base + path, { headers: { authorization: `Bearer ${apiToken}` } })).status
    const opened: Record<string, string[]> = {}
    for (const owner of bases) {
      const { environments, admin, organizationId } = await defaultsOf(owner)
      const users = `/api/v0/environments/${environments.sandbox.id}/users`
      const live = `/api/v0/environments/${environments.live.id}/users`
      const organization = `/api/v0/organizations/${organizationId}`
      for (const base of bases) {
        const statuses = await Promise.all([
          statusOf(base, environments.sandbox.token, users),
          statusOf(base, environments.live.token, live),
          statusOf(base, admin.token, organization),
        ])
        expect(statuses, `${owner} at ${base}`).toEqual(owner === base ? [200, 200, 200] : [401, 401, 401])
      }
      opened[owner] = []
      for (const base of bases) if ((await statusOf(base, added, users)) === 200) opened[owner].push(base)
    }
    expect(opened['']).toEqual([''])
  })

  it('opens no signed link of another world', async () => {
    const bases = [await open('links-1'), await open('links-2')]
    const linkOf = async (base: string) => {
      const { admin, organizationId } = await controlOf(base).call('GET defaults')
      const path = `${base}/api/v0/organizations/${organizationId}/billing/subscription`
      const response = await send(path, { headers: { authorization: `Bearer ${admin.token}` } })
      const { billingPortalUrl } = (await response.json()) as { billingPortalUrl: string }
      return billingPortalUrl.slice((origin + base).length)
    }
    for (const signer of bases) {
      const link = await linkOf(signer)
      for (const base of bases) expect((await send(base + link)).status).toBe(signer === base ? 200 : 403)
    }
  })

  it('shares API tokens with its original only by the option', async () => {
    await worker.dispose()
    worker = start(undefined, 'SharingWorld')
    const base = await open('sharing')
    const { id, token: apiToken } = await sandboxOf()
    const headers = { authorization: `Bearer ${apiToken}` }
    expect((await send(`${base}/api/v0/environments/${id}/users`, { headers })).status).toBe(200)
    await control.call('POST worlds/drop', { name: 'sharing' })
    await worker.dispose()
    worker = start()
  })

  it('posts its text messages to the URL of the option, also as a copy and after an eviction', async () => {
    await worker.dispose()
    worker = start(undefined, 'TextingWorld')
    received.length = 0
    const base = await open('texting')
    const { id } = await sandboxOf(base)
    const phone = { phoneCountryCode: '1', phoneNumber: '2025550123', isoCountryCode: 'US' }
    const ask = () => post(`${base}/api/v0/sdk/${id}/smsVerifications/create`, phone)
    const codeOfLast = async () =>
      (await controlOf(base).call('GET outbox/sms', { to: '+12025550123' })).messages.at(-1)?.code
    for (const count of [1, 2]) {
      expect((await ask()).status).toBe(201)
      await expect.poll(() => received.length).toBe(count)
      const message = JSON.parse(received.at(-1) ?? '') as unknown
      expect(message).toMatchObject({ to: '+12025550123', code: await codeOfLast(), environmentId: id })
      await evict(base)
    }
    const { parts } = await controlOf(base).call('GET outside')
    expect(parts).toMatchObject([{ name: 'text messages', origin: 'https://texts.example.com' }])
    await control.call('POST worlds/drop', { name: 'texting' })
    received.length = 0
    await worker.dispose()
    worker = start()
  })

  it('is created once when two callers create it at the same time', async () => {
    const outcomes = await Promise.allSettled([1, 2].map(() => control.call('POST worlds', { name: 'twice' })))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const base = '/w/twice'
    await Promise.all(['ada@example.com', 'bob@example.com'].map((email) => createUser(base, email)))
    expect(await emailsOf(base)).toEqual(['ada@example.com', 'bob@example.com'])
  })

  it('is refused under a name that cannot be one, that nobody has created, or to copy from', async () => {
    for (const path of ['/w/a%20b/api/v0/health', `/w/${'a'.repeat(65)}/api/v0/health`, '/w//api/v0/health'])
      expect(await codeOf(await send(path)), path).toEqual([404, 'not_found'])
    expect(await codeOf(await send('/w/nobody/api/v0/health'))).toEqual([404, 'not_found'])
    await expect(control.call('POST worlds', { name: 'a b' })).rejects.toThrow('a name has 1 to 64 letters')
    await expect(control.call('POST worlds', { name: 'copy', from: 'nobody' })).rejects.toThrow('"nobody" to copy')
    await expect(control.call('POST worlds', { name: 'pages', wallets: ['EVM'] })).rejects.toThrow(
      'create them there, by POST /w/pages/__mock/v1/wallets/browser.',
    )
    expect((await control.call('GET worlds')).map(({ name }) => name)).not.toContain('pages')
  })

  it('keeps users, sessions, e-mails and the clock when it is evicted, and when everything starts again', async () => {
    const base = await open('kept')
    const jwt = await signIn(base, 'ada@example.com')
    await controlOf(base).call('POST clock/freeze')
    const { now } = await controlOf(base).call('POST clock/advance', { hours: 1 })
    const state = async () => ({
      users: await emailsOf(base),
      profile: await profileStatus(base, jwt),
      mails: (await controlOf(base).call('GET outbox/email')).messages.length,
      clock: await controlOf(base).call('GET clock'),
    })
    const before = await state()
    expect(before).toMatchObject({ users: ['ada@example.com'], profile: 200, mails: 1, clock: { now } })
    await evict(base)
    expect(await state()).toEqual(before)
    await worker.dispose()
    worker = start()
    expect(await state()).toEqual(before)
  })

  it('sends a webhook again by its alarm that a receiver refused before the eviction', async () => {
    const base = await open('webhooks')
    const world = controlOf(base)
    statuses.push(500)
    await world.call('POST create/webhook', { url: 'https://hooks.example.net/', events: ['ping'] })
    await vi.waitFor(() => expect(received.length).toBe(1))
    // The retry is due 15 seconds after the first attempt. Its alarm is moved nearer, as the clock has no other use.
    await expect.poll(async () => (await send(`${base}/test/alarm`)).json()).not.toBeNull()
    await world.call('POST clock/advance', { seconds: 13 })
    await evict(base)
    await vi.waitFor(() => expect(received.length).toBe(2))
    await vi.waitFor(async () => {
      const { messages } = await world.call('GET webhooks/messages')
      expect(messages.map(({ status }) => status)).toEqual(['delivered'])
    })
  })

  it('sends no webhook to the Worker itself', async () => {
    const base = await open('loop')
    await controlOf(base).call('POST create/webhook', { url: `${origin}/hook`, events: ['ping'] })
    await controlOf(base).call('POST clock/settle')
    const { deliveries } = await controlOf(base).call('GET webhooks/deliveries')
    expect(deliveries).toMatchObject([{ response: { error: expect.stringContaining('may not be sent') } }])
  })

  it('has no alarm while its clock stands still', async () => {
    const base = await open('frozen')
    const alarm = async () => (await send(`${base}/test/alarm`)).json()
    expect(await alarm()).toBeNull()
    await controlOf(base).call('POST clock/freeze')
    statuses.push(500)
    const before = received.length
    await controlOf(base).call('POST create/webhook', { url: 'https://hooks.example.net/', events: ['ping'] })
    await vi.waitFor(() => expect(received.length).toBe(before + 1))
    await expect.poll(() => alarm()).toBeNull()
    await controlOf(base).call('POST clock/resume')
    await expect.poll(() => alarm()).toEqual(expect.any(Number))
    await controlOf(base).call('POST clock/freeze')
    await expect.poll(() => alarm()).toBeNull()
  })

  it.each(['truncate', 'networkError', 'loseReply'])(
    'breaks a connection by the fault %s, and goes on answering',
    async (fault) => {
      const base = await open(`broken-by-${fault.toLowerCase()}`)
      const { id, token: apiToken } = await sandboxOf(base)
      const users = `${base}/api/v0/environments/${id}/users`
      const headers = { authorization: `Bearer ${apiToken}` }
      await controlOf(base).call('POST faults/set', { [fault]: true, operation: 'users.list', times: 1 })
      // Node's own `fetch`, which also asks for compressed replies. `dispatchFetch` swallows a broken body.
      const reply = await fetch(new URL(users, await worker.ready), { headers })
      await expect(reply.text()).rejects.toThrow('terminated')
      expect((await send(users, { headers })).status).toBe(200)
    },
  )

  it('answers 500 and changes nothing when its storage fails', async () => {
    const base = await open('full')
    await createUser(base, 'before@example.com')
    await send(`${base}/test/fail`)
    expect((await createUser(base, 'during@example.com')).status).toBe(500)
    await send(`${base}/test/mend`)
    expect(await emailsOf(base)).toEqual(['before@example.com'])
    await createUser(base, 'after@example.com')
    await evict(base)
    expect(await emailsOf(base)).toEqual(['after@example.com', 'before@example.com'])
  })

  it('says so when its state is of another version, until it is dropped', async () => {
    const base = await open('old')
    await send(`${base}/test/spoil`)
    await evict(base)
    const response = await send(`${base}/api/v0/health`)
    expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('another version')])
    await control.call('POST worlds/drop', { name: 'old' })
    expect(await emailsOf(await open('old'))).toEqual([])
  })
})

describe('the mock of the Worker itself', () => {
  it('begins anew by a reset when its state is of another version, and keeps the list of worlds', async () => {
    await open('survivor')
    await createUser('', 'old@example.com')
    await send('/test/spoil')
    await evict()
    expect((await send('/api/v0/health')).status).toBe(500)
    // Without the token, nobody resets it.
    expect((await post('/__mock/v1/reset', {})).status).toBe(500)
    await control.call('POST reset')
    expect(await emailsOf()).toEqual([])
    expect((await control.call('GET worlds')).map(({ name }) => name)).toContain('survivor')
  })
})

describe('the control interface of a Worker', () => {
  it('streams what happens in a world to who sends the token', async () => {
    const base = await open('streamed')
    expect((await send(`${base}/__mock/v1/stream`)).status).toBe(401)
    const response = await send(`${base}/__mock/v1/stream`, { headers: { authorization: `Bearer ${token}` } })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    let text = ''
    await createUser(base, 'ada@example.com')
    while (!text.includes('users.create')) text += decoder.decode((await reader.read()).value, { stream: true })
    await reader.cancel()
    expect(text).toMatch(/event: ?clock/)
  })

  it('streams that a world was created, to readers at the mock of the Worker', async () => {
    const response = await send('/__mock/v1/stream', { headers: { authorization: `Bearer ${token}` } })
    const events = createEventReader(response.body as ReadableStream<Uint8Array>)
    await open('announced')
    expect((await events.nextOf('worlds')).data).toEqual({})
    await events.cancel()
  })

  it('answers only who sends the token', async () => {
    const base = await open('control')
    for (const path of ['/__mock/v1/state', '/__mock/v1/worlds', '/__mock/v1/nothing', `${base}/__mock/v1/state`])
      for (const authorization of ['', 'Bearer wrong', `Bearer ${token}x`, `Basic ${token}`])
        expect(await codeOf(await send(path, { headers: { authorization } })), path).toEqual([401, 'unauthorized'])
    // The objects ask each other for whole states, also with the token only.
    expect((await send(`${base}/__mock/object`)).status).toBe(404)
    expect((await send(`${base}/__mock/object`, { method: 'DELETE' })).status).toBe(404)
    const page = { headers: { authorization: `Bearer ${token}`, origin: 'https://app.example.com' } }
    // The token counts for pages of other origins, too, and they can read the refusal of another one.
    expect((await send('/__mock/v1/state', page)).status).toBe(200)
    const stranger = await send('/__mock/v1/state', { headers: { ...page.headers, authorization: 'Bearer wrong' } })
    expect([stranger.status, stranger.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
    expect((await send('/__mock/v1/billing/plan', { method: 'POST' })).status).toBe(401)
    expect(await (await send('/__mock/health')).json()).toMatchObject({ status: 'ok', control: 'on' })
  })

  it('is off without a token, and with one that can be guessed', async () => {
    for (const bindings of [{}, { LATCHKEY_CONTROL_TOKEN: 'short' }] as Record<string, string>[]) {
      const closed = start(bindings)
      const ask = (path: string) =>
        closed.dispatchFetch(origin + path, { headers: { authorization: `Bearer ${bindings.LATCHKEY_CONTROL_TOKEN}` } })
      for (const path of ['/__mock/v1/state', '/__mock/mcp'])
        expect(await codeOf((await ask(path)) as unknown as Response)).toEqual([403, 'forbidden'])
      expect(await (await ask('/__mock/health')).json()).toMatchObject({
        status: 'ok',
        control: expect.stringContaining('set the secret LATCHKEY_CONTROL_TOKEN'),
      })
      await closed.dispose()
    }
  })
})

describe('the tools for coding agents of a Worker', () => {
  const connect = (base: string, controlToken = token) =>
    connectOverHttp('a client of 2026', `${origin}${base}/__mock/mcp`, {
      requestInit: { headers: { authorization: `Bearer ${controlToken}` } },
      fetch: async (url, init) =>
        (await worker.dispatchFetch(String(url), {
          ...(init as object),
          headers: Object.fromEntries(new Headers(init?.headers)),
        })) as unknown as Response,
    })
  const textOf = async (client: ToolClient, name: string, input: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: input })
    return JSON.stringify(content)
  }

  it('drive the world that their URL names, and others that a call names', async () => {
    const [base] = [await open('agent'), await open('agent-2')]
    const client = await connect(base)
    await textOf(client, 'control', { route: 'POST create/user', input: { email: 'ada@example.com' } })
    expect(await textOf(client, 'call_operation', { operation: 'users.list' })).toContain('ada@example.com')
    expect(await emailsOf(base)).toEqual(['ada@example.com'])
    const there = { world: 'agent-2', route: 'POST create/user', input: { email: 'bob@example.com' } }
    await textOf(client, 'control', there)
    expect(await emailsOf('/w/agent-2')).toEqual(['bob@example.com'])
    await textOf(client, 'create_world', { name: 'of-an-agent' })
    expect(await textOf(client, 'list_worlds', {})).toContain('of-an-agent')
    expect(await textOf(client, 'describe', { id: 'POST create/user' })).toContain('email')
    expect(await textOf(client, 'control', { world: 'nobody', route: 'GET defaults' })).toContain(
      'There is no world of this name. Create it by POST /__mock/v1/worlds.',
    )
    await client.close()
  })

  it('are at the mock of the Worker itself as well, and for bearers of the token only', async () => {
    const client = await connect('')
    expect(await textOf(client, 'call_operation', { operation: 'users.list' })).toContain('users')
    await client.close()
    await expect(connect('', 'another-token')).rejects.toThrow('HTTP 401')
    expect(await codeOf(await post('/__mock/mcp', {}))).toEqual([401, 'unauthorized'])
    const page = { authorization: `Bearer ${token}`, origin: 'https://app.example.com' }
    expect((await send('/__mock/mcp', { method: 'POST', headers: page, body: '{}' })).status).toBe(403)
    expect((await send('/__mock/mcp', { headers: { authorization: `Bearer ${token}` } })).status).toBe(405)
  })
})

describe('a program that waits for the Worker, or generates from its contract', () => {
  it('is answered at the root, at the health check and at the contract, below a world, too', async () => {
    const base = await open('entrance')
    for (const below of ['', base])
      for (const path of ['/', '/__mock/health', '/openapi.json', '/openapi-3.0.json'])
        for (const method of ['GET', 'HEAD', 'POST']) {
          const { status, headers } = await send(below + path, { method })
          expect([status, headers.get('access-control-allow-origin') ?? headers.get('allow')], path).toEqual(
            method === 'POST' ? [405, 'GET, HEAD'] : [200, '*'],
          )
        }
    const contract = (await (await send(`${base}/openapi.json`)).json()) as { servers: { url: string }[] }
    expect(contract.servers[0]?.url).toBe(origin + base)
    expect(await (await send(`${base}/`)).json()).toMatchObject({ openapi: `${origin}${base}/openapi.json` })
    const page = await send('/', { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('<title>Latchkey inspector</title>')
    expect((await send('/w/nobody-made-this/__mock/health')).status).toBe(404)
  })
})

describe('a page of another site', () => {
  it('may use the sign-in operations, and the others once an environment lists its origin', async () => {
    const base = await open('pages')
    const { id, token: apiToken } = await sandboxOf(base)
    const ask = async (path: string) =>
      (await send(base + path, { headers: { origin: 'https://app.example.com', authorization: `Bearer ${apiToken}` } }))
        .status
    expect(await ask(`/api/v0/sdk/${id}/settings`)).toBe(200)
    expect(await ask(`/api/v0/environments/${id}/users`)).toBe(403)
    await post(`${base}/api/v0/environments/${id}/origins`, { origin: 'https://app.example.com' }, `Bearer ${apiToken}`)
    expect(await ask(`/api/v0/environments/${id}/users`)).toBe(200)
  })
})

describe('a method of a development node in a Worker', () => {
  const call = async (path: string, request: { method: string; params: unknown[] }, authorization?: string) =>
    (await (await post(path, { jsonrpc: '2.0', id: 1, ...request }, authorization)).json()) as {
      result?: unknown
      error?: { code: number }
    }

  it.each([
    ['', '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'],
    ['/w/development', '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'],
  ])('changes the chain of "%s" by the control token, and for nobody without it', async (base, address) => {
    if (base) await open('development')
    const path = `${base}/__mock/chains/evm/1`
    const balance = async () => (await call(path, { method: 'eth_getBalance', params: [address] })).result
    const setBalance = { method: 'anvil_setBalance', params: [address, '0x1'] }
    for (const authorization of [undefined, 'Bearer wrong', `Bearer ${(await sandboxOf(base)).token}`])
      expect(await call(path, setBalance, authorization)).toMatchObject({
        error: { code: 4100 },
      })
    expect(await balance()).toBe('0x0')
    expect(await call(path, setBalance, `Bearer ${token}`)).toMatchObject({ result: null })
    await evict(base)
    expect(await balance()).toBe('0x1')
  })
})

describe('createWorldObject', () => {
  it.each<[string, () => unknown, string]>([
    ['a seed', () => createWorldObject({ seed: 'mine' } as object), 'there is no option "seed"'],
    ['a typo', () => createWorldObject({}, { bindng: 'MOCK' } as object), 'Did you mean "binding"?'],
    ['a path', () => createWorldObject({}, { baseUrl: `${origin}/mock` }), 'takes an origin, without a path'],
    ['half a world', () => createWorldObject({}, { maximumWorlds: 1.5 }), 'must be a whole number'],
    [
      'a text in the place of true, which would share the tokens',
      () => createWorldObject({}, { shareTokens: 'false' as never }),
      '`shareTokens` takes true or false.',
    ],
  ])('refuses %s', (_, call, message) => {
    expect(call).toThrow(TypeError)
    expect(call).toThrow(message)
  })
})

describe('a WebSocket to a chain of a Durable Object', () => {
  const path = '/__mock/chains/evm/1'
  const upgrade = (url: string, headers: Record<string, string> = {}) =>
    worker.dispatchFetch(url, { headers: { upgrade: 'websocket', ...headers } })

  /** An open socket, with what it has received. */
  async function connect(base: string) {
    const { webSocket: socket } = await upgrade(origin + base + path)
    if (!socket) throw new Error('There is no socket.')
    const received: { readonly result?: unknown; readonly params?: { readonly result: unknown } }[] = []
    socket.addEventListener('message', ({ data }) => received.push(JSON.parse(String(data))))
    socket.accept()
    const ask = (method: string, ...params: unknown[]) =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    return { socket, received, ask }
  }

  it('answers, and reports only the blocks of its own world', async () => {
    const [first, second] = [await connect(await open('socket-1')), await connect(await open('socket-2'))]
    for (const { ask, received } of [first, second]) {
      ask('eth_chainId')
      ask('eth_subscribe', 'newHeads')
      await expect.poll(() => received).toHaveLength(2)
      expect(received[0]).toEqual({ jsonrpc: '2.0', id: 1, result: '0x1' })
    }
    for (const name of ['socket-1', 'socket-2', 'socket-1'])
      await controlOf(`/w/${name}`).call('POST chain/blocks', { blocks: 1, networkId: 1 })
    const numbersOf = ({ received }: typeof first) => received.flatMap(({ params }) => (params ? [params.result] : []))
    await expect.poll(() => numbersOf(first)).toMatchObject([{ number: '0x1' }, { number: '0x2' }])
    await expect.poll(() => numbersOf(second)).toMatchObject([{ number: '0x1' }])
    for (const { socket } of [first, second]) socket.close()
  })

  it('is closed with its world', async () => {
    const { socket } = await connect(await open('socket-3'))
    const closed = new Promise((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
    await control.call('POST worlds/drop', { name: 'socket-3' })
    expect(await closed).toBe(1001)
  })

  it.each([
    ['/w/nobody/__mock/chains/evm/1', {}, 404],
    ['/__mock/chains/evm/123456', {}, 404],
    [path, { origin: 'https://evil.example' }, 403],
  ])('at %s with %j is refused with %i', async (refused, headers, status) => {
    const response = await upgrade(origin + refused, headers)
    expect(response.status).toBe(status)
    expect(response.webSocket).toBeNull()
  })
})
