import { request as httpRequest } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEventReader } from '../../test/support/eventReader.ts'
import { countTimers } from '../../test/support/openTimers.ts'
import { createWorlds } from '../control/http/worlds.ts'
import { createMock, type Mock } from '../mock/createMock.ts'
import { type MockServer, startServer } from './server.ts'

let server: MockServer
beforeEach(async () => {
  server = await startServer({ seed: 'worlds' }, { worlds: { maximum: 3 } })
})
afterEach(() => server.close())

/** The users of a world, over HTTP. */
async function usersOf(base: string): Promise<unknown> {
  const { id, token } = server.mock.defaults.environments.sandbox
  const response = await fetch(`${base}/api/v0/environments/${id}/users`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (response.status !== 200) return [response.status, ((await response.json()) as { code: string }).code]
  return ((await response.json()) as { users: { email: string }[] }).users.map(({ email }) => email)
}

const control = async (path: string, body?: object, base = server.url) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(
    `${base}/__mock/v1/${path}`,
    body && { method: 'POST', headers, body: JSON.stringify(body) },
  )
  return { status: response.status, body: (await response.json().catch(() => undefined)) as unknown }
}

/** The status of a request whose path is sent as it is. */
const rawStatus = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const request = httpRequest({ hostname, port, path }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', reject)
    request.end()
  })

/** The status of a request with headers that `fetch` does not send. */
const statusWith = (url: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', reject)
    request.end()
  })

const profileStatus = async (world: Mock, token: string) => {
  const url = `${world.baseUrl}/api/v0/sdk/${world.defaults.environments.sandbox.id}/users`
  return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status
}

describe('a world', () => {
  it("begins with the state of the server's own mock, and shares nothing with it from then on", async () => {
    await server.mock.create.user({ email: 'base@example.com' })
    const [ada, bob] = [`${server.url}/w/ada`, `${server.url}/w/bob`]
    expect(await usersOf(ada)).toEqual(['base@example.com'])
    await server.worlds.get('ada')?.create.user({ email: 'ada@example.com' })
    await server.mock.create.user({ email: 'later@example.com' })
    expect(await usersOf(ada)).toEqual(expect.arrayContaining(['base@example.com', 'ada@example.com']))
    expect(await usersOf(bob)).toEqual(expect.arrayContaining(['base@example.com', 'later@example.com']))
    expect(await usersOf(server.url)).not.toContain('ada@example.com')
  })

  it('can be a copy of another world', async () => {
    await server.worlds.create('ada').create.user({ email: 'ada@example.com' })
    expect(await control('worlds', { name: 'copy', from: 'ada' })).toEqual({
      status: 200,
      body: { name: 'copy', url: `${server.url}/w/copy` },
    })
    expect(await usersOf(`${server.url}/w/copy`)).toEqual(['ada@example.com'])
  })

  it('signs its people in with tokens that no other world accepts', async () => {
    const [ada, bob] = [server.worlds.create('ada'), server.worlds.create('bob')]
    // The same person in both worlds, since they begin with the same randomness.
    const { token } = await ada.signIn(await ada.create.user({ email: 'ada@example.com' }))
    await bob.signIn(await bob.create.user({ email: 'ada@example.com' }))
    expect(await Promise.all([ada, bob, server.mock].map((world) => profileStatus(world, token)))).toEqual([
      200, 401, 401,
    ])
    const [, payload = ''] = token.split('.')
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      iss: `${new URL(server.url).host}/w/ada/${ada.defaults.environments.sandbox.id}`,
      aud: server.url,
    })
  })

  it('keeps its session cookies below its path', async () => {
    const world = server.worlds.create('ada')
    await world.settings.cookies({ hostname: 'login.example.com', origins: ['https://app.example.com'] })
    const { cookies } = await world.signIn(await world.create.user({ email: 'ada@example.com' }))
    expect(cookies?.join()).toContain('; Path=/w/ada/;')
  })

  it('has a clock, an outbox and a journal that only its own control interface reaches', async () => {
    const ada = `${server.url}/w/ada`
    await control('clock/freeze', {}, ada)
    await usersOf(ada)
    expect((await control('journal', undefined, ada)).body).toMatchObject({
      entries: [{ operation: 'users.list', path: expect.stringMatching(/^\/api\/v0\//) }],
    })
    expect((await control('journal')).body).toMatchObject({ entries: [] })
    expect([server.mock.clock.isRunning, server.worlds.get('ada')?.clock.isRunning]).toEqual([true, false])
  })
})

describe('the list of worlds', () => {
  it('has each world with its URL and last use, until it is dropped', async () => {
    await usersOf(`${server.url}/w/ada`)
    await server.worlds.get('ada')?.create.user({ email: 'ada@example.com' })
    expect((await control('worlds')).body).toEqual([
      {
        name: 'ada',
        url: `${server.url}/w/ada`,
        lastUsedAt: expect.stringMatching(/Z$/),
        counts: expect.objectContaining({ users: 1, requests: 1 }),
      },
    ])
    expect((await control('worlds/drop', { name: 'ada' })).status).toBe(204)
    expect((await control('worlds')).body).toEqual([])
  })

  it('refuses wrong names, names in use and unknown worlds, and says why', async () => {
    server.worlds.create('ada')
    const refusals = [
      await control('worlds', { name: 'a/b' }),
      await control('worlds', { name: 'ada' }),
      await control('worlds', { name: 'copy', from: 'bob' }),
      await control('worlds/drop', { name: 'bob' }),
    ]
    expect(refusals.map(({ status, body }) => [status, (body as { error: string }).error])).toEqual([
      [400, 'Failed to create a world: a name has 1 to 64 letters, digits, "-" and "_", not "a/b".'],
      [400, 'Failed to create a world: there is a world "ada".'],
      [400, 'Failed to create a world: there is no world "bob" to copy.'],
      [400, 'Failed to drop: there is no world "bob".'],
    ])
    expect(server.worlds.list()).toHaveLength(1)
  })

  it('does not grow beyond its limit', async () => {
    for (const name of ['one', 'two', 'three']) await usersOf(`${server.url}/w/${name}`)
    expect(await usersOf(`${server.url}/w/four`)).toEqual([429, 'too_many_requests'])
    expect(await control('worlds', { name: 'four' })).toMatchObject({
      status: 429,
      body: {
        error: 'Failed to create a world: the server keeps 3 worlds. Drop one, or start it with room for more.',
        code: 'too_many_requests',
      },
    })
    server.worlds.drop('one')
    expect(await usersOf(`${server.url}/w/four`)).toEqual([])
  })

  it('loses worlds that nobody has used for an hour when another one is created', () => {
    let now = 0
    const worlds = createWorlds(createMock(), {
      createDeliver: () => async () => ({ status: 200, body: '' }),
      time: { now: () => now },
    })
    for (const name of ['idle', 'used']) worlds.create(name)
    now = 60 * 60_000
    worlds.get('used')
    now += 1
    worlds.open('new')
    expect(worlds.list().map(({ name }) => name)).toEqual(['new', 'used'])
  })

  it.each([{ maximum: 1.5 }, { maximum: -1 }, { idleMinutes: 0 }, { idleMinutes: Number.NaN }])(
    'refuses the limits %o',
    async (worlds) => {
      await expect(startServer({}, { worlds })).rejects.toThrow(/^Failed to call "startServer\(\)": `worlds\./)
    },
  )
})

describe('a world that is dropped', () => {
  const openStream = async (base: string) => {
    const response = await fetch(`${base}/__mock/v1/stream`)
    return createEventReader(response.body as ReadableStream<Uint8Array>)
  }

  it('ends its stream of events, and a stream that is opened then is that of the world made again', async () => {
    const base = `${server.url}/w/ada`
    await control('worlds', { name: 'ada' })
    const [own, others] = [await openStream(base), await openStream(server.url)]
    await own.nextOf('clock')
    await control('worlds/drop', { name: 'ada' })
    expect(await own.next()).toBeUndefined()
    await control('worlds', { name: 'ada' })
    const again = await openStream(base)
    await fetch(`${base}/nowhere`)
    expect((await again.nextOf('journal')).data).toMatchObject({ path: '/nowhere' })
    expect(await others.nextOf('worlds')).toMatchObject({ data: {} })
    await Promise.all([again.cancel(), others.cancel()])
  })

  it('refuses at once who waits for a message in it, and nobody who waits in another world', async () => {
    await control('worlds', { name: 'ada' })
    await control('worlds', { name: 'grace' })
    const timeoutMs = 119_999
    const timers = countTimers(timeoutMs)
    const wait = (base: string) => control('outbox/next', { channel: 'email', timeoutMs }, base)
    const [own, other] = [wait(`${server.url}/w/ada`), wait(`${server.url}/w/grace`)]
    await expect.poll(timers.open).toBe(2)
    await control('worlds/drop', { name: 'ada' })
    expect(await own).toMatchObject({
      status: 400,
      body: { error: 'POST outbox/next: the mock was closed while it waited.', code: 'bad_request' },
    })
    expect(timers.open()).toBe(1)
    await control('worlds/drop', { name: 'grace' })
    expect((await other).status).toBe(400)
  })
})

describe('a request for a world that cannot be', () => {
  it.each(['', 'a'.repeat(65), 'a.b', '%61', '..%2f'])('is not found with the name "%s"', async (name) => {
    expect(await statusWith(`${server.url}/w/${name}/api/v0/x`, {})).toBe(404)
    expect(server.worlds.list()).toEqual([])
  })

  it("is one for the server's own mock if its path leaves the worlds", async () => {
    for (const path of ['/w/../__mock/v1/worlds', '/w/ada/%2e%2e/..\\__mock/v1/worlds', '/w/..'])
      expect(await rawStatus(path), path).toBe(200)
    expect(server.worlds.list()).toEqual([])
  })

  it('creates nothing for a page of another site, which could fill the server', async () => {
    const url = `${server.url}/w/ada/api/v0/sdk/x`
    const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
    expect(await statusWith(url, foreign)).toBe(403)
    expect(await statusWith(url, { ...foreign, origin: 'https://evil.example' })).toBe(403)
    expect(await statusWith(url, { host: 'evil.example' })).toBe(403)
    expect(server.worlds.list()).toEqual([])
    await server.mock.create.origin('https://app.example.com')
    expect(await statusWith(url, { ...foreign, origin: 'https://app.example.com' })).toBe(404)
    expect(server.worlds.list()).toHaveLength(1)
  })

  it('does not reach the control interface under a name that a tunnel could have', async () => {
    await server.close()
    server = await startServer({}, { allowHosts: ['mock.example.com'] })
    const url = `${server.url}/w/ada/__mock/v1/journal`
    expect(await statusWith(url, {})).toBe(200)
    expect(await statusWith(url, { host: 'mock.example.com' })).toBe(403)
  })
})
