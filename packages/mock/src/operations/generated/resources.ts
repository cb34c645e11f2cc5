// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { Resource } from '@latchkey/types'
import { allowlistEntries } from '../allowlistEntries/allowlistEntries.ts'
import { allowlists } from '../allowlists/allowlists.ts'
import { analytics } from '../analytics/analytics.ts'
import { balances } from '../balances/balances.ts'
import { billing } from '../billing/billing.ts'
import { chains } from '../chains/chains.ts'
import { customFields } from '../customFields/customFields.ts'
import { customHostnames } from '../customHostnames/customHostnames.ts'
import { customNetworks } from '../customNetworks/customNetworks.ts'
import { deeplinkUrls } from '../deeplinkUrls/deeplinkUrls.ts'
import { delegatedAccess } from '../delegatedAccess/delegatedAccess.ts'
import { emailSignIn } from '../emailSignIn/emailSignIn.ts'
import { embeddedWallets } from '../embeddedWallets/embeddedWallets.ts'
import { environments } from '../environments/environments.ts'
import { events } from '../events/events.ts'
import { exchangeAccounts } from '../exchangeAccounts/exchangeAccounts.ts'
import { exchangeRates } from '../exchangeRates/exchangeRates.ts'
import { exchanges } from '../exchanges/exchanges.ts'
import { exports } from '../exports/exports.ts'
import { externalAuth } from '../externalAuth/externalAuth.ts'
import { frame } from '../frame/frame.ts'
import { gates } from '../gates/gates.ts'
import { globalWalletAccess } from '../globalWalletAccess/globalWalletAccess.ts'
import { globalWalletConnections } from '../globalWalletConnections/globalWalletConnections.ts'
import { globalWallets } from '../globalWallets/globalWallets.ts'
import { health } from '../health/health.ts'
import { invites } from '../invites/invites.ts'
import { jwks } from '../jwks/jwks.ts'
import { keyShares } from '../keyShares/keyShares.ts'
import { memberTokens } from '../memberTokens/memberTokens.ts'
import { members } from '../members/members.ts'
import { messenger } from '../messenger/messenger.ts'
import { mfa } from '../mfa/mfa.ts'
import { mfaDevices } from '../mfaDevices/mfaDevices.ts'
import { mfaSettings } from '../mfaSettings/mfaSettings.ts'
import { nameServices } from '../nameServices/nameServices.ts'
import { networks } from '../networks/networks.ts'
import { nonces } from '../nonces/nonces.ts'
import { oauth } from '../oauth/oauth.ts'
import { offramps } from '../offramps/offramps.ts'
import { onramps } from '../onramps/onramps.ts'
import { organizations } from '../organizations/organizations.ts'
import { origins } from '../origins/origins.ts'
import { passkeys } from '../passkeys/passkeys.ts'
import { profile } from '../profile/profile.ts'
import { projects } from '../projects/projects.ts'
import { providers } from '../providers/providers.ts'
import { screening } from '../screening/screening.ts'
import { sdkSettings } from '../sdkSettings/sdkSettings.ts'
import { sdkViews } from '../sdkViews/sdkViews.ts'
import { sessions } from '../sessions/sessions.ts'
import { signaturePolicies } from '../signaturePolicies/signaturePolicies.ts'
import { simulation } from '../simulation/simulation.ts'
import { smsSignIn } from '../smsSignIn/smsSignIn.ts'
import { solana } from '../solana/solana.ts'
import { ssoProviders } from '../ssoProviders/ssoProviders.ts'
import { testAccount } from '../testAccount/testAccount.ts'
import { tokens } from '../tokens/tokens.ts'
import { users } from '../users/users.ts'
import { vendorWallets } from '../vendorWallets/vendorWallets.ts'
import { visits } from '../visits/visits.ts'
import { waas } from '../waas/waas.ts'
import { waasPolicies } from '../waasPolicies/waasPolicies.ts'
import { waasRooms } from '../waasRooms/waasRooms.ts'
import { waasWallets } from '../waasWallets/waasWallets.ts'
import { walletConnect } from '../walletConnect/walletConnect.ts'
import { walletRecovery } from '../walletRecovery/walletRecovery.ts'
import { walletSecrets } from '../walletSecrets/walletSecrets.ts'
import { walletSignIn } from '../walletSignIn/walletSignIn.ts'
import { walletTransactions } from '../walletTransactions/walletTransactions.ts'
import { wallets } from '../wallets/wallets.ts'
import { webhookMessages } from '../webhookMessages/webhookMessages.ts'
import { webhooks } from '../webhooks/webhooks.ts'
import type { ResourceOperations } from '../operation.ts'

/** The handlers of every operation of the document, by resource and verb. */
export const resources = {
  allowlistEntries,
  allowlists,
  analytics,
  balances,
  billing,
  chains,
  customFields,
  customHostnames,
  customNetworks,
  deeplinkUrls,
  delegatedAccess,
  emailSignIn,
  embeddedWallets,
  environments,
  events,
  exchangeAccounts,
  exchangeRates,
  exchanges,
  exports,
  externalAuth,
  frame,
  gates,
  globalWalletAccess,
  globalWalletConnections,
  globalWallets,
  health,
  invites,
  jwks,
  keyShares,
  memberTokens,
  members,
  messenger,
  mfa,
  mfaDevices,
  mfaSettings,
  nameServices,
  networks,
  nonces,
  oauth,
  offramps,
  onramps,
  organizations,
  origins,
  passkeys,
  profile,
  projects,
  providers,
  screening,
  sdkSettings,
  sdkViews,
  sessions,
  signaturePolicies,
  simulation,
  smsSignIn,
  solana,
  ssoProviders,
  testAccount,
  tokens,
  users,
  vendorWallets,
  visits,
  waas,
  waasPolicies,
  waasRooms,
  waasWallets,
  walletConnect,
  walletRecovery,
  walletSecrets,
  walletSignIn,
  walletTransactions,
  wallets,
  webhookMessages,
  webhooks,
} satisfies { [R in Resource]: ResourceOperations<R> }
