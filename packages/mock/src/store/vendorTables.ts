import { table } from '@latchkey/store/table'
import type * as vendor from './vendorRecords.ts'

/** Tables of embedded wallets whose key a custody vendor holds. */
export const vendorTables = {
  vendorWallets: table<vendor.VendorWallet>()({
    ownedBy: { users: 'byUser' },
    onMerge: 'move',
    indexes: {
      byUser: { columns: ['userId', 'createdAt'] },
      bySubOrganization: { columns: ['environmentId', 'subOrganizationId'], unique: 'duplicate_exists' },
    },
  }),
  vendorRequests: table<vendor.VendorRequest>()({
    ownedBy: { vendorWallets: 'byVendorWallet' },
    indexes: {
      byVendorWallet: { columns: ['vendorWalletId', 'timestampMs'] },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  walletSecrets: table<vendor.WalletSecret>()({
    // A wallet that is deleted and restored has the secrets that it had.
    ownedBy: { users: 'byUser' },
    onMerge: 'move',
    indexes: {
      byUser: { columns: ['userId', 'createdAt'] },
      byWallet: { columns: ['walletId', 'kind'], unique: 'duplicate_exists' },
    },
  }),
}
