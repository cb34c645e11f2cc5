import { getContext, onMount, setContext } from 'svelte'
import { derived, get, type Readable, readable, writable } from 'svelte/store'
import type { SdkUser } from './generated/operations/schemas.ts'
import type { Session } from './session/session.ts'
import {
  assertSession,
  createViewSource,
  type InitialSnapshot,
  type SessionView,
  signedInUser,
  type WalletCredential,
  walletsOf,
} from './session/view.ts'

export type { InitialSnapshot, SessionView, WalletCredential } from './session/view.ts'

/** Options of {@link provideSession}. */
export interface ProvideSessionOptions {
  /**
   * The state and the user with which the server has rendered the page: `{ state: session.state, user: session.user }`.
   * The browser needs the same value to hydrate the page, so the server has to send it. When the value of a store
   * changes, the session reads its storage again, because the server may have signed somebody in or out.
   *
   * @default state `loading`
   */
  initialSnapshot?: InitialSnapshot | Readable<InitialSnapshot | undefined> | undefined
}

const key = Symbol.for('latchkey.session')

/**
 * Gives a session to this component and to those below it, until this component is destroyed. It does not close the
 * session.
 *
 * The first rendering, on a server and in the page, has the state of `initialSnapshot`, or `loading` without one. When
 * this component is mounted, components show the stored session, before the browser paints.
 *
 * @param session - The result of `createSession`. On a server, create one for each request.
 * @returns The store that {@link useSession} returns.
 * @throws {@link TypeError} when `session` is not a session.
 * @example
 * // +layout.svelte
 * const view = provideSession(session)
 */
export function provideSession(
  session: Session,
  { initialSnapshot }: ProvideSessionOptions = {},
): Readable<SessionView> {
  assertSession(session, 'call "provideSession()"')
  const isStore = initialSnapshot && 'subscribe' in initialSnapshot
  const snapshots = isStore ? initialSnapshot : readable(initialSnapshot)
  const source = createViewSource(session, get(snapshots))
  const { subscribe, set } = writable(source.rendered)
  let present = source.rendered
  const update = () => {
    // A store of Svelte takes any object for a change.
    if (present !== (present = source.read())) set(present)
  }
  onMount(() => {
    const stop = source.subscribe(update)
    update()
    const ignore = snapshots.subscribe(() => void session.reload())
    return () => {
      stop()
      ignore()
    }
  })
  return setContext(key, { subscribe })
}

/**
 * Returns a store of the nearest session: its state, its user, and the session itself for actions. The store changes
 * when the state or the user changes, here or in another tab. A refresh that only brings new tokens changes neither.
 *
 * @throws {@link TypeError} when no component around this one has called {@link provideSession}.
 * @example
 * const view = useSession()
 * // {#if $view.state === 'signedIn'}<button onclick={() => $view.session.signOut().catch(console.warn)}>{$view.user.email}</button>{/if}
 */
export function useSession(): Readable<SessionView> {
  return useView('useSession')
}

/**
 * Returns a store of the user who is signed in: the user of the session's latest reply. It is `null` while nobody is
 * signed in, and while the second factor is missing. This function sends no request.
 *
 * @throws {@link TypeError} when no component around this one has called {@link provideSession}.
 * @example
 * const user = useUser()
 * // <p>{$user ? `Welcome, ${$user.email}` : 'Welcome'}</p>
 */
export function useUser(): Readable<SdkUser | null> {
  return derived(useView('useUser'), signedInUser)
}

/**
 * Returns a store of the linked and embedded wallets of the user who is signed in; an empty array while nobody is.
 * After `party.create` and `party.import`, call `session.refresh()`, so that the array includes the wallet.
 *
 * @throws {@link TypeError} when no component around this one has called {@link provideSession}.
 * @example
 * const wallets = useWallets()
 * // {#each $wallets as { id, address } (id)}<li>{address}</li>{/each}
 */
export function useWallets(): Readable<readonly WalletCredential[]> {
  return derived(useView('useWallets'), (view) => walletsOf(signedInUser(view)))
}

function useView(caller: string): Readable<SessionView> {
  const view = getContext<Readable<SessionView> | undefined>(key)
  if (view) return view
  throw new TypeError(`Failed to call "${caller}()": call provideSession(session) in a component around this one.`)
}
