import type { Authenticator, CeremonyInput } from '../../src/control/device/authenticator.ts'
import type { callsOf, TestHost } from '../hosts/harness.ts'

type Host = TestHost & ReturnType<typeof callsOf>

export const appOrigin = 'https://app.example.com'

/** The header that a browser sends from a page. */
export const from = (origin: string) => ({ headers: { origin } })

/** A user who is signed in and has an authenticator, in an environment with passkeys. */
export async function createPasskeyUser({ mock }: Host) {
  await mock.create.provider({ provider: 'passkey' })
  const { id: userId } = await mock.create.user({ email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' })
  return { device: mock.authenticator(), userId, token: (await mock.signIn(userId)).token }
}

/** A passkey that a signed-in user has registered, and the body that it was registered with. */
export async function registerPasskey(
  host: Host,
  { device, token }: { readonly device: Authenticator; readonly token: string },
  { origin = appOrigin, ...input }: Partial<CeremonyInput> = {},
) {
  const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...from(origin) })
  const body = await device.create(options, { origin, ...input })
  const { body: reply } = await host.call('passkeys.register', { token, body, ...from(origin) })
  return { options, body, reply }
}

/** Answers new sign-in options with an authenticator. */
export async function answerSignIn(
  host: Host,
  device: Authenticator,
  { origin = appOrigin, ...input }: Partial<CeremonyInput> = {},
) {
  const { body: options } = await host.call('passkeys.getSignInOptions', from(origin))
  return device.get(options, { origin, ...input })
}

/** Signs in with a passkey of the device. */
export async function signInWithPasskey(host: Host, device: Authenticator, origin = appOrigin) {
  const body = await answerSignIn(host, device, { origin })
  return host.call('passkeys.signIn', { body, ...from(origin) })
}

/** Another user, signed in. */
export async function newUser(
  host: Host,
  email = 'bob@example.com',
  environmentId = host.mock.defaults.environments.sandbox.id,
) {
  const user = await host.mock.create.user({ email }, { environmentId })
  return { user, token: (await host.mock.signIn(user)).token }
}

/** Writes ASCII as base64url. */
export function base64url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Changes one bit of bytes in base64url, in the byte with that distance from the end. */
export function flip(text: string, fromEnd = 1): string {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
  const index = bytes.length - fromEnd
  bytes[index] = (bytes[index] ?? 0) ^ 1
  return base64url(String.fromCharCode(...bytes))
}
