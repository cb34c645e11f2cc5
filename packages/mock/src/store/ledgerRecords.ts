/**
 * Records of the ledger of the pretended chains.
 *
 * Accounts and contracts are in the form of `addressKey`: `family:address`. Amounts are decimal texts in the smallest
 * unit, because a number would lose digits beyond 2^53.
 */
import type { ChainTransaction } from '../effects/chains.ts'
import type { Entity } from './records.ts'

/** An account on one network. An account without a record has neither currency nor transactions. */
export interface ChainAccount extends Entity {
  readonly account: string
  readonly networkId: number
  /** Of the network's currency. */
  readonly balance: string
  /** How many transactions it has sent. */
  readonly nonce: number
  /** The contract whose code it runs (EIP-7702). */
  readonly delegate?: string
}

/** An account's balance of a token, or of one NFT. */
export interface TokenBalance extends Entity {
  readonly owner: string
  readonly networkId: number
  readonly contract: string
  readonly kind: 'nft' | 'token'
  readonly tokenId?: string
  readonly amount: string
}

/** What an account lets another one spend. */
export interface ChainAllowance extends Entity {
  readonly owner: string
  readonly spender: string
  readonly networkId: number
  readonly contract: string
  /** Of a right to one NFT. */
  readonly tokenId?: string
  /** Absent for a right to all of a contract's tokens. */
  readonly amount?: string
}

/** How a contract of the ledger behaves. */
export interface ChainContract extends Entity {
  readonly account: string
  readonly networkId: number
  /** `handlers`: functions of a test, which only the process of the test has. */
  readonly standard: 'erc20' | 'erc721' | 'erc1155' | 'handlers'
}

export interface ChainBlock extends Entity {
  readonly family: string
  readonly networkId: number
  readonly number: number
  readonly hash: string
  readonly parentHash: string
}

export interface LedgerTransaction extends Entity, ChainTransaction {
  /** What only a chain's own interface shows. */
  readonly details?: object
}

/** An account that a transaction touches. */
export interface ChainEntry extends Entity {
  readonly account: string
  readonly networkId: number
  readonly blockNumber: number
  readonly transactionId: string
}
