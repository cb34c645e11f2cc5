/** What a credential is put on: the headers (lower-case names) and the credentials mode of one request. */
export interface AuthTarget {
  readonly headers: Record<string, string>
  credentials?: RequestInit['credentials']
}

/** A way to show who calls. Make one with {@link bearer} or {@link cookies}; `null` in its place means no credential. */
export interface Auth {
  /** Puts the credential on a request. What it throws becomes the `cause` of the call's AuthError. */
  authorize(target: AuthTarget): void | Promise<void>
}

/** Gives the token for the next request, at once or later. */
export type TokenProvider = () => string | Promise<string>

/**
 * Sends a bearer token: an environment token, a member's API token, or a user's JWT.
 *
 * A provider is asked for each request, except while an answer is under way: requests that start meanwhile share it.
 * A caller's own `authorization` header is left as it is, and the provider is not asked.
 *
 * @param token - The token, or a function that gives it.
 * @throws {@link TypeError} when a given token is empty or holds characters that no token has.
 * @throws {@link AuthError} (from the call, not from here) if the provider fails or gives no token.
 * @example const client = createClient({ baseUrl, auth: bearer(() => session.accessToken()) })
 */
export function bearer(token: string | TokenProvider): Auth {
  if (typeof token !== 'function' && !isToken(token)) {
    throw new TypeError('Failed to call "bearer()": the token is empty or holds characters that no token has.')
  }
  let pending: Promise<string> | undefined
  const ask = (provider: TokenProvider): Promise<string> => {
    pending ??= provide(provider).finally(() => (pending = undefined))
    return pending
  }
  const authorize = async (target: AuthTarget, provider: TokenProvider): Promise<void> => {
    target.headers.authorization = `Bearer ${await ask(provider)}`
  }
  return {
    authorize(target) {
      if (target.headers.authorization !== undefined) return
      if (typeof token === 'function') return authorize(target, token)
      target.headers.authorization = `Bearer ${token}`
    },
  }
}

/**
 * Sends the cookies of the service's host, for environments that keep the user JWT in an httpOnly cookie.
 *
 * It sets `credentials: 'include'`; Node has no cookie jar, so there it adds nothing.
 *
 * @example const client = createClient({ baseUrl: 'https://auth.example.com', auth: cookies() })
 */
export function cookies(): Auth {
  return {
    authorize(target) {
      target.credentials = 'include'
    },
  }
}

async function provide(provider: TokenProvider): Promise<string> {
  const token: unknown = await provider()
  if (isToken(token)) return token
  throw new TypeError('The token provider gave no token.')
}

// Checked here because fetch names a header's value when it refuses it.
function isToken(token: unknown): token is string {
  return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)
}
