import { afterEach, describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { getRegistrationOptions } from '../generated/operations/passkeys.ts'
import { addPasskey, signInWithPasskey } from './passkey.ts'
import { askForPasskey, makePasskey } from './passkeyCeremony.ts'
import type { PasskeyAnswerJson, PasskeyAttestationJson } from './passkeyJson.ts'
import { createSessionWorld } from './test/sessionWorld.ts'
import { asker, formats, maker } from './test/signIn.ts'
import { createSilence } from './test/silence.ts'

describe('passkeys', () => {
  it('are made and sign in', async () => {
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'passkey' })
    const device = world.mock.authenticator()
    const ask = asker(device)
    const session = world.open()
    expect(await rejection(signInWithPasskey(session, { ask }))).toMatchObject({
      name: 'SignInError',
      reason: 'cancelled',
      cause: { name: 'NotAllowedError' },
    })
    await world.signIn(session)
    await addPasskey(session, { make: maker(device) })
    const { id } = session.user ?? {}
    expect(formats(session)).toEqual(['email', 'passkey'])
    await session.signOut()
    expect(await signInWithPasskey(session, { ask })).toMatchObject({ state: 'signedIn', user: { id } })
    expect((await getRegistrationOptions(world.as(session))).excludeCredentials).toHaveLength(1)
  })
})

describe('a ceremony of the browser that fails', () => {
  afterEach(() => void vi.unstubAllGlobals())

  const signInOptions = { challenge: 'AAAA', rpId: 'example.com' }
  const registrationOptions = {
    challenge: 'AAAA',
    rp: { id: 'example.com', name: 'Example' },
    user: { id: 'AAAA', name: 'ada', displayName: 'Ada' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  } as Parameters<typeof makePasskey>[0]

  /** A browser whose ceremonies end with this error. */
  function failWith(error: unknown): void {
    const fail = () => Promise.reject(error as Error)
    vi.stubGlobal('navigator', { credentials: { get: fail, create: fail } })
  }

  it.each([
    ['NotAllowedError', 'cancelled'],
    ['SecurityError', 'invalid_domain'],
    ['NotSupportedError', 'not_supported'],
    ['InvalidStateError', 'already_registered'],
    ['UnknownError', 'no_passkey'],
  ])('is a SignInError with a reason and a sentence: %s', async (name, reason) => {
    const cause = new DOMException('The browser says why.', name)
    failWith(cause)
    // One after the other, since a later request ends an earlier one.
    for (const ask of [() => askForPasskey(signInOptions), () => makePasskey(registrationOptions)]) {
      const error = (await rejection(ask())) as Error
      expect(error).toMatchObject({ name: 'SignInError', reason, cause })
      expect(error.message).toMatch(/^[A-Z][^\n]+\.$/)
      expect(error.message).not.toContain('The browser says why.')
    }
  })

  it.each([undefined, {}])('is a SignInError where there are no passkeys: navigator is %o', async (navigator) => {
    vi.stubGlobal('navigator', navigator)
    expect(await rejection(askForPasskey(signInOptions))).toMatchObject({
      name: 'SignInError',
      reason: 'not_supported',
    })
    expect(await rejection(makePasskey(registrationOptions))).toMatchObject({
      name: 'SignInError',
      reason: 'not_supported',
    })
  })

  it("rejects with the reason of the caller's signal, and with errors of a function of the app, as they are", async () => {
    const reason = new DOMException('left the page', 'AbortError')
    failWith(reason)
    expect(await rejection(askForPasskey(signInOptions, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'passkey' })
    const bug = new TypeError('x is not a function')
    for (const thrown of [
      bug,
      Object.assign(new Error('of a library'), { error: 'UserCancelled' }),
      { reason: 'none' },
    ]) {
      const ask = () => Promise.reject(thrown)
      expect(await rejection(signInWithPasskey(world.open(), { ask }))).toBe(thrown)
    }
  })
})

describe('passkeys by a library of React Native', () => {
  afterEach(() => void vi.unstubAllGlobals())

  /** The JSON of a library, which leaves fields of WebAuthn out and adds others. */
  const asNative = <T extends { id: string; response: object }>({ id, response }: T) => ({
    id,
    response: {
      ...(response as T['response'] & { clientDataJSON: string }),
      publicKey: 'AAAA',
      publicKeyAlgorithm: -7,
    },
  })

  it('are made and sign in, where there is neither "navigator.credentials" nor DOMException', async () => {
    vi.stubGlobal('DOMException', undefined)
    vi.stubGlobal('navigator', { product: 'ReactNative' })
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'passkey' })
    const device = world.mock.authenticator()
    const session = world.open()
    await world.signIn(session)
    await addPasskey(session, { make: async (options) => asNative(await maker(device)(options)) })
    expect(formats(session)).toEqual(['email', 'passkey'])
    await session.signOut()
    const ask = async (options: Parameters<ReturnType<typeof asker>>[0]) => asNative(await asker(device)(options))
    expect(await signInWithPasskey(session, { ask })).toMatchObject({ state: 'signedIn' })
  })

  it.each([
    ['UserCancelled', 'cancelled'],
    ['TimedOut', 'cancelled'],
    ['Interrupted', 'cancelled'],
    ['NoCreateOption', 'not_supported'],
    ['NoCredentials', 'no_passkey'],
    ['Unknown error', 'no_passkey'],
    ['NotSupported', 'not_supported'],
    ['BadConfiguration', 'invalid_domain'],
    ['CredentialAlreadyExists', 'already_registered'],
  ])('fail with a reason: %s is %s', async (error, reason) => {
    vi.stubGlobal('DOMException', undefined)
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'passkey' })
    const cause = { error, message: 'The library says why.' }
    const ask = () => Promise.reject(cause as unknown as Error)
    const failure = await rejection(signInWithPasskey(world.open(), { ask }))
    expect(failure).toMatchObject({ name: 'SignInError', reason, message: 'The library says why.', cause })
  })

  it('pass on what is no failure of a passkey', async () => {
    vi.stubGlobal('DOMException', undefined)
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'passkey' })
    const cause = new TypeError('The library is not linked.')
    expect(await rejection(signInWithPasskey(world.open(), { ask: () => Promise.reject(cause) }))).toBe(cause)
  })

  it('end with the reason of their signal while the library is silent, and send nothing later', async () => {
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'passkey' })
    const session = world.open()
    await world.signIn(session)
    world.sent.length = 0
    const asked = createSilence<PasskeyAnswerJson>()
    expect(await asked.giveUp(signInWithPasskey(world.open(), { ask: asked.ask, signal: asked.signal }))).toBe('gone')
    const creation = createSilence<PasskeyAttestationJson>()
    expect(await creation.giveUp(addPasskey(session, { make: creation.ask, signal: creation.signal }))).toBe('gone')
    await asked.answerLate(new Error('closed'))
    await creation.answerLate(new Error('closed'))
    // The two challenges.
    expect(world.sent).toEqual(['/users/passkeys/signin', '/users/passkeys/register'])
  })
})
