import { readHex, toHex } from '../../crypto/bytes.ts'
import type { RawSignature } from './embeddedKey.ts'
import type { EmbeddedWallet } from './embeddedWallet.ts'

/** A wallet as a signer of `@solana/kit`. @param sign - Signs bytes, written as hex. */
export function createSolanaSigner(
  address: string,
  sign: (bytes: string) => Promise<RawSignature>,
): ReturnType<EmbeddedWallet['solanaSigner']> {
  const signAll = (messages: readonly Uint8Array[]) =>
    Promise.all(
      messages.map(async (message) => {
        const { signature } = await sign(toHex(message))
        return { [address]: readHex(signature) ?? new Uint8Array() }
      }),
    )
  return {
    address,
    signMessages: (messages) => signAll(messages.map(({ content }) => content)),
    signTransactions: (transactions) => signAll(transactions.map(({ messageBytes }) => messageBytes)),
  }
}
