import {
  computed,
  type ComputedRef,
  getCurrentInstance,
  inject,
  type InjectionKey,
  type MaybeRefOrGetter,
  onMounted,
  type Plugin,
  type ShallowRef,
  shallowRef,
  toValue,
  watch,
} from 'vue'
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

/** Options of {@link createSessionPlugin}. */
export interface SessionPluginOptions {
  /**
   * The session that the server has rendered the page with: `{ state: session.state, user: session.user }`. The browser
   * needs the same value to hydrate the page, so the server sends it along. After another value of a ref or getter, the
   * session reads its storage again: the server has signed somebody in or out.
   *
   * @default state `loading`
   */
  initialSnapshot?: MaybeRefOrGetter<InitialSnapshot | undefined> | undefined
}

interface Provided {
  readonly view: ShallowRef<SessionView>
  /** Follows the session until the app is unmounted. */
  follow(): void
}

const provided: InjectionKey<Provided> = Symbol('session')

/**
 * Creates the plugin that gives a session to the components of an app. It does not close the session.
 *
 * The first rendering, on a server and in the page, has the state of `initialSnapshot`, or else `loading`. The session
 * follows when the first component that uses it is mounted, before the browser paints.
 *
 * @param session - By `createSession`. On a server, create app and session for each request.
 * @throws {@link TypeError} when `session` is not a session.
 * @example
 * const session = createSession({ api: createTransport({ baseUrl, environmentId }) })
 * createApp(App).use(createSessionPlugin(session)).mount('#app')
 */
export function createSessionPlugin(session: Session, { initialSnapshot }: SessionPluginOptions = {}): Plugin {
  assertSession(session, 'call "createSessionPlugin()"')
  return {
    install(app) {
      const source = createViewSource(session, toValue(initialSnapshot))
      const view = shallowRef(source.rendered)
      const update = () => (view.value = source.read())
      let isFollowed = false
      app.provide(provided, {
        view,
        follow() {
          if (isFollowed) return
          isFollowed = true
          app.onUnmount(source.subscribe(update))
          app.onUnmount(
            watch(
              () => toValue(initialSnapshot),
              () => void session.reload(),
            ),
          )
          update()
        },
      })
    },
  }
}

/**
 * The session of the app: its state, its user, and the session itself for actions. It changes when the state or the
 * user changes, here or in another tab. A refresh that only brings new tokens changes neither.
 *
 * @throws {@link TypeError} when the app does not use {@link createSessionPlugin}.
 * @example
 * const view = useSession()
 * // <SignIn v-if="view.state !== 'signedIn'" />
 * // <button v-else @click="view.session.signOut()">Sign out {{ view.user.email }}</button>
 */
export function useSession(): Readonly<ShallowRef<SessionView>> {
  return useView('useSession')
}

/**
 * The user who is signed in; `null` while nobody is, and while the second factor is missing. It is the user of the
 * session's latest reply; nothing is requested.
 *
 * @throws {@link TypeError} when the app does not use {@link createSessionPlugin}.
 */
export function useUser(): ComputedRef<SdkUser | null> {
  const view = useView('useUser')
  return computed(() => signedInUser(view.value))
}

/**
 * The wallets of the user who is signed in, linked and embedded ones; none while nobody is. The array is the same until
 * the user changes. After `party.create` and `party.import`, call `session.refresh()`.
 *
 * @throws {@link TypeError} when the app does not use {@link createSessionPlugin}.
 */
export function useWallets(): ComputedRef<readonly WalletCredential[]> {
  const view = useView('useWallets')
  const user = computed(() => signedInUser(view.value))
  return computed(() => walletsOf(user.value))
}

function useView(caller: string): Readonly<ShallowRef<SessionView>> {
  const source = inject(provided, undefined)
  if (!source) throw new TypeError(`Failed to call "${caller}()": call app.use(createSessionPlugin(session)) first.`)
  // On a server nothing is mounted, so nothing is followed.
  if (getCurrentInstance()) onMounted(source.follow)
  return source.view
}
