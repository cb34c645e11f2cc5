import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import { expect } from 'vitest'
import type { TestHost } from '../hosts/harness.ts'

type Schemas = components['schemas']

export const appUrl = 'https://app.example.com/signed-in'
export const codeVerifier = '7c4E3Ui6yOBglUKAxqsLhNUX5NsZViSFiE0xyc0cPtM'

export interface RoundTripInput {
  provider?: Schemas['ProviderEnum']
  environmentId?: string
  state?: string
  /** E-mail of the account to sign in with; it has to be known at the provider. */
  email?: string
  /** Where the application wants the browser; `null` for nowhere. */
  redirectUrl?: string | null
  /** `null` goes without PKCE. */
  verifier?: string | null
}

/** The result for the application: the provider's answer, and the proof that the application started the sign-in. */
export interface Proof {
  code: string
  state: string
  codeVerifier?: string
}

let count = 0

/** A state that no other round trip of the file has. */
export function newState(): string {
  return `j1X134pCuMbKhCJ4T1wcp${++count}`
}

/** The S256 challenge of a verifier (RFC 7636, section 4.2). */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)))
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
}

/** Makes one request and follows no redirect. */
export async function hop(
  host: TestHost,
  url: string | URL,
  init: RequestInit = {},
): Promise<{ status: number; location: string | null; text: string }> {
  const response = await host.fetch(url, { redirect: 'manual', ...init })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

type Caller = TestHost & ReturnType<typeof import('../hosts/harness.ts').callsOf>

/** Registers a state and gives the URL of the provider's sign-in page. */
export async function startRoundTrip(
  host: Caller,
  input: RoundTripInput = {},
): Promise<{ url: string; state: string }> {
  const {
    provider = 'google',
    environmentId = host.mock.defaults.environments.sandbox.id,
    state = newState(),
    redirectUrl = appUrl,
    email,
    verifier = codeVerifier,
  } = input
  const params = { environmentId, providerType: provider }
  await host.call('oauth.initialize', { params, body: { state, ...(redirectUrl !== null && { redirectUrl }) } })
  const { body } = await host.call('oauth.getLoginUrl', {
    params,
    query: {
      state,
      ...(verifier !== null && { code_challenge: await challengeOf(verifier), code_challenge_method: 'S256' }),
      ...(email !== undefined && { login_hint: email, prompt: 'none' }),
    },
  })
  return { url: body.url, state }
}

/** Sends the form of the provider's page, as {@link startRoundTrip} leads to it. */
export function postConsent(host: TestHost, url: string | URL, fields: Record<string, string>) {
  const { origin, pathname, searchParams } = new URL(url)
  const body = new URLSearchParams([...searchParams, ...Object.entries(fields)])
  return hop(host, origin + pathname.replace(/authorize$/, 'consent'), { method: 'POST', body })
}

/** A provider's answer: its target, its content, and its method (redirect or form). */
export interface ProviderAnswer {
  url: string
  fields: Record<string, string>
  byForm: boolean
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const unescape = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] as string)

/** Reads a provider's answer off its redirect, or off the page whose form posts it. */
export function readAnswer({
  status,
  location,
  text,
}: {
  status: number
  location: string | null
  text: string
}): ProviderAnswer {
  expect([200, 302], text).toContain(status)
  if (location !== null) {
    const url = new URL(location)
    return { url: url.origin + url.pathname, fields: Object.fromEntries(url.searchParams), byForm: false }
  }
  const action = /<form method="post" action="([^"]*)">/.exec(text)?.[1] ?? ''
  const fields = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [unescape(name), unescape(value)],
  )
  return { url: unescape(action), fields: Object.fromEntries(fields), byForm: true }
}

/** Sends an answer to the service by its method, like a browser. */
export function bringBack(host: TestHost, { url, fields, byForm }: ProviderAnswer) {
  const body = new URLSearchParams(fields)
  return byForm ? hop(host, url, { method: 'POST', body }) : hop(host, `${url}?${body}`)
}

/** Signs in on the provider's page by an address. */
export function signInOnPage(host: TestHost, url: string | URL, email: string) {
  return postConsent(host, url, { mock_choice: 'new', mock_email: email, mock_email_verified: 'true' })
}

/** Makes the round trip up to the code. @returns The body for `oauth.verify`. */
export async function walkRoundTrip(host: Caller, input: RoundTripInput & { email: string }): Promise<Proof> {
  const { url, state } = await startRoundTrip(host, input)
  const answer = readAnswer(await (input.redirectUrl === null ? signInOnPage(host, url, input.email) : hop(host, url)))
  const { code = '' } = answer.fields
  const back = await bringBack(host, answer)
  expect(back.status, back.text).toBeLessThan(400)
  const { verifier = codeVerifier } = input
  return { code, state, ...(verifier !== null && { codeVerifier: verifier }) }
}

/** Signs a person in by the whole round trip. */
export async function signInByOAuth(
  host: Caller,
  input: RoundTripInput & { email: string; token?: string | null; headers?: Record<string, string> },
) {
  const proof = await walkRoundTrip(host, input)
  const params = {
    providerType: input.provider ?? 'google',
    ...defined({ environmentId: input.environmentId }),
  }
  return host.call('oauth.verify', { params, body: proof, token: input.token, headers: input.headers })
}
