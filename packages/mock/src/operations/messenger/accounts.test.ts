import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createMessengerPerson } from '../../../test/people/messengerPeople.ts'
import { hop } from '../../../test/people/oauthRoundTrip.ts'
import type { IdpAccount } from '../../store/outsideRecords.ts'

const host = createHost()
const unknown = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'
const invalid = { status: 422, code: 'invalid_verification' }
const state = 'messenger-state-1'
let ada: IdpAccount

beforeEach(async () => {
  ada = await createMessengerPerson(host)
})

const answered = async (at = state) => {
  await host.call('messenger.receive', { body: { state: at, messengerUser: host.mock.messenger.sign(ada) } })
  return { state: at }
}
const signIn = (body: Record<string, unknown>) => host.call('messenger.signIn', { body })
const refuse = (body: Record<string, unknown>) => host.refuse('messenger.signIn', { body })

describe('messenger.check', () => {
  const check = (body?: Record<string, unknown>) => host.send('messenger.check', { body })

  it('says by state or token whether the account has a user, and leaves the proof unused', async () => {
    const proof = await answered()
    const messengerAuthToken = host.mock.messenger.authToken(ada)
    for (const body of [proof, { messengerAuthToken }])
      expect(await check(body)).toMatchObject({ status: 404, body: undefined })
    await signIn({ messengerAuthToken, forceCreateUser: true })
    for (const body of [proof, proof, { messengerAuthToken }])
      expect(await check(body)).toMatchObject({ status: 204, body: undefined })
    expect((await signIn(proof)).body.user.newUser).toBe(false)
    expect(await check(proof)).toMatchObject({ status: 422, body: { code: 'invalid_verification' } })
  })

  it('refuses malformed proofs, other environments and malformed bodies', async () => {
    const proof = await answered()
    for (const body of [undefined, {}, { state: 'never-answered' }, { messengerAuthToken: 'x' }])
      expect(await check(body)).toMatchObject({ status: 422, body: { code: 'invalid_verification' } })
    const { live } = host.mock.defaults.environments
    expect(await host.refuse('messenger.check', { params: { environmentId: live.id }, body: proof })).toMatchObject({
      status: 422,
      code: 'provider_not_available',
    })
    expect(await host.refuse('messenger.check', { params: { environmentId: unknown }, body: proof })).toMatchObject({
      status: 404,
      body: undefined,
    })
    expect(await check({ state: 1 })).toMatchObject({ status: 400 })
    expect(
      await host.refuse('messenger.check', { body: '{}', headers: { 'content-type': 'text/plain' } }),
    ).toMatchObject({ status: 415 })
  })

  it('refuses an account that a gate refuses', async () => {
    await signIn(await answered())
    const proof = await answered('another-state')
    await host.mock.create.gate({ outcome: 'siteAccess' })
    expect(await host.refuse('messenger.check', { body: proof })).toMatchObject({
      status: 403,
      code: 'gate_access_required',
    })
  })
})

describe('messenger.verify', () => {
  let count = 0
  const verify = async (token: string | null, body?: Record<string, unknown>) =>
    host.send('messenger.verify', { token, body: body ?? (await answered(`state-to-link-${++count}`)) })

  it('links the account to the signed-in user', async () => {
    const bob = await host.mock.signIn(await host.mock.create.user({ email: 'bob@example.com' }))
    const proof = await answered()
    const { body } = await host.call('messenger.verify', { token: bob.token, body: proof })
    expect(body.user).toMatchObject({ id: bob.user.id, email: 'bob@example.com', newUser: false })
    expect(body.user.verifiedCredentials.map(({ oauth_provider }) => oauth_provider)).toEqual([undefined, 'telegram'])
    expect(await host.refuse('messenger.verify', { token: bob.token, body: proof })).toMatchObject(invalid)
    expect((await verify(bob.token)).status).toBe(200)
    expect((await signIn({ messengerAuthToken: host.mock.messenger.authToken(ada) })).body.user.id).toBe(bob.user.id)
    const { body: events } = await host.call('events.list')
    expect(events.filter(({ eventName }) => eventName === 'user.social.linked')).toHaveLength(1)
  })

  it('does not move an account from another user', async () => {
    await signIn(await answered())
    const bob = await host.mock.signIn(await host.mock.create.user({ email: 'bob@example.com' }))
    expect(await verify(bob.token)).toMatchObject({ status: 422, body: { code: 'social_account_already_exists' } })
  })

  it('requires a session, its second factor, and a proof', async () => {
    const bob = await host.mock.signIn(await host.mock.create.user({ email: 'bob@example.com' }))
    for (const token of [null, 'nonsense', host.mock.defaults.environments.sandbox.token])
      expect((await verify(token)).status).toBe(401)
    expect(await verify(bob.token, { state: 'never-answered' })).toMatchObject({ status: 422 })
    expect(await verify(bob.token, { state: 1 })).toMatchObject({ status: 400 })
    expect(
      await host.refuse('messenger.verify', { token: bob.token, params: { environmentId: unknown }, body: { state } }),
    ).toMatchObject({ status: 401 })
    expect(
      await host.refuse('messenger.verify', { token: bob.token, body: 'x', headers: { 'content-type': 'text/plain' } }),
    ).toMatchObject({ status: 415 })
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await verify(bob.token)).toMatchObject({ status: 403, body: { code: 'mfa_required' } })
  })
})

describe('messenger.getPage', () => {
  const open = (query: Record<string, string>, params = {}) => host.send('messenger.getPage', { params, query })
  const submit = (fields: Record<string, string>, environmentId = host.mock.defaults.environments.sandbox.id) =>
    hop(host, `${host.mock.baseUrl}/__mock/messenger/${environmentId}/auth`, {
      method: 'POST',
      body: new URLSearchParams({ state, ...fields }),
    })

  it("shows the messenger's widget, which loads and runs no script", async () => {
    const { status, body, headers } = await open({ state })
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(String(body)).toContain(`value="account:${ada.accountId}">Ada Byron<small>@ada</small>`)
    expect(String(body)).toContain(`<input type="hidden" name="state" value="${state}">`)
    expect(String(body)).not.toMatch(/<script|src=/)
  })

  it('signs in the account that the person chooses on the page', async () => {
    expect(await submit({ choice: `account:${ada.accountId}` })).toMatchObject({
      status: 200,
      text: expect.stringContaining('<h1>Signed in</h1>'),
    })
    const { body } = await signIn({ state })
    expect(body.user.verifiedCredentials).toMatchObject([{ oauth_account_id: ada.accountId }])
    expect(await submit({ choice: `account:${ada.accountId}` })).toMatchObject({ status: 422 })
  })

  it('creates an account for a new name, and asks again for an invalid name', async () => {
    for (const first_name of ['', ' ', 'x'.repeat(65), 'a\nb'])
      expect(await submit({ choice: 'new', first_name })).toMatchObject({
        status: 400,
        text: expect.stringContaining('role="alert"'),
      })
    expect((await submit({ choice: 'new', first_name: '<b>Bob</b>' })).status).toBe(200)
    expect(host.mock.messenger.users()).toHaveLength(2)
    expect((await signIn({ state })).body.user.verifiedCredentials[0]?.oauth_display_name).toBe('<b>Bob</b>')
    expect(String((await open({ state: 'another-state' })).body)).toContain('&lt;b&gt;Bob&lt;/b&gt;')
  })

  it('names the app, and warns of links from strangers, who would get the sign-in', async () => {
    await host.mock.settings.patch({ general: { displayName: 'Tea & Cake' } })
    const page = String((await open({ state })).body)
    expect(page).toContain('<b>Tea &amp; Cake</b> wants to know who you are')
    expect(page).toContain('If somebody sent you a link to this page')
  })

  it('refuses a form that another site posts', async () => {
    const { id } = host.mock.defaults.environments.sandbox
    const body = new URLSearchParams({ state, choice: `account:${ada.accountId}` })
    const post = (headers: Record<string, string>) =>
      host.mock.serve({
        method: 'POST',
        url: `${host.mock.baseUrl}/__mock/messenger/${id}/auth`,
        headers: new Headers(headers),
        text: async () => body.toString(),
      })
    const evil = { origin: 'https://evil.example.net' }
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, evil, { origin: 'null' }]) {
      expect((await post(headers))?.status, JSON.stringify(headers)).toBe(403)
      expect(await refuse({ state, forceCreateUser: true })).toMatchObject(invalid)
    }
    expect((await post({ origin: new URL(host.mock.baseUrl).origin }))?.status).toBe(200)
  })

  it('accepts a form of its own page, by the site that the browser names', async () => {
    const { id } = host.mock.defaults.environments.sandbox
    const response = await host.mock.fetch(`${host.mock.baseUrl}/__mock/messenger/${id}/auth`, {
      method: 'POST',
      body: new URLSearchParams({ state, choice: `account:${ada.accountId}` }),
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(response.status).toBe(200)
  })

  it('leaves the state pending when the person declines', async () => {
    expect(await submit({ choice: 'deny' })).toMatchObject({
      status: 200,
      text: expect.stringContaining('<h1>Not signed in</h1>'),
    })
    expect(await refuse({ state, forceCreateUser: true })).toMatchObject(invalid)
    expect((await submit({ choice: `account:${ada.accountId}` })).status).toBe(200)
  })

  it('refuses malformed states, foreign forms, and environments without a messenger', async () => {
    expect((await open({})).status).toBe(400)
    expect((await open({ state: '<script>' })).status).toBe(400)
    expect(await open({ state: '' })).toMatchObject({ status: 422 })
    expect(await open({ state }, { environmentId: unknown })).toMatchObject({ status: 404 })
    expect(await open({ state }, { environmentId: host.mock.defaults.environments.live.id })).toMatchObject({
      status: 422,
      body: { code: 'provider_not_available' },
    })
    expect((await submit({ choice: 'account:1' })).status).toBe(400)
    expect((await submit({ choice: 'deny' }, unknown)).status).toBe(404)
    expect((await hop(host, `${host.mock.baseUrl}/__mock/messenger/${unknown}/auth`)).status).toBe(405)
    expect((await hop(host, `${host.mock.baseUrl}/__mock/messenger/${unknown}/other`)).status).toBe(404)
  })
})
