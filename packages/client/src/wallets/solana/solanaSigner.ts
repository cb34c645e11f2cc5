import { createSolanaSigner } from '@latchkey/device/solana'
import { assertChain } from '../assertChain.ts'
import type { SigningWallet, SignOptions } from '../wallet.ts'

/** An address as the types of `@solana/kit` mark it. */
export type SolanaAddress = string & {
  readonly '__brand:@solana/kit': 'Address'
  readonly '__stringEncoding:@solana/kit': 'base58'
}

/** 64 bytes, as the types of `@solana/kit` mark them. */
export type SolanaSignature = Uint8Array & { readonly '__brand:@solana/kit': 'SignatureBytes' }

/** Signatures by address. */
export type SolanaSignatures = Readonly<Record<SolanaAddress, SolanaSignature>>

/** The options of one call of a signer of `@solana/kit`. */
export interface SolanaSignerConfig {
  /** Ends the call: it rejects with the signal's reason. */
  readonly abortSignal?: AbortSignal
}

/** A signer as `@solana/kit` takes it: a `TransactionPartialSigner` and a `MessagePartialSigner`. */
export interface SolanaSigner {
  readonly address: SolanaAddress
  /**
   * Signs transactions.
   *
   * @throws {@link ApiError} as `waas.signMessage`, and {@link CeremonyError}
   */
  signTransactions(
    transactions: readonly { readonly messageBytes: ArrayLike<number> }[],
    config?: SolanaSignerConfig,
  ): Promise<readonly SolanaSignatures[]>
  /**
   * Signs messages.
   *
   * @throws {@link ApiError} as `waas.signMessage`, and {@link CeremonyError}
   */
  signMessages(
    messages: readonly { readonly content: ArrayLike<number> }[],
    config?: SolanaSignerConfig,
  ): Promise<readonly SolanaSignatures[]>
}

/**
 * Makes a signer for `@solana/kit` from a Solana wallet. It does not import kit.
 *
 * @param wallet - The wallet.
 * @param options - Used for each signature. A call's own `abortSignal` takes precedence over `signal`.
 * @throws {@link TypeError} when the wallet is of another chain.
 * @example
 * const signer = toSolanaSigner(wallet)
 * const message = setTransactionMessageFeePayerSigner(signer, createTransactionMessage({ version: 0 }))
 */
export function toSolanaSigner(wallet: SigningWallet, options: SignOptions = {}): SolanaSigner {
  assertChain(wallet, 'SVM')

  const signer = createSolanaSigner(wallet.address, (message, signal = options.signal) =>
    wallet.sign({ message, isFormatted: true }, { ...options, signal }),
  )
  return signer as SolanaSigner
}
