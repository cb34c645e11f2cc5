import { type AuthTarget, createAuth } from '../policies/auth.ts'
import { refresh as refreshSession, revoke as revokeSession } from '../generated/operations/sessions.ts'
import type { Auth, Middleware } from '../policies/pipeline.ts'
import { isPending } from '../shared/isPending.ts'
import { exclusively } from './exclusively.ts'
import { createListeners } from './listeners.ts'
import { isRecord, maxAgeMs, parseRecord, refreshAtMs, type SessionRecord, stateOf, toRecord } from './record.ts'
import { isRefused, isUnauthorized } from './refusal.ts'
import type { SessionReply } from './reply.ts'
import type { Session, SessionOptions, SignInOutcome } from './session.ts'
import { SignInError } from './signInError.ts'
import { createSlot, localStorageAdapter } from './storage.ts'
import { abortable, openChannel, release } from './surroundings.ts'

/**
 * Keeps a person signed in: reads what was kept, refreshes before the token expires and after a 401, once for all tabs,
 * and tells of changes.
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
  if (typeof api?.dispatch !== 'function')
    throw new TypeError('Failed to call "createSession()": `api` is missing. Give it a transport or client.')
  const { environmentId = '' } = api
  if (!environmentId) throw new TypeError('Failed to call "createSession()": `api` needs an `environmentId`.')
  const key = chosenKey ?? `latchkey.session.${environmentId}`
  const slot = createSlot(storage, key)
  const shared = storage.scope === 'origin'
  const isRequest = storage.scope === 'request'
  const shown = new WeakMap<AuthTarget, SessionRecord>()
  let current: SessionRecord | undefined
  let loading: Promise<void> | undefined
  let pending: { from: SessionRecord; done: Promise<void> } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAtMs = 0
  let failures = 0
  let closed = false
  /** The session of a sign-in that answered no token, until a call shows that the browser sends its cookie. */
  let unproved: SessionRecord | undefined
  let cookieless: SignInError | undefined
  const { add, tell } = createListeners(() => current)

  const arm = (atMs = 0): void => {
    clearTimeout(timer)
    dueAtMs = atMs
    if (!current || isRequest || closed) return
    timer = setTimeout(
      () => void (Date.now() < dueAtMs ? arm(dueAtMs) : refreshQuietly()),
      Math.min(Math.max(dueAtMs - Date.now(), 0), 2 ** 31 - 1),
    )
    release(timer)
  }

  const set = (record: SessionRecord | undefined): void => {
    current = record
    failures = 0
    arm(record && refreshAtMs(record))
  }

  /** Makes this the session, keeps it, and lets other tabs know. */
  const keep = (record: SessionRecord | undefined): void | Promise<void> => {
    const sessionId = (record ?? current)?.user.sessionId
    set(record)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel reaches its own origin alone.
    const post = (isStored: boolean): void => channel?.postMessage({ sessionId, record, isStored })
    const written = slot.write(record ? JSON.stringify(record) : null, record && maxAgeMs(record))
    return written instanceof Promise ? written.then(post) : post(written)
  }

  /** Takes what is kept, unless it is an older token of the same session. */
  const take = (found: SessionRecord | undefined): void => {
    const isOlder =
      found && current && found.user.sessionId === current.user.sessionId && found.serial <= current.serial
    if (!isOlder && found !== current) set(found)
  }
  /** @param told - What counts where the storage does not say. */
  const reload = async (told: SessionRecord | undefined): Promise<void> => {
    if (!shared) return
    const before = current
    const text = await slot.read()
    if (current === before) take(text === undefined ? told : parseRecord(text, environmentId))
  }

  const channel = isRequest ? undefined : openChannel(`latchkey ${api.baseUrl} ${key}`)
  channel?.addEventListener('message', async ({ data }: MessageEvent<unknown>) => {
    const { sessionId, record, isStored } = Object(data) as {
      sessionId?: unknown
      record?: unknown
      isStored?: unknown
    }
    const isOwn = current && current.user.sessionId === sessionId
    const isUnstored = shared && isStored === false
    const isEnd = isOwn && record === undefined
    if ((isOwn || isUnstored) && isRecord(record, environmentId)) {
      const before = current
      take(record)
      if (current === before) return
      const text = JSON.stringify(record)
      if (shared) slot.hold(isUnstored ? text : null, isUnstored)
      // Kept here, too, where each tab keeps its own, as after a tab was duplicated.
      else await slot.write(text, maxAgeMs(record))
    } else if (shared) {
      if (record ? isStored : isOwn) slot.hold(null, isUnstored)
      await reload(isEnd || isRecord(record, environmentId) ? record : current)
    } else if (isEnd) {
      set(undefined)
      await slot.write(null)
    }
    tell()
  })
  release(channel)

  const first = slot.read()
  const load = (text: string | null | undefined): void => {
    if (!current) take(parseRecord(text, environmentId))
    tell()
  }
  if (isPending(first)) {
    // A sign-in that is done before the storage has answered is newer than what it answers.
    loading = first.then((text) => {
      if (loading) load(text)
      loading = undefined
    })
  } else load(first)
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
      const { data, response } = await refreshSession(api, {}, { auth: as(from) }).withResponse()
      const record = toRecord(data, response, { environmentId, isCookie, before: from })
      if (record.user.id !== from.user.id)
        throw new SignInError('other_user', "The refresh was answered with another user's session. Sign in again.")
      await reload(current)
      if (current === from) await keep(record)
    } catch (error) {
      await reload(current)
      if (current !== from) return
      if (isRefused(error)) await keep(undefined)
      // The first tries follow soon: for ten seconds the service answers a retired token as it did when the reply was lost.
      else arm(Date.now() + Math.min(2000 * 2 ** failures++, 300_000) * (0.5 + Math.random() / 2))
      if (from !== unproved || !isUnauthorized(error)) throw error
      throw (cookieless = new SignInError(
        'no_cookie',
        'The browser sends no session cookie: it blocks it, or `cookies: true` is missing.',
        { cause: error },
      ))
    }
  }

  const refreshFrom = (from: SessionRecord): Promise<void> => {
    if (current !== from || storage.readOnly) return Promise.resolve()
    if (pending?.from === from) return pending.done
    const done = lock(from, undefined, async () => {
      await reload(current)
      if (current === from) await renewTokens(from)
    }).finally(() => {
      if (pending?.from === from) pending = undefined
    })
    pending = { from, done }
    return done
  }
  const refreshQuietly = async (): Promise<void> => {
    if (current) await refreshFrom(current).catch(() => {})
  }

  /** Refreshes in the background, or now where the token is at its end. */
  const freshen = (): void | Promise<void> => {
    if (!current) return
    if (Date.now() > current.expiresAtMs - 10_000) return refreshFrom(current)
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
      if (!current || current === refused || current.user.sessionId !== refused.user.sessionId) return false
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
      if (!jwt && !isCookie) throw new TypeError('Failed to call "adopt()": the reply has no token.')
      return begin({ ...reply, jwt }, new Response())
    },
    async proceed(call, { signal } = {}) {
      await loaded(signal)
      const from = current
      if (!from) throw new SignInError('no_session', 'Nobody is signed in. Sign in first.')
      const work = async (): Promise<SignInOutcome> => {
        const last = (): SessionRecord => {
          if (current && current.user.sessionId === from.user.sessionId) return current
          throw new SignInError('session_ended', 'The session ended meanwhile. Sign in again.')
        }
        await reload(current)
        if (Date.now() > last().expiresAtMs - 10_000) await renewTokens(last())
        const before = last()
        const { data, response } = await call({ auth: as(before), signal })
          .withResponse()
          .catch(async (error: unknown) => {
            // It may be the answer to a wrong code.
            if (before === unproved && isUnauthorized(error)) await renewTokens(before)
            throw error
          })
        await reload(current)
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
      clearTimeout(timer)
      channel?.close()
    },
  }
}

/** Listeners may have the page reload, which would break the call off. */
const outliveThePage: Middleware = (request, next) => next({ ...request, init: { ...request.init, keepalive: true } })
