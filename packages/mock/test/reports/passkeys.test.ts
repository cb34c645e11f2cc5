import { expect, it } from 'vitest'
import { createHost } from '#host'
import {
  answerSignIn,
  appOrigin,
  createPasskeyUser,
  from,
  newUser,
  registerPasskey,
  signInWithPasskey,
} from '../people/passkeyCeremonies.ts'

const host = createHost()

// https://github.com/spatie/laravel-passkeys/issues/51
it('a new passkey is made so that it can be found without a name, and a sign-in asks for any', async () => {
  const person = await createPasskeyUser(host)
  const { options } = await registerPasskey(host, person)
  expect(options.authenticatorSelection).toEqual({
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  })
  const { body } = await host.call('passkeys.getSignInOptions', from(appOrigin))
  expect(body.allowCredentials).toEqual([])
  expect((await signInWithPasskey(host, person.device)).body.user.id).toBe(person.userId)
})

// https://github.com/NodeBB/nodebb-plugin-2factor/issues/122
it('a request names the transports that the passkey was made with, and none where they are unknown', async () => {
  const person = await createPasskeyUser(host)
  const transportsOf = async (transports: readonly string[] | undefined) => {
    const { body: options } = await host.call('passkeys.getRegistrationOptions', {
      token: person.token,
      ...from(appOrigin),
    })
    const device = host.mock.authenticator()
    const created = await device.create(options, { origin: appOrigin })
    const { transports: _, ...response } = created.response
    const body = { ...created, response: { ...response, ...(transports && { transports: [...transports] }) } }
    await host.call('passkeys.register', { token: person.token, body: body as typeof created, ...from(appOrigin) })
    const asked = await host.call('passkeys.getAuthenticationOptions', { token: person.token, ...from(appOrigin) })
    return asked.body.allowCredentials?.find(({ id }) => id === created.id)
  }
  expect(await transportsOf(['internal', 'hybrid'])).toMatchObject({ transports: ['internal', 'hybrid'] })
  expect(await transportsOf(['usb'])).toMatchObject({ transports: ['usb'] })
  expect(await transportsOf(undefined)).not.toHaveProperty('transports')
})

// https://github.com/bitwarden/clients/issues/21808
it('a passkey does not sign in any more once the environment has turned passkeys off', async () => {
  const person = await createPasskeyUser(host)
  await registerPasskey(host, person)
  const body = await answerSignIn(host, person.device)
  const { body: providers } = await host.call('providers.list')
  const provider = providers.providers?.find(({ provider }) => provider === 'passkey')
  await host.call('providers.disable', { params: { providerId: provider?.id ?? '' } })
  const refusal = await host.refuse('passkeys.signIn', { body, ...from(appOrigin) })
  expect(refusal.body).toMatchObject({ code: 'provider_not_available' })
})

// https://github.com/MetaMask/core/pull/8696
it('a second factor that only prefers verification takes a passkey whose owner was not verified', async () => {
  const person = await createPasskeyUser(host)
  await registerPasskey(host, person)
  await host.mock.settings.patch({ security: { mfa: { enabled: true } } })
  const { token } = await host.mock.signIn(person.userId)
  const asking = { token, ...from(appOrigin) }
  const { body: options } = await host.call('passkeys.getAuthenticationOptions', asking)
  expect(options.userVerification).toBe('preferred')
  const body = await person.device.get(options, { origin: appOrigin, userVerified: false })
  await host.call('mfa.authenticatePasskey', { body, ...asking })
  const unverified = await answerSignIn(host, person.device, { userVerified: false })
  const refusal = await host.refuse('passkeys.signIn', { body: unverified, ...from(appOrigin) })
  expect(refusal.status).toBe(401)
})

// https://github.com/castmill/castmill/issues/220
it('a passkey of a deleted user is refused as unknown, and the person can make another one', async () => {
  const person = await createPasskeyUser(host)
  await registerPasskey(host, person)
  await host.call('users.delete', { params: { userId: person.userId } })
  const refusal = await host.refuse('passkeys.signIn', {
    body: await answerSignIn(host, person.device),
    ...from(appOrigin),
  })
  expect(refusal.body).toMatchObject({ code: 'passkey_not_found', error: 'This passkey is unknown.' })
  const { token, user } = await newUser(host, 'ada@example.com')
  const device = host.mock.authenticator()
  await registerPasskey(host, { device, token })
  expect((await signInWithPasskey(host, device)).body.user.id).toBe(user.id)
})
