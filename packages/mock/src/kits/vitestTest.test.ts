import { AsyncLocalStorage } from 'node:async_hooks'
import { get } from 'node:https'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, test as vitestTest, vi } from 'vitest'
import type { Mock } from '../mock/createMock.ts'
import { createTest } from './vitestTest.ts'

const baseUrl = 'https://api.example.com'
const test = createTest({ baseUrl, prepare: (mock) => mock.create.user({ email: 'grace@example.com' }) })

/** Runs a function outside of every test, like a queue that was made before the tests. */
const elsewhere = AsyncLocalStorage.snapshot()

function request({ defaults }: Mock): Promise<Response> {
  const { id, token } = defaults.environments.sandbox
  return fetch(`${baseUrl}/api/v0/environments/${id}/users`, { headers: { authorization: `Bearer ${token}` } })
}

async function emailsOf(response: Promise<Response>): Promise<string[]> {
  const { users } = (await (await response).json()) as { users: { email: string }[] }
  return users.map(({ email }) => email).sort()
}

function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {}
  return { opened: new Promise((resolve) => (open = resolve)), open: () => open() }
}

describe('a test', () => {
  const seen = new Set<Mock>()

  test('gets a copy of the prepared mock, which answers fetch', async ({ mock, expect }) => {
    await mock.create.user({ email: 'ada@example.com' })
    expect(await emailsOf(request(mock))).toEqual(['ada@example.com', 'grace@example.com'])
    seen.add(mock)
  })

  test('answers a function of Node that the app has imported by name', async ({ mock, expect }) => {
    const { id } = mock.defaults.environments.sandbox
    const status = await new Promise((resolve, reject) => {
      get(`${baseUrl}/api/v0/sdk/${id}/healthcheck`, ({ statusCode }) => resolve(statusCode)).on('error', reject)
    })
    expect(status).toBe(200)
  })

  test('shares nothing with the test before', async ({ mock, expect }) => {
    expect([seen.size, seen.has(mock)]).toEqual([1, false])
    expect(await emailsOf(request(mock))).toEqual(['grace@example.com'])
  })

  test('may set faults, and add handlers of its own', async ({ mock, server, expect }) => {
    server.use(http.get('https://other.example.com/', () => HttpResponse.text('other')))
    mock.faults.set('users.list', { status: 503 })
    const other = await fetch('https://other.example.com/')
    expect([await other.text(), (await request(mock)).status]).toEqual(['other', 503])
  })

  test('has neither the faults nor the handlers of the test before, nor the network', async ({ mock, expect }) => {
    expect((await request(mock)).status).toBe(200)
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(fetch('https://other.example.com/')).rejects.toThrow()
    expect(complaint).toHaveBeenCalledWith(expect.stringContaining('GET https://other.example.com/'))
  })

  let missed: unknown
  // The body does not fail, which the next test shows: the kit fails the test.
  test.fails('fails where the app calls the service at another URL', async ({ mock }) => {
    const { id } = mock.defaults.environments.sandbox
    const reply = await fetch(`https://api.other.example/api/v0/sdk/${id}/healthcheck`)
    missed = [reply.status, await reply.json()]
  })

  test('names both URLs in the answer to such a call', ({ expect }) => {
    const error = expect.stringMatching(/https:\/\/api\.other\.example.*baseUrl/s)
    expect(missed).toEqual([500, { error, code: 'internal_server_error' }])
  })

  test('gets answers for requests that are sent elsewhere', async ({ mock, expect }) => {
    expect(await emailsOf(elsewhere(() => request(mock)))).toEqual(['grace@example.com'])
  })

  test('signs people in by e-mail address, id or record', async ({ mock, signIn, expect }) => {
    const ada = await signIn('ada@example.com')
    const again = [await signIn('ADA@example.com'), await signIn(ada.user.id), await signIn(ada.user)]
    expect(again.map(({ user }) => user.id)).toEqual([ada.user.id, ada.user.id, ada.user.id])
    const { id } = mock.defaults.environments.sandbox
    const response = await fetch(`${baseUrl}/api/v0/sdk/${id}/users`, { headers: ada.headers })
    expect(response.status).toBe(200)
  })

  test('signs people in by address without a request, so that no fault hits it', async ({ mock, signIn, expect }) => {
    mock.faults.set('users.list', { status: 503 })
    expect((await signIn('grace@example.com')).user.newUser).toBe(true)
    expect((await signIn('ada@example.com')).user.email).toBe('ada@example.com')
    expect(mock.journal.list()).toEqual([])
    await expect(signIn('ada@')).rejects.toThrow('e-mail address')
  })

  test('gives a session a scope', async ({ signIn, expect }) => {
    expect((await signIn('ada@example.com', { scope: 'gold' })).user.scope).toBe('user:basic gold')
  })

  test('does not sign in a user that does not exist', async ({ signIn, expect }) => {
    await expect(signIn('nobody')).rejects.toThrow('Failed to call "signIn()": there is no user with this id.')
  })

  it('of vitest itself runs in the same file', () => {
    expect(seen.size).toBe(1)
  })
})

describe.concurrent('tests at the same time', () => {
  let [arrived, left] = [0, 0]
  const [everybodyCame, everybodyIsDone] = [createGate(), createGate()]

  for (const email of ['ada@example.com', 'eve@example.com'])
    test(`have a mock each: ${email}`, async ({ mock, expect }) => {
      await mock.create.user({ email })
      if (++arrived === 2) everybodyCame.open()
      await everybodyCame.opened
      expect(await emailsOf(request(mock))).toEqual([email, 'grace@example.com'])
      const lost = await elsewhere(() => request(mock))
      expect([lost.status, await lost.text()]).toEqual([500, expect.stringContaining('several tests run')])
      if (++left === 2) everybodyIsDone.open()
      await everybodyIsDone.opened
    })
})

describe('createTest', () => {
  it('refuses an option that the mock does not have', () => {
    expect(() => createTest({ provider: ['google'] } as object)).toThrow(
      'Failed to call "createMock()": there is no option "provider". Did you mean "providers"?',
    )
  })

  it('refuses a vitest that cannot run something around a test', () => {
    const { aroundEach } = vitestTest
    Reflect.deleteProperty(vitestTest, 'aroundEach')
    try {
      expect(() => createTest()).toThrow(
        'Failed to call "createTest()": @latchkey/mock/vitest needs vitest 4.1 or later.',
      )
    } finally {
      Object.assign(vitestTest, { aroundEach })
    }
  })
})
