import {
  type CallsStatus,
  type ConfirmedRequest,
  createProvider,
  type ProviderRequest,
  type SmartWallet,
} from '@latchkey/device/provider'
import type { Fetch } from '../../policies/pipeline.ts'
import { assertChain } from '../assertChain.ts'
import type { SigningWallet, SignOptions } from '../wallet.ts'
import { failureOf } from './failureOf.ts'
import { nodeAt } from './node.ts'
import { ProviderRpcError } from './providerRpcError.ts'
import type { HexText } from './types.ts'
import { signingOf } from './viemAccount.ts'

export type {
  CallReceipt,
  CallsStatus,
  ConfirmedRequest,
  ProviderRequest,
  SmartWallet as SmartWalletAccount,
} from '@latchkey/device/provider'

/** The events of a provider. */
export interface ProviderEvents {
  connect: { chainId: string }
  disconnect: ProviderRpcError
  chainChanged: string
  accountsChanged: readonly string[]
}

/** A provider of EIP-1193. */
export interface EthereumProvider {
  /** Answers a request. @throws {@link ProviderRpcError} when it is refused or fails. */
  request(request: ProviderRequest): Promise<unknown>
  /** Calls a listener at each event of a name. */
  on<Name extends keyof ProviderEvents>(name: Name, listener: (event: ProviderEvents[Name]) => void): void
  /** Removes a listener of `on`. */
  removeListener<Name extends keyof ProviderEvents>(name: Name, listener: (event: ProviderEvents[Name]) => void): void
  /** Hides the wallet from the app until it asks for accounts again, as at sign-out. */
  disconnect(): void
}

/** The options of a provider: its chains, and how the person is asked. */
export interface ProviderOptions extends SignOptions {
  /** The chain to begin with. */
  chainId: number
  /**
   * The URL of the chain's node, or a function that returns it for any chain id: `undefined` for a chain that the app
   * does not use.
   */
  rpcUrl: string | ((chainId: number) => string | undefined)
  /**
   * Asks the person before the wallet signs. With `false` the request is refused with 4001.
   *
   * @default signs without asking
   */
  confirm?(request: ConfirmedRequest): boolean | Promise<boolean>
  /**
   * The contract to which the account may delegate on a chain (EIP-7702), so that all calls of a batch are one
   * transaction. The person is asked first, by `confirm` with `delegation`.
   *
   * @default calls are sent one by one
   */
  delegation?: HexText | ((chainId: number) => HexText | undefined) | undefined
  /** The user's smart wallet. The app gets its account after that of the wallet; it sends calls only in batches. */
  smartWallet?: SmartWallet | undefined
  /** Shows a batch to the person, as `wallet_showCallsStatus` asks. @default refused with -32601 */
  showCalls?(status: CallsStatus): unknown
  /** Sends the requests to nodes and paymasters. @default globalThis.fetch */
  fetch?: Fetch | undefined
}

/**
 * Makes an EIP-1193 provider from an EVM wallet, for ethers, wagmi, viem's `custom` and others.
 *
 * The wallet answers `eth_accounts`, `eth_requestAccounts`, `eth_chainId`, `net_version`, `personal_sign`,
 * `eth_signTypedData_v4`, `eth_signTransaction`, `eth_sendTransaction` and `wallet_switchEthereumChain`. The node
 * supplies nonce, gas and fees that a transaction leaves out, and answers all other `eth_`, `net_` and `web3_` methods.
 *
 * Batches are those of EIP-5792: `wallet_sendCalls`, `wallet_getCallsStatus`, `wallet_showCallsStatus` and
 * `wallet_getCapabilities`. With `delegation` or `smartWallet` all calls of a batch succeed or none does, and a
 * paymaster service can pay for them (ERC-7677) if the node accepts user operations. Otherwise the wallet sends the
 * calls one by one.
 *
 * Requests fail with a {@link ProviderRpcError}: 4001 the person said no, 4100 another account, 4901 the node cannot be
 * reached, 4902 another chain, -32601 another method, 5700 to 5760 as EIP-5792 defines them, or the node's own code.
 *
 * A failure of the service has a code as well, and the service's sentence: 4100 a policy refuses, the session has ended
 * or this device has no share; -32005 too many requests; -32602 another refusal of the request; 4900 the service does
 * not answer, or not with success. `data` has its `status` and `code`, and `cause` is the {@link ApiError} or
 * {@link CeremonyError}.
 *
 * @throws {@link TypeError} when the wallet is of another chain, or `rpcUrl` has no node for `chainId`.
 * @example
 * const provider = toProvider(wallet, { chainId: 8453, rpcUrl: 'https://mainnet.base.org' })
 * const signer = await new BrowserProvider(provider).getSigner()
 */
export function toProvider(wallet: SigningWallet, options: ProviderOptions): EthereumProvider {
  assertChain(wallet, 'EVM')
  if (!['string', 'function'].includes(typeof Object(options).rpcUrl))
    throw new TypeError(
      '"toProvider" needs "rpcUrl": the URL of a node, or a function that returns it for each chain id.',
    )
  const { rpcUrl, confirm = () => true, fetch = (url, init) => globalThis.fetch(url, init), signal, mfaToken } = options
  const { chainId, delegation, smartWallet, showCalls } = options
  const urlOf = (id: number) => {
    if (typeof rpcUrl === 'function') return rpcUrl(id)
    return id === chainId ? rpcUrl : undefined
  }
  if (!urlOf(chainId)) throw new TypeError(`"rpcUrl" has no node for chain ${chainId}.`)
  const { provider } = createProvider({
    address: wallet.address,
    chainId,
    signing: signingOf(wallet, { signal, mfaToken }),
    batches: {
      delegationOf: (id) => (typeof delegation === 'function' ? delegation(id) : delegation),
      smartWallet: () => smartWallet,
      askPaymaster: (url, method, params) => nodeAt(url, fetch)(method, params),
      showCalls,
    },
    ask: (id, method, params) => nodeAt(urlOf(id) ?? '', fetch)(method, params),
    hasChain: (id) => urlOf(id) !== undefined,
    chainAdvice: 'Give its URL as "rpcUrl" of toProvider().',
    confirm,
    fail: (code, message, details) => new ProviderRpcError(code, message, details),
    failureOf,
  })
  return provider
}
