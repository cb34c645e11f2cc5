import { nearest } from '@latchkey/names/nearest'
import { assertArgument } from '../shared/assertArgument.ts'
import { webCrypto } from '../shared/webCrypto.ts'

/** How a deployment spells paths and claims, as `readNames` of `@latchkey/client/names` returns it. */
export interface UserJwtNames {
  /** Returns a path of the interface as the deployment spells it. */
  spellPath(path: string): string
  /** Returns the payload of a token with the names of the interface. */
  readClaims(payload: object): Record<string, unknown>
}

/** Options of {@link verifyUserJwt}. */
export interface VerifyUserJwtOptions {
  /** The service's URL, `https://api.example.com`, without `/api/v0`. */
  baseUrl: string
  /** The environment whose users are accepted. */
  environmentId: string
  /**
   * The issuer (`iss`) that the token must have.
   * @default the host and port of `baseUrl`, a slash and the environment's id: `api.example.com/0193…`
   */
  issuer?: string | undefined
  /** The required audience: the origin of your site, or several. Without this option, the audience is not checked. */
  audience?: string | string[] | undefined
  /** URL of the JWK set, or the set itself. @default the URL of the environment's JWK set below `baseUrl` */
  jwks?: URL | { readonly keys: readonly object[] } | undefined
  /** The names of a deployment that spells claims and paths differently. The result has the usual names of claims. */
  names?: UserJwtNames | undefined
  /** Tolerated difference of the clocks in seconds, for `exp`, `nbf` and `iat`. @default 5 */
  clockToleranceSec?: number | undefined
  /**
   * The current time, for tests with their own clock: a date, milliseconds since 1970, or a function that returns one
   * of them at each verification. The lifetime of cached keys follows the real time.
   * @default the clock of this machine
   */
  now?: Date | number | (() => Date | number) | undefined
  /**
   * Whether to accept sessions that still wait for a second factor, for the route that asks for the factor.
   * @default false
   */
  allowAdditionalAuth?: boolean | undefined
  /** How long a JWK set is used before it is fetched again, in milliseconds. @default 600000 */
  cacheMaxAgeMs?: number | undefined
  /**
   * How long to wait before the next search for an unknown key, after a search that has not found one, in milliseconds.
   * @default 30000
   */
  cooldownMs?: number | undefined
}

/** Options of {@link createUserJwtVerifier}. */
export interface UserJwtOptions extends VerifyUserJwtOptions {
  /** The function that fetches the keys. @default globalThis.fetch, looked up at each fetch */
  fetch?: ((url: string, init?: RequestInit) => Promise<Response>) | undefined
}

type Rule = readonly [isAccepted: (value: unknown) => unknown, expected: string]

const isText = (value: unknown) => typeof value === 'string' && value
const isFunction = (value: unknown) => typeof value === 'function'
/** Not NaN, with which each comparison is false. */
const isSpan = (value: unknown) => typeof value === 'number' && value >= 0
const milliseconds: Rule = [isSpan, 'milliseconds, 0 or more']

/** The rules of the options that may be left out. */
const rules: Readonly<Record<Exclude<keyof UserJwtOptions, 'baseUrl' | 'environmentId' | 'names'>, Rule>> = {
  issuer: [isText, 'a string that is not empty'],
  audience: [
    (value) => isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText)),
    'an origin as a string, or an array of them',
  ],
  jwks: [(value) => typeof value === 'object' && value, 'a URL or a JWK set'],
  clockToleranceSec: [(value) => isSpan(value) && value !== Infinity, 'seconds, 0 or more, and not infinite'],
  // Whether it is a valid time shows at each verification, since it may change.
  now: [
    (value) => typeof value === 'number' || isFunction(value) || isFunction(Object(value).getTime),
    'a Date, milliseconds since 1970, or a function',
  ],
  // The text "false" would accept sessions that wait for a second factor.
  allowAdditionalAuth: [(value) => typeof value === 'boolean', 'true or false'],
  cacheMaxAgeMs: milliseconds,
  cooldownMs: milliseconds,
  fetch: [isFunction, 'a function'],
}

const optionNames = ['baseUrl', 'environmentId', 'names', ...Object.keys(rules)]

/** @throws {@link TypeError} for a wrong or unknown option, with its name. */
export function assertOptions(options: UserJwtOptions): void {
  webCrypto()
  const values: Readonly<Record<string, unknown>> = Object(options)
  // A misspelt option would skip a check, such as that of the audience.
  const unknown = Object.keys(values).find((name) => !optionNames.includes(name))
  if (unknown !== undefined)
    throw new TypeError(
      `Failed to create a verifier: there is no option "${unknown}". Did you mean "${nearest(unknown, optionNames)}"?`,
    )
  const { baseUrl, environmentId, names } = values
  if (names !== undefined && !isNames(names))
    throw new TypeError(
      'Failed to create a verifier: "names" takes what readNames() of @latchkey/client/names returns.',
    )
  if (!isBaseUrl(String(baseUrl)))
    throw new TypeError('Failed to create a verifier: "baseUrl" must be like https://api.example.com, without /api/v0.')
  if (/\s/.test(String(environmentId)))
    throw new TypeError('Failed to create a verifier: "environmentId" has a line end or a space. Trim it.')
  if (!isText(environmentId))
    throw new TypeError(
      'Failed to create a verifier: "environmentId" is missing. If you read it from a variable, check that the variable is set.',
    )
  for (const [name, [isAccepted, expected]] of Object.entries(rules))
    assertArgument(values[name] === undefined || isAccepted(values[name]), name, expected)
}

/** As `createTransport` takes it. "localhost:4010" is a URL, too: its scheme is "localhost". */
function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { href } = new URL(text)
  return /^https?:\/\/[^@/]+\/[^?#]*$/.test(href) && !/\/api\/v0(\/|$)/.test(href)
}

function isNames(value: unknown): value is UserJwtNames {
  const { readClaims, spellPath } = Object(value)
  return isFunction(readClaims) && isFunction(spellPath)
}
