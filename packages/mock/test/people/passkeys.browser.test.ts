import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cdp } from 'vitest/browser'
import { createHost } from '#host'

const host = createHost()
const session = cdp()
const email = 'ada@example.com'
let authenticatorId = ''
let userId = ''
let token = ''

// A platform authenticator as phones and laptops have one, with a finger that is always on it.
beforeEach(async () => {
  await session.send('WebAuthn.enable', {})
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  authenticatorId = (await session.send('WebAuthn.addVirtualAuthenticator', { options })).authenticatorId
  const { mock } = host
  await mock.create.provider({ provider: 'passkey' })
  userId = (await mock.create.user({ email })).id
  token = (await mock.signIn(userId)).token
})
afterEach(async () => {
  await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await session.send('WebAuthn.disable')
})

/** Creates a passkey in the browser, and returns its answer in its own JSON form. */
async function create(options: object): Promise<RegistrationResponseJSON> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  const answer = jsonOf(await navigator.credentials.create({ publicKey }))
  if (!('attestationObject' in answer.response)) throw new TypeError('The browser made no passkey.')
  return { ...answer, response: answer.response }
}

/** Signs with a passkey of the browser, and returns its answer in its own JSON form. */
async function get(options: object): Promise<AuthenticationResponseJSON> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  const answer = jsonOf(await navigator.credentials.get({ publicKey }))
  if (!('signature' in answer.response)) throw new TypeError('The browser signed nothing.')
  return { ...answer, response: answer.response }
}

function jsonOf(credential: Credential | null): RegistrationResponseJSON | AuthenticationResponseJSON {
  if (!(credential instanceof PublicKeyCredential)) throw new TypeError('The browser returned no passkey.')
  return credential.toJSON()
}

/** A registration in the spelling of `passkeys.register`. */
function registrationOf(answer: RegistrationResponseJSON) {
  return { ...answer, response: { ...answer.response, clientDataJson: answer.response.clientDataJSON } }
}

async function register() {
  const { body: options } = await host.call('passkeys.getRegistrationOptions', { token })
  return host.call('passkeys.register', { token, body: registrationOf(await create(options)) })
}

async function signIn() {
  const { body: options } = await host.call('passkeys.getSignInOptions')
  return host.call('passkeys.signIn', { body: await get(options) })
}

describe('a passkey of the browser', () => {
  it("is created from the unchanged options, and registered with the browser's answer", async () => {
    const { body } = await register()
    expect(body.user?.verifiedCredentials.map(({ format }) => format)).toEqual(['email', 'passkey'])
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
    expect(credentials).toMatchObject([
      { isResidentCredential: true, rpId: location.hostname, userName: email, userHandle: btoa(userId) },
    ])
    const { body: list } = await host.call('passkeys.list', { token })
    expect(list.passkeys).toMatchObject([{ origin: location.origin }])
    expect(atob(list.passkeys[0]?.credentialId.replaceAll('-', '+').replaceAll('_', '/') ?? '')).toBe(
      atob(credentials[0]?.credentialId ?? ''),
    )
  })

  it('signs in repeatedly, each time in a new session', async () => {
    const first = await register()
    const sessions = [first.body, (await signIn()).body, (await signIn()).body].map(({ user }) => [
      user?.id,
      user?.sessionId,
    ])
    expect(sessions.map(([id]) => id)).toEqual([userId, userId, userId])
    expect(new Set(sessions.map(([, id]) => id)).size).toBe(3)
  })

  it('proves a second factor', async () => {
    await register()
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    const { body: options } = await host.call('passkeys.getAuthenticationOptions', { token })
    const { body } = await host.call('mfa.authenticatePasskey', { token, body: await get(options) })
    expect(body.user?.scope).toBe('user:basic')
  })

  it('is registered as a second factor', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    const { body: begun } = await host.call('mfaDevices.createPasskey', { token })
    const { body } = await host.call('mfaDevices.verifyPasskey', {
      token,
      body: { id: begun.id, attestation: await create(begun.registration) },
    })
    expect(body.user?.scope).toBe('user:basic')
  })

  it('is created once per user: the browser finds it among the excluded ones', async () => {
    await register()
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token })
    await expect(create(options)).rejects.toMatchObject({ name: 'InvalidStateError' })
  })

  it('is not created or used without user verification', async () => {
    await register()
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    const { body: options } = await host.call('passkeys.getSignInOptions')
    await expect(get(options)).rejects.toMatchObject({ name: 'NotAllowedError' })
    const unverified = await get({ ...options, userVerification: 'discouraged' })
    expect(await host.refuse('passkeys.signIn', { body: unverified })).toMatchObject({
      status: 401,
      code: 'unauthorized',
    })
  })

  it('is refused with a challenge of another sign-in', async () => {
    await register()
    const { body: options } = await host.call('passkeys.getSignInOptions')
    const answer = await get(options)
    await host.call('passkeys.signIn', { body: answer })
    expect(await host.refuse('passkeys.signIn', { body: answer })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
  })

  it('does not sign in after it was deleted', async () => {
    await register()
    const { body: list } = await host.call('passkeys.list', { token })
    await host.call('passkeys.delete', { token, body: { passkeyId: list.passkeys[0]?.id } })
    const { body: options } = await host.call('passkeys.getSignInOptions')
    expect(await host.refuse('passkeys.signIn', { body: await get(options) })).toMatchObject({
      status: 422,
      code: 'passkey_not_found',
    })
  })
})
