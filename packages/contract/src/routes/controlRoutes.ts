import { accountRoutes } from './accountRoutes.ts'
import { attachRoutes } from './attachRoutes.ts'
import { billingRoutes } from './billingRoutes.ts'
import { browserWalletRoutes } from './browserWalletRoutes.ts'
import { chainRoutes } from './chainRoutes.ts'
import { clockRoutes } from './clockRoutes.ts'
import type { ControlRoutes } from './controlRoute.ts'
import { creationRoutes } from './creationRoutes.ts'
import { custodyRoutes } from './custodyRoutes.ts'
import { delegationRoutes } from './delegationRoutes.ts'
import { dnsRoutes } from './dnsRoutes.ts'
import { embeddedRoutes } from './embeddedRoutes.ts'
import { eventRoutes } from './eventRoutes.ts'
import { exchangeRoutes } from './exchangeRoutes.ts'
import { failureRoutes } from './failureRoutes.ts'
import { faultRoutes } from './faultRoutes.ts'
import { idpRoutes } from './idpRoutes.ts'
import { issuerRoutes } from './issuerRoutes.ts'
import { journalRoutes } from './journalRoutes.ts'
import { ledgerRoutes } from './ledgerRoutes.ts'
import { mailboxRoutes } from './mailboxRoutes.ts'
import { marketRoutes } from './marketRoutes.ts'
import { messageRoutes } from './messageRoutes.ts'
import { messengerRoutes } from './messengerRoutes.ts'
import { miningRoutes } from './miningRoutes.ts'
import { outsideRoutes } from './outsideRoutes.ts'
import { overviewRoutes } from './overviewRoutes.ts'
import { peopleRoutes } from './peopleRoutes.ts'
import { policyRoutes } from './policyRoutes.ts'
import { rampRoutes } from './rampRoutes.ts'
import { realProviderRoutes } from './realProviderRoutes.ts'
import { receiverRoutes } from './receiverRoutes.ts'
import { requestRoutes } from './requestRoutes.ts'
import { scenarioRoutes } from './scenarioRoutes.ts'
import { settingsRoutes } from './settingsRoutes.ts'
import { stateRoutes } from './stateRoutes.ts'
import { sweepRoutes } from './sweepRoutes.ts'
import { telemetryRoutes } from './telemetryRoutes.ts'
import { walletRoutes } from './walletRoutes.ts'
import { walletViewRoutes } from './walletViewRoutes.ts'
import { worldRoutes } from './worldRoutes.ts'
import { x402Routes } from './x402Routes.ts'

/** All routes of the control interface. Their exact types are those of its callers, see `controlCaller.ts`. */
export const controlRoutes = {
  ...accountRoutes,
  ...overviewRoutes,
  ...peopleRoutes,
  ...clockRoutes,
  ...creationRoutes,
  ...scenarioRoutes,
  ...settingsRoutes,
  ...messageRoutes,
  ...mailboxRoutes,
  ...eventRoutes,
  ...idpRoutes,
  ...issuerRoutes,
  ...messengerRoutes,
  ...telemetryRoutes,
  ...walletRoutes,
  ...browserWalletRoutes,
  ...walletViewRoutes,
  ...embeddedRoutes,
  ...delegationRoutes,
  ...policyRoutes,
  ...custodyRoutes,
  ...chainRoutes,
  ...ledgerRoutes,
  ...miningRoutes,
  ...attachRoutes,
  ...marketRoutes,
  ...exchangeRoutes,
  ...rampRoutes,
  ...x402Routes,
  ...realProviderRoutes,
  ...receiverRoutes,
  ...outsideRoutes,
  ...dnsRoutes,
  ...billingRoutes,
  ...faultRoutes,
  ...failureRoutes,
  ...sweepRoutes,
  ...journalRoutes,
  ...requestRoutes,
  ...stateRoutes,
  ...worldRoutes,
} satisfies ControlRoutes
