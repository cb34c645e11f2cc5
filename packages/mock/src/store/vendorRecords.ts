import type { Entity } from '@latchkey/store/entity'
/** Records of embedded wallets whose key a custody vendor holds: generations V1 and V2. */
import type { components } from '@latchkey/types'

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
  /** Keys that were sent to the recovery address. */
  readonly apiKeys: readonly VendorApiKey[]
  /** The recovery address, if it is not that of the user. */
  readonly recoveryEmail?: string
  /** The replacement of the passkey that has begun. */
  readonly recovery?: PasskeyRecovery | undefined
}

/** A key that stamps requests until it expires. The service knows only the public key. */
interface VendorApiKey {
  /** UUID. */
  readonly id: string
  /** P-256, compressed, hex. */
  readonly publicKey: string
  readonly expiresAt: string
}

interface PasskeyRecovery extends VendorApiKey {
  /** The wallet for which it began. */
  readonly walletId: string
  /** The session that began it. */
  readonly sessionId: string
}

/** The purpose of a request to the custody vendor. */
export type VendorPurpose = 'createAccounts' | 'deleteWallets' | 'updateUser' | 'exportKey'

/** A request to the custody vendor that a client has to stamp. */
export interface VendorRequest extends Entity {
  readonly environmentId: string
  readonly vendorWalletId: string
  readonly purpose: VendorPurpose
  /** The body as it was written: JSON. */
  readonly body: string
  /** Milliseconds of Unix time in the body. No two requests of a sub-organization have the same. */
  readonly timestampMs: number
  /** Of a new account. */
  readonly account?: { readonly chain: Schemas['EmbeddedWalletChainEnum']; readonly path: string }
  /** Of a deletion: the wallets or keys at the vendor. */
  readonly keyIds?: readonly string[]
  /** Of an export: the wallet, and the public key that the key is sealed to. */
  readonly export?: { readonly walletId: string; readonly targetPublicKey: string }
  readonly usedAt?: string
  readonly expiresAt: string
}

/** A secret that the service made for a wallet which its provider created in the browser. */
export interface WalletSecret extends Entity {
  readonly environmentId: string
  readonly userId: string
  readonly walletId: string
  /** `passcode` encrypts the share on the device, `backup` its backup. */
  readonly kind: 'passcode' | 'backup'
  /** Sealed text. */
  readonly sealed: string
}
