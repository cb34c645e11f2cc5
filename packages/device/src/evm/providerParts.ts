import type { Fail } from './codes.ts'
import type { FilledTransaction } from './fillTransaction.ts'
import type { Hex } from './types.ts'

/** A request of EIP-1193. */
export interface ProviderRequest {
  readonly method: string
  readonly params?: unknown
}

/** The data of a provider's events, by name. */
export interface ProviderEvents {
  readonly connect: { readonly chainId: Hex }
  readonly disconnect: never
  readonly chainChanged: Hex
  readonly accountsChanged: readonly string[]
}

/** A text or bytes, typed data and transactions as viem's accounts take them. */
export interface Signing {
  signMessage(parameters: { readonly message: string | { readonly raw: Hex } }): Promise<Hex>
  signTypedData(typedData: { readonly primaryType: unknown; readonly types?: unknown }): Promise<Hex>
  signTransaction(transaction: FilledTransaction): Promise<Hex>
}

/** The wallet behind a provider, and what surrounds it. */
export interface ProviderParts {
  readonly address: string
  /** The chain to begin with. */
  readonly chainId: number
  readonly signing: Signing
  /** Asks the node of a chain. */
  ask(chainId: number, method: string, params?: unknown): Promise<unknown>
  /** Whether there is a node for a chain. */
  hasChain(chainId: number): boolean | Promise<boolean>
  /** Whether the device can still sign. @default always */
  hasKey?(): boolean
  /** Asks the person before the wallet signs. */
  confirm(request: ProviderRequest & { readonly chainId: number }): boolean | Promise<boolean>
  readonly fail: Fail
  /** Hears what a listener threw. @default it is a rejection that nobody handles, which every platform shows */
  report?(error: unknown): void
}
