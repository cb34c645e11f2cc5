import type { components } from '@latchkey/types'
import type { User } from '../../../store/records.ts'
import { chainsFor } from '../../embeddedWallets/requestedChains.ts'
import { createSeedWallet } from '../../embeddedWallets/seedWallets.ts'
import { activeVersions, assertSharedKeys, assertWalletService, newestVersion } from '../../embeddedWallets/versions.ts'
import { walletChainOf } from '../../keySets/chainKeys.ts'
import type { Backend } from '../../shared/backend.ts'
import { sdkSettingsOf } from '../../shared/settings.ts'
import { touchUser } from '../../users/users.ts'
import { createVendorWallet } from '../../vendorWallets/vendorWallets.ts'
import { issueSubnames } from '../../wallets/subnames.ts'
import type { EmbeddedChain } from '../../wallets/walletDerivation.ts'
import { hasEmbeddedWallet, isOfService, walletsOf } from '../../wallets/wallets.ts'
import { userOfFrame, userOfIdentifier } from './embeddedWalletUsers.ts'

type Schemas = components['schemas']

/** A user with wallets on all requested chains. */
export interface EmbeddedWalletsOutcome {
  readonly user: User
  /** Whether the call created any of the wallets. */
  readonly isCreated: boolean
}

/**
 * Ensures that a user has an embedded wallet on each of the chains, by default on those of the settings.
 *
 * @throws {@link DomainError} what {@link assertWalletService}, {@link chainsFor} and {@link userOfIdentifier} refuse
 */
export async function createEmbeddedWallets(
  backend: Backend,
  environmentId: string,
  request: Schemas['CreateUserEmbeddedWalletsRequest'],
): Promise<EmbeddedWalletsOutcome> {
  const { chain, chains = [] } = request
  assertWalletService(backend, environmentId)
  const requestedChains = chainsFor(backend, environmentId, chain ? [...chains, chain] : chains)
  return giveWallets(backend, await userOfIdentifier(backend, environmentId, request), requestedChains)
}

/**
 * Ensures that a user has a wallet on each of the chains, with the key in shares where it is a new one.
 *
 * @throws {@link DomainError} what {@link assertSharedKeys}, {@link chainsFor} and {@link userOfIdentifier} refuse
 */
export async function createSharedKeyWallets(
  backend: Backend,
  environmentId: string,
  request: Schemas['CreateUserWaasWalletsRequest'],
): Promise<EmbeddedWalletsOutcome> {
  assertSharedKeys(backend, environmentId)
  const requestedChains = chainsFor(backend, environmentId, request.chains.map(walletChainOf))
  return giveWallets(backend, await userOfIdentifier(backend, environmentId, request), requestedChains)
}

/**
 * As {@link createEmbeddedWallets}, for the user who has an e-mail address and a Farcaster account.
 *
 * @throws {@link DomainError} as {@link createEmbeddedWallets}, and what {@link userOfFrame} refuses
 */
export async function createWalletsFromFrame(
  backend: Backend,
  environmentId: string,
  { email, fid, chains }: Schemas['CreateUserEmbeddedWalletsFromFrameRequest'],
): Promise<EmbeddedWalletsOutcome> {
  assertWalletService(backend, environmentId)
  const requestedChains = chainsFor(backend, environmentId, chains)
  return giveWallets(backend, userOfFrame(backend, environmentId, { email, fid }), requestedChains)
}

/**
 * Creates the wallets that the settings give to new users, if the settings say so and wallets can be created.
 *
 * @returns `undefined` where there is nothing to do.
 */
export function giveWalletsOnSignUp(backend: Backend, user: User): Promise<EmbeddedWalletsOutcome> | undefined {
  const hasOwnWallet = walletsOf(backend, user.id).some((wallet) => !isOfService(wallet))
  const { embeddedWallets, automaticEmbeddedWalletCreation } = sdkSettingsOf(backend, user.environmentId)
  const isAutomatic = hasOwnWallet
    ? embeddedWallets?.automaticEmbeddedWalletCreationForExternal
    : (embeddedWallets?.automaticEmbeddedWalletCreation ?? automaticEmbeddedWalletCreation)
  if (!isAutomatic || activeVersions(backend, user.environmentId).length === 0) return undefined
  return giveWallets(backend, user, chainsFor(backend, user.environmentId, []))
}

/** Creates the wallets that a user lacks. */
async function giveWallets(
  backend: Backend,
  user: User,
  chains: readonly EmbeddedChain[],
): Promise<EmbeddedWalletsOutcome> {
  const missing = chains.filter((chain) => !hasEmbeddedWallet(backend, user.id, chain))
  if (missing.length === 0) return { user, isCreated: false }
  const version = newestVersion(backend, user.environmentId)
  const vendorWallet =
    version === undefined || version === 'V3' ? undefined : createVendorWallet(backend, user, { version })
  for (const chain of missing) await createSeedWallet(backend, user, { chain, vendorWallet })
  touchUser(backend, user.id)
  // A user who has not signed in yet gets a name at the first sign-in.
  if (user.signedInAt !== undefined) issueSubnames(backend, user)
  return { user: backend.store.users.get(user.id) ?? user, isCreated: true }
}
