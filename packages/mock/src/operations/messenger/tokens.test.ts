import { base64url, decodeJwt, type JWTPayload, SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import type { IdpAccount } from '../../store/outsideRecords.ts'

const host = createHost()
const botToken = '7000000001:bot-token'
const invalid = { status: 422, code: 'invalid_verification' }
let ada: IdpAccount

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'telegram', clientId: '7000000001', clientSecret: botToken })
  ada = await host.mock.messenger.addUser({
    firstName: 'Ada',
    lastName: 'Byron',
    username: 'ada',
    photoUrl: 'https://pictures.example.com/ada.jpg',
  })
})

const now = () => Math.floor(host.mock.clock.now() / 1000)
const signIn = (messengerAuthToken: string) =>
  host.call('messenger.signIn', { body: { messengerAuthToken, forceCreateUser: true } })
const refuse = (messengerAuthToken: string) =>
  host.refuse('messenger.signIn', { body: { messengerAuthToken, forceCreateUser: true } })

const bytes = (text: string) => new TextEncoder().encode(text)
const part = (value: object) => base64url.encode(JSON.stringify(value))

/** A JWT as a bot signs it, by another implementation than the mock's. */
const signed = (claims: JWTPayload, { key = botToken, alg = 'HS256' } = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT' }).sign(bytes(key))

/** HMAC-SHA256 by Web Crypto. */
async function hmac(secret: BufferSource, text: string): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text)))
}

/** The hash over a person's fields. */
async function hashOf(fields: Record<string, string>): Promise<string> {
  const lines = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
  const hash = await hmac(await crypto.subtle.digest('SHA-256', bytes(botToken)), lines.join('\n'))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A token with the signature of HS256 whose header says something else. */
async function signedUnder(header: object, claims: object): Promise<string> {
  const text = `${part(header)}.${part(claims)}`
  return `${text}.${base64url.encode(await hmac(bytes(botToken), text))}`
}

/** Returns a bot's claims about the person 42. */
async function claimsAt(authDate: number | string) {
  const fields = { auth_date: String(authDate), first_name: 'Grace', id: '42' }
  return { id: 42, firstName: 'Grace', authDate, hash: await hashOf(fields) }
}

describe('a JWT of the bot as `messengerAuthToken`', () => {
  it('signs a person in, and creates a user only with `forceCreateUser`', async () => {
    const messengerAuthToken = host.mock.messenger.authToken(ada)
    for (const forceCreateUser of [undefined, false])
      expect(await host.refuse('messenger.signIn', { body: { messengerAuthToken, forceCreateUser } })).toMatchObject({
        status: 422,
        code: 'invalid_user',
      })
    const { user } = (await signIn(messengerAuthToken)).body
    expect(user).toMatchObject({
      newUser: true,
      firstName: 'Ada',
      lastName: 'Byron',
      verifiedCredentials: [
        {
          oauth_provider: 'telegram',
          oauth_account_id: ada.accountId,
          oauth_username: 'ada',
          oauth_account_photos: ['https://pictures.example.com/ada.jpg'],
        },
      ],
    })
    const again = await host.call('messenger.signIn', { body: { messengerAuthToken } })
    expect(again.body.user).toMatchObject({ id: user.id, newUser: false })
    expect((await host.call('messenger.check', { body: { messengerAuthToken } })).status).toBe(204)
  })

  it('accepts the claims that bots write, for the same person as in init data', async () => {
    const token = host.mock.messenger.authToken(ada)
    expect(decodeJwt(token)).toEqual({
      id: Number(ada.accountId),
      firstName: 'Ada',
      lastName: 'Byron',
      username: 'ada',
      photoUrl: 'https://pictures.example.com/ada.jpg',
      authDate: now(),
      hash: expect.stringMatching(/^[\da-f]{64}$/),
    })
    const { id } = (await signIn(token)).body.user
    expect((await signIn(host.mock.messenger.initData(ada))).body.user.id).toBe(id)
  })

  it('is accepted from any implementation, with every permitted spelling of its claims', async () => {
    const claims = await claimsAt(now())
    const { id } = (await signIn(await signed(claims))).body.user
    const spellings = [
      { ...claims, id: '42' },
      { ...claims, authDate: String(claims.authDate) },
      { ...claims, lastName: '', username: '', photoURL: '' },
      { ...claims, iat: now() + 5, exp: now() + 1, nbf: now() },
      await claimsAt(now() * 1000 + 999),
    ]
    for (const spelling of spellings)
      expect((await signIn(await signed(spelling))).body.user.id, JSON.stringify(spelling)).toBe(id)
    const photo = 'https://pictures.example.com/grace.jpg'
    const hash = await hashOf({ auth_date: String(now()), first_name: 'Grace', id: '42', photo_url: photo })
    for (const name of ['photoUrl', 'photoURL']) {
      const { user } = (await signIn(await signed({ ...claims, [name]: photo, hash }))).body
      expect(user.verifiedCredentials).toMatchObject([{ oauth_account_photos: [photo] }])
    }
  })

  it("refuses another key, another bot's token, and other algorithms", async () => {
    const { live } = host.mock.defaults.environments
    await host.mock.create.provider(
      { provider: 'telegram', clientId: '8', clientSecret: '8:another-token' },
      { environmentId: live.id },
    )
    const claims = await claimsAt(now())
    const [header, payload, signature] = (await signed(claims)).split('.') as [string, string, string]
    const other = await signed(claims, { key: '8:another-token' })
    const bad = [
      other,
      host.mock.messenger.authToken(ada, { environmentId: live.id }),
      await signed(claims, { key: '7000000001:bot-tokem' }),
      await signed(claims, { key: `${botToken}${'x'.repeat(64)}`, alg: 'HS512' }),
      `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      await signedUnder({ alg: 'none' }, claims),
      await signedUnder({ alg: 'RS256' }, claims),
      await signedUnder({ typ: 'JWT' }, claims),
      await signedUnder({ alg: 'HS256', crit: ['x'], x: 1 }, claims),
      `${header}.${part({ ...claims, id: 43 })}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature}.${signature}`,
    ]
    for (const token of bad) expect(await refuse(token), token).toMatchObject(invalid)
    expect((await host.call('users.list')).body.count).toBe(0)
    const params = { environmentId: live.id }
    const messengerAuthToken = await signedUnder({ alg: 'HS256' }, claims)
    expect(
      await host.refuse('messenger.signIn', { params, body: { messengerAuthToken, forceCreateUser: true } }),
    ).toMatchObject(invalid)
    expect((await signIn(messengerAuthToken)).body.user.newUser).toBe(true)
  })

  it('refuses a token without a required claim, and a hash of other claims', async () => {
    const { id, authDate, hash, ...rest } = await claimsAt(now())
    const bad = [
      { ...rest, authDate, hash },
      { ...rest, id, hash },
      { ...rest, id, authDate },
      { id, authDate, hash },
      { ...rest, id, authDate, hash: '' },
      { ...rest, id, authDate, hash: 'f'.repeat(64) },
      { ...rest, id, authDate, hash, username: 'eve' },
      { ...rest, id: 43, authDate, hash },
      { ...rest, id, authDate: (authDate as number) - 1, hash },
    ]
    for (const claims of bad) expect(await refuse(await signed(claims)), JSON.stringify(claims)).toMatchObject(invalid)
    const nobody = { auth_date: String(now()), first_name: 'Grace', id: '0' }
    expect(await refuse(await signed({ ...rest, id: 0, authDate, hash: await hashOf(nobody) }))).toMatchObject(invalid)
  })

  it('can be used again until it is ten minutes old, and never if it is from the future', async () => {
    const token = host.mock.messenger.authToken(ada)
    const inMilliseconds = await signed(await claimsAt(now() * 1000))
    const future = [await signed(await claimsAt(now() + 1)), await signed(await claimsAt((now() + 1) * 1000))]
    for (const early of future) expect(await refuse(early)).toMatchObject(invalid)
    await signIn(token)
    await host.mock.clock.advance({ minutes: 9, seconds: 59 })
    await signIn(token)
    await signIn(inMilliseconds)
    await host.mock.clock.advance({ seconds: 1 })
    for (const late of [token, inMilliseconds]) expect(await refuse(late)).toMatchObject(invalid)
  })

  it('is valid from its `nbf` until its `exp`', async () => {
    const claims = await claimsAt(now())
    for (const life of [{ exp: now() }, { nbf: now() + 1 }])
      expect(await refuse(await signed({ ...claims, ...life })), JSON.stringify(life)).toMatchObject(invalid)
    const wrong = await new SignJWT({ ...claims, exp: 'never' as never })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(bytes(botToken))
    expect(await refuse(wrong)).toMatchObject(invalid)
  })

  it('links the account to the signed-in user, and requires a valid token for that, too', async () => {
    const bob = await host.mock.signIn(await host.mock.create.user({ email: 'bob@example.com' }))
    const bad = { messengerAuthToken: await signed(await claimsAt(now()), { key: 'x' }) }
    expect(await host.refuse('messenger.verify', { token: bob.token, body: bad })).toMatchObject(invalid)
    const body = { messengerAuthToken: host.mock.messenger.authToken(ada) }
    const linked = await host.call('messenger.verify', { token: bob.token, body })
    expect(linked.body.user.verifiedCredentials.at(-1)).toMatchObject({ oauth_account_id: ada.accountId })
  })
})
