import type { SdkUser, VerifiedCredential } from '../generated/operations/schemas.ts'
import type { Session, SessionSnapshot } from './session.ts'

/** A session as components see it. The states `needsSecondFactor` and `signedIn` have a user. */
export type SessionView = { readonly session: Session } & (
  | { readonly state: 'loading'; readonly user?: undefined }
  | { readonly state: 'signedOut'; readonly user?: undefined }
  | { readonly state: 'needsSecondFactor'; readonly user: SdkUser }
  | { readonly state: 'signedIn'; readonly user: SdkUser }
)

/** The state and the user with which a server has rendered a page. The server sends it to the page as JSON. */
export type InitialSnapshot = Partial<Pick<SessionSnapshot, 'state' | 'user'>>

/** A credential of the user that is a wallet: linked, or embedded (`wallet_provider` is `embeddedWallet`). */
export interface WalletCredential extends VerifiedCredential {
  readonly format: 'blockchain'
  readonly address: string
}

/** The views of a session, for the store of any framework. */
export interface ViewSource {
  /** The view that the server has rendered. */
  readonly rendered: SessionView
  /** The present view: the same object until the state or the user changes. */
  read(): SessionView
  /** @returns A function that ends the subscription. */
  subscribe(listener: () => void): () => void
}

/** A view without its session. */
interface Shown {
  readonly state?: SessionView['state']
  readonly user?: SdkUser | undefined
}

/** @throws {@link TypeError} when `session` is not a session; `caller` says what has failed. */
export function assertSession(session: Session, caller: string): void {
  if (typeof session?.onChange !== 'function')
    throw new TypeError(`Failed to ${caller}: "session" is not a session. Pass the result of createSession().`)
}

export function createViewSource(session: Session, { state = 'loading', user }: Shown = {}): ViewSource {
  const rendered = { state, user, session } as SessionView
  return {
    rendered,
    subscribe(listener) {
      // The end of the first read changes the state, but not the session if nobody is signed in.
      if (session.isLoading) void session.ready.then(listener)
      return session.onChange(listener)
    },
    read: () => viewOf(session, rendered),
  }
}

/** The user who is signed in; `null` also while the second factor is missing. */
export const signedInUser = ({ state, user }: SessionView): SdkUser | null => (state === 'signedIn' ? user : null)

/** The wallets among the credentials of a user. */
export const walletsOf = (user: SdkUser | null): readonly WalletCredential[] =>
  user?.verifiedCredentials.filter(isWallet) ?? []

const isWallet = (credential: VerifiedCredential): credential is WalletCredential =>
  credential.format === 'blockchain' && !!credential.address

/** The latest view of each session, and the user that it was compared with. */
const latest = new WeakMap<Session, { view: SessionView; user: SdkUser | undefined }>()

/** The view of a session: the same object, with the same user, until something in it changes. */
function viewOf(session: Session, rendered: SessionView): SessionView {
  const before = latest.get(session)
  const state = session.isLoading ? 'loading' : session.state
  const { user } = session
  if (before?.user === user && before?.view.state === state) return before.view
  const { view } = before ?? { view: rendered }
  const isSame = view.state === state && JSON.stringify(view.user) === JSON.stringify(user)
  const next = isSame ? view : ({ state, user, session } as SessionView)
  latest.set(session, { view: next, user })
  return next
}
