import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  answerSignIn,
  appOrigin,
  base64url,
  createPasskeyUser,
  flip,
  from,
  newUser,
  registerPasskey,
  signInWithPasskey,
} from '../../../test/people/passkeyCeremonies.ts'
import type { Authenticator } from '../../control/device/authenticator.ts'

const host = createHost()
const page = from(appOrigin)
const live = () => host.mock.defaults.environments.live
const notHere = '01938c60-1f2e-7a4b-9c8d-7e6f5a4b3c2d'
const unauthorized = { status: 401, code: 'unauthorized' }
const invalidChallenge = { status: 422, code: 'invalid_verification' }
const unknownPasskey = { status: 422, code: 'passkey_not_found' }

let device: Authenticator
let userId = ''
let token = ''

beforeEach(async () => {
  ;({ device, userId, token } = await createPasskeyUser(host))
})

describe('passkeys.signIn', () => {
  it('signs in the holder of the passkey, in a new session', async () => {
    const { reply } = await registerPasskey(host, { device, token })
    const { body } = await signInWithPasskey(host, device)
    expect(body.user).toMatchObject({ id: userId, email: 'ada@example.com', newUser: false, scope: 'user:basic' })
    expect(body.user?.sessionId).not.toBe(reply.user?.sessionId)
    const passkey = reply.user?.verifiedCredentials.find(({ format }) => format === 'passkey')
    expect(body.user?.lastVerifiedCredentialId).toBe(passkey?.id)
    expect((await host.call('sessions.check', { token: body.jwt })).status).toBe(204)
    expect((await host.call('users.get', { params: { userId } })).body.user?.lastVerifiedCredentialId).toBe(passkey?.id)
  })

  it('asks for any passkey, for user verification, and for the host of the page', async () => {
    const { body } = await host.call('passkeys.getSignInOptions', page)
    expect(body).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      rpId: 'app.example.com',
      userVerification: 'required',
      allowCredentials: [],
    })
  })

  it('counts as both factors', async () => {
    await registerPasskey(host, { device, token })
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect((await host.mock.signIn(userId)).user?.scope).toContain('requiresAdditionalAuth')
    const { body } = await signInWithPasskey(host, device)
    expect(body.user?.scope).toBe('user:basic')
    expect(body).not.toHaveProperty('mfaToken')
    expect((await host.call('passkeys.list', { token: body.jwt })).body.count).toBe(1)
  })

  it('returns a proof for actions that require a second factor, on request', async () => {
    await registerPasskey(host, { device, token })
    const answer = await answerSignIn(host, device)
    expect(
      (await host.call('passkeys.signIn', { body: { ...answer, createMfaToken: { singleUse: false } }, ...page })).body
        .mfaToken,
    ).toMatch(/^\w{43}$/)
  })

  it('can be repeated, each time with a new challenge', async () => {
    await registerPasskey(host, { device, token })
    for (let count = 0; count < 3; count++) expect((await signInWithPasskey(host, device)).body.user?.id).toBe(userId)
  })

  it('accepts a challenge once, even if the first attempt fails', async () => {
    await registerPasskey(host, { device, token })
    const answer = await answerSignIn(host, device)
    await host.call('passkeys.signIn', { body: answer, ...page })
    expect(await host.refuse('passkeys.signIn', { body: answer, ...page })).toMatchObject(invalidChallenge)
    const other = await answerSignIn(host, device)
    const broken = { ...other, response: { ...other.response, signature: flip(other.response.signature) } }
    expect(await host.refuse('passkeys.signIn', { body: broken, ...page })).toMatchObject(unauthorized)
    expect(await host.refuse('passkeys.signIn', { body: other, ...page })).toMatchObject(invalidChallenge)
  })

  it('refuses a challenge that is expired, invented, or for another purpose', async () => {
    await registerPasskey(host, { device, token })
    const { body: options } = await host.call('passkeys.getSignInOptions', page)
    const { body: ownOptions } = await host.call('passkeys.getAuthenticationOptions', { token, ...page })
    for (const challenge of ['AAAA', ownOptions.challenge]) {
      const body = await device.get({ ...options, challenge }, { origin: appOrigin })
      expect(await host.refuse('passkeys.signIn', { body, ...page }), challenge).toMatchObject(invalidChallenge)
    }
    const body = await device.get(options, { origin: appOrigin })
    await host.mock.clock.advance({ minutes: 5 })
    expect(await host.refuse('passkeys.signIn', { body, ...page })).toMatchObject(invalidChallenge)
  })

  it('refuses a challenge that was used for another purpose before', async () => {
    await registerPasskey(host, { device, token })
    const { body: signInOptions } = await host.call('passkeys.getSignInOptions', page)
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    const credential = await host.mock
      .authenticator()
      .create({ ...options, challenge: signInOptions.challenge }, { origin: appOrigin })
    expect(await host.refuse('passkeys.register', { token, body: credential, ...page })).toMatchObject(invalidChallenge)
    const body = await device.get(signInOptions, { origin: appOrigin })
    expect(await host.refuse('passkeys.signIn', { body, ...page })).toMatchObject(invalidChallenge)
  })

  it('deletes expired challenges when new ones are created', async () => {
    await host.call('passkeys.getSignInOptions', page)
    await host.mock.clock.advance({ minutes: 5 })
    const { body } = await host.call('passkeys.getSignInOptions', page)
    const rows = Object.values(JSON.parse(JSON.stringify(host.mock.export().tables.passkeyChallenges)) as object)
    expect(JSON.stringify(rows).match(/"challenge":"[^"]+"/g)).toEqual([`"challenge":"${body.challenge}"`])
  })

  it('refuses an answer that does not prove the passkey', async () => {
    await registerPasskey(host, { device, token })
    const { body: options } = await host.call('passkeys.getSignInOptions', page)
    const other = host.mock.authenticator()
    const bob = await newUser(host)
    await registerPasskey(host, { device: other, token: bob.token })
    const challenge = async () => ({ ...options, ...(await host.call('passkeys.getSignInOptions', page)).body })
    const good = await device.get(await challenge(), { origin: appOrigin })
    const stolen = await other.get(await challenge(), { origin: appOrigin })
    const renamed = await device.get(await challenge(), { origin: appOrigin })
    const unnamed = await device.get(await challenge(), { origin: appOrigin })
    const changedData = await device.get(await challenge(), { origin: appOrigin })
    const spacedData = await device.get(await challenge(), { origin: appOrigin })
    const { userHandle: _, ...withoutHandle } = unnamed.response
    const changed = {
      signature: { ...good, response: { ...good.response, signature: flip(good.response.signature) } },
      authenticatorData: {
        ...changedData,
        response: { ...changedData.response, authenticatorData: flip(changedData.response.authenticatorData) },
      },
      clientData: {
        ...spacedData,
        response: {
          ...spacedData.response,
          clientDataJSON: base64url(
            `${atob(spacedData.response.clientDataJSON.replaceAll('-', '+').replaceAll('_', '/'))} `,
          ),
        },
      },
      otherKey: {
        ...stolen,
        id: good.id,
        rawId: good.id,
        response: { ...stolen.response, userHandle: good.response.userHandle },
      },
      otherHandle: { ...renamed, response: { ...renamed.response, userHandle: base64url(bob.user.id) } },
      noHandle: { ...unnamed, response: withoutHandle },
      page: await device.get(await challenge(), { origin: 'https://evil.example.net' }),
      unverified: await device.get(await challenge(), { origin: appOrigin, userVerified: false }),
    }
    for (const [name, body] of Object.entries(changed))
      expect(await host.refuse('passkeys.signIn', { body, ...page }), name).toMatchObject(unauthorized)
  })

  it('refuses an answer for another site', async () => {
    await registerPasskey(host, { device, token }, { origin: 'https://other.example.com' })
    const { body: options } = await host.call('passkeys.getSignInOptions', page)
    const body = await device.get({ ...options, rpId: 'other.example.com' }, { origin: appOrigin })
    expect(await host.refuse('passkeys.signIn', { body, ...page })).toMatchObject(unauthorized)
  })

  it("refuses a registration's answer in place of a sign-in's", async () => {
    await registerPasskey(host, { device, token })
    const { body: options } = await host.call('passkeys.getSignInOptions', page)
    const good = await device.get(options, { origin: appOrigin })
    const clientDataJSON = base64url(
      JSON.stringify({ type: 'webauthn.create', challenge: options.challenge, origin: appOrigin, crossOrigin: false }),
    )
    expect(
      await host.refuse('passkeys.signIn', {
        body: { ...good, response: { ...good.response, clientDataJSON } },
        ...page,
      }),
    ).toMatchObject(unauthorized)
  })

  it('refuses a counter that does not increase, since the key may have been copied', async () => {
    await registerPasskey(host, { device, token })
    const at = async (counter: number) => ({ body: await answerSignIn(host, device, { counter }), ...page })
    await host.call('passkeys.signIn', await at(7))
    for (const counter of [7, 6, 0])
      expect(await host.refuse('passkeys.signIn', await at(counter)), `${counter}`).toMatchObject(unauthorized)
    await host.call('passkeys.signIn', await at(8))
  })

  it('accepts a counter that stays at zero, as with synced passkeys', async () => {
    await registerPasskey(host, { device, token }, { counter: 0 })
    for (let count = 0; count < 2; count++)
      await host.call('passkeys.signIn', { body: await answerSignIn(host, device, { counter: 0 }), ...page })
  })

  it('refuses a passkey that is unknown, deleted, or of another environment', async () => {
    const { body: options } = await host.call('passkeys.getSignInOptions', page)
    const credential = await device.create(
      { ...(await host.call('passkeys.getRegistrationOptions', { token, ...page })).body },
      { origin: appOrigin },
    )
    const unknown = await device.get(options, { origin: appOrigin })
    expect(unknown.id).toBe(credential.id)
    expect(await host.refuse('passkeys.signIn', { body: unknown, ...page })).toMatchObject(unknownPasskey)

    const other = host.mock.authenticator()
    await registerPasskey(host, { device: other, token })
    await host.mock.create.provider({ provider: 'passkey' }, { environmentId: live().id })
    const params = { environmentId: live().id }
    const foreign = await other.get((await host.call('passkeys.getSignInOptions', { params, ...page })).body, {
      origin: appOrigin,
    })
    expect(await host.refuse('passkeys.signIn', { params, body: foreign, ...page })).toMatchObject(unknownPasskey)

    const answer = await answerSignIn(host, other)
    const { body: list } = await host.call('passkeys.list', { token })
    await host.call('passkeys.delete', { token, body: { passkeyId: list.passkeys[0]?.id } })
    expect(await host.refuse('passkeys.signIn', { body: answer, ...page })).toMatchObject(unknownPasskey)
  })

  it('accepts a challenge in its environment only, and does not use it up elsewhere', async () => {
    await registerPasskey(host, { device, token })
    await host.mock.create.provider({ provider: 'passkey' }, { environmentId: live().id })
    const body = await answerSignIn(host, device)
    expect(await host.refuse('passkeys.signIn', { params: { environmentId: live().id }, body, ...page })).toMatchObject(
      invalidChallenge,
    )
    await host.call('passkeys.signIn', { body, ...page })
  })

  it('refuses an environment without passkeys, and one that does not exist', async () => {
    await registerPasskey(host, { device, token })
    const body = await answerSignIn(host, device)
    const notFound = { status: 404, code: 'not_found' }
    for (const [environmentId, optionsRefusal, signInRefusal] of [
      [live().id, { status: 400, code: 'bad_request' }, { status: 422, code: 'provider_not_available' }],
      [notHere, notFound, notFound],
    ] as const) {
      const params = { environmentId }
      expect(await host.refuse('passkeys.getSignInOptions', { params, ...page })).toMatchObject(optionsRefusal)
      expect(await host.refuse('passkeys.signIn', { params, body, ...page })).toMatchObject(signInRefusal)
    }
  })

  it('refuses a body that cannot be read', async () => {
    await registerPasskey(host, { device, token })
    const body = await answerSignIn(host, device)
    expect(await host.refuse('passkeys.signIn', { body: { ...body, extra: 1 }, ...page })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(
      await host.refuse('passkeys.signIn', {
        body: { ...body, response: { ...body.response, clientDataJSON: '%' } },
        ...page,
      }),
    ).toMatchObject({ status: 400, code: 'bad_request' })
    expect(
      await host.refuse('passkeys.signIn', {
        body: 'text',
        headers: { ...page.headers, 'content-type': 'text/plain' },
      }),
    ).toMatchObject({ status: 415 })
  })

  it('is refused by a gate, and still uses up the challenge', async () => {
    await registerPasskey(host, { device, token })
    const list = await host.mock.create.allowlist({ outcome: 'siteAccess' })
    const body = await answerSignIn(host, device)
    const refusal = await host.refuse('passkeys.signIn', { body, ...page })
    expect(refusal).toMatchObject({
      status: 403,
      code: 'not_on_allowlist',
      body: { payload: { email: 'ada@example.com' } },
    })
    await host.mock.create.allowlistEntry(list.id, { email: 'ada@example.com' })
    expect(await host.refuse('passkeys.signIn', { body, ...page })).toMatchObject(invalidChallenge)
    expect((await signInWithPasskey(host, device)).body.user?.lists).toEqual([list.name])
  })

  it('emits an event about the new session', async () => {
    await registerPasskey(host, { device, token })
    const { body } = await signInWithPasskey(host, device)
    const { body: events } = await host.call('events.list')
    expect(events.filter(({ eventName }) => eventName === 'user.session.created').map(({ data }) => data.id)).toContain(
      body.user?.sessionId,
    )
  })
})
