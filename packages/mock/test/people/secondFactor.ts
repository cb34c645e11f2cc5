import type { components } from '@latchkey/types'
import type { AuthenticatorApp } from '../../src/control/objects/create/userFactories.ts'
import type { callsOf, TestHost } from '../hosts/harness.ts'

type Schemas = components['schemas']
type Host = TestHost & ReturnType<typeof callsOf>

/** Turns second factors on in the sandbox, with these settings. */
export async function enableMfa(host: Host, mfa: Partial<Schemas['MfaSettings']> = {}): Promise<void> {
  await host.mock.settings.patch({ security: { mfa: { enabled: true, ...mfa } } })
}

/** The claims of a token, unverified. */
export function claimsOf(jwt = ''): Record<string, unknown> {
  return JSON.parse(atob(jwt.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''))
}

/** The token of the first step, which the reply to a sign-in or refresh carries while the second one is open. */
export async function firstStepToken(host: Host, token: string): Promise<{ token: string; mfaToken: string }> {
  const { body } = await host.call('sessions.refresh', { token })
  return { token: body.jwt ?? '', mfaToken: body.mfaToken ?? '' }
}

/** A code of six digits other than those given. */
export function wrongCode(...codes: string[]): string {
  return ['000000', '111111', '222222', '333333'].find((code) => !codes.includes(code)) ?? ''
}

/** A user with a verified authenticator app, whose session waits for the second step. */
export async function createAppUser(host: Host): Promise<{ userId: string; app: AuthenticatorApp; token: string }> {
  await enableMfa(host)
  const { id: userId } = await host.mock.create.user({ email: 'ada@example.com' })
  const app = await host.mock.create.totp(userId)
  return { userId, app, token: (await host.mock.signIn(userId)).token }
}

/** Waits for the next code, since each code is accepted once. */
async function nextCode(host: Host, app: AuthenticatorApp): Promise<string> {
  await host.mock.clock.advance({ seconds: 30 })
  return app.code()
}

/** Takes the second step by an authenticator app, and returns the new tokens. */
export async function proveByApp(
  host: Host,
  app: AuthenticatorApp,
  {
    token,
    createMfaToken,
  }: { readonly token: string; readonly createMfaToken?: Schemas['CreateMfaToken'] | undefined },
): Promise<{ token: string; mfaToken: string | undefined }> {
  const code = await nextCode(host, app)
  const { body } = await host.call('mfa.authenticateTotp', { token, body: { code, createMfaToken } })
  return { token: body.jwt ?? '', mfaToken: body.mfaToken }
}

/** The recovery codes that the user can read. */
export async function readRecoveryCodes(host: Host, token: string): Promise<readonly string[]> {
  return (await host.call('mfa.listRecoveryCodes', { token })).body.recoveryCodes
}

/** Registers an authenticator app as a person does. */
export async function registerApp(host: Host, token: string) {
  const { body } = await host.call('mfaDevices.createTotp', { token })
  const { body: device } = await host.call('mfaDevices.verifyTotp', {
    token,
    body: { type: 'totp', code: host.mock.totpCode(body.secret) },
  })
  return { secret: body.secret, device, id: body.id }
}
