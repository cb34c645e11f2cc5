import { expect } from 'vitest'
import type { callsOf, TestHost } from '../hosts/harness.ts'

type Host = TestHost & ReturnType<typeof callsOf>

export interface CodeRequest {
  environmentId?: string
  captchaToken?: string
}

/** The body of the operations that complete a verification. */
export interface CodeProof {
  verificationUUID: string
  verificationToken: string
}

/** A code that is not this one. */
export function wrongCode(code: string): string {
  return `${code.slice(0, 5)}${(Number(code[5]) + 1) % 10}`
}

const paramsOf = ({ environmentId }: CodeRequest) => (environmentId === undefined ? {} : { environmentId })

/** Asks for a code by e-mail and reads it. */
export async function requestEmailCode(
  host: Host,
  email: string,
  { captchaToken, ...rest }: CodeRequest = {},
): Promise<CodeProof> {
  const { body } = await host.call('emailSignIn.create', { params: paramsOf(rest), body: { email, captchaToken } })
  return { verificationUUID: body.verificationUUID, verificationToken: sentCode(host, 'email', email) }
}

/** Signs in by e-mail, from the request for a code on. */
export async function signInByEmail(host: Host, email: string, request: CodeRequest = {}) {
  const proof = await requestEmailCode(host, email, request)
  return host.call('emailSignIn.signIn', { params: paramsOf(request), body: proof })
}

/** Phone numbers that are reserved or invented. */
export const phones = {
  us: { phoneCountryCode: '1', phoneNumber: '2025550123', isoCountryCode: 'US', e164: '+12025550123' },
  de: { phoneCountryCode: '49', phoneNumber: '15112345678', isoCountryCode: 'DE', e164: '+4915112345678' },
} as const

/** Asks for a code by text message and reads it. */
export async function requestSmsCode(
  host: Host,
  { e164, ...phone }: (typeof phones)[keyof typeof phones],
  request: CodeRequest = {},
): Promise<CodeProof> {
  const { body } = await host.call('smsSignIn.create', { params: paramsOf(request), body: phone })
  return { verificationUUID: body.verificationUUID, verificationToken: sentCode(host, 'sms', e164) }
}

/** Signs in by text message, from the request for a code on. */
export async function signInBySms(host: Host, phone: (typeof phones)[keyof typeof phones], request: CodeRequest = {}) {
  const proof = await requestSmsCode(host, phone, request)
  return host.call('smsSignIn.signIn', { params: paramsOf(request), body: proof })
}

/** The code of the latest message. */
export function sentCode(host: Host, channel: 'email' | 'sms', to: string): string {
  const code = host.mock.outbox[channel].last(to)?.code
  expect(code, `no code was sent to ${to}`).toMatch(/^\d{6}$/)
  return code as string
}
