import {
  type Accessor,
  createComponent,
  createContext,
  createEffect,
  createMemo,
  createSignal,
  type JSX,
  onCleanup,
  untrack,
  useContext,
} from 'solid-js'
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

/** The props of {@link SessionProvider}. */
export interface SessionProviderProps {
  /** The session that `createSession` has returned. The provider does not close it. */
  session: Session
  /**
   * The state and the user with which the server has rendered the page: `{ state: session.state, user: session.user }`.
   * The browser needs the same value to hydrate the page, so the server has to send it. When the value changes, the
   * session reads its storage again, because the server may have signed somebody in or out.
   *
   * @default state `loading`
   */
  initialSnapshot?: InitialSnapshot | undefined
  /** The components that use the session. */
  children?: JSX.Element | undefined
}

const SessionContext = createContext<Accessor<SessionView>>()

/**
 * Gives a session to the components below it. Providers can be nested: a component takes the session of the nearest one.
 *
 * The first rendering, on a server and in the page, has the state of `initialSnapshot`, or `loading` without one. When
 * the page is rendered, components show the stored session, before the browser paints.
 *
 * @param props - The session, and the components that use it.
 * @throws {@link TypeError} when `session` is not a session.
 * @example
 * ```tsx
 * const session = createSession({ api: createTransport({ baseUrl, environmentId }) })
 * render(() => <SessionProvider session={session}><App /></SessionProvider>, element)
 * ```
 */
export function SessionProvider(props: SessionProviderProps): JSX.Element {
  const source = createMemo(() => {
    assertSession(props.session, 'render "<SessionProvider>"')
    return createViewSource(
      props.session,
      untrack(() => props.initialSnapshot),
    )
  })
  const [view, setView] = createSignal(untrack(source).rendered)
  // Does not run on a server.
  createEffect(() => {
    const { read, subscribe } = source()
    const update = () => void setView(read)
    onCleanup(subscribe(update))
    update()
  })
  createEffect(() => {
    void props.initialSnapshot
    void untrack(source).read().session.reload()
  })
  return createComponent(SessionContext.Provider, {
    value: view,
    get children() {
      return props.children
    },
  })
}

/**
 * Returns a signal of the nearest session: its state, its user, and the session itself for actions. The signal changes
 * when the state or the user changes, here or in another tab. A refresh that only brings new tokens changes neither.
 *
 * @throws {@link TypeError} when there is no {@link SessionProvider} around the component.
 * @example
 * ```tsx
 * const view = useSession()
 * return <Show when={view().state !== 'loading'}>{view().user?.email}</Show>
 * ```
 */
export function useSession(): Accessor<SessionView> {
  return useView('useSession')
}

/**
 * Returns a signal of the user who is signed in: the user of the session's latest reply. It is `null` while nobody is
 * signed in, and while the second factor is missing. This function sends no request.
 *
 * @throws {@link TypeError} when there is no {@link SessionProvider} around the component.
 * @example
 * ```tsx
 * const user = useUser()
 * return <Show when={user()} fallback={<SignIn />}>{(user) => <p>Welcome, {user().email}</p>}</Show>
 * ```
 */
export function useUser(): Accessor<SdkUser | null> {
  const view = useView('useUser')
  return createMemo(() => signedInUser(view()))
}

/**
 * Returns a signal of the linked and embedded wallets of the user who is signed in; an empty array while nobody is. The
 * array is the same object until the user changes. After `party.create` and `party.import`, call `session.refresh()`,
 * so that the array includes the wallet.
 *
 * @throws {@link TypeError} when there is no {@link SessionProvider} around the component.
 * @example
 * ```tsx
 * const wallets = useWallets()
 * return <For each={wallets()}>{({ address }) => <li>{address}</li>}</For>
 * ```
 */
export function useWallets(): Accessor<readonly WalletCredential[]> {
  const view = useView('useWallets')
  const user = createMemo(() => signedInUser(view()))
  return createMemo(() => walletsOf(user()))
}

function useView(caller: string): Accessor<SessionView> {
  const view = useContext(SessionContext)
  if (view) return view
  throw new TypeError(`Failed to call "${caller}()": there is no <SessionProvider> around this component.`)
}
