import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { hop, postConsent, startRoundTrip } from '../../test/people/oauthRoundTrip.ts'

const host = createHost()
const issuer = () => `${host.mock.baseUrl}/__mock/idp/google`
const consent = () => `${host.mock.baseUrl}/__mock/idp/google/consent`

beforeEach(() => host.mock.create.provider({ provider: 'google' }))

/** The authorize URL with some of its parameters changed or removed. */
async function authorizeUrl(
  changes: Record<string, string | null> = {},
  input: Parameters<typeof startRoundTrip>[1] = {},
): Promise<URL> {
  const url = new URL((await startRoundTrip(host, input)).url)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return url
}

const submit = (url: URL, fields: Record<string, string>) => postConsent(host, url, fields)
const answerOf = ({ location }: { location: string | null }) => Object.fromEntries(new URL(location ?? '').searchParams)

describe('the page of a simulated identity provider', () => {
  it('lists the known accounts and has a field for another one', async () => {
    await host.mock.idp.google?.addUser({ email: 'ada@example.com', displayName: 'Ada Byron', accountId: 'g-1' })
    const page = await hop(host, await authorizeUrl({ login_hint: 'bob@example.com' }))
    expect(page.status).toBe(200)
    expect(page.text).toContain('<html lang="en">')
    expect(page.text).toContain('value="account:g-1">Ada Byron')
    expect(page.text).toContain('value="bob@example.com"')
    expect(page.text).not.toMatch(/<script|src=|href=/)
  })

  it('shows the display names of the provider and the app', async () => {
    await host.mock.settings.patch({ general: { displayName: 'Tea & Cake' } })
    const page = await hop(host, await authorizeUrl())
    expect(page.text).toContain('<title>Sign in with Google</title>')
    expect(page.text).toContain('<b>Tea &amp; Cake</b> wants to know who you are')
    expect(page.text).not.toContain('>client-google<')
  })

  it("shows the project's name when the settings have no name of the app", async () => {
    await host.mock.settings.patch({ general: { displayName: '' } })
    expect((await hop(host, await authorizeUrl())).text).toContain(`<b>Example project</b> wants to know who you are`)
  })

  it('warns of links from strangers only when the code is collected by state', async () => {
    const warning = 'If somebody sent you a link to this page'
    expect((await hop(host, await authorizeUrl({}, { redirectUrl: null }))).text).toContain(warning)
    expect((await hop(host, await authorizeUrl())).text).not.toContain(warning)
  })

  it('lists accounts in the order in which they were added', async () => {
    for (const accountId of ['c', 'a', 'b']) await host.mock.idp.google?.addUser({ accountId })
    const { text } = await hop(host, await authorizeUrl())
    expect([...text.matchAll(/value="account:(\w)"/g)].map(([, accountId]) => accountId)).toEqual(['c', 'a', 'b'])
  })

  it('refuses a form from another site', async () => {
    await host.mock.idp.google?.addUser({ accountId: 'g-1' })
    const body = new URLSearchParams([...(await authorizeUrl()).searchParams, ['mock_choice', 'account:g-1']])
    const post = (site: string) =>
      host.mock.fetch(consent(), { method: 'POST', body, headers: { 'sec-fetch-site': site } })
    for (const site of ['cross-site', 'same-site']) expect((await post(site)).status, site).toBe(403)
    expect((await post('same-origin')).status).toBe(302)
  })

  it('escapes all values', async () => {
    await host.mock.idp.google?.addUser({
      email: 'ada@example.com',
      displayName: '<img src=x onerror=alert(1)>',
      accountId: '"><b>',
    })
    const page = await hop(host, await authorizeUrl({ state: '"><script>alert(1)</script>', login_hint: '\'"><i>' }))
    expect(page.text).not.toMatch(/<img|<script|<i>|"><b>/)
    expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  it('ignores choices in the link to the page', async () => {
    await host.mock.idp.google?.addUser({ email: 'eve@example.com', accountId: 'eve' })
    const page = await hop(host, await authorizeUrl({ mock_choice: 'account:eve', mock_email: 'eve@example.com' }))
    const hidden = [...page.text.matchAll(/type="hidden" name="([^"]*)"/g)].map(([, name]) => name)
    expect(hidden).toContain('state')
    expect(hidden).not.toContain('mock_choice')
    expect(hidden).not.toContain('mock_email')
  })

  it('sends a chosen account back with a code that signs in', async () => {
    await host.mock.idp.google?.addUser({ email: 'ada@example.com', accountId: 'g-1' })
    const url = await authorizeUrl()
    const chosen = await submit(url, { mock_choice: 'account:g-1' })
    expect(chosen.status).toBe(302)
    expect(chosen.location).toMatch(new RegExp(`^${url.searchParams.get('redirect_uri')}\\?`))
    expect(answerOf(chosen)).toEqual({
      code: expect.stringMatching(/^\w{40}$/),
      state: url.searchParams.get('state'),
      iss: issuer(),
    })
  })

  it('creates one account of a new address, verified if the box is ticked', async () => {
    const entered: Record<string, string>[] = [
      { mock_email: 'eve@example.com' },
      { mock_email: 'EVE@example.com', mock_email_verified: 'true' },
      { mock_email: 'bob@example.com', mock_email_verified: 'true' },
    ]
    for (const fields of entered) {
      expect((await submit(await authorizeUrl(), { ...fields, mock_choice: 'new' })).status).toBe(302)
    }
    expect(
      host.mock.idp.google
        ?.users()
        .map(({ email, emailVerified }) => [email, emailVerified])
        .sort(),
    ).toEqual([
      ['bob@example.com', true],
      ['eve@example.com', false],
    ])
  })

  it('asks again after an invalid address', async () => {
    const page = await submit(await authorizeUrl(), { mock_choice: 'new', mock_email: 'nobody' })
    expect(page).toMatchObject({ status: 400, text: expect.stringContaining('role="alert"') })
    expect(host.mock.idp.google?.users()).toEqual([])
  })

  it('reports to the application that the user cancelled', async () => {
    const url = await authorizeUrl()
    expect(answerOf(await submit(url, { mock_choice: 'deny' }))).toEqual({
      error: 'access_denied',
      state: url.searchParams.get('state'),
      iss: issuer(),
    })
  })
})

describe('the authorize endpoint', () => {
  it('redirects nobody for an unknown client or redirect URI', async () => {
    const { live } = host.mock.defaults.environments
    const redirect = (await authorizeUrl()).searchParams.get('redirect_uri') ?? ''
    const changes: Record<string, string | null>[] = [
      { client_id: 'other' },
      { client_id: null },
      { redirect_uri: null },
      { redirect_uri: 'https://evil.example.com/' },
      { redirect_uri: `${redirect}/../x` },
      { redirect_uri: redirect.replace('/google/', '/github/') },
      { redirect_uri: redirect.replace(host.mock.defaults.environments.sandbox.id, live.id) },
    ]
    for (const change of changes) {
      const url = await authorizeUrl(change)
      expect(await hop(host, url), JSON.stringify(change)).toMatchObject({ status: 400, location: null })
      expect(await submit(url, { mock_choice: 'deny' })).toMatchObject({ status: 400, location: null })
    }
    const twice = await authorizeUrl()
    twice.searchParams.append('state', 'another')
    expect((await hop(host, twice)).status).toBe(400)
  })

  it('reports an unsupported request to the application', async () => {
    const cases: readonly (readonly [Record<string, string | null>, string])[] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge_method: null }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge: null }, 'invalid_request'],
    ]
    for (const [change, error] of cases) {
      expect(answerOf(await hop(host, await authorizeUrl(change)))).toMatchObject({ error })
      expect(
        answerOf(await submit(await authorizeUrl(change), { mock_choice: 'new', mock_email: 'ada@example.com' })),
      ).toMatchObject({ error })
    }
  })

  it('answers prompt=none without a page: with the hinted account, the only account, or an error', async () => {
    const ask = async (login_hint: string | null) =>
      answerOf(await hop(host, await authorizeUrl({ prompt: 'none', login_hint })))
    expect(await ask(null)).toMatchObject({ error: 'login_required' })
    await host.mock.idp.google?.addUser({ email: 'ada@example.com' })
    expect(await ask(null)).toHaveProperty('code')
    expect(await ask('ADA@example.com')).toHaveProperty('code')
    expect(await ask('bob@example.com')).toMatchObject({ error: 'login_required' })
    await host.mock.idp.google?.addUser({ email: 'bob@example.com' })
    expect(await ask(null)).toMatchObject({ error: 'account_selection_required' })
    expect(await ask('bob@example.com')).toHaveProperty('code')
  })

  it('shows the page even for prompt=none when the state has no redirect URL', async () => {
    await host.mock.idp.google?.addUser({ email: 'ada@example.com' })
    const urls = {
      'a state without a redirect URL': await authorizeUrl({ prompt: 'none' }, { redirectUrl: null }),
      'a state that is not registered': await authorizeUrl({ prompt: 'none', state: 'not-registered' }),
      'no state': await authorizeUrl({ prompt: 'none', state: null }),
    }
    for (const [name, url] of Object.entries(urls))
      expect(await hop(host, url), name).toMatchObject({
        status: 200,
        location: null,
        text: expect.stringContaining('<h1>Sign in with Google</h1>'),
      })
    const expired = await authorizeUrl({ prompt: 'none' })
    await host.mock.clock.advance({ minutes: 10 })
    expect(await hop(host, expired)).toMatchObject({ status: 200, location: null })
  })

  it('fails the given number of times', async () => {
    await host.mock.idp.google?.addUser({ email: 'ada@example.com' })
    await host.mock.idp.google?.fail('server_error', 2)
    const ask = async () => answerOf(await hop(host, await authorizeUrl({ prompt: 'none' })))
    expect(await ask()).toMatchObject({ error: 'server_error' })
    expect(await ask()).toMatchObject({ error: 'server_error' })
    expect(await ask()).toHaveProperty('code')
    await expect(host.mock.idp.google?.fail('no spaces')).rejects.toThrow(TypeError)
  })

  it('exists for OAuth providers and for the right methods only', async () => {
    expect((await hop(host, `${host.mock.baseUrl}/__mock/idp/sms/authorize`)).status).toBe(404)
    expect((await hop(host, `${host.mock.baseUrl}/__mock/idp/google/token`)).status).toBe(404)
    expect((await hop(host, await authorizeUrl(), { method: 'POST' })).status).toBe(405)
    expect((await hop(host, consent())).status).toBe(405)
  })
})
