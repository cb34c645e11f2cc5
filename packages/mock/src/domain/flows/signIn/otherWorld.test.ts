import { newRecord } from '@latchkey/base/newRecord'
import { halfHash } from '@latchkey/crypto/halfHash'
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../../test/support/world.ts'
import type { Outside } from '../../../effects/outside.ts'
import { defaultIds } from '../../../world/seedDefaults.ts'
import { transact, type World } from '../../../world/world.ts'
import type { Backend } from '../../shared/backend.ts'
import { assertCaptcha } from '../../shared/captcha.ts'
import { examineExternalJwt } from './externalJwts.ts'
import { initializeOAuth, keepAnswer, loginUrl, verifyOAuth } from './oauth.ts'

// The rules with a world outside of the service that is not the simulated one: what a test does not give, they cannot
// ask.

const environmentId = defaultIds.sandbox
const place = { environmentId, provider: 'apple' } as const
const issuer = 'https://login.example.com'
const request = { cookies: {}, url: new URL('https://api.latchkey.test/') }
const account = { provider: 'apple', accountId: 'a-1', email: 'ada@example.com', emailVerified: true } as const

let world: World
let key: CryptoKey
let otherKey: CryptoKey
let publicJwk: Record<string, string>

beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  key = pair.privateKey
  publicJwk = (await exportJWK(pair.publicKey)) as Record<string, string>
  otherKey = (await generateKeyPair('ES256')).privateKey
})
beforeEach(() => {
  world = createTestWorld()
})

/** Runs a rule in a world of which only these parts are there. */
async function within<T>(outside: Partial<Outside>, work: (backend: Backend) => T | Promise<T>): Promise<T> {
  return transact(world, (backend) => work({ ...backend, outside: outside as Outside }))
}

const verificationKeys = () => [{ kid: 'k-1', algorithm: 'ES256', publicJwk }] as const

const sign = (claims: object, signingKey = key) =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'ES256', kid: 'k-1' })
    .sign(signingKey)

describe('a sign-in at a provider', () => {
  const exchanges: object[] = []
  const identityProviders: Outside['identityProviders'] = {
    authorizationUrl: () => `${issuer}/authorize`,
    issuerOf: () => issuer,
    authorizationOf: () => ({ responseType: 'code', hasNonce: true }),
    namesItself: () => false,
    keysOf: verificationKeys,
    // A provider does not tell what it gave a code for.
    hasIssued: () => true,
    exchangeCode(provider, exchange) {
      exchanges.push({ provider, ...exchange })
      return exchange.code === 'c-1' ? { account } : undefined
    },
  }

  /** A round trip up to the answer. @returns The nonce that the provider was asked for */
  async function begin(): Promise<string | null> {
    const url = await within({ identityProviders }, (backend) => {
      const { store, clock } = backend
      const setting = { clientId: 'client-1', clientSecret: 'secret', platformKeyId: 'key', platformTeamId: 'team' }
      store.providers.put({ ...newRecord(backend), ...place, ...setting, enabledAt: clock.iso() })
      initializeOAuth(backend, place, { state: 's-1' })
      return new URL(loginUrl(backend, place, { state: 's-1' }))
    })
    expect(url.origin + url.pathname).toBe(`${issuer}/authorize`)
    return url.searchParams.get('nonce')
  }

  const now = () => world.clock.now() / 1000

  it('accepts the ID token of the provider, and exchanges the code there', async () => {
    exchanges.length = 0
    const nonce = await begin()
    const claims = { iss: issuer, aud: 'client-1', sub: 'a-1', nonce, c_hash: halfHash('c-1') }
    const id_token = await sign({ ...claims, iat: now(), exp: now() + 60 })
    const { body } = await within({ identityProviders }, async (backend) => {
      await keepAnswer(backend, place, { state: 's-1', code: 'c-1', id_token, iss: issuer })
      return verifyOAuth(backend, place, {
        caller: { kind: 'none' },
        body: { state: 's-1', code: 'c-1', codeVerifier: 'v-1' },
        request,
      })
    })
    expect(body.user).toMatchObject({ email: 'ada@example.com', newUser: true })
    expect(exchanges).toEqual([
      {
        provider: { provider: 'apple' },
        code: 'c-1',
        clientId: 'client-1',
        redirectUri: expect.stringContaining(`/sdk/${environmentId}/providers/apple/redirect`),
        codeVerifier: 'v-1',
        clientSecret: 'secret',
        nonces: [nonce],
      },
    ])
  })

  it.each([
    ['signed by somebody else', {}, () => otherKey],
    ['for another client', { aud: 'client-2' }, () => key],
    ['of another issuer', { iss: 'https://other.example.com' }, () => key],
    ['about another code', { c_hash: halfHash('c-2') }, () => key],
    ['for another sign-in', { nonce: 'n-2' }, () => key],
    ['that has expired', { exp: 1 }, () => key],
  ])('refuses an ID token %s', async (_, changes, signingKey) => {
    const nonce = await begin()
    const claims = { iss: issuer, aud: 'client-1', sub: 'a-1', nonce, c_hash: halfHash('c-1') }
    const id_token = await sign({ ...claims, iat: now(), exp: now() + 60, ...changes }, signingKey())
    const answer = within({ identityProviders }, (backend) =>
      keepAnswer(backend, place, { state: 's-1', code: 'c-1', id_token }),
    )
    await expect(answer).rejects.toMatchObject({ key: 'invalidVerification' })
  })

  it('refuses a code that the provider does not exchange', async () => {
    await begin()
    const outcome = within({ identityProviders }, async (backend) => {
      await keepAnswer(backend, place, { state: 's-1', code: 'c-2' })
      return verifyOAuth(backend, place, {
        caller: { kind: 'none' },
        body: { state: 's-1', code: 'c-2' },
        request,
      })
    })
    await expect(outcome).rejects.toMatchObject({ key: 'invalidVerification' })
  })
})

describe('the JWT of an external issuer', () => {
  const examine = async (keySetAt: Outside['issuers']['keySetAt']) => {
    const jwt = await sign({ iss: issuer, sub: 'user-1', exp: world.clock.now() / 1000 + 60 })
    return within({ issuers: { keySetAt } }, (backend) => {
      const environment = backend.store.environments.get(environmentId)
      if (!environment) throw new TypeError('The world has no sandbox.')
      const { settings } = environment
      const externalAuth = { enabled: true, iss: issuer, jwksUrl: `${issuer}/keys` }
      backend.store.environments.put({
        ...environment,
        settings: { ...settings, security: { ...settings.security, externalAuth } },
      })
      return examineExternalJwt(backend, environmentId, jwt)
    })
  }

  it('is verified with the keys at the URL of the settings', async () => {
    const { problems, claims } = await examine((url) => (url === `${issuer}/keys` ? verificationKeys() : []))
    expect({ problems, claims }).toMatchObject({ problems: [], claims: { sub: 'user-1' } })
  })

  it('is refused with the reason when the keys cannot be fetched', async () => {
    const problem = 'The issuer did not answer in time.'
    expect(await examine(() => ({ problem }))).toMatchObject({ problems: [problem] })
  })
})

describe('a CAPTCHA', () => {
  const solved = (isSolved: (token: string) => boolean) =>
    within({ captcha: { isSolved } }, (backend) => {
      const environment = backend.store.environments.get(environmentId)
      if (!environment) throw new TypeError('The world has no sandbox.')
      const { settings } = environment
      const captcha = { ...settings.security.captcha, enabled: true }
      backend.store.environments.put({
        ...environment,
        settings: { ...settings, security: { ...settings.security, captcha } },
      })
      assertCaptcha(backend, environmentId, 'token-1')
    })

  it('passes when the configured check accepts its token, and is refused otherwise', async () => {
    await solved((token) => token === 'token-1')
    await expect(solved(() => false)).rejects.toMatchObject({ key: 'invalidVerification' })
  })
})
