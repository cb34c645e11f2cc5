import type { FunctionComponent } from 'preact'
import type { IconName } from '../components/Icon.tsx'
import type { ViewHash } from '../createRouter.ts'
import { Clock } from './clock/Clock.tsx'
import { Events } from './events/Events.tsx'
import { Faults } from './faults/Faults.tsx'
import { Inbox } from './inbox/Inbox.tsx'
import { Overview } from './overview/Overview.tsx'
import { People } from './people/People.tsx'
import { Requests } from './requests/Requests.tsx'
import { State } from './state/State.tsx'
import { Wallets } from './wallets/Wallets.tsx'

/** One page of the inspector. */
export interface View {
  /** What it is called in the navigation. */
  readonly name: string
  readonly hash: ViewHash
  readonly icon: IconName
  /** Begins with an `h1` with `tabIndex={-1}`, which gets the focus when the view is opened. */
  readonly Component: FunctionComponent
}

/** All views, in the order of the navigation. The first one opens where a link names none. */
export const views: readonly [View, ...View[]] = [
  { name: 'Overview', hash: '', icon: 'overview', Component: Overview },
  { name: 'Requests', hash: 'requests', icon: 'requests', Component: Requests },
  { name: 'People', hash: 'people', icon: 'people', Component: People },
  { name: 'Inbox', hash: 'inbox', icon: 'inbox', Component: Inbox },
  { name: 'Wallets and chain', hash: 'wallets', icon: 'wallets', Component: Wallets },
  { name: 'Events and webhooks', hash: 'events', icon: 'events', Component: Events },
  { name: 'Clock', hash: 'clock', icon: 'clock', Component: Clock },
  { name: 'Faults', hash: 'faults', icon: 'faults', Component: Faults },
  { name: 'State', hash: 'state', icon: 'state', Component: State },
]
