import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  appOrigin,
  base64url,
  createPasskeyUser,
  flip,
  from,
  newUser,
  registerPasskey,
} from '../../../test/people/passkeyCeremonies.ts'
import type { Authenticator } from '../../control/device/authenticator.ts'

const host = createHost()
const page = from(appOrigin)
const sandbox = () => host.mock.defaults.environments.sandbox
const live = () => host.mock.defaults.environments.live
const invalidChallenge = { status: 422, code: 'invalid_verification' }
const notProved = { status: 422, code: 'other_verify_failure' }
const badRequest = { status: 400, code: 'bad_request' }

let device: Authenticator
let userId = ''
let token = ''

beforeEach(async () => {
  ;({ device, userId, token } = await createPasskeyUser(host))
})

describe('passkeys.getRegistrationOptions', () => {
  it('are for a browser: for the host of the page, with an opaque handle, for ES256, EdDSA and RS256', async () => {
    const { body } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    expect(body).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rp: { id: 'app.example.com', name: expect.any(String) },
      user: { id: base64url(userId), name: 'ada@example.com', displayName: 'Ada Byron' },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' })),
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [],
      extensions: { credProps: true },
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    })
  })

  it('have a new challenge each time', async () => {
    const challenges = await Promise.all(
      [1, 2, 3].map(
        async () => (await host.call('passkeys.getRegistrationOptions', { token, ...page })).body.challenge,
      ),
    )
    expect(new Set(challenges).size).toBe(3)
  })

  it("exclude the user's passkeys, so that an authenticator does not create a second one", async () => {
    const { body: registered } = await registerPasskey(host, { device, token })
    const { body } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    expect(body.excludeCredentials).toEqual([{ id: registered.id, type: 'public-key', transports: ['internal'] }])
    await expect(device.create(body, { origin: appOrigin })).rejects.toMatchObject({ name: 'InvalidStateError' })
  })

  it('are refused for a page of an origin that is not listed', async () => {
    await host.mock.create.origin('https://other.example.com')
    expect(await host.refuse('passkeys.getRegistrationOptions', { token, ...page })).toMatchObject(badRequest)
  })

  it('are refused if passkeys are not enabled, and without a session', async () => {
    const other = await newUser(host, 'ada@example.com', live().id)
    const params = { environmentId: live().id }
    expect(await host.refuse('passkeys.getRegistrationOptions', { params, token: other.token, ...page })).toMatchObject(
      {
        ...badRequest,
        body: {
          error: expect.stringMatching(/^The provider passkey is not enabled in this environment\. Enable it by /),
        },
      },
    )
    for (const bad of [null, sandbox().token, other.token])
      expect((await host.refuse('passkeys.getRegistrationOptions', { token: bad, ...page })).status).toBe(401)
  })
})

describe('passkeys.register', () => {
  it('adds a passkey that shows in the reply, the list and the user', async () => {
    const { body, reply } = await registerPasskey(host, { device, token })
    const credential = {
      id: expect.any(String),
      format: 'passkey',
      signInEnabled: true,
      verifiedAt: '2026-01-15T09:30:00.000Z',
    }
    expect(reply.user?.verifiedCredentials).toContainEqual(credential)
    expect((await host.call('users.get', { params: { userId } })).body.user?.verifiedCredentials).toContainEqual(
      credential,
    )
    expect((await host.call('profile.get', { token: reply.jwt })).body.verifiedCredentials).toContainEqual(credential)
    expect((await host.call('passkeys.list', { token })).body).toMatchObject({
      count: 1,
      passkeys: [
        {
          id: expect.any(String),
          credentialId: body.id,
          origin: appOrigin,
          createdAt: '2026-01-15T09:30:00.000Z',
          updatedAt: '2026-01-15T09:30:00.000Z',
        },
      ],
    })
  })

  it('stores the user agent of the registration', async () => {
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    const body = await device.create(options, { origin: appOrigin })
    await host.call('passkeys.register', {
      token,
      body,
      headers: { origin: appOrigin, 'user-agent': 'ExampleBrowser/1.0' },
    })
    expect((await host.call('passkeys.list', { token })).body.passkeys).toMatchObject([
      { userAgent: 'ExampleBrowser/1.0' },
    ])
  })

  it('keeps the session of the call, and emits no event', async () => {
    const before = (await host.call('profile.get', { token })).body.sessionId
    const { reply } = await registerPasskey(host, { device, token })
    expect(reply.user?.sessionId).toBe(before)
    expect(reply).not.toHaveProperty('mfaToken')
    const { body: events } = await host.call('events.list')
    expect(events.map(({ eventName }) => eventName)).not.toContain('user.updated')
  })

  it('returns a proof for actions that require a second factor, on request', async () => {
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    const answer = await device.create(options, { origin: appOrigin })
    const { body } = await host.call('passkeys.register', {
      token,
      body: { ...answer, createMfaToken: { singleUse: true } },
      ...page,
    })
    expect(body.mfaToken).toMatch(/^\w{43}$/)
  })

  it('returns a proof to a user with a second factor only if that was proved just before', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true } } })
    const totp = await host.mock.create.totp(userId)
    const { token: first } = await host.mock.signIn(userId)
    const { body: proved } = await host.call('mfa.authenticateTotp', { token: first, body: { code: totp.code() } })
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token: proved.jwt, ...page })
    const answer = await device.create(options, { origin: appOrigin })
    const { body } = await host.call('passkeys.register', {
      token: proved.jwt,
      body: { ...answer, createMfaToken: { singleUse: true } },
      ...page,
    })
    expect(body.mfaToken).toMatch(/^\w{43}$/)
    await host.mock.clock.advance({ minutes: 11 })
    const { body: next } = await host.call('passkeys.getRegistrationOptions', { token: body.jwt, ...page })
    const late = {
      ...(await host.mock.authenticator().create(next, { origin: appOrigin })),
      createMfaToken: { singleUse: true },
    }
    expect(await host.refuse('passkeys.register', { token: body.jwt, body: late, ...page })).toMatchObject({
      status: 403,
      code: 'mfa_required',
    })
    expect((await host.call('passkeys.list', { token: body.jwt })).body.count).toBe(1)
  })

  it('accepts a challenge once, even if the first attempt fails', async () => {
    const { body: answer } = await registerPasskey(host, { device, token })
    expect(await host.refuse('passkeys.register', { token, body: answer, ...page })).toMatchObject(invalidChallenge)
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    const other = await host.mock.authenticator().create(options, { origin: appOrigin })
    const broken = {
      ...other,
      response: { ...other.response, attestationObject: flip(other.response.attestationObject, 140) },
    }
    expect(await host.refuse('passkeys.register', { token, body: broken, ...page })).toMatchObject(notProved)
    expect(await host.refuse('passkeys.register', { token, body: other, ...page })).toMatchObject(invalidChallenge)
    expect((await host.call('passkeys.list', { token })).body.count).toBe(1)
  })

  it("refuses a challenge that is expired, invented, another user's, or for another purpose", async () => {
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    const { body: signInOptions } = await host.call('passkeys.getSignInOptions', page)
    const { body: ownOptions } = await host.call('passkeys.getAuthenticationOptions', { token, ...page })
    const bob = await newUser(host)
    const { body: bobs } = await host.call('passkeys.getRegistrationOptions', { token: bob.token, ...page })
    for (const challenge of ['AAAA', signInOptions.challenge, ownOptions.challenge, bobs.challenge]) {
      const body = await device.create({ ...options, challenge }, { origin: appOrigin })
      expect(await host.refuse('passkeys.register', { token, body, ...page }), challenge).toMatchObject(
        invalidChallenge,
      )
    }
    const body = await device.create(options, { origin: appOrigin })
    await host.mock.clock.advance({ minutes: 5 })
    expect(await host.refuse('passkeys.register', { token, body, ...page })).toMatchObject(invalidChallenge)
  })

  it('refuses an answer of another page or site, without user verification, or with another algorithm', async () => {
    const options = async () => (await host.call('passkeys.getRegistrationOptions', { token, ...page })).body
    const wrong = {
      page: await device.create(await options(), { origin: 'https://evil.example.net' }),
      site: await device.create(
        { ...(await options()), rp: { id: 'evil.example.net', name: 'Evil' } },
        { origin: appOrigin },
      ),
      unverified: await device.create(await options(), { origin: appOrigin, userVerified: false }),
      algorithm: await device.create(await options(), { origin: appOrigin, algorithm: -35 }),
    }
    for (const [name, body] of Object.entries(wrong))
      expect(await host.refuse('passkeys.register', { token, body, ...page }), name).toMatchObject(notProved)
    expect((await host.call('passkeys.list', { token })).body.count).toBe(0)
  })

  it("refuses an answer under an id that is not the key's", async () => {
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    const body = await device.create(options, { origin: appOrigin })
    const id = flip(body.id)
    expect(await host.refuse('passkeys.register', { token, body: { ...body, id, rawId: id }, ...page })).toMatchObject(
      notProved,
    )
  })

  it('refuses a key that another user has registered', async () => {
    await registerPasskey(host, { device, token })
    const bob = await newUser(host)
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token: bob.token, ...page })
    const twin = host.mock.fork().authenticator()
    const body = await twin.create(options, { origin: appOrigin })
    await host.call('passkeys.register', { token: bob.token, body, ...page })
    const { body: again } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    const clientDataJson = base64url(
      JSON.stringify({ type: 'webauthn.create', challenge: again.challenge, origin: appOrigin, crossOrigin: false }),
    )
    const copied = { ...body, response: { ...body.response, clientDataJson } }
    expect(await host.refuse('passkeys.register', { token, body: copied, ...page })).toMatchObject({
      status: 422,
      code: 'duplicate_exists',
    })
  })

  it('refuses a body or client data that cannot be read', async () => {
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    const body = await device.create(options, { origin: appOrigin })
    const { clientDataJson: _, ...withoutClientData } = body.response
    expect(
      await host.refuse('passkeys.register', { token, body: { ...body, response: withoutClientData }, ...page }),
    ).toMatchObject({ status: 400, code: 'validation_failed' })
    for (const clientDataJson of ['%%%', base64url('no json'), base64url('null'), base64url('{"challenge":1}')]) {
      const malformed = { ...body, response: { ...body.response, clientDataJson } }
      expect(await host.refuse('passkeys.register', { token, body: malformed, ...page }), clientDataJson).toMatchObject(
        badRequest,
      )
    }
    expect(
      await host.refuse('passkeys.register', {
        token,
        body: 'text',
        headers: { ...page.headers, 'content-type': 'text/plain' },
      }),
    ).toMatchObject({ status: 415 })
  })

  it('allows at most ten passkeys', async () => {
    for (let count = 0; count < 10; count++) await registerPasskey(host, { device: host.mock.authenticator(), token })
    expect(await host.refuse('passkeys.getRegistrationOptions', { token, ...page })).toMatchObject({
      ...badRequest,
      body: { error: 'This user has as many passkeys as a user can have.' },
    })
  })

  it('refuses the eleventh passkey even if its options were issued before', async () => {
    for (let count = 0; count < 9; count++) await registerPasskey(host, { device: host.mock.authenticator(), token })
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    await registerPasskey(host, { device: host.mock.authenticator(), token })
    const body = await device.create(options, { origin: appOrigin })
    expect(await host.refuse('passkeys.register', { token, body, ...page })).toMatchObject({
      status: 422,
      code: 'max_passkeys_per_user',
    })
  })

  it('requires a proved second factor if one is required', async () => {
    const body = await device.create((await host.call('passkeys.getRegistrationOptions', { token, ...page })).body, {
      origin: appOrigin,
    })
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await host.refuse('passkeys.register', { token, body, ...page })).toMatchObject({
      status: 403,
      code: 'mfa_required',
    })
  })
})
