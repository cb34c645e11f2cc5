import type { Chain } from '@latchkey/crypto/chainAddresses'
import type { Entity } from '@latchkey/store/entity'
import type { ChainTransaction } from './chains.ts'
/**
 * Records of the ledger of the simulated chains.
 *
 * Accounts and contracts are in the form of `addressKey`: `family:address`. Amounts are decimal texts in the smallest
 * unit, because a number would lose digits beyond 2^53.
 */
import type { EvmAuthorization } from './codecs/evmTransactions.ts'

/** An account on one network. An account without a record has neither currency nor transactions. */
export interface ChainAccount extends Entity {
  readonly account: string
  readonly networkId: number
  /** Of the network's currency. */
  readonly balance: string
  /** How many transactions it has sent. */
  readonly nonce: number
  /** The contract whose code it runs (EIP-7702). */
  readonly delegate?: string | undefined
  /** The numbers of the next user operations (ERC-4337), by entry point and key. */
  readonly operationNonces?: Readonly<Record<string, string>>
  /** The numbers of the next signed approvals (ERC-2612), by the contract's address. */
  readonly permitNonces?: Readonly<Record<string, string>>
}

/** An account's balance of a token, or of one NFT. */
export interface TokenBalance extends Entity {
  readonly owner: string
  readonly networkId: number
  readonly contract: string
  readonly kind: 'nft' | 'token'
  readonly tokenId?: string
  readonly amount: string
  /** On Solana: the address of the token account that holds it; absent until the Solana part of the ledger reads it. */
  readonly tokenAccount?: string
  /** On Solana: the other fields of the token account. */
  readonly spl?: SplDetails
}

/** The fields of a token account of Solana besides its owner and its amount. Addresses are without their family. */
interface SplDetails {
  /** The token program that keeps the account. */
  readonly program: string
  readonly delegate?: string
  /** The amount that the delegate may still move. */
  readonly delegatedAmount?: string
  readonly closeAuthority?: string
  readonly isFrozen?: boolean
  /** In bytes; absent for an account without extensions. */
  readonly space?: number
  readonly extensions?: TokenExtensions
}

/** The fee on transfers of a token, from an epoch on. */
interface TransferFee {
  readonly epoch: number
  readonly maximumFee: string
  readonly transferFeeBasisPoints: number
}

/**
 * The extensions of Token-2022 that a mint or a token account has, in the order of its bytes. Names are those of nodes.
 */
export interface TokenExtensions {
  readonly transferFeeConfig?: {
    readonly transferFeeConfigAuthority?: string
    readonly withdrawWithheldAuthority?: string
    readonly withheldAmount: string
    readonly olderTransferFee: TransferFee
    readonly newerTransferFee: TransferFee
  }
  readonly transferFeeAmount?: { readonly withheldAmount: string }
  readonly mintCloseAuthority?: { readonly closeAuthority?: string }
  readonly defaultAccountState?: { readonly accountState: 'frozen' | 'initialized' }
  readonly immutableOwner?: object
  readonly memoTransfer?: { readonly requireIncomingTransferMemos: boolean }
  readonly nonTransferable?: object
  readonly permanentDelegate?: { readonly delegate?: string }
  readonly nonTransferableAccount?: object
  readonly metadataPointer?: { readonly authority?: string; readonly metadataAddress?: string }
  readonly tokenMetadata?: {
    readonly updateAuthority?: string
    readonly mint: string
    readonly name: string
    readonly symbol: string
    readonly uri: string
    readonly additionalMetadata: readonly (readonly [key: string, value: string])[]
  }
}

/** An account of Solana that a program keeps, other than a token account. Its lamports are in its chain account. */
export interface SolanaAccountRecord extends Entity {
  readonly networkId: number
  readonly address: string
  /** The program that keeps it. */
  readonly program: string
  /** In bytes. */
  readonly space: number
  readonly state?: SolanaState
}

/** The data of an account, as far as the ledger reads it. Addresses are without their family. */
export type SolanaState =
  | {
      readonly kind: 'mint'
      readonly decimals: number
      readonly mintAuthority?: string
      readonly freezeAuthority?: string
      readonly extensions?: TokenExtensions
    }
  /** Extensions of what will be a mint or a token account. */
  | { readonly kind: 'uninitialized'; readonly extensions: TokenExtensions }
  | {
      readonly kind: 'lookupTable'
      readonly addresses: readonly string[]
      readonly authority?: string
      readonly deactivatedInSlot?: number
      readonly extendedInSlot: number
    }
  | { readonly kind: 'nonce'; readonly authority: string; readonly nonce: string }
  /** Bytes that a test has set, in base64, of a program that the ledger does not run. */
  | { readonly kind: 'bytes'; readonly base64: string }

/** The right of another account to spend from an account. */
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
  /** `handlers`: functions of a test, which only the process of the test has. `bytecode`: it was deployed, and runs. */
  readonly standard: 'erc20' | 'erc721' | 'erc1155' | 'coinbaseWallet' | 'handlers' | 'bytecode'
  /** The tokens of a contract with bytecode, as its logs tell. */
  readonly tokens?: 'erc20' | 'erc721' | 'erc1155'
}

/** A value that a contract keeps. */
export interface ContractValue extends Entity {
  /** The contract. */
  readonly account: string
  readonly networkId: number
  readonly key: string
  /** As JSON, with whole numbers of any size: see `contractStorage.ts`. */
  readonly value: string
}

/** A contract wallet that its factory has deployed on one network. */
export interface ContractDeployment extends Entity {
  readonly account: string
  readonly networkId: number
}

/** The tables whose values a block of an EVM chain changes. */
export type LedgerTable =
  | 'chainAccounts'
  | 'chainAllowances'
  | 'chainContracts'
  | 'contractDeployments'
  | 'contractValues'
  | 'tokenBalances'
  | 'userOperations'

/** The value of a ledger's record before a block. */
export interface LedgerWrite {
  readonly table: LedgerTable
  readonly id: string
  /** Absent for a record that the block created. */
  readonly before?: Entity
}

export interface ChainBlock extends Entity {
  readonly family: string
  readonly networkId: number
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  /** On EVM chains: wei per unit of gas; absent for the usual 1 gwei. */
  readonly baseFee?: string
  /** On EVM chains: absent for the usual 30 million. */
  readonly gasLimit?: string
  /** On EVM chains: the account that received the tips; absent where nobody did. */
  readonly coinbase?: string
  /** On EVM chains: the random value of a test, 32 bytes in hex. */
  readonly randao?: string
  /** The writes that undo it; on EVM chains. */
  readonly undo?: readonly LedgerWrite[]
}

export interface LedgerTransaction extends Entity, ChainTransaction {
  /** Fields that only the chain's own interface shows. */
  readonly details?: object
}

/** A signed transaction that waits for a block. */
export interface WaitingTransaction extends Entity {
  readonly networkId: number
  /** On Solana the signature. */
  readonly hash: string
  /** The sender. */
  readonly account: string
  /** Absent where a contract is created, and on Solana where no currency moves. */
  readonly to?: string | undefined
  /** Of the network's currency. */
  readonly value: string
  /** As it was sent: `0x` and hex on EVM chains, base64 on Solana. Of an impersonated account the fields, in JSON. */
  readonly raw: string
}

/** A signed transaction of an EVM chain that waits for a block. */
export interface PendingTransaction extends WaitingTransaction {
  readonly nonce: number
  /** The maximum that the sender pays: the value and the highest fee. */
  readonly cost: string
}

/** A chain whose transactions wait until somebody mines. EVM chains and clusters of Solana have tables of their own. */
export interface HeldNetwork extends Entity {
  readonly networkId: number
}

/** How the blocks of an EVM chain differ from the usual ones. */
export interface ChainSettings extends Entity {
  readonly networkId: number
  /** Of all blocks from now on. */
  readonly gasLimit?: string
  /** The account that receives the tips from now on. */
  readonly coinbase?: string
  /** How often the chain mines by itself. */
  readonly interval?: {
    readonly ms: number
    /** Whether automine was turned off for it, and ends it when it is turned on again. */
    readonly replacesAutomine: boolean
  }
  /** Only for the next block: wei per unit of gas. */
  readonly nextBaseFee?: string
  /** Only for the next block: 32 bytes in hex. */
  readonly nextRandao?: string
  /** Only for the next block: its instant. */
  readonly nextInstant?: string
}

/** An account that a transaction touches. */
export interface ChainEntry extends Entity {
  readonly account: string
  readonly networkId: number
  readonly blockNumber: number
  readonly transactionId: string
}

/** A user operation (ERC-4337) that a block has. */
export interface UserOperationRecord extends Entity {
  readonly networkId: number
  readonly hash: string
  readonly blockNumber: number
  /** Address of the entry point, in lower case. */
  readonly entryPoint: string
  /** Its fields, numbers in hex. */
  readonly operation: Readonly<Record<string, string>>
}

/** A user operation (ERC-4337) that waits for a bundle. */
export interface PendingOperation extends Omit<UserOperationRecord, 'blockNumber'> {
  /** The account that it is about, in lower case. */
  readonly sender: string
  /** The authorization by which the sender delegates first (EIP-7702). */
  readonly delegation?: StoredAuthorization
}

/** An authorization (EIP-7702) with its nonce as a decimal text. */
interface StoredAuthorization extends Omit<EvmAuthorization, 'nonce'> {
  readonly nonce: string
}

/** A filter that a node keeps for a client. */
export interface ChainFilter extends Entity {
  /** The id that clients use: `0x` and hex. */
  readonly filterId: string
  /** An EVM chain. */
  readonly networkId: number
  readonly kind: 'logs' | 'blocks' | 'transactions'
  /** Of logs: which ones, as the client has written it. */
  readonly criteria?: object
  /** The last blocks that were reported, and the one at which the filter began. */
  readonly reported: readonly { readonly number: number; readonly hash: string }[]
  /** Of transactions: those that were reported while they waited. */
  readonly reportedPending?: readonly string[]
  /** ISO 8601 instant. */
  readonly expiresAt: string
}

/** A contract wallet on the simulated EVM chains. */
export interface ContractWalletRecord extends Entity {
  /** Lower-cased. */
  readonly address: string
  /** Lower-cased. */
  readonly owners: readonly string[]
  /** Whether it is there on every network. What a factory deploys is in `contractDeployments`. */
  readonly isDeployed: boolean
  readonly factory?: string | undefined
  readonly factoryCalldata?: string | undefined
  /** Of a smart wallet: the only entry point that it obeys. */
  readonly entryPoint?: '0.6' | '0.7'
  /** Of a smart wallet: how its contract calls itself in typed data (EIP-5267). */
  readonly domain?: { readonly name: string; readonly version: string }
}

/** An account whose user operations a paymaster pays (ERC-7677). Addresses are in lower case. */
export interface SponsoredAccount extends Entity {
  readonly address: string
  readonly paymaster: string
}

/** A name in the name service of a simulated chain. */
export interface ChainName extends Entity {
  /** Family of the chain, such as `eip155`. */
  readonly family: string
  /** Lower-cased. */
  readonly name: string
  /** `chain family:address`. */
  readonly owner: string
  /** URL of the name's picture. */
  readonly avatar?: string
  /** Of a name that an environment has given to a user. */
  readonly environmentId?: string
  readonly serviceId?: string
  readonly walletId?: string
}

/** A token contract on the simulated chain. */
export interface ChainToken extends Entity {
  readonly chain: Chain
  readonly networkId: number
  /** In the spelling of the input. */
  readonly contractAddress: string
  /** The address in the form that is compared. */
  readonly key: string
  readonly name: string
  readonly symbol: string
  /** Digits after the point of a whole token. */
  readonly decimals: number
}
