import type { CeremonySignature, WalletChain } from './engine.ts'

/** What a message means, for the service's policies. It has to say the same as the message. */
export interface SigningContext {
  /** EIP-191: a text, or its bytes as hex. */
  readonly evmMessage?: string | { readonly raw: string }
  /** EIP-712. Integers as numbers or decimal texts. */
  readonly evmTypedData?: object
  /** EIP-7702. */
  readonly eip7702Auth?: { readonly address: string; readonly chainId: number; readonly nonce: number }
}

/** What a wallet is asked to sign. */
export interface SignRequest {
  /**
   * On EVM, bytes as hex after `0x`, or a text: the wallet signs their Keccak-256. On Solana, Sui and TON, bytes as hex,
   * or a text: the wallet signs them.
   */
  readonly message: string
  /** The message is what is signed: on EVM and Bitcoin a digest of 32 bytes as hex. @default false */
  readonly isFormatted?: boolean
  readonly context?: SigningContext
}

/** What a signature may be given beside what is signed. */
export interface SignOptions {
  /** Ends the call and the ceremony: they reject with the signal's reason. */
  signal?: AbortSignal
  /** Proof of a second factor, where the environment asks for one: the `mfaToken` of an `mfa` operation. */
  mfaToken?: string
}

/** A wallet that signs, which the adapters need. The wallets of {@link createWalletParty} are. */
export interface SigningWallet {
  readonly chain: WalletChain
  readonly address: string
  /** Hex: 33 bytes, compressed, on EVM; 32 bytes on Solana, Sui and TON. */
  readonly publicKey: string
  sign(request: SignRequest, options?: SignOptions): Promise<CeremonySignature>
}
