import { toBase58 } from '@latchkey/base/bytes'
import { createEd25519Key } from '@latchkey/crypto/chains/ed25519'

/** An account of a wallet on Solana, with its key. */
export interface SolanaAccount {
  /** Base58. */
  readonly address: string
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** Signs bytes as they are. @returns 64 bytes */
  sign(bytes: Uint8Array): Uint8Array
}

/** @param secret - 32 bytes. */
export function createSolanaAccount(secret: Uint8Array): SolanaAccount {
  const key = createEd25519Key(secret)
  return { ...key, address: toBase58(key.publicKey) }
}
