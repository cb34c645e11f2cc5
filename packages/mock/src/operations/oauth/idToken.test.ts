import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  bringBack,
  challengeOf,
  hop,
  postConsent,
  type ProviderAnswer,
  readAnswer,
  startRoundTrip,
} from '../../../test/people/oauthRoundTrip.ts'

const host = createHost()
const email = 'ada@example.com'
const refused = { status: 422, text: expect.stringContaining('invalid_verification') }
const idp = (provider = 'apple') => `${host.mock.baseUrl}/__mock/idp/${provider}`

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'apple', platformKeyId: 'key', platformTeamId: 'team' })
  await host.mock.idp.apple?.addUser({ email, accountId: 'a-1', displayName: 'Ada Byron' })
})

/** Returns the provider's answer, before the browser has brought it back. */
async function answerFor(
  input: { email?: string; environmentId?: string } = {},
): Promise<ProviderAnswer & { state: string }> {
  const { url, state } = await startRoundTrip(host, { provider: 'apple', email, ...input })
  return { ...readAnswer(await hop(host, url)), state }
}

const withFields = (answer: ProviderAnswer, fields: Record<string, string>) => ({
  ...answer,
  fields: { ...answer.fields, ...fields },
})

describe('an answer by form', () => {
  it('is requested if the provider gives names and addresses only in this way', async () => {
    const { url } = await startRoundTrip(host, { provider: 'apple' })
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      response_type: 'code id_token',
      response_mode: 'form_post',
      nonce: expect.stringMatching(/^[\da-f]{64}$/),
    })
  })

  it('is a page that posts itself, with a button for browsers without script, and runs nothing else', async () => {
    const { url } = await startRoundTrip(host, { provider: 'apple', email })
    const response = await host.fetch(url)
    const [text, policy] = [await response.text(), response.headers.get('content-security-policy') ?? '']
    const script = /<script>(.*)<\/script>/.exec(text)?.[1] ?? ''
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script)))
    expect(script).toBe('document.forms[0].submit()')
    expect(policy).toContain(`script-src 'sha256-${btoa(String.fromCharCode(...hash))}'`)
    expect(policy).toContain("default-src 'none'")
    expect(text).toContain('<button class="main">Continue</button>')
  })

  it('has code, state and an ID token about the person', async () => {
    const { fields, state } = await answerFor()
    expect(Object.keys(fields).sort()).toEqual(['code', 'id_token', 'iss', 'state'])
    const { body: discovery } = await hop(host, `${idp()}/.well-known/openid-configuration`).then(({ text }) => ({
      body: JSON.parse(text) as Record<string, string>,
    }))
    expect(discovery).toMatchObject({
      issuer: idp(),
      jwks_uri: `${idp()}/jwks`,
      response_modes_supported: ['query', 'form_post'],
    })
    const keys = JSON.parse((await hop(host, discovery.jwks_uri ?? '')).text) as JSONWebKeySet
    const { payload } = await jwtVerify(fields.id_token ?? '', createLocalJWKSet(keys), {
      issuer: idp(),
      audience: 'client-apple',
      currentDate: new Date(host.mock.clock.now()),
    })
    expect(payload).toMatchObject({
      sub: 'a-1',
      email,
      email_verified: true,
      name: 'Ada Byron',
      nonce: expect.any(String),
    })
    const half = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(fields.code))).subarray(
      0,
      16,
    )
    expect(payload.c_hash).toBe(
      btoa(String.fromCharCode(...half))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', ''),
    )
    expect(fields.state).toBe(state)
  })

  it('is used for prompt=none, for the consent page, and for an error, without an ID token', async () => {
    expect((await answerFor()).byForm).toBe(true)
    const { url } = await startRoundTrip(host, { provider: 'apple' })
    const submit = (choice: string) => postConsent(host, url, { mock_choice: choice })
    expect(readAnswer(await submit('account:a-1'))).toMatchObject({
      byForm: true,
      fields: { id_token: expect.any(String) },
    })
    const denied = readAnswer(await submit('deny'))
    expect(denied).toMatchObject({ byForm: true, fields: { error: 'access_denied' } })
    expect(denied.fields).not.toHaveProperty('id_token')
    expect((await bringBack(host, denied)).location).toContain('error=access_denied')
  })

  it('can be requested from any provider; an ID token only with a nonce, and never in a URL', async () => {
    const ask = async (provider: 'google' | 'github', changes: Record<string, string>) => {
      const { url } = await startRoundTrip(host, { provider, email })
      const changed = new URL(url)
      for (const [name, value] of Object.entries(changes)) changed.searchParams.set(name, value)
      return readAnswer(await hop(host, changed))
    }
    for (const provider of ['google', 'github'] as const) {
      await host.mock.create.provider({ provider })
      await host.mock.idp[provider]?.addUser({ email })
    }
    expect(await ask('github', { response_mode: 'form_post' })).toMatchObject({
      byForm: true,
      fields: { code: expect.any(String) },
    })
    expect(
      await ask('google', { response_mode: 'form_post', response_type: 'id_token code', nonce: 'n' }),
    ).toMatchObject({ byForm: true, fields: { id_token: expect.any(String) } })
    expect(await ask('google', { response_mode: 'form_post', response_type: 'code id_token' })).toMatchObject({
      byForm: true,
      fields: { error: 'invalid_request' },
    })
    expect(await ask('google', { response_type: 'code id_token', nonce: 'n' })).toMatchObject({
      byForm: false,
      fields: { error: 'invalid_request' },
    })
    expect(await ask('google', { response_mode: 'fragment' })).toMatchObject({
      byForm: false,
      fields: { error: 'invalid_request' },
    })
    expect(
      await ask('github', { response_mode: 'form_post', response_type: 'code id_token', nonce: 'n' }),
    ).toMatchObject({ fields: { error: 'unsupported_response_type' } })
  })

  it('signs in, with the ID token or without', async () => {
    for (const without of [false, true]) {
      const { state, ...answer } = await answerFor()
      const { id_token: _, ...rest } = answer.fields
      expect((await bringBack(host, { ...answer, fields: without ? rest : answer.fields })).status).toBe(302)
      const { body } = await host.call('oauth.signIn', {
        params: { providerType: 'apple' },
        body: { state, code: answer.fields.code, codeVerifier: '7c4E3Ui6yOBglUKAxqsLhNUX5NsZViSFiE0xyc0cPtM' },
      })
      expect(body.user.email).toBe(email)
    }
  })

  it('is refused with the ID token of another person, sign-in, client or issuer; the state stays', async () => {
    await host.mock.idp.apple?.addUser({ email: 'eve@example.com', accountId: 'eve' })
    const environmentId = host.mock.defaults.environments.live.id
    await host.mock.create.provider(
      { provider: 'apple', clientId: 'other-client', platformKeyId: 'key', platformTeamId: 'team' },
      { environmentId },
    )
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.idp.google?.addUser({ email, accountId: 'a-1' })
    const google = await startRoundTrip(host, { provider: 'google', email })
    const url = new URL(google.url)
    for (const [name, value] of [
      ['response_type', 'code id_token'],
      ['response_mode', 'form_post'],
      ['nonce', 'n'],
    ] as const)
      url.searchParams.set(name, value)
    const mine = await answerFor()
    const tokens = [
      (await answerFor({ email: 'eve@example.com' })).fields,
      (await answerFor()).fields,
      (await answerFor({ environmentId })).fields,
      readAnswer(await hop(host, url)).fields,
    ]
    for (const { id_token } of tokens)
      expect(await bringBack(host, withFields(mine, { id_token: id_token ?? '' }))).toMatchObject(refused)
    expect((await bringBack(host, mine)).status).toBe(302)
  })

  it('is refused with an ID token that was changed, is unsigned, or comes with an error', async () => {
    const mine = await answerFor()
    const [header = '', payload = '', signature = ''] = (mine.fields.id_token ?? '').split('.')
    const encode = (value: object) =>
      btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>
    const forged = [
      `${header}.${encode({ ...claims, email: 'victim@example.com' })}.${signature}`,
      `${encode({ alg: 'none' })}.${payload}.${signature}`,
      `${encode({ alg: 'HS256', kid: 'x' })}.${payload}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      'a.b.c',
    ]
    for (const id_token of forged) expect(await bringBack(host, withFields(mine, { id_token }))).toMatchObject(refused)
    const { code: _, ...fields } = mine.fields
    expect(await bringBack(host, { ...mine, fields: { ...fields, error: 'access_denied' } })).toMatchObject(refused)
    expect((await bringBack(host, mine)).status).toBe(302)
  })

  it('is refused once its code has expired', async () => {
    const mine = await answerFor()
    await host.mock.clock.advance({ minutes: 1 })
    expect(await bringBack(host, mine)).toMatchObject(refused)
  })
})

describe('the issuer beside the answer', () => {
  it('is refused if it is not the requested provider, or is given twice', async () => {
    const { url } = await startRoundTrip(host, { provider: 'apple', email })
    const asQuery = new URL(url)
    for (const [name, value] of [
      ['response_type', 'code'],
      ['response_mode', 'query'],
    ] as const)
      asQuery.searchParams.set(name, value)
    const answer = readAnswer(await hop(host, asQuery))
    expect(answer.fields.iss).toBe(idp())
    expect(await bringBack(host, withFields(answer, { iss: idp('google') }))).toMatchObject(refused)
    expect(
      await hop(host, `${answer.url}?${new URLSearchParams([...Object.entries(answer.fields), ['iss', idp()]])}`),
    ).toMatchObject(refused)
    expect((await bringBack(host, answer)).status).toBe(302)
  })
})

describe('the endpoints of a simulated provider', () => {
  it('describe themselves only if the provider issues ID tokens', async () => {
    for (const path of ['jwks', '.well-known/openid-configuration']) {
      expect((await hop(host, `${idp('google')}/${path}`)).status).toBe(200)
      expect((await hop(host, `${idp('github')}/${path}`)).status).toBe(404)
      expect((await hop(host, `${idp('google')}/${path}`, { method: 'POST' })).status).toBe(405)
    }
  })

  it('never show a private key', async () => {
    const { keys } = JSON.parse((await hop(host, `${idp()}/jwks`)).text) as { keys: object[] }
    expect(keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'e', 'kid', 'kty', 'n', 'use']])
  })
})

describe('PKCE with an answer by form', () => {
  it('is used as with other answers', async () => {
    const { url } = await startRoundTrip(host, { provider: 'apple', verifier: 'v'.repeat(43) })
    expect(new URL(url).searchParams.get('code_challenge')).toBe(await challengeOf('v'.repeat(43)))
  })
})
