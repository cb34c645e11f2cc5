import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { botToken, createMessengerPerson } from '../../../test/people/messengerPeople.ts'
import type { IdpAccount } from '../../store/outsideRecords.ts'

const host = createHost()
const unknown = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'
const invalid = { status: 422, code: 'invalid_verification' }
const state = 'messenger-state-1'
let ada: IdpAccount

beforeEach(async () => {
  ada = await createMessengerPerson(host)
})

const receive = (messengerUser: object, at = state) =>
  host.send('messenger.receive', { body: { state: at, messengerUser } })
const answered = async (at = state, person = ada) => {
  expect(await receive(host.mock.messenger.sign(person), at)).toMatchObject({ status: 202 })
  return { state: at }
}
/** The widget's signature, by Web Crypto. */
async function widgetHashOf(text: string): Promise<string> {
  const bytes = (part: string) => new TextEncoder().encode(part)
  const secret = await crypto.subtle.digest('SHA-256', bytes(botToken))
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return [...new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

const signIn = (body: Record<string, unknown>) => host.call('messenger.signIn', { body })
const refuse = (body: Record<string, unknown>) => host.refuse('messenger.signIn', { body })

describe('messenger.receive', () => {
  it('stores signed data of the messenger for ten minutes', async () => {
    const proof = await answered()
    await host.mock.clock.advance({ minutes: 9, seconds: 59 })
    expect((await signIn({ ...proof, forceCreateUser: true })).body.user.newUser).toBe(true)
    const late = await answered('another-state')
    await host.mock.clock.advance({ minutes: 10 })
    expect(await refuse({ ...late, forceCreateUser: true })).toMatchObject(invalid)
  })

  it('refuses data that was changed, added or left out after signing', async () => {
    const signed = host.mock.messenger.sign(ada)
    const { username: _, ...without } = signed
    const changed = [
      { ...signed, id: 1 },
      { ...signed, firstName: 'Eve' },
      { ...signed, username: 'eve' },
      { ...signed, photoURL: 'https://evil.example.com/x.jpg' },
      { ...signed, authDate: String(Number(signed.authDate) - 1) },
      { ...signed, hash: 'f'.repeat(64) },
      { ...signed, hash: signed.hash.toUpperCase() },
      { ...signed, hash: '' },
      { ...signed, authDate: `0${signed.authDate}` },
      without,
    ]
    for (const user of changed)
      expect(await receive(user), JSON.stringify(user)).toMatchObject({
        status: 422,
        body: { code: 'invalid_verification' },
      })
    expect((await receive(signed)).status).toBe(202)
  })

  it('refuses fields whose borders were moved', async () => {
    const { authDate } = host.mock.messenger.sign(ada)
    // The hash that a messenger would sign for the person 7, who is called "Eve", a line break and more.
    const hash = await widgetHashOf(
      [`auth_date=${authDate}`, 'first_name=Eve', 'id=1', 'last_name=X', 'id=7'].join('\n'),
    )
    expect((await receive({ id: 1, firstName: 'Eve', lastName: 'X\nid=7', authDate, hash })).status).toBe(422)
    expect(
      (
        await receive({
          id: 7,
          firstName: 'Eve',
          authDate,
          hash: await widgetHashOf(`auth_date=${authDate}\nfirst_name=Eve\nid=7`),
        })
      ).status,
    ).toBe(202)
    const mallory = await host.mock.messenger.addUser({ firstName: 'Mallory\nid=1\nlast_name=X' })
    expect(() => host.mock.messenger.sign(mallory)).toThrow(TypeError)
  })

  it('refuses data that is ten minutes old, or from the future', async () => {
    const old = host.mock.messenger.sign(ada)
    const snapshot = host.mock.snapshot()
    await host.mock.clock.advance({ minutes: 10 })
    expect(await receive(old)).toMatchObject({ status: 422 })
    const future = host.mock.messenger.sign(ada)
    host.mock.restore(snapshot)
    expect(await receive(future)).toMatchObject({ status: 422 })
    await host.mock.clock.advance({ minutes: 10 })
    expect((await receive(future)).status).toBe(202)
  })

  it('accepts a state once and a signature once', async () => {
    const signed = host.mock.messenger.sign(ada)
    expect((await receive(signed)).status).toBe(202)
    const other = await host.mock.messenger.addUser({ firstName: 'Eve' })
    expect(await receive(host.mock.messenger.sign(other))).toMatchObject({ status: 422 })
    expect(await receive(signed, 'another-state')).toMatchObject({ status: 422 })
    expect((await receive(host.mock.messenger.sign(ada), 'another-state')).status).toBe(202)
  })

  it("refuses data that another environment's bot has signed, and environments without a bot", async () => {
    const { live } = host.mock.defaults.environments
    const place = { environmentId: live.id }
    const signedData = host.mock.messenger.sign(ada)
    const receiveInLive = (messengerUser: object) =>
      host.send('messenger.receive', { params: place, body: { state, messengerUser } })
    expect(await receiveInLive(signedData)).toMatchObject({ status: 422, body: { code: 'provider_not_available' } })
    expect(() => host.mock.messenger.sign(ada, place)).toThrow(TypeError)
    await host.mock.create.provider({ provider: 'telegram', clientId: '8', clientSecret: '8:another-token' }, place)
    expect(await receiveInLive(signedData)).toMatchObject({ status: 422, body: { code: 'invalid_verification' } })
    expect((await receiveInLive(host.mock.messenger.sign(ada, place))).status).toBe(202)
    expect(await refuse({ state, forceCreateUser: true })).toMatchObject(invalid)
    expect(
      await host.send('messenger.receive', {
        params: { environmentId: unknown },
        body: { state, messengerUser: signedData },
      }),
    ).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('refuses malformed bodies, and an empty state', async () => {
    const signed = host.mock.messenger.sign(ada)
    for (const body of [
      {},
      { state },
      { state: '<', messengerUser: signed },
      { state, messengerUser: { ...signed, id: '1' } },
      { state, messengerUser: { ...signed, admin: true } },
    ]) {
      expect(await host.refuse('messenger.receive', { body }), JSON.stringify(body)).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
    expect(
      await host.refuse('messenger.receive', { body: 'state=x', headers: { 'content-type': 'text/plain' } }),
    ).toMatchObject({ status: 415 })
    expect(await receive(signed, '')).toMatchObject({ status: 422 })
  })

  it('refuses a person at once that a gate refuses, and stores nothing', async () => {
    await host.mock.create.gate({ outcome: 'siteAccess' })
    expect(
      await host.refuse('messenger.receive', { body: { state, messengerUser: host.mock.messenger.sign(ada) } }),
    ).toMatchObject({ status: 403, code: 'gate_access_required' })
    expect(await refuse({ state, forceCreateUser: true })).toMatchObject(invalid)
  })
})

describe('messenger.signIn', () => {
  it('creates a user by the widget with any `forceCreateUser`, and finds the user again', async () => {
    const { body } = await signIn({ ...(await answered()), forceCreateUser: false })
    expect(body.user).toMatchObject({
      newUser: true,
      firstName: 'Ada',
      lastName: 'Byron',
      verifiedCredentials: [
        {
          format: 'oauth',
          oauth_provider: 'telegram',
          oauth_account_id: ada.accountId,
          oauth_username: 'ada',
          oauth_display_name: 'Ada Byron',
          oauth_account_photos: ['https://pictures.example.com/ada.jpg'],
        },
      ],
    })
    expect((await host.call('profile.get', { token: String(body.jwt) })).body.id).toBe(body.user.id)
    expect((await signIn(await answered('another-state'))).body.user).toMatchObject({
      id: body.user.id,
      newUser: false,
    })
    expect((await host.call('users.list')).body.users?.[0]?.oauthAccounts).toMatchObject([
      { provider: 'telegram', accountUsername: 'ada' },
    ])
  })

  it('accepts a state once', async () => {
    const proof = { ...(await answered()), forceCreateUser: true }
    await signIn(proof)
    expect(await refuse(proof)).toMatchObject(invalid)
    expect(await receive(host.mock.messenger.sign(ada))).toMatchObject({ status: 422 })
  })

  it('accepts the init data of an app inside the messenger, until it is ten minutes old', async () => {
    const messengerAuthToken = host.mock.messenger.initData(ada)
    for (const forceCreateUser of [undefined, false])
      expect(await refuse({ messengerAuthToken, forceCreateUser })).toMatchObject({ status: 422, code: 'invalid_user' })
    const { body } = await signIn({ messengerAuthToken, forceCreateUser: true })
    await host.mock.clock.advance({ minutes: 9 })
    expect((await signIn({ messengerAuthToken })).body.user).toMatchObject({ id: body.user.id, newUser: false })
    await host.mock.clock.advance({ minutes: 1 })
    expect(await refuse({ messengerAuthToken })).toMatchObject(invalid)
  })

  it('refuses init data that was changed, has no user, or is for another environment or the widget', async () => {
    const { live } = host.mock.defaults.environments
    await host.mock.create.provider(
      { provider: 'telegram', clientId: '8', clientSecret: '8:another-token' },
      { environmentId: live.id },
    )
    const good = host.mock.messenger.initData(ada)
    const { hash, authDate } = host.mock.messenger.sign(ada)
    const changed = new URLSearchParams(good)
    changed.set('user', '{"id":1}')
    const bad = [
      '',
      'nonsense',
      good.replace(/hash=\w/, 'hash=0'),
      good.replace(/&hash=.*/, ''),
      `${good}&extra=1`,
      `${good}&${good}`,
      changed.toString(),
      host.mock.messenger.initData(ada, { environmentId: live.id }),
      new URLSearchParams({
        auth_date: authDate,
        user: JSON.stringify({ id: Number(ada.accountId) }),
        hash,
      }).toString(),
    ]
    for (const messengerAuthToken of bad)
      expect(await refuse({ messengerAuthToken, forceCreateUser: true }), messengerAuthToken).toMatchObject(invalid)
    expect((await signIn({ messengerAuthToken: good, forceCreateUser: true })).status).toBe(200)
  })

  it('accepts either a state or a token', async () => {
    const both = {
      ...(await answered()),
      messengerAuthToken: host.mock.messenger.authToken(ada),
      forceCreateUser: true,
    }
    expect(await refuse(both)).toMatchObject(invalid)
    expect(await refuse({ forceCreateUser: true })).toMatchObject(invalid)
    expect(await refuse({ state: 'never-answered', forceCreateUser: true })).toMatchObject(invalid)
  })

  it('asks for a solved CAPTCHA where the environment does', async () => {
    await host.mock.settings.patch({ security: { captcha: { enabled: true } } })
    const body = { ...(await answered()), forceCreateUser: true }
    expect(await refuse(body)).toMatchObject(invalid)
    expect((await signIn({ ...body, captchaToken: 'solved' })).status).toBe(200)
  })

  it('refuses malformed bodies, unknown environments, and providers that are not enabled', async () => {
    expect(await refuse({ state: 1 })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await refuse({ state, admin: true })).toMatchObject({ status: 400 })
    expect(
      await host.refuse('messenger.signIn', { body: 'x', headers: { 'content-type': 'text/plain' } }),
    ).toMatchObject({ status: 415 })
    expect(
      await host.refuse('messenger.signIn', { params: { environmentId: unknown }, body: { state } }),
    ).toMatchObject({ status: 404, code: 'not_found' })
    expect(
      await host.refuse('messenger.signIn', {
        params: { environmentId: host.mock.defaults.environments.live.id },
        body: { state },
      }),
    ).toMatchObject({ status: 422, code: 'provider_not_available' })
  })

  it('refuses a person who is not on the allowlist', async () => {
    const proof = await answered()
    await host.mock.create.allowlist({ outcome: 'siteAccess' })
    expect(await refuse({ ...proof, forceCreateUser: true })).toMatchObject({ status: 403, code: 'not_on_allowlist' })
    expect((await host.call('users.list')).body.count).toBe(0)
  })

  it('leaves no signature and no token in the journal', async () => {
    const signed = host.mock.messenger.sign(ada)
    await receive(signed)
    const tokens = [host.mock.messenger.authToken(ada), host.mock.messenger.initData(ada)]
    for (const messengerAuthToken of tokens) await signIn({ messengerAuthToken, forceCreateUser: true })
    const journal = JSON.stringify(host.mock.journal.list())
    for (const secret of [signed.hash, ...tokens, state]) expect(journal).not.toContain(secret)
  })
})
