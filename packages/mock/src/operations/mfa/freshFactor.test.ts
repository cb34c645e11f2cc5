import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { appOrigin, from, registerPasskey } from '../../../test/people/passkeyCeremonies.ts'
import { enableMfa } from '../../../test/people/secondFactor.ts'
import type { AuthenticatorApp } from '../../control/objects/create/userFactories.ts'

const host = createHost()
const page = from(appOrigin)
const mfaRequired = { status: 403, code: 'mfa_required' }
const unauthorized = { status: 401, code: 'unauthorized' }

let userId = ''
let app: AuthenticatorApp
/** A session of somebody with an app and a passkey, whose second factor was proved a moment ago. */
let token = ''

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'passkey' })
  await enableMfa(host)
  userId = (await host.mock.create.user({ email: 'ada@example.com' })).id
  app = await host.mock.create.totp(userId)
  token = await proved((await host.mock.signIn(userId)).token)
  token = (await registerPasskey(host, { device: host.mock.authenticator(), token })).reply.jwt ?? ''
})

/** Proves the factor by a code that was not taken yet. */
async function proved(session: string) {
  await host.mock.clock.advance({ seconds: 30 })
  return (await host.call('mfa.authenticateTotp', { token: session, body: { code: app.code() } })).body.jwt ?? ''
}

type Headers = Record<string, string>
type Attempt = () => Promise<(headers?: Headers) => { id: Parameters<typeof host.refuse>[0]; input: object }>

/** Attempts to add, replace, read or delete factors. Each is prepared first, for which no proof is asked. */
const attempts: Record<string, Attempt> = {
  async 'passkeys.register'() {
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    const body = await host.mock.authenticator().create(options, { origin: appOrigin })
    return (headers) => ({ id: 'passkeys.register', input: { token, body, headers: { ...page.headers, ...headers } } })
  },
  async 'mfaDevices.verifyTotp'() {
    const {
      body: { secret },
    } = await host.call('mfaDevices.createTotp', { token })
    return (headers) => ({
      id: 'mfaDevices.verifyTotp',
      input: { token, body: { type: 'totp', code: host.mock.totpCode(secret) }, headers },
    })
  },
  async 'mfaDevices.verifyPasskey'() {
    const {
      body: { id, registration },
    } = await host.call('mfaDevices.createPasskey', { token, ...page })
    const attestation = await host.mock.authenticator().create(registration, { origin: appOrigin })
    return (headers) => ({
      id: 'mfaDevices.verifyPasskey',
      input: { token, body: { id, attestation }, headers: { ...page.headers, ...headers } },
    })
  },
  async 'mfa.listRecoveryCodes'() {
    return (headers) => ({ id: 'mfa.listRecoveryCodes', input: { token, headers } })
  },
  async 'mfa.createRecoveryCodes'() {
    return (headers) => ({ id: 'mfa.createRecoveryCodes', input: { token, headers } })
  },
  async 'passkeys.delete'() {
    const passkeyId = (await host.call('passkeys.list', { token })).body.passkeys.at(-1)?.id
    return (headers) => ({ id: 'passkeys.delete', input: { token, body: { passkeyId }, headers } })
  },
}

const names = Object.keys(attempts)
const prepare = (name: string) => (attempts[name] as Attempt)()
const call = ({ id, input }: ReturnType<Awaited<ReturnType<Attempt>>>) => host.call(id, input)
const refuse = ({ id, input }: ReturnType<Awaited<ReturnType<Attempt>>>) => host.refuse(id, input)
/** Lets the proof get older. */
const age = (milliseconds: number) => host.mock.clock.advance({ milliseconds })
const tables = () => {
  const { passkeys, credentials, mfaDevices, recoveryCodes } = host.mock.export().tables
  return { passkeys, credentials, mfaDevices, recoveryCodes }
}

/**
 * A token that outlives the session's own proof, which is too old by then: from a passkey that is registered nine
 * minutes after it.
 */
async function lateToken() {
  await age(540_000)
  const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
  const answer = await host.mock.authenticator().create(options, { origin: appOrigin })
  const { body } = await host.call('passkeys.register', {
    token,
    body: { ...answer, createMfaToken: { singleUse: true } },
    ...page,
  })
  token = body.jwt ?? ''
  await age(120_000)
  return { 'x-mfa-auth-token': body.mfaToken ?? '' }
}

describe.each(names)('%s, by somebody who has a second factor', (name) => {
  it('is accepted until ten minutes after the proof', async () => {
    await age(600_000)
    expect((await call((await prepare(name))())).status).toBeLessThan(300)
  })

  it('is refused after that, changes nothing, and is accepted after another proof', async () => {
    await age(600_001)
    const attempt = await prepare(name)
    const before = tables()
    expect(await refuse(attempt())).toMatchObject(mfaRequired)
    expect(tables()).toEqual(before)
    token = await proved(token)
    expect((await call((await prepare(name))())).status).toBeLessThan(300)
  })

  it('is accepted with the token of a proof, which is then used up, and refused with a forged one', async () => {
    const headers = await lateToken()
    const attempt = await prepare(name)
    expect(await refuse(attempt())).toMatchObject(mfaRequired)
    expect(await refuse(attempt({ 'x-mfa-auth-token': 'made-up' }))).toMatchObject(unauthorized)
    expect((await call(attempt(headers))).status).toBeLessThan(300)
    expect(host.mock.export().tables.mfaTokens).toEqual([])
  })
})

describe('a single-use token', () => {
  it('is not used up by a failed registration, unlike its challenge', async () => {
    const headers = await lateToken()
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    const elsewhere = await host.mock.authenticator().create(options, { origin: 'https://evil.example.net' })
    const input = { token, headers: { ...page.headers, ...headers } }
    expect(await host.refuse('passkeys.register', { ...input, body: elsewhere })).toMatchObject({
      status: 422,
      code: 'other_verify_failure',
    })
    expect(await host.refuse('passkeys.register', { ...input, body: elsewhere })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
    await host.call('mfaDevices.createTotp', { token })
    expect(
      await host.refuse('mfaDevices.verifyTotp', { token, body: { type: 'totp', code: '' }, headers }),
    ).toMatchObject({ status: 422, code: 'mfa_invalid_code' })
    expect((await call((await prepare('passkeys.register'))(headers))).status).toBe(200)
    expect(await refuse((await prepare('passkeys.register'))(headers))).toMatchObject(unauthorized)
  })

  it('is not valid for another session', async () => {
    const headers = await lateToken()
    token = await proved((await host.mock.signIn(userId)).token)
    for (const name of names) expect(await refuse((await prepare(name))(headers)), name).toMatchObject(unauthorized)
  })
})

describe('a session that proved a factor long ago', () => {
  it('does not unlink the credential of a passkey', async () => {
    await age(600_001)
    const { body: profile } = await host.call('profile.get', { token })
    const body = { verifiedCredentialId: profile.verifiedCredentials.find(({ format }) => format === 'passkey')?.id }
    expect(await host.refuse('walletSignIn.unlink', { token, body })).toMatchObject(mfaRequired)
    expect((await host.call('passkeys.list', { token })).body.count).toBe(1)
    token = await proved(token)
    await host.call('walletSignIn.unlink', { token, body })
    expect((await host.call('passkeys.list', { token })).body.count).toBe(0)
  })

  it('cannot add a factor by registering a passkey, and so cannot delete the app', async () => {
    await age(600_001)
    const attempt = await prepare('passkeys.register')
    expect(await refuse(attempt())).toMatchObject(mfaRequired)
    expect((await host.call('passkeys.list', { token })).body.count).toBe(1)
    expect(
      await host.refuse('mfaDevices.delete', {
        token,
        params: { mfaDeviceId: app.deviceId },
        headers: { 'x-mfa-auth-token': 'made-up' },
      }),
    ).toMatchObject(unauthorized)
  })
})

describe('a user without a second factor', () => {
  beforeEach(async () => {
    token = (await host.mock.signIn(await host.mock.create.user({ email: 'grace@example.com' }))).token
    await host.mock.clock.advance({ minutes: 30 })
  })

  it.each(['passkeys.register', 'mfaDevices.verifyTotp', 'mfaDevices.verifyPasskey', 'mfa.listRecoveryCodes'])(
    'is asked for no proof by %s',
    async (name) => {
      expect((await call((await prepare(name))())).status).toBe(200)
    },
  )

  it('has one from the first passkey on if passkeys are second factors', async () => {
    await call((await prepare('passkeys.register'))())
    expect(await refuse((await prepare('mfaDevices.verifyTotp'))())).toMatchObject(mfaRequired)
    await enableMfa(host, { availableMethods: ['totp'] })
    expect((await call((await prepare('mfaDevices.verifyTotp'))())).status).toBe(200)
  })
})
