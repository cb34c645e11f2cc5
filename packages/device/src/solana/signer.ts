/** A wallet on Solana as a signer of `@solana/kit`. Nothing of kit is imported. */

/** The options of one call. */
interface SignerConfig {
  readonly abortSignal?: AbortSignal
}

/** Signatures by address, 64 bytes each. They are frozen, as those of kit's own signers. */
type Signatures = Readonly<Record<string, Uint8Array>>

/** A `TransactionPartialSigner` and a `MessagePartialSigner`. */
export interface SolanaSigner {
  readonly address: string
  signTransactions(
    transactions: readonly { readonly messageBytes: ArrayLike<number> }[],
    config?: SignerConfig,
  ): Promise<readonly Signatures[]>
  signMessages(
    messages: readonly { readonly content: ArrayLike<number> }[],
    config?: SignerConfig,
  ): Promise<readonly Signatures[]>
}

const hexOf = (bytes: ArrayLike<number>) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** @param sign - Signs bytes in hex. It returns 64 bytes in hex, and rejects with the signal's reason once it aborts. */
export function createSolanaSigner(
  address: string,
  sign: (bytes: string, signal?: AbortSignal) => Promise<{ readonly signature: string }>,
): SolanaSigner {
  /** One after the other, since a person may be asked for each. */
  async function signEach(all: readonly ArrayLike<number>[], { abortSignal }: SignerConfig = {}) {
    const signatures: Signatures[] = []
    for (const bytes of all) {
      abortSignal?.throwIfAborted()
      const { signature } = await sign(hexOf(bytes), abortSignal)
      signatures.push(Object.freeze({ [address]: bytesOf(signature) }))
    }
    return signatures
  }

  return {
    address,
    signTransactions: (transactions, config) =>
      signEach(
        transactions.map(({ messageBytes }) => messageBytes),
        config,
      ),
    signMessages: (messages, config) =>
      signEach(
        messages.map(({ content }) => content),
        config,
      ),
  }
}
