import type { components } from '@latchkey/types'
import type { Backend } from '../../backend.ts'
import type { User, Wallet } from '../../store/records.ts'
import type { RoomRequests } from '../../store/roomRecords.ts'
import { addressOfKeySet, type ChainKey, chainKeyOfSet, pathTextOf } from '../keySets/chainKeys.ts'
import { createKeySet } from '../keySets/keySets.ts'
import type { PartyWithShare } from '../rooms/seats.ts'
import { assert } from '../shared/errors.ts'
import { existing } from '../shared/recordGuards.ts'
import { sdkSettingsOf } from '../shared/settings.ts'
import { touchUser } from '../users/users.ts'
import { issueSubnames } from '../wallets/subnames.ts'
import { keepWallet, newWalletRecords, walletsOf } from '../wallets/wallets.ts'

type Schemas = components['schemas']

/** The maximum number of embedded wallets of a user on a chain, where the settings allow several. */
const maximumPerChain = 5

/** @throws {@link DomainError} `tooManyOnChain` */
export function assertSpaceOnChain(
  backend: Backend,
  { id, environmentId }: Pick<User, 'id' | 'environmentId'>,
  { walletChain }: ChainKey,
): void {
  const areSeveral = sdkSettingsOf(backend, environmentId).waas?.allowMultipleWaasWalletsPerChain === true
  const maximum = areSeveral ? maximumPerChain : 1
  const wallets = walletsOf(backend, id).filter(
    ({ provider, chain }) => provider === 'embeddedWallet' && chain === walletChain,
  )
  assert(wallets.length < maximum, 'tooManyOnChain')
}

/** A new wallet whose key exists in shares. */
interface SharedWallet extends Pick<RoomRequests['keygen'], 'chain' | 'addressType' | 'scheme'> {
  readonly walletId: string
  /** Whether the key was imported. */
  readonly isImported?: true
  /** The service's parties with their shares. */
  readonly services: readonly PartyWithShare[]
}

/**
 * Writes a wallet whose key exists in shares, with its credential and its key set.
 *
 * @throws {@link DomainError} `tooManyOnChain`, `embeddedAddressLinked` when somebody has a wallet with this address
 */
export async function createSharedWallet(
  backend: Backend,
  userId: string,
  { walletId, chain, addressType, isImported, scheme, services }: SharedWallet,
): Promise<Wallet> {
  const { store } = backend
  const user = existing(store.users.get(userId))
  const { environmentId } = user
  const chainKey = chainKeyOfSet({ chain, addressType, isImported })
  assertSpaceOnChain(backend, user, chainKey)
  const keySet = existing(services[0]?.share.keySet, 'internal')
  const { address } = await addressOfKeySet(chainKey, keySet)
  const fields = {
    publicWalletAddress: address,
    chain: chainKey.walletChain,
    walletName: 'embedded',
    walletProvider: 'embeddedWallet',
  } as const
  const { wallet, credential } = newWalletRecords(backend, environmentId, { userId, fields })
  assert(!store.credentials.find('byKey', [environmentId, 'blockchain', wallet.key]), 'embeddedAddressLinked')
  // Nobody signs in with an embedded wallet.
  store.credentials.insert({ ...credential, id: walletId, signInEnabled: false })
  const properties: Schemas['WalletProperties'] = {
    version: 'V3',
    thresholdSignatureScheme: scheme,
    derivationPath: pathTextOf(chainKey),
    keyShares: [],
    settings: {},
  }
  const kept = keepWallet(backend, { ...wallet, id: walletId, properties })
  await createKeySet(backend, { environmentId, walletId, chain, addressType, isImported, keySet, services })
  touchUser(backend, userId)
  // A user who has not signed in yet gets a name at the first sign-in.
  if (user.signedInAt !== undefined) issueSubnames(backend, user)
  return kept
}
