import type { Entity } from '@latchkey/store/entity'
/** Records about servers of applications that use wallets: wallets of the environment, and delegated access. */
import type { components } from '@latchkey/types'
import type { Wallet } from './records.ts'

type Schemas = components['schemas']

/** A wallet of the environment itself, which a server made. No user has it, and it is no credential. */
export type ServerWallet = Pick<
  Wallet,
  'id' | 'createdAt' | 'environmentId' | 'name' | 'chain' | 'publicKey' | 'key' | 'provider' | 'properties'
>

/** A public key of an environment's own server, to which shares are sealed on their way there. */
export interface DelegationKey extends Entity {
  readonly environmentId: string
  /** Thumbprint of the key (RFC 7638). */
  readonly kid: string
  readonly alg: Schemas['DelegatedAccessEncryptionPublicKey']['alg']
  readonly type: Schemas['WaasDelegatedAccessEncryptionPublicKeyType']
  /** Base64 of the PEM of the key (SPKI). */
  readonly publicKeyPemB64: string
}

/** A text that opens only with the private key of the key `kid`. All fields but `alg` and `kid` are base64url. */
export type SealedEnvelope = Readonly<Schemas['SealedEnvelope']>

/** The right of an environment's own server to sign with the wallet of a user. */
export interface Delegation extends Entity {
  readonly environmentId: string
  readonly userId: string
  readonly walletId: string
  /** The key that the envelopes are sealed to. */
  readonly keyId: string
  /** The generation of the shares. A renewal of the shares ends the delegation. */
  readonly generation: number
  /** SHA-256 of the wallet API key. The key itself is only in its envelope. */
  readonly walletApiKeyHash: string
  readonly encryptedDelegatedShare: SealedEnvelope
  readonly encryptedWalletApiKey: SealedEnvelope
  /** When the envelopes were sent to a webhook; until then they wait for one. */
  readonly deliveredAt?: string
  readonly revokedAt?: string
}
