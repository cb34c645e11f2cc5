import type { Session, SessionSnapshot } from '../../src/session/session.ts'
import type { SessionView, WalletCredential } from '../../src/session/view.ts'

/** The values that a component has read in one rendering. */
export interface Reading {
  readonly view: SessionView
  readonly email: string | null | undefined
  readonly wallets: readonly WalletCredential[]
}

/** A page with two components, of which the upper one provides the session and the lower one shows it. */
export interface PageProps {
  readonly session: Session
  readonly initialSnapshot?: Partial<Pick<SessionSnapshot, 'state' | 'user'>> | undefined
  /** Hears of each rendering of the lower component. */
  readonly onRead?: (reading: Reading) => void
}

interface MountedPage {
  /** Gives the page another `initialSnapshot`, as a server does that has rendered it again. */
  receive(snapshot: PageProps['initialSnapshot']): void
  shown(): string | null
  /** Waits until the framework has rendered what has changed. */
  settle(): Promise<void>
  unmount(): Promise<void>
}

/** A framework that renders the page. */
export interface Scene {
  /** Renders as a server does. */
  render(props: PageProps): Promise<string>
  /** Renders into an element; with the HTML of a server, hydrates that. */
  mount(element: Element, props: PageProps, html?: string): Promise<MountedPage>
  /** Renders a component that calls a function of the entry without a provider. @throws whatever it throws */
  renderAlone(name: 'useSession' | 'useUser' | 'useWallets'): Promise<string>
}

export const textOf = ({ view, email, wallets }: Reading): string =>
  `${view.state} ${email ?? 'nobody'} ${wallets.length}`
