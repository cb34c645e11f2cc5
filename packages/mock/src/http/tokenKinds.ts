import { decodeBase64url } from '@latchkey/base/base64url'
import { backupType, firstStepType, mpcType, serverType } from '../domain/sessions/tokenTypes.ts'

/** Words for the JWTs of the service, by `typ`. */
const kinds: Readonly<Record<string, string>> = {
  JWT: 'session token',
  [firstStepType]: 'token of the first step of a sign-in',
  [backupType]: 'token for backups of key shares',
  [serverType]: 'token for wallets of the environment',
  [mpcType]: 'token for the provider of embedded wallets',
}

/** Words for API tokens, by the word before the random part. */
const prefixes: Readonly<Record<string, string>> = {
  sandbox: 'API token of a sandbox environment',
  live: 'API token of a live environment',
  member: 'API token of a member',
  wallet: 'wallet API key',
}

/** Texts that a program sends when it has no token. They are no secrets. */
const noTokens: ReadonlySet<string> = new Set(['undefined', 'null', 'NaN', '[object Object]', '[object Promise]'])

/** Whether a program has sent this because it had no token: `undefined`. */
export const isNoToken = (token: string): boolean => noTokens.has(token)

/** Callers send the same token again and again. */
let latest: { readonly token: string; readonly kind: string } | undefined

/** Says what kind of token a text is, by its form, whether it is valid or not: `'session token'`. */
export function kindOfToken(token: string): string {
  if (latest?.token !== token) latest = { token, kind: kindByForm(token) }
  return latest.kind
}

function kindByForm(token: string): string {
  const prefix = /_(sandbox|live|member|wallet)_[A-Za-z0-9]+$/.exec(token)?.[1]
  if (prefix !== undefined) return prefixes[prefix] ?? unknown(token)
  const [header, payload, signature, ...rest] = token.split('.')
  const isJwt = header !== undefined && payload !== undefined && signature !== undefined && rest.length === 0
  return isJwt ? kindOfJwt(readPart(header), readPart(payload)) : unknown(token)
}

/** The issuer of the service's own JWTs has no scheme. */
function kindOfJwt(header: Readonly<Record<string, unknown>>, { iss }: Readonly<Record<string, unknown>>): string {
  const { typ } = header
  const isOther = typeof iss !== 'string' || iss.includes('://')
  const kind = typeof typ === 'string' && Object.hasOwn(kinds, typ) ? kinds[typ] : undefined
  if (!isOther && kind !== undefined) return kind
  return typeof iss === 'string' ? `JWT of ${iss.slice(0, longestIssuer)}` : 'JWT without an issuer'
}

const longestIssuer = 200

const unknown = ({ length }: string) => `unknown kind, ${length} characters`

/** The members of a part of a JWT; none for a part that is not JSON. */
function readPart(part: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(new TextDecoder().decode(decodeBase64url(part)))) as Record<string, unknown>
  } catch {
    return {}
  }
}
