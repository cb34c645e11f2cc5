import type { components } from '@latchkey/types'
import type { callsOf, TestHost } from './harness.ts'

type Schemas = components['schemas']
type Host = TestHost & ReturnType<typeof callsOf>

/** Turns second factors on in the sandbox, with those settings of theirs. */
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
