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
  readonly abortSignal?: AbortSignal
}

/** A signer as `@solana/kit` takes it: a `TransactionPartialSigner` and a `MessagePartialSigner`. */
export interface SolanaSigner {
  readonly address: SolanaAddress
  signTransactions(
    transactions: readonly { readonly messageBytes: ArrayLike<number> }[],
    config?: SolanaSignerConfig,
  ): Promise<readonly SolanaSignatures[]>
  signMessages(
    messages: readonly { readonly content: ArrayLike<number> }[],
    config?: SolanaSignerConfig,
  ): Promise<readonly SolanaSignatures[]>
}

/**
 * Makes a signer for `@solana/kit` of a Solana wallet. Nothing of kit is imported.
 *
 * @param wallet - The wallet.
 * @param options - Used for each signature. A call's own `abortSignal` comes first.
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
