/** Records of embedded wallets whose key a custody vendor holds: generations V1 and V2. */
import type { components } from '@latchkey/types'
import type { Entity } from './records.ts'

type Schemas = components['schemas']

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

/** What a request to the custody vendor is for. */
export type VendorPurpose = 'createAccounts' | 'deleteWallets'

/** A request to the custody vendor that a client has to stamp. */
export interface VendorRequest extends Entity {
  readonly environmentId: string
  readonly vendorWalletId: string
  readonly purpose: VendorPurpose
  /** The body, byte for byte. */
  readonly body: string
  /** Milliseconds of Unix time in the body. No two requests of a sub-organization have the same. */
  readonly timestampMs: number
  /** Of a new account. */
  readonly account?: { readonly chain: Schemas['EmbeddedWalletChainEnum']; readonly path: string }
  /** Of a deletion: the wallets or keys at the vendor. */
  readonly keyIds?: readonly string[]
  readonly usedAt?: string
  readonly expiresAt: string
}
