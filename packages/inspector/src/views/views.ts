import type { FunctionComponent } from 'preact'
import type { IconName } from '../components/Icon.tsx'
import type { ViewHash } from '../createRouter.ts'
import { BrowserWallets } from './browser/BrowserWallets.tsx'
import { Clock } from './clock/Clock.tsx'
import { Configuration } from './configuration/Configuration.tsx'
import { Events } from './events/Events.tsx'
import { Faults } from './faults/Faults.tsx'
import { Inbox } from './inbox/Inbox.tsx'
import { Operations } from './operations/Operations.tsx'
import { Outside } from './outside/Outside.tsx'
import { Overview } from './overview/Overview.tsx'
import { People } from './people/People.tsx'
import { Requests } from './requests/Requests.tsx'
import { State } from './state/State.tsx'
import { Sweeps } from './sweeps/Sweeps.tsx'
import { Wallets } from './wallets/Wallets.tsx'
import { Webhooks } from './webhooks/Webhooks.tsx'

/** One page of the inspector. */
export interface View {
  /** The name in the navigation. */
  readonly name: string
  readonly hash: ViewHash
  readonly icon: IconName
  /** Begins with an `h1` with `tabIndex={-1}`, which gets the focus when the view is opened. */
  readonly Component: FunctionComponent
}

/** The views by their hashes, in the order of the navigation. A hash without a view does not compile. */
const byHash: Readonly<Record<ViewHash, Omit<View, 'hash'>>> = {
  '': { name: 'Overview', icon: 'overview', Component: Overview },
  requests: { name: 'Requests', icon: 'requests', Component: Requests },
  operations: { name: 'Operations', icon: 'operations', Component: Operations },
  configuration: { name: 'Configuration', icon: 'configuration', Component: Configuration },
  people: { name: 'People', icon: 'people', Component: People },
  inbox: { name: 'Inbox', icon: 'inbox', Component: Inbox },
  wallets: { name: 'Wallets and chain', icon: 'wallets', Component: Wallets },
  browser: { name: 'Browser wallets', icon: 'browser', Component: BrowserWallets },
  outside: { name: 'World outside', icon: 'outside', Component: Outside },
  events: { name: 'Events', icon: 'events', Component: Events },
  webhooks: { name: 'Webhooks', icon: 'webhooks', Component: Webhooks },
  clock: { name: 'Clock', icon: 'clock', Component: Clock },
  faults: { name: 'Faults', icon: 'faults', Component: Faults },
  sweeps: { name: 'Sweeps', icon: 'sweeps', Component: Sweeps },
  state: { name: 'State', icon: 'state', Component: State },
}

/** All views. The first one opens where a link names none. */
export const views = (Object.entries(byHash) as [ViewHash, Omit<View, 'hash'>][]).map(([hash, view]): View => ({
  hash,
  ...view,
})) as [View, ...View[]]
