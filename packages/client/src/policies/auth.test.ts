import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createTransport } from '../calls/createTransport.ts'
import { gates } from '../generated/operations/index.ts'
import { bearer, cookies, createAuth } from './auth.ts'
import type { Auth } from './pipeline.ts'
import type { IssuedToken, TokenReason } from './tokenCache.ts'

const cause = new Error('signed out')
const ids = { environmentId: 'e', gateId: 'g' }

/** The headers of a call with the credential. */
async function sentBy(
  auth: Auth,
  headers: Record<string, string> = {},
): Promise<RequestInit & { headers: Record<string, string> }> {
  let sent: RequestInit | undefined
  const fetch = async (_url: string, init?: RequestInit) => ((sent = init), Response.json({}))
  await gates.get(createTransport({ baseUrl: 'https://api.test', auth, fetch }), ids, { headers })
  return sent as RequestInit & { headers: Record<string, string> }
}

async function tokenOf(auth: Auth, headers?: Record<string, string>): Promise<string | undefined> {
  return (await sentBy(auth, headers)).headers.authorization
}

/** A transport whose service accepts only one token, and counts the calls. */
function guarded(auth: Auth, isAccepted: (token: string | undefined) => boolean) {
  const bodies: unknown[] = []
  const fetch = async (_url: string, init: RequestInit = {}) => {
    const { authorization } = init.headers as Record<string, string>
    bodies.push(init.body)
    return isAccepted(authorization?.slice(7))
      ? Response.json({})
      : Response.json({ error: 'No.', code: 'unauthorized' }, { status: 401 })
  }
  return { api: createTransport({ baseUrl: 'https://api.test', auth, fetch }), bodies }
}

const startedAt = Date.parse('2026-01-01T00:00:00Z')
function atFixedTime(): void {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: startedAt })
  onTestFinished(() => void vi.useRealTimers())
}

const inSeconds = (seconds: number) => startedAt + seconds * 1000
const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`

describe('bearer', () => {
  it('sends a fixed token', async () => {
    expect(await tokenOf(bearer('abc.def'))).toBe('Bearer abc.def')
  })

  it('asks the provider once for 1 000 simultaneous calls, and again later if the expiry is unknown', async () => {
    let asked = 0
    const auth = bearer(async () => `token-${++asked}`)
    const together = await Promise.all(Array.from({ length: 1000 }, () => tokenOf(auth)))
    expect(new Set(together)).toEqual(new Set(['Bearer token-1']))
    expect(await tokenOf(auth)).toBe('Bearer token-2')
  })

  it("leaves the caller's authorization header unchanged, and does not ask the provider", async () => {
    const auth = bearer(() => {
      throw new Error('asked')
    })
    expect(await tokenOf(auth, { authorization: 'Basic x' })).toBe('Basic x')
  })

  it.each(['', 'two words', 'line\nbreak', 'é'])('refuses the token %j and does not repeat it', (token) => {
    expect(() => bearer(token)).toThrow(
      new TypeError(
        'Failed to call "bearer()": the token is missing, empty, or has characters that are not allowed in a token.',
      ),
    )
  })

  it.each([
    [
      'throws',
      () => {
        throw cause
      },
    ],
    ['rejects', () => Promise.reject(cause)],
  ])(
    'fails each waiting call with an AuthError of its operation when the provider %s, and asks again later',
    async (_, failing) => {
      atFixedTime()
      let provider: () => string | Promise<string> = failing
      let sent = 0
      const api = createTransport({
        baseUrl: 'https://api.test',
        auth: bearer(() => provider()),
        fetch: async () => (sent++, Response.json({ gates: [] })),
      })
      const [first, second] = await Promise.all([rejection(gates.get(api, ids)), rejection(gates.list(api, ids))])
      expect(first).toMatchObject({
        name: 'AuthError',
        operation: 'gates.get',
        message: 'gates.get was not sent: it got no credential.',
        cause,
      })
      expect(second).toMatchObject({ name: 'AuthError', operation: 'gates.list', cause })
      expect(sent).toBe(0)
      provider = () => 'fresh'
      vi.setSystemTime(inSeconds(1))
      await gates.get(api, ids)
      expect(sent).toBe(1)
    },
  )

  it.each(['', 'secret token\n'])(
    'makes an AuthError that does not repeat it when the provider gives %j',
    async (token) => {
      const api = createTransport({
        baseUrl: 'https://api.test',
        auth: bearer(async () => token),
        fetch: async () => Response.json({}),
      })
      expect(await rejection(gates.get(api, ids))).toMatchObject({
        name: 'AuthError',
        cause: new TypeError('The token provider returned no token.'),
      })
    },
  )
})

describe('the token of a provider', () => {
  it('may come from a promise of another realm', async () => {
    const provider = (): PromiseLike<string> => runInNewContext("Promise.resolve('foreign')")
    expect(await tokenOf(bearer(provider))).toBe('Bearer foreign')
  })

  it.each([
    ['the exp of a JWT', () => jwt({ exp: inSeconds(600) / 1000 })],
    ['expiresAt as a date', () => ({ token: 'opaque', expiresAt: new Date(inSeconds(600)) })],
    ['expiresAt as text', () => ({ token: 'opaque', expiresAt: '2026-01-01T00:10:00Z' })],
    ['expiresAt as a number', () => ({ token: 'opaque', expiresAt: inSeconds(600) })],
  ])(
    'is cached until it expires by %s, and the next one is fetched a minute before in the background',
    async (_, issue) => {
      atFixedTime()
      const reasons: TokenReason[] = []
      let answer: ((token: string) => void) | undefined
      const auth = bearer(async (reason) => {
        reasons.push(reason)
        return reasons.length === 1 ? issue() : new Promise<string>((resolve) => (answer = resolve))
      })
      const first = await tokenOf(auth)
      vi.setSystemTime(inSeconds(539))
      expect([await tokenOf(auth), reasons]).toEqual([first, ['missing']])
      vi.setSystemTime(inSeconds(541))
      expect([await tokenOf(auth), await tokenOf(auth), reasons]).toEqual([first, first, ['missing', 'expiring']])
      answer?.(jwt({ exp: inSeconds(9999) / 1000, next: true }))
      await vi.advanceTimersByTimeAsync(0)
      expect(await tokenOf(auth)).not.toBe(first)
      expect(reasons).toHaveLength(2)
    },
  )

  it('makes calls wait after the old one has expired', async () => {
    atFixedTime()
    let issued = 0
    const auth = bearer(async () => ({ token: `token-${++issued}`, expiresAt: Date.now() + 60_000 }))
    expect(await tokenOf(auth)).toBe('Bearer token-1')
    vi.setSystemTime(inSeconds(61))
    expect(await tokenOf(auth)).toBe('Bearer token-2')
  })

  it('is used while it is valid if fetching the next one fails, and the provider gets a pause', async () => {
    atFixedTime()
    let asked = 0
    const auth = bearer(async () => {
      if (++asked > 1) throw cause
      return { token: 'old', expiresAt: inSeconds(100) }
    })
    await tokenOf(auth)
    vi.setSystemTime(inSeconds(95))
    for (let call = 0; call < 5; call++) expect(await tokenOf(auth)).toBe('Bearer old')
    expect(asked).toBe(2)
    vi.setSystemTime(inSeconds(96.5))
    await tokenOf(auth)
    expect(asked).toBe(3)
    vi.setSystemTime(inSeconds(101))
    expect(await rejection(tokenOf(auth))).toMatchObject({ name: 'AuthError', cause })
  })

  it('is not asked for during the cool-down after a failure, which grows to 30 s', async () => {
    atFixedTime()
    let asked = 0
    const auth = bearer(async () => {
      asked++
      throw cause
    })
    const askedAt: number[] = []
    for (let second = 0; second <= 95; second++) {
      vi.setSystemTime(inSeconds(second))
      const before = asked
      expect(await rejection(tokenOf(auth))).toMatchObject({ name: 'AuthError', cause })
      if (asked > before) askedAt.push(second)
    }
    expect(askedAt).toEqual([0, 1, 3, 7, 15, 31, 61, 91])
  })

  it('is used until the service refuses it if a wrong clock says that it has expired', async () => {
    atFixedTime()
    let asked = 0
    const auth = bearer(async () => jwt({ exp: inSeconds(-300) / 1000, count: ++asked }))
    const first = await tokenOf(auth)
    expect([await tokenOf(auth), asked]).toEqual([first, 1])
    const { api } = guarded(auth, (token) => `Bearer ${token}` !== first)
    await gates.get(api, ids)
    expect(asked).toBe(2)
  })

  it('is fetched again after its expiry in the form of the service, seconds as text', async () => {
    atFixedTime()
    let asked = 0
    const auth = bearer(async () => ({ token: `token-${++asked}`, expiresAt: String(startedAt / 1000 + 10) }))
    expect([await tokenOf(auth), await tokenOf(auth)]).toEqual(['Bearer token-1', 'Bearer token-1'])
    vi.setSystemTime(inSeconds(11))
    expect(await tokenOf(auth)).toBe('Bearer token-2')
  })

  it.each(['soon', Number.NaN, '1e9x'])('is refused with the end %s, which is no time', async (expiresAt) => {
    expect(await rejection(tokenOf(bearer(async () => ({ token: 'token', expiresAt }))))).toMatchObject({
      name: 'AuthError',
      cause: new TypeError('The token provider returned an "expiresAt" that is not a time.'),
    })
  })

  it('is asked for again after a failure if the clock is set back meanwhile', async () => {
    atFixedTime()
    let asked = 0
    const auth = bearer(async () => {
      if (++asked === 1) throw cause
      return 'token'
    })
    await rejection(tokenOf(auth))
    vi.setSystemTime(inSeconds(-3600))
    expect(await tokenOf(auth)).toBe('Bearer token')
  })

  it('is requested again if a provider does not answer while the clock is set back', async () => {
    atFixedTime()
    let asked = 0
    const auth = bearer(() => (++asked === 1 ? new Promise<string>(() => {}) : Promise.resolve('late')))
    void rejection(tokenOf(auth))
    vi.setSystemTime(inSeconds(-3600))
    expect(await tokenOf(auth)).toBe('Bearer late')
  })

  it('is requested again when a provider has not answered for 30 s', async () => {
    atFixedTime()
    let asked = 0
    const auth = bearer(() => (++asked === 1 ? new Promise<string>(() => {}) : Promise.resolve('late')))
    void rejection(tokenOf(auth))
    vi.setSystemTime(inSeconds(31))
    expect(await tokenOf(auth)).toBe('Bearer late')
  })
})

describe('a 401', () => {
  it('causes one refresh and one replay with the same body', async () => {
    const reasons: TokenReason[] = []
    const auth = bearer(async (reason) => (reasons.push(reason), `token-${reasons.length}`))
    const { api, bodies } = guarded(auth, (token) => token === 'token-2')
    await gates.update(api, { ...ids, body: { name: 'New' } })
    expect([reasons, bodies]).toEqual([
      ['missing', 'refused'],
      ['{"name":"New"}', '{"name":"New"}'],
    ])
  })

  it('of 1 000 calls at once causes one refresh', async () => {
    const reasons: TokenReason[] = []
    const auth = bearer(
      async (reason) => (reasons.push(reason), { token: `token-${reasons.length}`, expiresAt: Date.now() + 3_600_000 }),
    )
    const { api, bodies } = guarded(auth, (token) => token === 'token-2')
    await Promise.all(Array.from({ length: 1000 }, () => gates.get(api, ids)))
    expect([reasons, bodies.length]).toEqual([['missing', 'refused'], 2000])
  })

  it('for a token that was replaced meanwhile causes no further refresh', async () => {
    let asked = 0
    const auth = bearer(async () => ({ token: `token-${++asked}`, expiresAt: Date.now() + 3_600_000 }))
    const answers: (() => void)[] = []
    const fetch = async (_url: string, init: RequestInit = {}) => {
      const { authorization } = init.headers as Record<string, string>
      if (authorization === 'Bearer token-2') return Response.json({})
      await new Promise<void>((resolve) => answers.push(resolve))
      return new Response(null, { status: 401 })
    }
    const api = createTransport({ baseUrl: 'https://api.test', auth, fetch })
    const calls = [gates.get(api, ids), gates.get(api, ids)]
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[0]?.()
    await calls[0]
    answers[1]?.()
    await calls[1]
    expect(asked).toBe(2)
  })

  it('is the result if the replay gets one, too', async () => {
    let asked = 0
    const { api, bodies } = guarded(
      bearer(async () => `token-${++asked}`),
      () => false,
    )
    expect(await rejection(gates.get(api, ids))).toMatchObject({ name: 'ApiError', status: 401, attempts: 2 })
    expect([asked, bodies.length]).toEqual([2, 2])
  })

  it.each([
    ['a fixed token', bearer('fixed'), {}],
    ['a provider that has no other token', bearer(async () => 'same'), {}],
    ['a header of the caller', bearer(() => 'token'), { headers: { authorization: 'Bearer own' } }],
  ])('is the result at once for %s', async (_, auth, options) => {
    const { api, bodies } = guarded(auth, () => false)
    expect(await rejection(gates.get(api, ids, options))).toMatchObject({ status: 401, attempts: 1 })
    expect(bodies).toHaveLength(1)
  })

  it('becomes an AuthError when the provider fails', async () => {
    const auth = bearer(async (reason) => {
      if (reason === 'refused') throw cause
      return 'old'
    })
    const { api } = guarded(auth, () => false)
    expect(await rejection(gates.get(api, ids))).toMatchObject({
      name: 'AuthError',
      cause,
      attempts: 1,
      message: 'gates.get was not sent again: it got no credential.',
    })
  })
})

describe('a refused reply', () => {
  it('is read before another token is requested, so that no timer, listener or open body is left', async () => {
    atFixedTime()
    const { signal } = new AbortController()
    const removed = vi.spyOn(signal, 'removeEventListener')
    const refusal = new Response('No.', { status: 401 })
    const auth = bearer(async (reason) => {
      if (reason === 'refused') throw cause
      return 'old'
    })
    const api = createTransport({ baseUrl: 'https://api.test', auth, fetch: async () => refusal })
    expect(await rejection(gates.get(api, ids, { signal }))).toMatchObject({ name: 'AuthError', cause })
    expect([refusal.bodyUsed, vi.getTimerCount()]).toEqual([true, 0])
    expect(removed.mock.calls.length).toBeGreaterThan(0)
  })

  it('is the result even if the renewal takes longer than the limit of an attempt', async () => {
    atFixedTime()
    const auth = createAuth({
      authorize() {},
      renew: () => new Promise((resolve) => setTimeout(() => resolve(false), 60)),
    })
    const { api } = guarded(auth, () => false)
    const refusal = rejection(gates.get(api, ids, { timeoutMs: 20 }))
    await vi.advanceTimersByTimeAsync(60)
    expect(await refusal).toMatchObject({ name: 'ApiError', status: 401, code: 'unauthorized' })
  })

  it('may break off, and is then a 401 without a body', async () => {
    const broken = new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('terminated')) }), {
      status: 401,
    })
    const api = createTransport({ baseUrl: 'https://api.test', auth: bearer('fixed'), fetch: async () => broken })
    expect(await rejection(gates.get(api, ids))).toMatchObject({ name: 'ApiError', status: 401, body: undefined })
  })
})

describe('reset', () => {
  it('fails calls that wait for a token, and ignores a late token', async () => {
    const answers: ((token: IssuedToken) => void)[] = []
    const auth = bearer(() => new Promise<IssuedToken>((resolve) => answers.push(resolve)))
    const waiting = rejection(tokenOf(auth))
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    auth.reset()
    answers[0]?.({ token: 'signed-out', expiresAt: Date.now() + 3_600_000 })
    expect(await waiting).toMatchObject({ name: 'AuthError' })
    const next = tokenOf(auth)
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.({ token: 'other', expiresAt: Date.now() + 3_600_000 })
    expect(await next).toBe('Bearer other')
  })

  it('prevents a replay of an earlier call with the new token', async () => {
    let asked = 0
    const auth = bearer(async () => `user-${++asked}`)
    const { api, bodies } = guarded(auth, () => (auth.reset(), false))
    expect(await rejection(gates.get(api, ids))).toMatchObject({ status: 401 })
    expect([asked, bodies.length]).toEqual([1, 1])
  })
})

describe('a custom Auth', () => {
  it('turns every error that it throws into an AuthError', async () => {
    const api = createTransport({
      baseUrl: 'https://api.test',
      auth: createAuth({
        authorize: () => {
          throw cause
        },
      }),
      fetch: async () => Response.json({}),
    })
    expect(await rejection(gates.get(api, ids))).toMatchObject({ name: 'AuthError', operation: 'gates.get', cause })
  })
})

describe('cookies', () => {
  it('includes credentials and adds no header', async () => {
    const { credentials, headers } = await sentBy(cookies())
    expect([credentials, Object.keys(headers)]).toEqual(['include', ['accept']])
  })
})
