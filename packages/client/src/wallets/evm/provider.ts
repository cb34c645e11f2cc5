import { createProvider } from '@latchkey/device/provider'
import type { Fetch } from '../../policies/pipeline.ts'
import type { SigningWallet, SignOptions } from '../wallet.ts'
import { nodeAt } from './node.ts'
import { ProviderRpcError } from './providerRpcError.ts'
import { assertEvm, toViemAccount } from './viemAccount.ts'

/** A request of EIP-1193. */
export interface ProviderRequest {
  readonly method: string
  readonly params?: unknown
}

/** The events of a provider. */
export interface ProviderEvents {
  connect: { chainId: string }
  disconnect: ProviderRpcError
  chainChanged: string
  accountsChanged: readonly string[]
}

/** A provider of EIP-1193. */
export interface EthereumProvider {
  request(request: ProviderRequest): Promise<unknown>
  on<Name extends keyof ProviderEvents>(name: Name, listener: (event: ProviderEvents[Name]) => void): void
  removeListener<Name extends keyof ProviderEvents>(name: Name, listener: (event: ProviderEvents[Name]) => void): void
  /** Hides the wallet from the app until it asks for accounts again, as at sign-out. */
  disconnect(): void
}

/** The chains of a provider, and the question to the person. */
export interface ProviderOptions extends SignOptions {
  /** The chain to begin with. */
  chainId: number
  /** The node of the chain, or of any chain: `undefined` for one that the app does not have. */
  rpcUrl: string | ((chainId: number) => string | undefined)
  /** Asks the person before the wallet signs. With `false` the request is refused with 4001. @default signs */
  confirm?(request: ProviderRequest & { readonly chainId: number }): boolean | Promise<boolean>
  /** @default globalThis.fetch */
  fetch?: Fetch
}

/**
 * Makes an EIP-1193 provider of an EVM wallet, for ethers, wagmi, viem's `custom` and others.
 *
 * The wallet answers `eth_accounts`, `eth_requestAccounts`, `eth_chainId`, `net_version`, `personal_sign`,
 * `eth_signTypedData_v4`, `eth_signTransaction`, `eth_sendTransaction` and `wallet_switchEthereumChain`. Nonce, gas and
 * fees that a transaction leaves out are asked of the node, which answers all other `eth_`, `net_` and `web3_` methods.
 *
 * Requests fail with a {@link ProviderRpcError}: 4001 the person said no, 4100 another account, 4901 the node cannot be
 * reached, 4902 another chain, -32601 another method, or the node's own code. Errors of the wallet are thrown on.
 *
 * @throws {@link TypeError} when the wallet is of another chain, or `rpcUrl` has no node for `chainId`.
 * @example
 * const provider = toProvider(wallet, { chainId: 8453, rpcUrl: 'https://mainnet.base.org' })
 * const signer = await new BrowserProvider(provider).getSigner()
 */
export function toProvider(wallet: SigningWallet, options: ProviderOptions): EthereumProvider {
  assertEvm(wallet)
  if (!['string', 'function'].includes(typeof Object(options).rpcUrl))
    throw new TypeError('"toProvider" needs "rpcUrl": the URL of a node, or a function that has the one of each chain.')
  const { rpcUrl, confirm = () => true, fetch = (url, init) => globalThis.fetch(url, init), signal, mfaToken } = options
  const { chainId } = options
  const account = toViemAccount(wallet, { signal, mfaToken })
  const urlOf = (id: number) => {
    if (typeof rpcUrl === 'function') return rpcUrl(id)
    return id === chainId ? rpcUrl : undefined
  }
  if (!urlOf(chainId)) throw new TypeError(`"rpcUrl" has no node for chain ${chainId}.`)
  const { provider } = createProvider({
    address: wallet.address,
    chainId,
    signing: account,
    ask: (id, method, params) => nodeAt(urlOf(id) ?? '', fetch)(method, params),
    hasChain: (id) => urlOf(id) !== undefined,
    confirm,
    fail: (code, message) => new ProviderRpcError(code, message),
  })
  return provider
}
