import { AuthError, subject } from '../shared/errors.ts'
import { isPending } from '../shared/isPending.ts'
import { startClock } from './clock.ts'
import type { Auth, PipelineInit, Reply } from './pipeline.ts'
import { createTokenCache, type TokenProvider } from './tokenCache.ts'

/** The part of a call that a credential may change: headers (lower-case names) and credentials mode. */
export interface AuthTarget {
  /** The headers of the call; set the credential here. */
  readonly headers: Record<string, string>
  /** The credentials mode of `fetch`; `include` sends cookies to another origin, too. */
  credentials?: RequestInit['credentials']
}

/** The functions of a custom credential, for {@link createAuth}. */
export interface Credential {
  /** Puts the credential on a call. An error that it throws becomes the `cause` of the call's AuthError. */
  authorize(target: AuthTarget): void | Promise<void>
  /**
   * Called once per call, after a 401. `target` still has the refused credential. If this function replaces it and
   * returns `true`, the call is sent again. If it returns `false`, the 401 is the result of the call.
   */
  renew?(target: AuthTarget): boolean | Promise<boolean>
}

/** The credential that {@link bearer} creates. */
export interface BearerAuth extends Auth {
  /**
   * Forgets the token, for a sign-out or another user. Calls that wait for a token fail, and calls in progress are not
   * sent again. The next call asks the provider.
   */
  reset(): void
}

/**
 * Creates a credential that sends a bearer token: an environment token, a member's API token, or a user's JWT.
 *
 * If the function returns a token directly, the client calls it for each request and after each refusal. If it returns
 * a promise, the client caches the token until it expires. The expiry is the `exp` of a JWT, or the `expiresAt` of
 * `{ token, expiresAt }`; a token without a known expiry is not cached.
 *
 * - The client requests the next token a minute before the token expires, or when a tenth of its time is left if that
 *   is later. Meanwhile, calls use the old token.
 * - Calls that wait for a token share one call of the function.
 * - After a 401, the client calls the function once, however many calls were refused, and sends each call once more.
 * - When the function fails, calls fail immediately for one second, then for two, and so on up to 30, before the client
 *   calls it again. A token that is still valid is used until it expires.
 *
 * If a call has an `authorization` header, the client sends that header and does not call the function.
 *
 * @param token - The token, or a function that returns it.
 * @throws {@link TypeError} when `token` is neither a function nor a token, or is empty.
 * @throws {@link AuthError} from the call, not from here, when the function fails or returns no token.
 * @example const client = createClient({ baseUrl, auth: bearer(() => session.accessToken()) })
 */
export function bearer(token: string | TokenProvider): BearerAuth {
  const cache = createTokenCache(token)
  // The calls that carry a token of the cache, not those with an `authorization` header of the caller.
  let ours = new WeakSet<AuthTarget>()
  const put = (target: AuthTarget, value: string): void => {
    target.headers.authorization = `Bearer ${value}`
    if (typeof token !== 'string') ours.add(target)
  }
  const auth = createAuth({
    authorize(target) {
      if (target.headers.authorization !== undefined) return
      const cached = cache.get()
      if (typeof cached === 'string') put(target, cached)
      else return cached.then((value) => put(target, value))
    },
    async renew(target) {
      const refused = target.headers.authorization
      if (!ours.has(target)) return false
      put(target, await cache.renew(refused?.slice(7) ?? ''))
      return target.headers.authorization !== refused
    },
  })
  return {
    ...auth,
    reset() {
      ours = new WeakSet()
      cache.reset()
    },
  }
}

/**
 * Creates a credential that sends the cookies of the service's host, for environments that store the user's JWT in an
 * httpOnly cookie.
 *
 * It sets `credentials: 'include'`. Node has no cookie jar, so it has no effect there.
 *
 * @example const client = createClient({ baseUrl: 'https://auth.example.com', auth: cookies() })
 */
export function cookies(): Auth {
  return createAuth({
    authorize(target) {
      target.credentials = 'include'
    },
  })
}

/**
 * Creates a custom credential.
 *
 * @param credential - Functions that put the credential on a call and replace it after a 401.
 * @example const auth = createAuth({ authorize: ({ headers }) => void (headers['x-api-key'] = key) })
 */
export function createAuth(credential: Credential): Auth {
  return {
    async policy(request, next): Promise<Reply> {
      const { call } = request
      const init: PipelineInit = { ...request.init, headers: { ...request.init.headers } }
      init.signal?.throwIfAborted()
      const fail = (cause: unknown): never => {
        init.signal?.throwIfAborted()
        throw new AuthError(`${subject(call)} was not sent${call.attempts ? ' again' : ''}: it got no credential.`, {
          ...call,
          cause,
        })
      }
      const finish = <T>(promise: PromiseLike<T>): Promise<T> =>
        startClock(request).run(() => Promise.resolve(promise).catch(fail))
      const ask = <T>(work: () => T | PromiseLike<T>): T | Promise<T> => {
        try {
          const result = work()
          return isPending(result) ? finish(result) : result
        } catch (cause) {
          return fail(cause)
        }
      }
      const pending = ask(() => credential.authorize(init))
      if (pending) await pending
      const reply = await next({ ...request, init })
      if (reply.response.status !== 401 || !credential.renew) return reply
      // Reads the body first: waiting for the new credential would use up the time limit of the attempt.
      const refused = await readAll(reply)
      init.signal?.throwIfAborted()
      const isRenewed = await ask(() => credential.renew?.(init))
      return isRenewed ? await next({ ...request, init }) : refused
    },
  }
}

/** A refusal whose body has been read, so the attempt has ended; the body is empty if reading it failed. */
async function readAll(reply: Reply): Promise<Reply> {
  const { response } = reply
  const body = await reply.read(() => response.arrayBuffer()).catch(() => null)
  return { ...reply, response: new Response(body, response), read: (work) => work(), release() {} }
}
