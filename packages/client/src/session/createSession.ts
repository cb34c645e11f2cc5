import type { Caller } from '../calls/createTransport.ts'
import { createCredential } from './credential.ts'
import { followFocus } from './followFocus.ts'
import { followTabs } from './followTabs.ts'
import { createProceed } from './proceed.ts'
import { stateOf } from './record.ts'
import { createRenewal } from './renewal.ts'
import { createSchedule } from './schedule.ts'
import type { Session, SessionOptions } from './session.ts'
import { toSetup } from './setup.ts'
import { createSignOut } from './signOut.ts'
import { createStart } from './start.ts'
import { createStore, whenLoaded } from './store.ts'
import { type MaybeDeno, openChannel } from './surroundings.ts'

/**
 * Creates a session, which keeps a person signed in: it reads the stored session, refreshes the token before it expires
 * and after a 401, once for all tabs, and reports each change.
 *
 * @param options - The client to sign in through, and the storage.
 * @throws {@link TypeError} when `api` is missing or has no `environmentId`.
 * @example
 * const session = createSession({ api: createTransport({ baseUrl, environmentId }) })
 * const api = createTransport({ baseUrl, environmentId, auth: session.auth })
 */
export function createSession<Api extends Caller>(options: SessionOptions<Api>): Session<Api> {
  const setup = toSetup(options)
  const { api, storage, name } = setup
  const isRequest = storage.scope === 'request'
  // In Deno an open channel would hold the process.
  let channel = isRequest || (globalThis as MaybeDeno).Deno ? undefined : openChannel(`latchkey ${api.baseUrl} ${name}`)
  const schedule = createSchedule(!isRequest, () => void renewal.refreshQuietly())
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel reaches only its own origin.
  const store = createStore(setup, (message) => channel?.postMessage(message), schedule.plan)
  followTabs(channel, store, setup)
  const renewal = createRenewal(setup, store, schedule)
  const reload = (): Promise<void> => whenLoaded(store, undefined, store.reload).then(store.tell)
  // The timers of a page that has slept are late.
  const leave = followFocus(
    () =>
      void reload()
        .then(renewal.freshen)
        .catch(() => {}),
  )
  return {
    api: api as Api,
    auth: createCredential(store, renewal),
    ready: Promise.resolve(store.loading),
    get isLoading() {
      return !!store.loading
    },
    get state() {
      return stateOf(store.current)
    },
    get user() {
      return store.current?.user
    },
    get expiresAtMs() {
      return store.current?.expiresAtMs
    },
    get isKept() {
      return !store.refusal
    },
    onChange: store.add,
    accessToken: ({ signal } = {}) => whenLoaded(store, signal, renewal.freshen).then(() => store.current?.token),
    reload,
    refresh: ({ signal } = {}) => whenLoaded(store, signal, () => renewal.refreshFrom(store.current)),
    ...createStart(setup, store, renewal),
    proceed: createProceed(setup, store, renewal),
    signOut: createSignOut(api, store),
    close() {
      schedule.close()
      leave()
      channel?.close()
      // A closed channel refuses messages.
      channel = undefined
    },
  }
}
