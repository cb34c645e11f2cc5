import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { DeletedWallet } from '../../store/adminRecords.ts'
import type { Wallet } from '../../store/records.ts'
import { presentWalletApiKeys } from '../delegation/delegations.ts'
import type { Backend } from '../shared/backend.ts'
import { waasWalletOf } from './waasWallets.ts'

type Schemas = components['schemas']

/**
 * One page of an environment's wallets, and their number. The newest come first. The deleted ones follow, the latest
 * deleted first.
 */
export function listWallets(
  { store }: Backend,
  environmentId: string,
  { offset = 0, limit = 50 }: { offset?: number; limit?: number },
): Schemas['WalletsResponse'] {
  const partition = [environmentId] as const
  const present = store.wallets.count('byEnvironment', partition)
  const wallets = store.wallets.page('byEnvironment', partition, { offset, limit, descending: true })
  const room = limit - wallets.length
  const deleted =
    room === 0
      ? []
      : store.deletedWallets.page('byEnvironment', partition, {
          offset: Math.max(0, offset - present),
          limit: room,
          descending: true,
        })
  return {
    wallets: [...wallets.map((wallet) => presentKept({ store }, wallet)), ...deleted.map(presentDeleted)],
    count: present + store.deletedWallets.count('byEnvironment', partition),
    limit,
    offset,
  }
}

function presentKept({ store }: Pick<Backend, 'store'>, wallet: Wallet): Schemas['WalletDetail'] {
  const credential = store.credentials.get(wallet.id)
  const keySet = store.keySets.find('byWallet', [wallet.id])
  const walletApiKeys = presentWalletApiKeys({ store }, wallet.id)
  return detailOf(wallet, {
    ...defined({
      waasWallet: keySet && waasWalletOf({ wallet, keySet }),
      delegatedAccessWalletApiKeys: walletApiKeys.length > 0 ? walletApiKeys : undefined,
    }),
    signInEnabled: credential?.signInEnabled ?? null,
    deletedAt: null,
    updatedAt: wallet.lastSelectedAt ?? wallet.createdAt,
  })
}

function presentDeleted({
  wallet,
  credential,
  userId,
  deletedUserId,
  deletedAt,
}: DeletedWallet): Schemas['WalletDetail'] {
  return {
    ...detailOf(wallet, { signInEnabled: credential?.signInEnabled ?? null, deletedAt, updatedAt: deletedAt }),
    userId,
    deletedUserId,
  }
}

function detailOf(
  wallet: Wallet,
  state: Pick<
    Schemas['WalletDetail'],
    'signInEnabled' | 'deletedAt' | 'updatedAt' | 'waasWallet' | 'delegatedAccessWalletApiKeys'
  >,
): Schemas['WalletDetail'] {
  const {
    id,
    userId,
    name,
    chain,
    publicKey,
    provider,
    properties = {},
    additionalAddresses,
    signerWalletId,
    lastSelectedAt,
    createdAt,
    environmentId,
  } = wallet
  const { vendorHDWalletId, entryPointVersion, kernelVersion, ecdsaProviderType, hardwareWallet } = properties
  return {
    id,
    userId,
    name,
    chain,
    publicKey,
    lowerPublicKey: publicKey.toLowerCase(),
    walletBookName: name,
    provider,
    ...defined({
      walletAdditionalAddresses: additionalAddresses && [...additionalAddresses],
      signerWalletId,
      vendorHDWalletId,
      entryPointVersion,
      kernelVersion,
      ecdsaProviderType,
      hardwareWallet: hardwareWallet === undefined ? undefined : { type: hardwareWallet },
    }),
    lastSelectedAt: lastSelectedAt ?? null,
    createdAt,
    ...state,
    projectEnvironmentId: environmentId,
  }
}
