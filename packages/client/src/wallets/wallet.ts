import type { SignMessageContext, WalletBitcoinConfig } from '../generated/operations/schemas.ts'
import type { BackupPassword } from './backup.ts'
import type { BitcoinAddressType, CeremonySignature, ThresholdScheme, WalletChain } from './engine.ts'

/** A request to sign. */
export interface SignRequest {
  /**
   * On EVM, bytes as hex after `0x`, or a text: the wallet signs their Keccak-256. On Solana, Sui and TON, bytes as
   * hex, or a text: the wallet signs them. On Bitcoin, a PSBT in base64: the wallet signs the first of its own inputs
   * that has no signature yet. `signPsbt` signs all of them.
   */
  readonly message: string
  /**
   * Whether the message is signed as it is: a digest of 32 bytes as hex on EVM and Bitcoin, bytes as hex elsewhere.
   *
   * @default false
   */
  readonly isFormatted?: boolean
  /** The meaning of the message, for the service's policies. It has to match the message. */
  readonly context?: SignMessageContext
  /**
   * The kind of address and the network that the caller expects. The service refuses the request for another wallet.
   */
  readonly bitcoinConfig?: WalletBitcoinConfig
}

/** The options of every call of a wallet. */
export interface WalletCallOptions {
  /** Ends the call and the ceremony: they reject with the signal's reason. */
  signal?: AbortSignal | undefined
}

/** The options of actions that may need a second factor. */
export interface SignOptions extends WalletCallOptions {
  /** Proof of a second factor: the `mfaToken` of an `mfa` operation. */
  mfaToken?: string | undefined
}

/**
 * The part of a wallet that adapters such as {@link toViemAccount} need. Wallets of {@link createWalletParty} have it.
 */
export interface SigningWallet {
  /** The chain whose messages it signs. */
  readonly chain: WalletChain
  readonly address: string
  /** Hex: 33 bytes, compressed, on EVM; 32 bytes on Solana, Sui and TON. */
  readonly publicKey: string
  /** Signs a message. */
  sign(request: SignRequest, options?: SignOptions): Promise<CeremonySignature>
}

/** The options of a backup. */
export type BackupOptions = BackupPassword & WalletCallOptions

/** An embedded wallet of which this device has a share. */
export interface EmbeddedWallet extends SigningWallet {
  /** Id of the wallet. A UUID. */
  readonly id: string
  /** Bitcoin only. */
  readonly addressType?: BitcoinAddressType | undefined
  /**
   * Asks the service to approve a message, and signs it together with the service. The device and the service each
   * compute the signed bytes themselves.
   *
   * @throws {@link ApiError} as `waas.signMessage`, and {@link CeremonyError}
   */
  sign(request: SignRequest, options?: SignOptions): Promise<CeremonySignature>
  /**
   * Opens rooms in advance, for the next signatures. A room lasts ten minutes.
   *
   * @param count - 1 to 20. @default 5
   * @throws {@link ApiError} as `waasRooms.createRooms`
   */
  openRooms(count?: number, options?: WalletCallOptions): Promise<void>
  /**
   * Renews all shares of the key. Key and address stay the same. Earlier shares and their backups no longer work.
   *
   * @throws {@link ApiError} as `waas.refresh`, and {@link CeremonyError}: `share_missing` when a share of the user is on
   * another device
   */
  refresh(options?: SignOptions): Promise<void>
  /**
   * Shares the key by another scheme. Afterwards all shares of the user are on this device. Key and address stay the
   * same.
   *
   * @throws {@link ApiError} as `waas.reshare`, and {@link CeremonyError}
   */
  reshare(options: SignOptions & { scheme: ThresholdScheme }): Promise<void>
  /**
   * Puts the private key together on this device. Whoever has it can sign without the service.
   *
   * @returns The key as wallets of the chain write it: hex after `0x` on EVM, base58 of 64 bytes on Solana,
   * `suiprivkey…` on Sui, the wallet import format on Bitcoin, hex of the seed on TON.
   * @throws {@link ApiError} as `waas.exportPrivateKey`, and {@link CeremonyError}
   */
  export(options?: SignOptions): Promise<string>
  /**
   * Has the service store this device's shares, encrypted with a password that the service does not know. Another device
   * of the user opens them by {@link WalletParty.recover}.
   *
   * @throws {@link ApiError} as `keyShares.backUp` and `keyShares.markLocations`, and {@link CeremonyError}:
   * `share_missing`
   * @throws {@link TypeError} when the password is empty.
   */
  backUp(options: BackupOptions): Promise<void>
}
