'use client'

import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { SdkUser } from './generated/operations/schemas.ts'
import type { Session } from './session/session.ts'
import {
  assertSession,
  createViewSource,
  type InitialSnapshot,
  type SessionView,
  signedInUser,
  type ViewSource,
  type WalletCredential,
  walletsOf,
} from './session/view.ts'

export type { InitialSnapshot, SessionView, WalletCredential } from './session/view.ts'

/** The props of {@link SessionProvider}. */
export interface SessionProviderProps {
  /** The session that `createSession` has returned. The provider does not close it. */
  session: Session
  /**
   * The state and the user with which the server has rendered the page: `{ state: session.state, user: session.user }`.
   * The browser needs the same value to hydrate the page, so the server has to send it. When the value changes, as
   * after a server action that has signed somebody in or out, the session reads its storage again.
   *
   * @default state `loading`
   */
  initialSnapshot?: InitialSnapshot | undefined
  /** The components that use the session. */
  children?: ReactNode | undefined
}

const SessionContext = createContext<ViewSource | undefined>(undefined)

/**
 * Gives a session to the components below it. Providers can be nested: a hook takes the session of the nearest one.
 *
 * On a server, and while a page is hydrated, the state is that of `initialSnapshot`, or `loading` without one. When the
 * page is hydrated, components show the stored session.
 *
 * @param props - The session, and the components that use it.
 * @throws {@link TypeError} when `session` is not a session.
 * @example
 * ```tsx
 * const session = createSession({ api: createTransport({ baseUrl, environmentId }) })
 * createRoot(element).render(<SessionProvider session={session}><App /></SessionProvider>)
 * ```
 */
export function SessionProvider({ session, initialSnapshot, children }: SessionProviderProps): ReactElement {
  assertSession(session, 'render "<SessionProvider>"')
  const [{ state = 'loading', user } = {}] = useState(initialSnapshot)
  const value = useMemo(() => createViewSource(session, { state, user }), [session, state, user])
  useEffect(() => void session.reload(), [session, initialSnapshot])
  return createElement(SessionContext.Provider, { value }, children)
}

/**
 * Returns the nearest session: its state, its user, and the session itself for actions. The component renders again
 * when the state or the user changes, here or in another tab. A refresh that only brings new tokens changes neither.
 *
 * The state is `loading` while the session reads its storage, and in pages from a server until they are hydrated.
 *
 * @throws {@link TypeError} when there is no {@link SessionProvider} around the component.
 * @example
 * ```tsx
 * const { state, user, session } = useSession()
 * if (state === 'loading') return null
 * if (state !== 'signedIn') return <SignIn />
 * return <button onClick={() => session.signOut().catch(console.warn)}>Sign out {user.email}</button>
 * ```
 */
export function useSession(): SessionView {
  return useView('useSession', (view) => view)
}

/**
 * Returns the user who is signed in: the user of the session's latest reply. Returns `null` while nobody is signed in,
 * and while the second factor is missing. This hook sends no request: `session.refresh()` fetches changes that were
 * made elsewhere, and `session.proceed` takes over the reply of a call that changes the user.
 *
 * @throws {@link TypeError} when there is no {@link SessionProvider} around the component.
 * @example
 * ```tsx
 * const user = useUser()
 * return <p>{user ? `Welcome, ${user.email}` : 'Welcome'}</p>
 * ```
 */
export function useUser(): SdkUser | null {
  return useView('useUser', signedInUser)
}

/**
 * Returns the linked and embedded wallets of the user who is signed in; an empty array while nobody is. The array is
 * the same object until the user changes. After `party.create` and `party.import`, call `session.refresh()`, so that
 * the array includes the wallet. `party.list()` of `@latchkey/client/wallets` says with which of them this device can
 * sign.
 *
 * @throws {@link TypeError} when there is no {@link SessionProvider} around the component.
 * @example
 * ```tsx
 * const wallets = useWallets()
 * return <ul>{wallets.map(({ id, address }) => <li key={id}>{address}</li>)}</ul>
 * ```
 */
export function useWallets(): readonly WalletCredential[] {
  const user = useView('useWallets', signedInUser)
  return useMemo(() => walletsOf(user), [user])
}

function useView<T>(caller: string, select: (view: SessionView) => T): T {
  const source = useContext(SessionContext)
  if (!source) throw new TypeError(`Failed to call "${caller}()": there is no <SessionProvider> around this component.`)
  return useSyncExternalStore(
    source.subscribe,
    () => select(source.read()),
    () => select(source.rendered),
  )
}
