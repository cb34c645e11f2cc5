import { appDataHash } from '@latchkey/crypto/messengerSignature'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { accountOfClaims } from '../../src/outside/real/providers/accountClaims.ts'
import { botToken, createMessengerPerson } from '../people/messengerPeople.ts'
import {
  appUrl,
  bringBack,
  codeVerifier,
  hop,
  newState,
  readAnswer,
  signInByOAuth,
  startRoundTrip,
} from '../people/oauthRoundTrip.ts'

const host = createHost()
const ada = 'ada@example.com'

describe('a sign-in at a provider', () => {
  // https://github.com/vstorm-co/agenticos/pull/1081
  it('shows no token in any address that the browser visits', async () => {
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.idp.google.addUser({ email: ada })
    const { url, state } = await startRoundTrip(host, { email: ada })
    const atProvider = await hop(host, url)
    const answer = readAnswer(atProvider)
    const back = await bringBack(host, answer)
    const { body } = await host.call('oauth.verify', {
      params: { providerType: 'google' },
      body: { code: answer.fields.code, state, codeVerifier },
    })
    const visited = [url, atProvider.location, answer.url, back.location].join(' ')
    expect(back.location).toMatch(/^https:\/\/app\.example\.com\/signed-in\?code=[^&]+&state=[^&]+$/)
    for (const secret of [body.jwt, body.minifiedJwt, codeVerifier]) expect(visited).not.toContain(String(secret))
  })

  // https://github.com/langx/langx/issues/724
  it('keeps the names that the provider gave only the first time', async () => {
    await host.mock.create.provider({ provider: 'apple' })
    const account = await host.mock.idp.apple.addUser({
      email: ada,
      profile: { given_name: 'Ada', family_name: 'Byron' },
    })
    const first = await signInByOAuth(host, { provider: 'apple', email: ada })
    await host.mock.idp.apple.updateUser(account.accountId, { profile: {} })
    const second = await signInByOAuth(host, { provider: 'apple', email: ada })
    expect(second.body.user.id).toBe(first.body.user.id)
    expect(second.body.user).toMatchObject({ firstName: 'Ada', lastName: 'Byron' })
  })

  // https://github.com/zorn-v/nextcloud-social-login/issues/539
  it('needs no cookie where the provider posts its answer from its own site', async () => {
    await host.mock.create.provider({ provider: 'apple' })
    await host.mock.idp.apple.addUser({ email: ada })
    const { url } = await startRoundTrip(host, { provider: 'apple', email: ada })
    const answer = readAnswer(await hop(host, url))
    expect(answer.byForm).toBe(true)
    const headers = { origin: 'https://appleid.example.com', 'sec-fetch-site': 'cross-site' }
    const body = new URLSearchParams(answer.fields)
    const back = await hop(host, answer.url, { method: 'POST', body, headers })
    expect([back.status, back.location]).toEqual([302, expect.stringContaining(`${appUrl}?code=`)])
  })

  // https://github.com/nicosuave/memex/pull/135
  it("has a page whose policy lets its form lead on to the app's address", async () => {
    await host.mock.create.provider({ provider: 'google' })
    const { url } = await startRoundTrip(host)
    const page = await host.fetch(url)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('content-security-policy')).not.toContain('form-action')
  })
})

describe('a redirect URL that browsers read as another site', () => {
  // https://github.com/do-indeksa/platform/issues/235
  it.each([
    String.raw`/\evil.example`,
    '//evil.example/',
    String.raw`https://app.example.com\@evil.example/`,
    'https://app.example.com@evil.example/',
    String.raw`https://evil.example\.app.example.com/`,
    'https://evil.example%2F.app.example.com/',
    'https:evil.example',
    'https://app.example.com.evil.example/',
    'https://notapp.example.com/',
    'javascript:alert(1)//app.example.com',
  ])('is refused: %s', async (redirectUrl) => {
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.create.origin('https://app.example.com')
    const params = { providerType: 'google' } as const
    const refusal = await host.refuse('oauth.initialize', { params, body: { state: newState(), redirectUrl } })
    expect([400, 422]).toContain(refusal.status)
  })
})

// https://github.com/nimaxin/init-data-py/issues/6
it('data of the messenger signs in with escaped characters, new fields, and without those of other platforms', async () => {
  await createMessengerPerson(host)
  const fields = {
    user: String.raw`{"id":279058397,"first_name":"Ada + - ? \/","last_name":"B","photo_url":"https:\/\/t.me\/i\/320\/a.svg"}`,
    chat_instance: '8134722200314281151',
    chat_type: 'private',
    auth_date: String(Date.parse('2026-01-15T09:29:00Z') / 1000),
    signature: 'TYJxVcisqbWjtodPepiJ6ghziUL94-KNpG8Pau',
  }
  const pairs = Object.entries({ ...fields, hash: appDataHash(fields, botToken) ?? '' })
  const messengerAuthToken = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  const { body } = await host.call('messenger.signIn', { body: { messengerAuthToken, forceCreateUser: true } })
  expect(body.user.verifiedCredentials).toMatchObject([
    { oauth_account_id: '279058397', oauth_display_name: 'Ada + - ? / B' },
  ])
})

// https://github.com/teamhanko/hanko/pull/2054
it.each([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
  [undefined, false],
  [1, false],
])('a real provider that writes email_verified as %j has verified the address: %s', (value, isVerified) => {
  const account = accountOfClaims('apple', '1', { email: ada, email_verified: value })
  expect(account).toMatchObject({ email: ada, emailVerified: isVerified })
})
