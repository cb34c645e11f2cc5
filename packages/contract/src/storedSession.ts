import { defined } from '@latchkey/base/defined'

/** A sign-in, as `mock.signIn` answers it. */
interface SignedIn {
  readonly user: object
  readonly token: string
  /** Unix seconds. */
  readonly expiresAt: string
  /** `Set-Cookie` lines, when the environment keeps sessions in cookies. */
  readonly cookies: readonly string[]
}

/** A session under the key, and in the form, in which `createSession` of `@latchkey/client/session` reads it. */
export interface StoredSession {
  readonly key: string
  readonly value: string
}

/** The key under which `createSession` stores the session of an environment. */
export const storedSessionKey = (environmentId: string): string => `latchkey.session.${environmentId}`

/** @param place.now - The time of the page, in epoch milliseconds, by which it sees when the session ends. */
export function storedSession(
  { user, token, expiresAt, cookies }: SignedIn,
  { environmentId, now }: { readonly environmentId: string; readonly now: number },
): StoredSession {
  const record = {
    v: 1,
    // Otherwise the token is in a cookie that scripts cannot read.
    ...defined({ token: cookies.length === 0 ? token : undefined }),
    user,
    issuedAtMs: now,
    expiresAtMs: now + lifetimeMs(token, expiresAt),
    serial: 1,
  }
  return { key: storedSessionKey(environmentId), value: JSON.stringify(record) }
}

/** By the service's own instants, since the clock of the mock may differ from that of the page. */
function lifetimeMs(token: string, expiresAt: string): number {
  const { iat } = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as {
    iat: number
  }
  return (Number(expiresAt) - iat) * 1_000
}
