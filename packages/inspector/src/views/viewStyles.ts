import { browserStyle } from './browser/browserStyle.ts'
import { clockStyle } from './clock/clockStyle.ts'
import { configurationStyle } from './configuration/configurationStyle.ts'
import { eventsStyle } from './events/eventsStyle.ts'
import { faultsStyle } from './faults/faultsStyle.ts'
import { inboxStyle } from './inbox/inboxStyle.ts'
import { operationsStyle } from './operations/operationsStyle.ts'
import { outsideStyle } from './outside/outsideStyle.ts'
import { overviewStyle } from './overview/overviewStyle.ts'
import { peopleStyle } from './people/peopleStyle.ts'
import { requestsStyle } from './requests/requestsStyle.ts'
import { stateStyle } from './state/stateStyle.ts'
import { sweepsStyle } from './sweeps/sweepsStyle.ts'
import { walletsStyle } from './wallets/walletsStyle.ts'
import { webhooksStyle } from './webhooks/webhooksStyle.ts'

/** Styles of single views. A class begins with the name of its view. */
export const viewStyles: readonly string[] = [
  overviewStyle,
  requestsStyle,
  operationsStyle,
  configurationStyle,
  peopleStyle,
  inboxStyle,
  walletsStyle,
  browserStyle,
  outsideStyle,
  eventsStyle,
  webhooksStyle,
  clockStyle,
  faultsStyle,
  sweepsStyle,
  stateStyle,
]
