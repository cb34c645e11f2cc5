import { type AuthTarget, createAuth } from '../policies/auth.ts'
import { revoke as revokeSession } from '../generated/operations/sessions.ts'
import type { Auth, Middleware } from '../policies/pipeline.ts'
import { isPending } from '../shared/isPending.ts'
import { exclusively } from './exclusively.ts'
import { createListeners } from './listeners.ts'
import {
  isOlder,
  maxAgeMs,
  ofSession,
  parseRecord,
  refreshAtMs,
  type SessionRecord,
  stateOf,
  toRecord,
} from './record.ts'
import { createAlarm, createShared, isAtItsEnd, requestTokens, retryAtMs } from './refresh.ts'
import { isRefused, isUnauthorized } from './refusal.ts'
import type { SessionReply } from './reply.ts'
import type { Session, SessionOptions, SignInOutcome } from './session.ts'
import { SignInError } from './signInError.ts'
import { createSlot } from './slot.ts'
import { localStorageAdapter } from './storage.ts'
import { receive, type TabMessage } from './tabs.ts'
import { abortable, openChannel, release } from './surroundings.ts'

/**
 * Keeps a person signed in: it reads the stored session, refreshes before the token expires and after a 401, once for
 * all tabs, and reports changes.
 *
 * @param options - What to sign in through and where to keep the session.
 * @throws {@link TypeError} when `api` is missing or has no `environmentId`.
 * @example
 * const session = createSession({ api: createTransport({ baseUrl, environmentId }) })
 * const api = createTransport({ baseUrl, environmentId, auth: session.auth })
 */
export function createSession(options: SessionOptions): Session {
  const {
    api,
    storage = localStorageAdapter(),
    cookies: isCookie = false,
    key: chosenKey,
  } = Object(options) as SessionOptions
  if (!api?.dispatch || !api.environmentId)
    throw new TypeError('"api" must be a transport or client with an environmentId.')
  const { environmentId } = api
  const key = chosenKey ?? `latchkey.session.${environmentId}`
  const slot = createSlot(storage, key)
  const isShared = storage.scope === 'origin'
  const isRequest = storage.scope === 'request'
  const shown = new WeakMap<AuthTarget, SessionRecord>()
  let current: SessionRecord | undefined
  let loading: void | Promise<void>
  let dueAtMs = 0
  let failures = 0
  let closed = false
  /** The session of a sign-in that answered no token, until a call shows that the browser sends its cookie. */
  let unproved: SessionRecord | undefined
  let cookieless: SignInError | undefined
  const { add, tell } = createListeners(() => current)

  const setAlarm = createAlarm(() => void refreshQuietly())
  const arm = (atMs = 0): void => {
    dueAtMs = atMs
    setAlarm(current && !isRequest && !closed ? atMs : undefined)
  }

  const set = (record: SessionRecord | undefined): void => {
    current = record
    failures = 0
    arm(record && refreshAtMs(record))
  }

  const write = (record: SessionRecord | null | undefined) =>
    slot.write(record ? JSON.stringify(record) : null, record ? maxAgeMs(record) : 0)

  /** Makes this the session, stores it, and tells the other tabs. */
  const keep = (record: SessionRecord | undefined): void | Promise<void> => {
    const sessionId = (record ?? current)?.user.sessionId
    set(record)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel reaches its own origin alone.
    const post = (isStored: boolean): void => channel?.postMessage({ sessionId, record, isStored } satisfies TabMessage)
    const written = write(record)
    return isPending(written) ? written.then(post) : post(written)
  }

  /** Takes what was read, unless it is an older token of the same session. */
  const take = (record: SessionRecord | undefined): void => {
    if (record !== current && !isOlder(record, current)) set(record)
  }
  /** @param otherwise - What counts where the storage does not say; `null` is the end of the session. */
  const reload = async (otherwise: SessionRecord | null | undefined = current): Promise<void> => {
    if (!isShared) return
    const before = current
    const text = await slot.read()
    if (current === before) take(text === undefined ? (otherwise ?? undefined) : parseRecord(text, environmentId))
  }
  const channel = isRequest ? undefined : openChannel(`latchkey ${api.baseUrl} ${key}`)
  channel?.addEventListener('message', async ({ data }: MessageEvent<unknown>) => {
    const [record, { hold, kept, read }] = receive({ current, isShared, environmentId }, data)
    if (record !== current) set(record)
    if (hold) slot.hold(...hold)
    if (kept !== undefined) await write(kept)
    if (read) await reload(...read)
    tell()
  })
  release(channel)

  const first = slot.read()
  const load = (text: string | null | undefined): void => {
    if (!current) take(parseRecord(text, environmentId))
    tell()
  }
  loading = isPending(first)
    ? first.then((text) => {
        // A sign-in that is done before the storage has answered is newer than what it answers.
        if (loading) load(text)
        loading = undefined
      })
    : load(first)
  const ready = Promise.resolve(loading)

  const put = (target: AuthTarget, { token }: Partial<SessionRecord>): void => {
    if (token) target.headers.authorization = `Bearer ${token}`
    else target.credentials = 'include'
  }
  const as = (record: Partial<SessionRecord>): Auth => createAuth({ authorize: (target) => put(target, record) })
  const lock = <T>(record: SessionRecord, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> =>
    exclusively(`${key} ${record.user.sessionId}`, storage, signal, work).finally(tell)

  /** Inside of the lock. */
  const renewTokens = async (from: SessionRecord): Promise<void> => {
    try {
      const record = await requestTokens(api, as(from), isCookie, from)
      await reload()
      if (current === from) await keep(record)
    } catch (error) {
      await reload()
      if (current !== from) return
      if (isRefused(error)) await keep(undefined)
      else arm(retryAtMs(failures++))
      if (from !== unproved || !isUnauthorized(error)) throw error
      throw (cookieless = new SignInError(
        'no_cookie',
        'The browser sends no session cookie. Is `cookies: true` missing?',
        { cause: error },
      ))
    }
  }

  const refreshOnce = createShared((from) =>
    lock(from, undefined, async () => {
      await reload()
      if (current === from) await renewTokens(from)
    }),
  )
  const refreshFrom = async (from: SessionRecord): Promise<void> =>
    current === from && !storage.readOnly ? refreshOnce(from) : undefined
  const refreshQuietly = async (): Promise<void> => {
    if (current) await refreshFrom(current).catch(() => {})
  }

  /** Refreshes in the background, or now where the token is at its end. */
  const freshen = (): void | Promise<void> => {
    if (!current) return
    if (isAtItsEnd(current)) return refreshFrom(current)
    if (Date.now() < dueAtMs) return
    const refreshed = refreshQuietly()
    // Once a reply has left a server, nobody would learn of the new token.
    if (isRequest) return refreshed
  }

  const show = (target: AuthTarget): void => {
    if (!current) return
    shown.set(target, current)
    put(target, current)
  }

  const { policy } = createAuth({
    authorize(target) {
      if (target.headers.authorization !== undefined) return
      const waited = loading?.then(freshen) ?? freshen()
      return waited ? waited.then(() => show(target)) : show(target)
    },
    async renew(target) {
      const refused = shown.get(target)
      if (!refused) return false
      await refreshFrom(refused).catch((error: unknown) => {
        if (!isRefused(error)) throw error
      })
      // Another person's session is no answer to this call.
      if (current === refused || !ofSession(current, refused.user.sessionId)) return false
      show(target)
      return true
    },
  })

  const auth: Auth = {
    async policy(request, next) {
      const reply = await policy(request, next)
      const { ok, status } = reply.response
      if (ok) unproved = undefined
      if (cookieless && status === 401) throw cookieless
      return reply
    },
  }

  /** Works once the storage has been read. */
  const loaded = (signal?: AbortSignal, work?: () => void | Promise<void>): Promise<void> =>
    abortable(signal, async () => {
      await loading
      await work?.()
    })

  const outcome = ({ mfaToken }: SessionReply, { user }: SessionRecord): SignInOutcome => {
    const state = stateOf({ user })
    return { state, user, ...(mfaToken && state === 'signedIn' && { mfaToken }) }
  }

  /** Makes this the session, whatever the storage is still about to answer. */
  const begin = async (reply: SessionReply, response: Response): Promise<SignInOutcome> => {
    const record = toRecord(reply, response, { environmentId, isCookie })
    loading = undefined
    unproved = record.token ? undefined : record
    cookieless = undefined
    await keep(record)
    tell()
    return outcome(reply, record)
  }

  return {
    api,
    auth,
    ready,
    get state() {
      return stateOf(current)
    },
    get user() {
      return current?.user
    },
    get expiresAtMs() {
      return current?.expiresAtMs
    },
    onChange: add,
    accessToken: ({ signal } = {}) => loaded(signal, freshen).then(() => current?.token),
    refresh: ({ signal } = {}) => loaded(signal, () => current && refreshFrom(current)),
    async signIn(call, { signal } = {}) {
      const { data, response } = await call({ auth: isCookie ? as({}) : null, signal }).withResponse()
      return begin(data, response)
    },
    async adopt({ token, ...reply }) {
      const { jwt = token } = reply
      if (!jwt && !isCookie) throw new TypeError('"adopt" needs a token.')
      return begin({ ...reply, jwt }, new Response())
    },
    async proceed(call, { signal } = {}) {
      await loaded(signal)
      const from = current
      if (!from) throw new SignInError('no_session', 'Nobody is signed in.')
      const work = async (): Promise<SignInOutcome> => {
        const last = (): SessionRecord => {
          const record = ofSession(current, from.user.sessionId)
          if (record) return record
          throw new SignInError('session_ended', 'The session ended meanwhile. Sign in again.')
        }
        await reload()
        if (isAtItsEnd(last())) await renewTokens(last())
        const before = last()
        const { data, response } = await call({ auth: as(before), signal })
          .withResponse()
          .catch(async (error: unknown) => {
            // It may be the answer to a wrong code.
            if (before === unproved && isUnauthorized(error)) await renewTokens(before)
            throw error
          })
        await reload()
        const record = toRecord(data, response, { environmentId, isCookie, before: last() })
        await keep(record)
        return outcome(data, record)
      }
      return abortable(signal, () => lock(from, signal, work))
    },
    async signOut({ revoke = true, signal } = {}) {
      if (loading) await loaded(signal)
      const ended = current
      if (!ended) return
      const written = keep(undefined)
      tell()
      await written
      if (!revoke) return
      await revokeSession(api, {}, { auth: as(ended), signal, middleware: [outliveThePage] }).catch(
        (error: unknown) => {
          // It has ended before.
          if (!isUnauthorized(error)) throw error
        },
      )
    },
    close() {
      closed = true
      setAlarm()
      channel?.close()
    },
  }
}

/** Listeners may have the page reload, which would break the call off. */
const outliveThePage: Middleware = (request, next) => next({ ...request, init: { ...request.init, keepalive: true } })
