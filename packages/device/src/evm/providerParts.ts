import type { SentBatch } from './batches/sentBatch.ts'
import type { Fail } from './codes.ts'
import type { FilledTransaction } from './fillTransaction.ts'
import type { ServiceFailure } from './serviceFailure.ts'
import type { Authorization, CallsStatus, Hex, SignableOperation, SignatureParts } from './types.ts'

/** A request of EIP-1193. */
export interface ProviderRequest {
  readonly method: string
  readonly params?: unknown
}

/** A request that the person is asked about. */
export interface ConfirmedRequest extends ProviderRequest {
  readonly chainId: number
  /** The contract to which the account would delegate first, so that all calls of the batch are one (EIP-7702). */
  readonly delegation?: Hex
}

/** The data of a provider's events, by name. */
export interface Eip1193Events {
  readonly connect: { readonly chainId: Hex }
  readonly disconnect: never
  readonly chainChanged: Hex
  readonly accountsChanged: readonly string[]
}

/** A text or bytes, typed data, transactions, delegations and user operations as viem's accounts take them. */
export interface Signing {
  signMessage(parameters: { readonly message: string | { readonly raw: Hex } }): Promise<Hex>
  signTypedData(typedData: { readonly primaryType: unknown; readonly types?: unknown }): Promise<Hex>
  signTransaction(transaction: FilledTransaction): Promise<Hex>
  signAuthorization(authorization: {
    readonly contractAddress: Hex
    readonly chainId: number
    readonly nonce: number
  }): Promise<Authorization & SignatureParts>
  signUserOperation(signable: SignableOperation): Promise<Hex>
}

/** An account with code that the wallet's key commands (ERC-4337, entry point 0.7). */
export interface SmartWallet {
  readonly address: Hex
  /** The contract that deploys it, and the call that does. Not needed for one that is deployed. */
  readonly factory?: Hex | undefined
  readonly factoryData?: Hex | undefined
}

/** The ways in which a wallet makes one of several calls (EIP-5792). */
interface BatchParts {
  /** The contract to which the account may delegate on a chain (EIP-7702). */
  delegationOf(chainId: number): Hex | undefined | Promise<Hex | undefined>
  /** The account that the app gets beside that of the wallet. */
  smartWallet(): SmartWallet | undefined
  /** Asks a paymaster service (ERC-7677). */
  askPaymaster(url: string, method: string, params: unknown): Promise<unknown>
  /** Keeps the batches that were sent, so that several providers of a wallet know them. @default each its own */
  readonly sent?: Map<string, SentBatch> | undefined
  /** Shows a batch to the person. */
  showCalls?: ((status: CallsStatus) => unknown) | undefined
}

/** The wallet behind a provider, and what surrounds it. */
export interface ProviderParts {
  readonly address: string
  /** The chain to begin with. */
  readonly chainId: number
  readonly signing: Signing
  readonly batches: BatchParts
  /** Asks the node of a chain. */
  ask(chainId: number, method: string, params?: unknown): Promise<unknown>
  /** Whether there is a node for a chain. */
  hasChain(chainId: number): boolean | Promise<boolean>
  /** A sentence: where the developer gives the wallet a node for a chain. */
  readonly chainAdvice: string
  /** Whether the device can still sign. @default always */
  hasKey?(): boolean
  /** Asks the person before the wallet signs. */
  confirm(request: ConfirmedRequest): boolean | Promise<boolean>
  readonly fail: Fail
  /** Reads an error of the package. `undefined` for one that is not about the service. */
  failureOf(error: unknown): ServiceFailure | undefined
  /** Hears what a listener threw. @default it is a rejection that nobody handles, which every platform shows */
  report?(error: unknown): void
}
