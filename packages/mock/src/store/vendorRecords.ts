/** Records of embedded wallets whose key a custody vendor holds: generations V1 and V2. */
import type { Entity } from './records.ts'

/**
 * A sub-organization at the custody vendor: the wallets of one key or secret, and who may stamp requests for them. The
 * wallets name it by `vendorSubOrganizationId`, also while they are deleted.
 */
export interface VendorWallet extends Entity {
  readonly environmentId: string
  readonly userId: string
  /** UUID. */
  readonly subOrganizationId: string
  /** The user in the sub-organization, a UUID. */
  readonly vendorUserId: string
  /** Of the second generation: the one secret of all its wallets. */
  readonly hdWalletId?: string
  /** The passkeys that secure it. */
  readonly passkeyIds: readonly string[]
}
