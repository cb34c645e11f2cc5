// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { Resource } from '@latchkey/types'
import { allowlistEntries } from '../allowlistEntries.ts'
import { allowlists } from '../allowlists.ts'
import { analytics } from '../analytics.ts'
import { balances } from '../balances.ts'
import { billing } from '../billing.ts'
import { chains } from '../chains.ts'
import { customFields } from '../customFields.ts'
import { customHostnames } from '../customHostnames.ts'
import { customNetworks } from '../customNetworks.ts'
import { deeplinkUrls } from '../deeplinkUrls.ts'
import { delegatedAccess } from '../delegatedAccess.ts'
import { emailSignIn } from '../emailSignIn.ts'
import { embeddedWallets } from '../embeddedWallets.ts'
import { environments } from '../environments.ts'
import { events } from '../events.ts'
import { exchangeAccounts } from '../exchangeAccounts.ts'
import { exchangeRates } from '../exchangeRates.ts'
import { exchanges } from '../exchanges.ts'
import { exports } from '../exports.ts'
import { externalAuth } from '../externalAuth.ts'
import { frame } from '../frame.ts'
import { gates } from '../gates.ts'
import { globalWalletAccess } from '../globalWalletAccess.ts'
import { globalWalletConnections } from '../globalWalletConnections.ts'
import { globalWallets } from '../globalWallets.ts'
import { health } from '../health.ts'
import { invites } from '../invites.ts'
import { jwks } from '../jwks.ts'
import { keyShares } from '../keyShares.ts'
import { memberTokens } from '../memberTokens.ts'
import { members } from '../members.ts'
import { messenger } from '../messenger.ts'
import { mfa } from '../mfa.ts'
import { mfaDevices } from '../mfaDevices.ts'
import { mfaSettings } from '../mfaSettings.ts'
import { nameServices } from '../nameServices.ts'
import { networks } from '../networks.ts'
import { nonces } from '../nonces.ts'
import { oauth } from '../oauth.ts'
import { offramps } from '../offramps.ts'
import { onramps } from '../onramps.ts'
import { organizations } from '../organizations.ts'
import { origins } from '../origins.ts'
import { passkeys } from '../passkeys.ts'
import { profile } from '../profile.ts'
import { projects } from '../projects.ts'
import { providers } from '../providers.ts'
import { screening } from '../screening.ts'
import { sdkSettings } from '../sdkSettings.ts'
import { sdkViews } from '../sdkViews.ts'
import { sessions } from '../sessions.ts'
import { signaturePolicies } from '../signaturePolicies.ts'
import { simulation } from '../simulation.ts'
import { smsSignIn } from '../smsSignIn.ts'
import { solana } from '../solana.ts'
import { ssoProviders } from '../ssoProviders.ts'
import { testAccount } from '../testAccount.ts'
import { tokens } from '../tokens.ts'
import { users } from '../users.ts'
import { vendorWallets } from '../vendorWallets.ts'
import { visits } from '../visits.ts'
import { waas } from '../waas.ts'
import { waasPolicies } from '../waasPolicies.ts'
import { waasRooms } from '../waasRooms.ts'
import { waasWallets } from '../waasWallets.ts'
import { walletConnect } from '../walletConnect.ts'
import { walletRecovery } from '../walletRecovery.ts'
import { walletSecrets } from '../walletSecrets.ts'
import { walletSignIn } from '../walletSignIn.ts'
import { walletTransactions } from '../walletTransactions.ts'
import { wallets } from '../wallets.ts'
import { webhookMessages } from '../webhookMessages.ts'
import { webhooks } from '../webhooks.ts'
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
