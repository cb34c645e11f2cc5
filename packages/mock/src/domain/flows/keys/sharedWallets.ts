import type { components } from '@latchkey/types'
import type { RoomRequests } from '../../../store/roomRecords.ts'
import { addressOfKeySet, type ChainKey, chainKeyOfSet, pathTextOf } from '../../keySets/chainKeys.ts'
import { createKeySet } from '../../keySets/keySets.ts'
import type { AnyWallet } from '../../keySets/sharedWallets.ts'
import type { PartyWithShare } from '../../rooms/seats.ts'
import type { Backend } from '../../shared/backend.ts'
import type { WalletCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { existing } from '../../shared/recordGuards.ts'
import { sdkSettingsOf } from '../../shared/settings.ts'
import { touchUser } from '../../users/users.ts'
import { keepWallet } from '../../wallets/keptWallets.ts'
import { issueSubnames } from '../../wallets/subnames.ts'
import { newWalletRecords, walletsOf } from '../../wallets/wallets.ts'

type Schemas = components['schemas']

/** The maximum number of embedded wallets of a user on a chain, where the settings allow several. */
const maximumPerChain = 5

/** Who has a wallet: a user, or without one the environment itself. */
export type WalletOwner = Pick<AnyWallet, 'environmentId' | 'userId'>

export function ownerOf(caller: WalletCaller): WalletOwner {
  if (caller.kind === 'server') return { environmentId: caller.environmentId }
  return { environmentId: caller.user.environmentId, userId: caller.user.id }
}

/** @throws {@link DomainError} `tooManyOnChain` */
export function assertSpaceOnChain(
  backend: Backend,
  owner: WalletOwner,
  { walletChain }: Pick<ChainKey, 'walletChain'>,
): void {
  assert(hasSpaceOnChain(backend, owner, walletChain), 'tooManyOnChain')
}

/**
 * Whether an owner can get one more embedded wallet on a chain. An environment has as many wallets as its servers make.
 */
export function hasSpaceOnChain(
  backend: Backend,
  { environmentId, userId }: WalletOwner,
  walletChain: ChainKey['walletChain'],
): boolean {
  if (userId === undefined) return true
  const areSeveral = sdkSettingsOf(backend, environmentId).waas?.allowMultipleWaasWalletsPerChain === true
  const maximum = areSeveral ? maximumPerChain : 1
  const wallets = walletsOf(backend, userId).filter(
    ({ provider, chain }) => provider === 'embeddedWallet' && chain === walletChain,
  )
  return wallets.length < maximum
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
  owner: WalletOwner,
  { walletId, chain, addressType, isImported, scheme, services }: SharedWallet,
): Promise<AnyWallet> {
  const { environmentId } = owner
  const chainKey = chainKeyOfSet({ chain, addressType, isImported })
  assertSpaceOnChain(backend, owner, chainKey)
  const keySet = existing(services[0]?.share.keySet, 'internal')
  const { address } = await addressOfKeySet(chainKey, keySet)
  const properties: Schemas['WalletProperties'] = {
    version: 'V3',
    thresholdSignatureScheme: scheme,
    derivationPath: pathTextOf(chainKey),
    keyShares: [],
    settings: {},
  }
  const wallet = writeWallet(backend, owner, { walletId, address, chain: chainKey.walletChain, properties })
  await createKeySet(backend, { environmentId, walletId, chain, addressType, isImported, keySet, services })
  return wallet
}

interface NewWallet {
  readonly walletId: string
  readonly address: string
  readonly chain: ChainKey['walletChain']
  readonly properties: Schemas['WalletProperties']
}

/** @throws {@link DomainError} `embeddedAddressLinked` */
function writeWallet(
  backend: Backend,
  { environmentId, userId = '' }: WalletOwner,
  { walletId, address, chain, properties }: NewWallet,
): AnyWallet {
  const { store } = backend
  const fields = {
    publicWalletAddress: address,
    chain,
    walletName: 'embedded',
    walletProvider: 'embeddedWallet',
  } as const
  const { wallet, credential } = newWalletRecords(backend, environmentId, { userId, fields })
  const isTaken =
    store.credentials.find('byKey', [environmentId, 'blockchain', wallet.key]) ??
    store.serverWallets.find('byKey', [environmentId, wallet.key])
  assert(!isTaken, 'embeddedAddressLinked')
  if (userId === '') {
    const { userId: _, ...serverWallet } = { ...wallet, id: walletId, properties }
    return store.serverWallets.insert(serverWallet)
  }
  // Nobody signs in with an embedded wallet.
  store.credentials.insert({ ...credential, id: walletId, signInEnabled: false })
  const storedWallet = keepWallet(backend, { ...wallet, id: walletId, properties })
  touchUser(backend, userId)
  // A user who has not signed in yet gets a name at the first sign-in.
  const user = existing(store.users.get(userId), 'user')
  if (user.signedInAt !== undefined) issueSubnames(backend, user)
  return storedWallet
}
