import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { User, Wallet } from '../../store/records.ts'
import type { VendorWallet } from '../../store/vendorRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { deleteWithOwned } from '../shared/ownership.ts'
import { dropWalletPasskeys } from './walletPasskeys.ts'

type Schemas = components['schemas']

/** A generation whose keys a custody vendor holds. */
type VendorVersion = Exclude<Schemas['EmbeddedWalletVersionEnum'], 'V3'>

interface NewVendorWallet {
  readonly version: VendorVersion
  /** The passkey that secures the wallets. */
  readonly passkeyId?: string | undefined
}

/** Creates a sub-organization at the custody vendor, without wallets yet. */
export function createVendorWallet(
  backend: Backend,
  { id: userId, environmentId }: Pick<User, 'id' | 'environmentId'>,
  { version, passkeyId }: NewVendorWallet,
): VendorWallet {
  const { store, newId } = backend
  return store.vendorWallets.insert({
    ...newRecord(backend),
    environmentId,
    userId,
    subOrganizationId: newId(),
    vendorUserId: newId(),
    ...defined({ hdWalletId: version === 'V2' ? newId() : undefined }),
    passkeyIds: passkeyId === undefined ? [] : [passkeyId],
    apiKeys: [],
  })
}

/** The properties of a new wallet of a sub-organization. A key of the first generation has an id of its own. */
export function vendorProperties(
  { newId }: Pick<Backend, 'newId'>,
  { subOrganizationId, vendorUserId, hdWalletId, passkeyIds }: VendorWallet,
): Schemas['WalletProperties'] {
  return {
    version: hdWalletId === undefined ? 'V1' : 'V2',
    isAuthenticatorAttached: passkeyIds.length > 0,
    isSessionKeyCompatible: hdWalletId !== undefined,
    vendorSubOrganizationId: subOrganizationId,
    vendorUserId,
    ...(hdWalletId === undefined ? { vendorPrivateKeyId: newId() } : { vendorHDWalletId: hdWalletId }),
  }
}

/** The sub-organization of a wallet, unless the custody vendor does not hold its key. */
export function vendorWalletOf(
  { store }: Pick<Backend, 'store'>,
  { environmentId, properties }: Pick<Wallet, 'environmentId' | 'properties'>,
): VendorWallet | undefined {
  const subOrganizationId = properties?.vendorSubOrganizationId
  return subOrganizationId === undefined
    ? undefined
    : store.vendorWallets.find('bySubOrganization', [environmentId, subOrganizationId])
}

/** The sub-organizations of a user, oldest first. */
export function vendorWalletsOf({ store }: Pick<Backend, 'store'>, userId: string): VendorWallet[] {
  return [...store.vendorWallets.scan('byUser', [userId])]
}

/** Deletes a sub-organization that has no wallet left, not even a deleted one, with its passkeys. */
export function closeVendorWallet(backend: Backend, vendorWallet: VendorWallet): void {
  const { store } = backend
  const { id, userId, subOrganizationId } = vendorWallet
  const deleted = [...store.deletedWallets.scan('byUser', [userId])].map(({ wallet }) => wallet)
  const isUsed = [...store.wallets.scan('byUser', [userId]), ...deleted].some(
    ({ properties }) => properties?.vendorSubOrganizationId === subOrganizationId,
  )
  if (isUsed) return
  deleteWithOwned(backend, 'vendorWallets', id)
  dropWalletPasskeys(backend, vendorWallet)
}
