import type { AskedSolanaTransaction } from '../person.ts'

/** A transaction on Solana that a page has sent. */
export interface SolanaTransaction {
  /** As the person reads it. */
  readonly asked: AskedSolanaTransaction
  /** The addresses that must sign. The first one pays the fee. */
  readonly signers: readonly string[]
  /** The bytes that the signers sign. */
  readonly messageBytes: Uint8Array
  /** The recent blockhash, base58. */
  readonly blockhash: string
  /** The bytes of the transaction with the signature of one of the signers. */
  withSignature(signer: string, signature: Uint8Array): Uint8Array
}

/** The nodes and the codecs that a wallet of Solana uses. */
export interface SolanaNodes {
  /** Reads a transaction of the versions `legacy` and 0; `undefined` for other bytes. */
  readTransaction(bytes: Uint8Array): SolanaTransaction | undefined
  /** Whether bytes are what the signers of a transaction sign. */
  isTransactionMessage(bytes: Uint8Array): boolean
  /** Asks the node of a cluster. @throws WalletError */
  ask(cluster: string, method: string, params: readonly unknown[]): Promise<unknown>
}
