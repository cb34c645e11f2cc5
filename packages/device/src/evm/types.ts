/** Bytes as hex after `0x`. */
export type Hex = `0x${string}`

/** A raw signature: hex of 64 bytes, and which of the possible keys signed. */
export interface RawSignature {
  readonly signature: string
  readonly recovery?: number | undefined
}

/** A request for the service's approval: bytes as hex with `0x`, or with `isFormatted` a digest as hex without. */
export interface SignRequest {
  readonly message: string
  readonly isFormatted?: boolean
  /** The meaning of the bytes. */
  readonly context?: SignContext
}

export type SignContext =
  | { readonly evmMessage: string | { readonly raw: Hex } }
  | { readonly evmTypedData: object }
  | { readonly eip7702Auth: Authorization }
  | { readonly evmUserOperation: { readonly chainId: number; readonly entryPoint: Hex; readonly operation: object } }

/** A text, or bytes. */
export type Message = string | { readonly raw: Hex | Uint8Array }

/** The parts of a signature. */
export interface SignatureParts {
  readonly r: Hex
  readonly s: Hex
  /** 0 or 1. */
  readonly yParity: number
  /** 27 or 28. */
  readonly v: bigint
}

/** Typed data of EIP-712. */
export interface TypedData {
  readonly domain?: unknown
  readonly types?: unknown
  readonly primaryType?: unknown
  readonly message?: unknown
}

/** An account's delegation to a contract (EIP-7702). */
export interface Authorization {
  /** The contract. */
  readonly address: Hex
  /** 0 is every chain. */
  readonly chainId: number
  readonly nonce: number
}

/** A user operation (ERC-4337) of the entry point 0.7 in the fields of viem, without its signature. */
export interface UserOperation {
  readonly sender: Hex
  readonly nonce: bigint
  /** The contract that deploys the account, and the call that does. */
  readonly factory?: Hex | undefined
  readonly factoryData?: Hex | undefined
  readonly callData: Hex
  readonly callGasLimit: bigint
  readonly verificationGasLimit: bigint
  readonly preVerificationGas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly paymaster?: Hex | undefined
  readonly paymasterData?: Hex | undefined
  readonly paymasterVerificationGasLimit?: bigint | undefined
  readonly paymasterPostOpGasLimit?: bigint | undefined
  /** The delegation that comes with the operation (EIP-7702). The hash does not cover it. */
  readonly authorization?: (Authorization & SignatureParts) | undefined
}

/** A user operation and where it goes. */
export interface SignableOperation {
  readonly operation: UserOperation
  readonly entryPoint: Hex
  readonly chainId: number
}

/** A transaction in the fields of viem. */
export interface Transaction {
  readonly type?: string
  readonly chainId?: number
  readonly nonce?: number
  readonly gasPrice?: bigint
  readonly accessList?: readonly object[]
  readonly authorizationList?: readonly (Authorization & {
    readonly r: Hex
    readonly s: Hex
    readonly yParity?: number
    readonly v?: bigint
  })[]
}

/** Writes a transaction, without a signature or with one, as viem's `serializeTransaction` does. */
export type Serializer = (transaction: object, signature?: SignatureParts) => Hex | Promise<Hex>

/** The part of a receipt that concerns the calls of a batch. */
export interface CallReceipt {
  readonly logs: readonly { readonly address: Hex; readonly data: Hex; readonly topics: readonly Hex[] }[]
  /** `0x1` for success. */
  readonly status: Hex
  readonly blockHash: Hex
  readonly blockNumber: Hex
  readonly gasUsed: Hex
  readonly transactionHash: Hex
}

/** The state of a batch (EIP-5792). */
export interface CallsStatus {
  readonly version: '2.0.0'
  readonly id: string
  readonly chainId: Hex
  /** 100 pending, 200 confirmed, 400 never included, 500 reverted, 600 partly reverted or partly sent. */
  readonly status: 100 | 200 | 400 | 500 | 600
  /** Whether all calls are one transaction. */
  readonly atomic: boolean
  readonly receipts?: readonly CallReceipt[]
}
