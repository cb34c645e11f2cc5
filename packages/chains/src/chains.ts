import type { ChainFacts, SignedDigest } from '@latchkey/crypto/walletSignature'
import type { components } from '@latchkey/types'

type Chain = components['schemas']['ChainEnum']

/** An account or a contract on a chain, as `family:address` in the spelling that is compared. */
export type Account = string

/**
 * The state of the chains.
 *
 * An account belongs to a family of chains, such as `eip155`. With the number of a network it names one ledger entry.
 * Amounts are in the smallest unit of their asset.
 */
export interface Chains extends ChainFacts {
  /** An account's holdings of a contract. */
  holdings(account: Account, networkId: number, contract: Account): Iterable<Holding>
  /** The token contracts of a chain and those of its family. */
  tokenContracts(chain: Chain): readonly TokenContract[]
  /** A token contract that is well known, registered or held by somebody. */
  tokenContract(contract: Account, networkId: number): TokenContract | undefined
  /** The account behind a Farcaster id. */
  farcasterAccount(fid: number): FarcasterAccount | undefined
  /** The account's balance of the network's currency, such as wei. */
  nativeBalance(account: Account, networkId: number): bigint
  /** The tokens that an account holds on a network, without empty balances. */
  tokenBalances(account: Account, networkId: number): readonly TokenHolding[]
  /** The rights of others to spend from an account on a network. */
  allowances(owner: Account, networkId: number): readonly SpendingRight[]
  /** The transactions that touch an account on a network, the latest first. */
  transactions(account: Account, networkId: number, page: TransactionPage): readonly ChainTransaction[]
  /**
   * A transaction that was sent to a real node, once it is in a block.
   *
   * @returns `'waiting'` as long as it is in none; `undefined` for a network without a real node
   */
  sentTransaction(networkId: number, hash: string): ChainTransaction | 'waiting' | undefined
  /** The hash of a block of a chain's network. The block exists. */
  blockHash(chain: Chain, networkId: number, blockNumber: number): string
  /** The kind of code at an address: `none` for an account with its own key, and for an unused address. */
  codeKind(account: Account, networkId: number): CodeKind
  /** Whether a contract is known to hold NFTs of ERC-721 on a network; on any network if none is given. */
  isErc721(contract: Account, networkId?: number): boolean
  /**
   * The address of a network's JSON-RPC; `undefined` for families of chains without one.
   *
   * @param reference - The chain id of an EVM chain, or the cluster of Solana.
   */
  rpcUrl(chain: Chain, reference: string): string | undefined
  /**
   * Lets a business outside of the service pay somebody. It always has enough. Loads the code that sends transactions.
   *
   * @returns The transaction, which a contract may have refused; `undefined` for one that does not land
   */
  pay(payment: BusinessPayment): Promise<ChainTransaction | PaymentRefusal | undefined>
  /** The address of such a business on a chain. Loads the code that derives it. */
  businessAddress(name: string, chain: Chain): Promise<string>
  /**
   * Mines the block of an EVM chain that is due, by the id of the chain's settings.
   *
   * @returns The milliseconds until the next one; `undefined` where it has been turned off
   */
  mineAtInterval(settingsId: string): Promise<number | undefined>
  /** Loads the code that runs calls on the EVM chains. After that, calls are synchronous. */
  evm(): Promise<EvmRunner>
  /** Loads the code that runs transactions of Solana. */
  solana(): Promise<SolanaRunner>
}

/** Why a business cannot pay at all: there is no transaction. */
export interface PaymentRefusal {
  readonly status: 'refused'
  /** A sentence. */
  readonly reason: string
}

/** A payment by a business, such as a seller of tokens or an exchange. */
export interface BusinessPayment {
  /** Name of the business, which has an account of its own on every chain. */
  readonly payer: string
  /** On an EVM chain or on Solana. */
  readonly to: Account
  readonly networkId: number
  /** Absent for the network's currency. */
  readonly contract?: Account
  /** In the smallest unit. */
  readonly amount: bigint
}

/** The amount of a token, or of one of a contract's NFTs, that an account holds. */
interface Holding {
  readonly kind: 'nft' | 'token'
  /** Of an NFT, in decimal or hexadecimal. */
  readonly tokenId?: string | undefined
  /** Whole tokens. */
  readonly amount: number
}

/** An exact balance of a token or of one NFT. */
export interface TokenHolding {
  readonly kind: 'nft' | 'token'
  readonly contract: Account
  readonly tokenId?: string | undefined
  /** In the smallest unit; a number of pieces for NFTs. */
  readonly amount: bigint
}

/** The right of another account to spend from an account. */
export interface SpendingRight {
  readonly spender: Account
  readonly contract: Account
  /** Of a right to one NFT. */
  readonly tokenId?: string | undefined
  /** In the smallest unit; absent for a right to all of a contract's tokens. */
  readonly amount?: bigint
}

export interface TokenContract {
  readonly networkId: number
  readonly contractAddress: string
  readonly name: string
  /** The name that the contract itself answers. @default `name` */
  readonly nameOnChain?: string
  readonly symbol: string
  /** Digits after the point of a whole token. */
  readonly decimals: number
}

interface FarcasterAccount {
  /** Custody address, which signs for the account, in lower case. */
  readonly address: string
  readonly username?: string | undefined
  readonly displayName?: string | undefined
  /** URL of a picture. */
  readonly photo?: string | undefined
}

/**
 * The kind of code at an address: a wallet that its owners sign for, a contract that the ledger knows, or a contract
 * whose behaviour a test has set.
 */
export type CodeKind = 'none' | 'wallet' | 'contract' | 'handlers'

/** A page of transactions. */
export interface TransactionPage {
  readonly limit: number
  /** Only transactions before this one. If it has left the chain, those of blocks before its block. */
  readonly before?: Pick<ChainTransaction, 'hash' | 'blockNumber'>
}

/** A transaction in a block. Amounts are decimal texts in the smallest unit. */
export interface ChainTransaction {
  readonly family: string
  readonly networkId: number
  readonly hash: string
  readonly blockNumber: number
  /** ISO 8601: when its block was made. */
  readonly createdAt: string
  readonly from: Account
  /** Absent where a contract is created. */
  readonly to?: Account
  /** Of the network's currency, sent with the call. */
  readonly value: string
  /** Of the network's currency, paid by `feePayer`. */
  readonly fee: string
  readonly feePayer: Account
  readonly status: 'success' | 'failed'
  /** Why it failed, as a sentence. */
  readonly reason?: string
  /** The transfers, in order; empty for a failed transaction. */
  readonly transfers: readonly Transfer[]
}

/** A movement of value in a transaction. */
export interface Transfer {
  readonly kind: 'native' | 'erc20' | 'erc721' | 'erc1155' | 'spl'
  /** Absent for the network's currency. */
  readonly contract?: Account
  /** Of an NFT, in decimal. */
  readonly tokenId?: string | undefined
  /** Absent when the transfer creates the asset. */
  readonly from?: Account
  /** Absent when the transfer destroys the asset. */
  readonly to?: Account
  /** In the smallest unit, in decimal. */
  readonly amount: string
}

/** A call on an EVM chain, as a transaction would make it. */
interface EvmCallInput {
  readonly from: Account
  readonly to: Account
  /** In wei. */
  readonly value: bigint
  /** `0x` and hex. */
  readonly data: string
}

interface UserOperationInput {
  readonly entryPoint: Account
  /** Its fields as bundlers take them, numbers in hex. */
  readonly operation: Readonly<Record<string, unknown>>
}

/** The effects of a call. During `read`, the ledger is in the state after the call. */
export interface SimulatedEffects {
  readonly success: boolean
  /** Why it was reverted. */
  readonly reason?: string
  /** The transfers, in order; empty for a call that was reverted. */
  readonly transfers: readonly Transfer[]
  /** Every account that was called. */
  readonly called: readonly Account[]
  /** The accounts with unknown code that were called with data. */
  readonly unknownCode: readonly Account[]
  readonly gasUsed: bigint
}

/** Runs calls on the EVM chains, in the transaction of the caller. */
export interface EvmRunner {
  /**
   * Runs a call as it would run now, without fees and signatures, and undoes it.
   *
   * @param read - Reads the effects. It also sees them in the ledger, such as new allowances.
   * @returns What the reader returns.
   */
  simulate<T>(networkId: number, call: EvmCallInput, read: (effects: SimulatedEffects) => T): T
  /**
   * Runs a user operation (ERC-4337) in the same way, without its signature and fee. Transfers are those of its call.
   *
   * @returns What the reader returns, or why the entry point refuses the operation.
   */
  simulateUserOperation<T>(
    networkId: number,
    input: UserOperationInput,
    read: (effects: SimulatedEffects) => T,
  ): { readonly result: T } | { readonly problem: string }
  /**
   * Whether the contract at an address of a simulated chain accepts a signature (ERC-1271). A wrapped signature deploys it
   * before (ERC-6492), which is undone.
   */
  acceptsSignature(networkId: number, signed: SignedDigest): boolean
}

/**
 * The effects of transactions of Solana; `called` are their programs, and `gasUsed` is in compute units. A transaction
 * that fails only pays its fee, and those after it do not run.
 */
export interface SolanaEffects extends SimulatedEffects {
  /** In lamports. It is not among the transfers. */
  readonly fee: bigint
}

/**
 * A transaction of Solana as `readSolanaTransaction` reads it. The type of its message is that of a library, which the
 * published types must not name.
 */
interface DecodedTransaction {
  readonly signers: readonly string[]
  readonly messageBytes: Uint8Array
  readonly message: object
}

/** Runs transactions on the clusters of Solana, in the transaction of the caller. */
export interface SolanaRunner {
  /** The network on which a blockhash is recent. */
  networkOf(blockhash: string): number | undefined
  /** Reads the addresses in a lookup table, by index; `undefined` when there is no such table. */
  lookupTables(networkId: number): (address: string) => readonly string[] | undefined
  /** The owner and the mint of a token account. */
  tokenAccount(networkId: number, address: string): { readonly owner: string; readonly mint: string } | undefined
  /** The price that others have paid lately for a compute unit: the median, in millionths of a lamport. */
  recentUnitPrice(networkId: number): bigint
  /** The compute units that a transaction uses; `undefined` when a lookup table is missing. */
  computeUnits(networkId: number, transaction: DecodedTransaction): number | undefined
  /** The fee of a transaction, in lamports; `undefined` when a lookup table is missing. */
  feeOf(networkId: number, transaction: DecodedTransaction): bigint | undefined
  /** Fills an account up to this balance in lamports, out of nothing. */
  fillUp(account: Account, networkId: number, lamports: bigint): void
  /**
   * Runs transactions one after the other as they would run now, whatever their blockhashes and signatures are, until
   * one fails, and undoes them.
   *
   * @param read - Reads the effects. It also sees them in the ledger, such as new allowances.
   * @returns What the reader returns.
   */
  simulate<T>(networkId: number, transactions: readonly DecodedTransaction[], read: (effects: SolanaEffects) => T): T
}
