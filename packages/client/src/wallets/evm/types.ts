/** Bytes as hex after `0x`. */
export type HexText = `0x${string}`

/** A text, or bytes. */
export type EvmMessage = string | { readonly raw: HexText | Uint8Array }

/** The parts of a signature. */
export interface EvmSignature {
  readonly r: HexText
  readonly s: HexText
  /** 0 or 1. */
  readonly yParity: number
  /** 27 or 28. */
  readonly v: bigint
}

/** Typed data of EIP-712. Libraries type it by its own `types`, so the fields are open here. */
export interface EvmTypedData {
  /** Name, version, chain id, contract, salt: those that the domain has. */
  readonly domain?: unknown
  /** Fields by the name of their type. */
  readonly types?: unknown
  /** The name of the message's type. */
  readonly primaryType: unknown
  readonly message?: unknown
}

/** The permission of an account to run a contract's code (EIP-7702). */
export interface EvmAuthorization {
  /** The contract. */
  readonly address: HexText
  /** 0 is every chain. */
  readonly chainId: number
  readonly nonce: number
}

/** An authorization with its signature. */
export interface SignedEvmAuthorization extends EvmAuthorization, EvmSignature {}

/** A transaction in the fields of viem. */
export interface EvmTransaction {
  readonly type?: string | undefined
  readonly chainId?: number | undefined
  readonly nonce?: number | undefined
  readonly to?: HexText | null | undefined
  /** Wei. */
  readonly value?: bigint | undefined
  readonly data?: HexText | undefined
  readonly gas?: bigint | undefined
  readonly gasPrice?: bigint | undefined
  readonly maxFeePerGas?: bigint | undefined
  readonly maxPriorityFeePerGas?: bigint | undefined
  readonly accessList?: readonly { readonly address: HexText; readonly storageKeys: readonly HexText[] }[] | undefined
  readonly authorizationList?:
    | readonly {
        readonly address: HexText
        readonly chainId: number
        readonly nonce: number
        readonly r: HexText
        readonly s: HexText
        readonly yParity?: number | undefined
        readonly v?: bigint | undefined
      }[]
    | undefined
}
