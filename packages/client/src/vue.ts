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
   * The state and the user with which the server has rendered the page: `{ state: session.state, user: session.user }`.
   * The browser needs the same value to hydrate the page, so the server has to send it. When the value of a ref or
   * getter changes, the session reads its storage again, because the server may have signed somebody in or out.
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
 * Creates the plugin that gives a session to the components of an app. The plugin does not close the session.
 *
 * The first rendering, on a server and in the page, has the state of `initialSnapshot`, or `loading` without one. When
 * the first component that uses the session is mounted, components show the stored session, before the browser paints.
 *
 * @param session - The result of `createSession`. On a server, create the app and the session for each request.
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
 * Returns a ref of the app's session: its state, its user, and the session itself for actions. The ref changes when the
 * state or the user changes, here or in another tab. A refresh that only brings new tokens changes neither.
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
 * Returns a ref of the user who is signed in: the user of the session's latest reply. It is `null` while nobody is
 * signed in, and while the second factor is missing. This function sends no request.
 *
 * @throws {@link TypeError} when the app does not use {@link createSessionPlugin}.
 * @example
 * const user = useUser()
 * // <p>{{ user ? `Welcome, ${user.email}` : 'Welcome' }}</p>
 */
export function useUser(): ComputedRef<SdkUser | null> {
  const view = useView('useUser')
  return computed(() => signedInUser(view.value))
}

/**
 * Returns a ref of the linked and embedded wallets of the user who is signed in; an empty array while nobody is. The
 * array is the same object until the user changes. After `party.create` and `party.import`, call `session.refresh()`,
 * so that the array includes the wallet.
 *
 * @throws {@link TypeError} when the app does not use {@link createSessionPlugin}.
 * @example
 * const wallets = useWallets()
 * // <li v-for="{ id, address } in wallets" :key="id">{{ address }}</li>
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
