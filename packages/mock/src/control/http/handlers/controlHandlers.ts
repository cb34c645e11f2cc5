import type { controlRoutes } from '@latchkey/contract/routes/controlRoutes'
import { accountHandlers } from './accountHandlers.ts'
import { attachHandlers } from './attachHandlers.ts'
import { billingHandlers } from './billingHandlers.ts'
import { browserWalletHandlers } from './browserWalletHandlers.ts'
import { chainHandlers } from './chainHandlers.ts'
import { clockHandlers } from './clockHandlers.ts'
import { creationHandlers } from './creationHandlers.ts'
import { custodyHandlers } from './custodyHandlers.ts'
import { delegationHandlers } from './delegationHandlers.ts'
import { dnsHandlers } from './dnsHandlers.ts'
import { embeddedHandlers } from './embeddedHandlers.ts'
import { eventHandlers } from './eventHandlers.ts'
import { exchangeHandlers } from './exchangeHandlers.ts'
import { failureHandlers } from './failureHandlers.ts'
import { faultHandlers } from './faultHandlers.ts'
import type { HandlersOf } from './handlersOf.ts'
import { idpHandlers } from './idpHandlers.ts'
import { issuerHandlers } from './issuerHandlers.ts'
import { journalHandlers } from './journalHandlers.ts'
import { ledgerHandlers } from './ledgerHandlers.ts'
import { mailboxHandlers } from './mailboxHandlers.ts'
import { marketHandlers } from './marketHandlers.ts'
import { messageHandlers } from './messageHandlers.ts'
import { messengerHandlers } from './messengerHandlers.ts'
import { miningHandlers } from './miningHandlers.ts'
import { outsideHandlers } from './outsideHandlers.ts'
import { overviewHandlers } from './overviewHandlers.ts'
import { peopleHandlers } from './peopleHandlers.ts'
import { policyHandlers } from './policyHandlers.ts'
import { rampHandlers } from './rampHandlers.ts'
import { realProviderHandlers } from './realProviderHandlers.ts'
import { receiverHandlers } from './receiverHandlers.ts'
import { requestHandlers } from './requestHandlers.ts'
import { scenarioHandlers } from './scenarioHandlers.ts'
import { settingsHandlers } from './settingsHandlers.ts'
import { stateHandlers } from './stateHandlers.ts'
import { sweepHandlers } from './sweepHandlers.ts'
import { telemetryHandlers } from './telemetryHandlers.ts'
import { walletHandlers } from './walletHandlers.ts'
import { walletViewHandlers } from './walletViewHandlers.ts'
import { worldHandlers } from './worldHandlers.ts'
import { x402Handlers } from './x402Handlers.ts'

/** Answers all routes of the control interface. */
export const controlHandlers: HandlersOf<typeof controlRoutes> = {
  ...accountHandlers,
  ...overviewHandlers,
  ...peopleHandlers,
  ...clockHandlers,
  ...creationHandlers,
  ...scenarioHandlers,
  ...settingsHandlers,
  ...messageHandlers,
  ...mailboxHandlers,
  ...eventHandlers,
  ...idpHandlers,
  ...issuerHandlers,
  ...messengerHandlers,
  ...telemetryHandlers,
  ...walletHandlers,
  ...browserWalletHandlers,
  ...walletViewHandlers,
  ...embeddedHandlers,
  ...delegationHandlers,
  ...policyHandlers,
  ...custodyHandlers,
  ...chainHandlers,
  ...ledgerHandlers,
  ...miningHandlers,
  ...attachHandlers,
  ...marketHandlers,
  ...exchangeHandlers,
  ...rampHandlers,
  ...x402Handlers,
  ...realProviderHandlers,
  ...receiverHandlers,
  ...outsideHandlers,
  ...dnsHandlers,
  ...billingHandlers,
  ...faultHandlers,
  ...failureHandlers,
  ...sweepHandlers,
  ...journalHandlers,
  ...requestHandlers,
  ...stateHandlers,
  ...worldHandlers,
}
