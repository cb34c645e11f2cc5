import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { environmentId, rejection } from '../../test/serve.ts'
import { createUserJwtVerifier, verifyUserJwt } from './userJwt.ts'
import type { UserJwtOptions } from './userJwtOptions.ts'

const baseUrl = 'https://api.example.com'
const issuedAt = new Date('2026-01-15T09:30:00.000Z')
const iss = `api.example.com/${environmentId}`

async function makeKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'a', alg: 'ES256', use: 'sig' }]
  const claims = { iss, sub: 'user', sid: 'session', aud: 'https://app.example.com', environment_id: environmentId }
  const token = await new SignJWT({ ...claims, scope: 'user:basic' })
    .setProtectedHeader({ alg: 'ES256', kid: 'a', typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(new Date('2100-01-01T00:00:00.000Z'))
    .sign(privateKey)
  return { keys, token }
}

describe('the options of a verifier', () => {
  const origin = 'https://app.example.com'
  const duration = 'milliseconds, 0 or more'
  const names = { spellPath: (path: string) => path, readClaims: (payload: object) => ({ ...payload }) }
  /** The rule of each option, values that it takes, and values that it refuses. */
  const options: Record<keyof UserJwtOptions, [expected: string, accepted: unknown[], refused: unknown[]]> = {
    baseUrl: [
      'like https://api.example.com, without /api/v0',
      [baseUrl, `${baseUrl}//`, ` ${baseUrl}\n`, new URL(baseUrl)],
      [undefined, null, 7, '', 'api', `${baseUrl}?a`, `${baseUrl}#a`, 'https://user:secret@api.example.com'],
    ],
    environmentId: ['', [environmentId], [undefined, null, 7, '', ' ']],
    issuer: ['a string that is not empty', [undefined, iss], [null, '', 7, [iss], new URL(baseUrl)]],
    audience: [
      'an origin as a string, or an array of them',
      [undefined, origin, [origin], ['https://other.example.com', origin]],
      [null, '', 7, new URL(origin), [], [''], [7], [new URL(origin)], { 0: origin }],
    ],
    jwks: ['a URL or a JWK set', [], [null, 7, '', {}, baseUrl, () => ({ keys: [] })]],
    names: ['', [undefined, names], [null, 7, {}, { readClaims: names.readClaims }, { spellPath: names.spellPath }]],
    clockToleranceSec: [
      'seconds, 0 or more, and not infinite',
      [undefined, 0, 0.5, 1e9],
      [null, NaN, Infinity, -1, '5', 5n, [5]],
    ],
    now: [
      'a Date, milliseconds since 1970, or a function',
      [undefined, issuedAt.getTime(), issuedAt, () => issuedAt.getTime(), () => issuedAt],
      [null, true, issuedAt.toISOString(), {}, 5n],
    ],
    allowAdditionalAuth: ['true or false', [undefined, true, false], [null, 0, 1, '', 'false', 'true']],
    cacheMaxAgeMs: [duration, [undefined, 0, 1000, Infinity], [null, NaN, -1, '1000', 5n]],
    cooldownMs: [duration, [undefined, 0, 1000, Infinity], [null, NaN, -1, '1000', 5n]],
    fetch: ['a function', [undefined, async () => Response.json({})], [null, 7, {}, 'fetch', Promise.resolve()]],
  }
  const values = (at: 1 | 2) =>
    Object.entries(options).flatMap(([name, entry]) => entry[at].map((value) => [name, value, entry[0]] as const))

  it.each(values(1))('take for %s the value %o, and verify a token', async (name, value) => {
    const { keys, token } = await makeKey()
    const verify = createUserJwtVerifier({ baseUrl, environmentId, jwks: { keys }, [name]: value })
    expect(await verify(token)).toMatchObject({ sub: 'user' })
  })

  it.each(values(2))('are refused by name when a verifier is created, with %s: %o', async (name, value, expected) => {
    const { keys } = await makeKey()
    const wrong = { baseUrl, environmentId, jwks: { keys }, [name]: value }
    const sentence = expected ? `"${name}" must be ${expected}.` : `"${name}"`
    const refusal = expect.objectContaining({ name: 'TypeError', message: expect.stringContaining(sentence) })
    expect(() => createUserJwtVerifier(wrong)).toThrow(refusal)
    expect(await rejection(verifyUserJwt('a.b.c', wrong))).toEqual(refusal)
  })

  it.each([baseUrl, `${baseUrl}//`, ` ${baseUrl}\n`, new URL(baseUrl)])(
    'make the same URL of keys of %o',
    async (url) => {
      const { keys, token } = await makeKey()
      const fetch = vi.fn<(url: string) => Promise<Response>>(async () => Response.json({ keys }))
      await createUserJwtVerifier({ baseUrl: url as string, environmentId, fetch })(token)
      expect(fetch.mock.calls.map(([href]) => href)).toEqual([
        `${baseUrl}/api/v0/sdk/${environmentId}/.well-known/jwks`,
      ])
    },
  )
})

describe('a fetch that ignores its signal', () => {
  /** The limit of the platform, moved by the clock of the test. */
  function stubTime() {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('Too late.', 'TimeoutError')), ms)
      return controller.signal
    })
    onTestFinished(() => {
      timeout.mockRestore()
      vi.useRealTimers()
    })
  }
  const stalled: [string, () => Promise<Response>][] = [
    ['never answers', () => new Promise(() => {})],
    ['gives a body without an end', async () => new Response(new ReadableStream())],
    ['fails later', () => new Promise((_, fail) => setTimeout(() => fail(new TypeError('late')), 6000))],
  ]

  it.each(stalled)(
    'and %s is given up as keys_unavailable after five seconds, and asked again five seconds later',
    async (_, stall) => {
      const { keys, token } = await makeKey()
      stubTime()
      const fetch = vi.fn(async () => Response.json({ keys })).mockImplementationOnce(stall)
      const verify = createUserJwtVerifier({ baseUrl, environmentId, fetch })
      const ended = vi.fn<(error: unknown) => void>()
      const both = [token, token].map((each) => rejection(verify(each)).then(ended))
      await vi.advanceTimersByTimeAsync(4999)
      expect(ended).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      await Promise.all(both)
      const refusal = { name: 'UserJwtError', code: 'keys_unavailable' }
      expect(ended.mock.calls).toMatchObject([[refusal], [refusal]])
      expect(await rejection(verify(token))).toMatchObject(refusal)
      expect(fetch).toHaveBeenCalledTimes(1)
      await vi.advanceTimersByTimeAsync(5000)
      expect(await verify(token)).toMatchObject({ sub: 'user' })
      expect(fetch).toHaveBeenCalledTimes(2)
    },
  )

  it('is awaited for almost five seconds', async () => {
    const { keys, token } = await makeKey()
    stubTime()
    const fetch = async () => {
      await new Promise((resolve) => setTimeout(resolve, 4999))
      return Response.json({ keys })
    }
    const verified = createUserJwtVerifier({ baseUrl, environmentId, fetch })(token)
    await vi.advanceTimersByTimeAsync(4999)
    expect(await verified).toMatchObject({ sub: 'user' })
  })
})
