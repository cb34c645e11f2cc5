import type { Fetch } from '../../policies/pipeline.ts'
import type { SigningWallet, SignOptions } from '../wallet.ts'
import { fillTransaction, type RpcTransaction } from './fillTransaction.ts'
import { nodeAt } from './node.ts'
import { providerCodes, ProviderRpcError } from './providerRpcError.ts'
import type { EvmTypedData, HexText } from './types.ts'
import { assertEvm, toViemAccount } from './viemAccount.ts'

/** A request of EIP-1193. */
export interface ProviderRequest {
  readonly method: string
  readonly params?: unknown
}

/** What a provider reports. */
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

/** How a provider reaches chains, and asks the person. */
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

const hex = (value: number): HexText => `0x${value.toString(16)}`
const isHex = (text: string): text is HexText => /^0x([0-9a-f]{2})*$/i.test(text)

/** Methods that a node answers. Those that need a key are the wallet's. */
const isForNode = (method: string) => /^(eth|net|web3)_/.test(method) && !/^eth_(sign|sendTransaction)/.test(method)

/**
 * Makes an EIP-1193 provider of an EVM wallet, for ethers, wagmi, viem's `custom` and others.
 *
 * The wallet answers `eth_accounts`, `eth_requestAccounts`, `eth_chainId`, `net_version`, `personal_sign`,
 * `eth_signTypedData_v4`, `eth_signTransaction`, `eth_sendTransaction` and `wallet_switchEthereumChain`. Nonce, gas and
 * fees that a transaction leaves out are asked of the node, which answers all other `eth_`, `net_` and `web3_` methods.
 *
 * Requests fail with a {@link ProviderRpcError}: 4001 the person said no, 4100 another account,
 * 4901 the node cannot be reached, 4902 another chain, -32601 another method, or the node's own code. What the wallet throws is thrown on.
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
  const account = toViemAccount(wallet, { signal, mfaToken })
  const listeners = new Map<string, Set<(event: never) => void>>()
  let { chainId } = options
  let isConnected = true
  /** The last transaction that was begun. The next one needs its nonce. */
  let lastSent: Promise<unknown> = Promise.resolve()

  const urlOf = (id: number) =>
    typeof rpcUrl === 'string' ? (id === options.chainId ? rpcUrl : undefined) : rpcUrl(id)
  if (!urlOf(chainId)) throw new TypeError(`"rpcUrl" has no node for chain ${chainId}.`)

  function emit<Name extends keyof ProviderEvents>(name: Name, event: ProviderEvents[Name]): void {
    for (const listener of listeners.get(name) ?? []) (listener as (event: ProviderEvents[Name]) => void)(event)
  }

  const ask = (method: string, params?: unknown) => nodeAt(urlOf(chainId) ?? '', fetch)(method, params)

  function assertAccount(address: unknown): void {
    const isOwn = String(address).toLowerCase() === wallet.address.toLowerCase()
    if (isConnected && isOwn) return
    throw new ProviderRpcError(providerCodes.unauthorized, 'The app has no access to this account.')
  }

  async function assertConfirmed(request: ProviderRequest): Promise<void> {
    if (await confirm({ ...request, chainId })) return
    throw new ProviderRpcError(providerCodes.userRejected, 'The person refused the request.')
  }

  async function signTransaction(transaction: RpcTransaction): Promise<HexText> {
    return account.signTransaction(await fillTransaction(transaction, { address: wallet.address, chainId }, ask))
  }

  function connect(): string[] {
    if (!isConnected) {
      isConnected = true
      emit('connect', { chainId: hex(chainId) })
      emit('accountsChanged', [wallet.address])
    }
    return [wallet.address]
  }

  function switchChain([parameters]: readonly unknown[]): null {
    const next = Number(Object(parameters).chainId)
    if (!urlOf(next)) throw new ProviderRpcError(providerCodes.unknownChain, `The app has no chain ${next}.`)
    if (next !== chainId) {
      chainId = next
      emit('chainChanged', hex(chainId))
    }
    return null
  }

  const methods: Readonly<Record<string, (params: readonly unknown[], request: ProviderRequest) => unknown>> = {
    eth_accounts: () => (isConnected ? [wallet.address] : []),
    eth_requestAccounts: connect,
    eth_chainId: () => hex(chainId),
    net_version: () => String(chainId),
    wallet_switchEthereumChain: switchChain,
    async personal_sign([text, address], request) {
      assertAccount(address)
      await assertConfirmed(request)
      const message = String(text)
      return account.signMessage({ message: isHex(message) ? { raw: message } : message })
    },
    async eth_signTypedData_v4([address, data], request) {
      assertAccount(address)
      const typedData = readTypedData(data)
      await assertConfirmed(request)
      return account.signTypedData(typedData)
    },
    async eth_signTransaction([parameters], request) {
      const transaction = Object(parameters) as RpcTransaction
      assertAccount(transaction.from)
      await assertConfirmed(request)
      return signTransaction(transaction)
    },
    async eth_sendTransaction([parameters], request) {
      const transaction = Object(parameters) as RpcTransaction
      assertAccount(transaction.from)
      await assertConfirmed(request)
      const sent = lastSent
        .catch(() => {})
        .then(async () => ask('eth_sendRawTransaction', [await signTransaction(transaction)]))
      lastSent = sent
      return sent
    },
  }

  // Whoever listens at once hears it, and before any other event.
  const announced = Promise.resolve().then(() => emit('connect', { chainId: hex(chainId) }))

  return {
    async request(request) {
      await announced
      const { method, params } = request
      if (Object.hasOwn(methods, method)) return methods[method]?.(Array.isArray(params) ? params : [params], request)
      if (isForNode(method)) return ask(method, params)
      throw new ProviderRpcError(providerCodes.methodNotFound, `The wallet does not have the method ${method}.`)
    },
    on(name, listener) {
      const existing = listeners.get(name) ?? new Set()
      listeners.set(name, existing.add(listener as (event: never) => void))
    },
    removeListener(name, listener) {
      listeners.get(name)?.delete(listener as (event: never) => void)
    },
    disconnect() {
      if (!isConnected) return
      isConnected = false
      emit('accountsChanged', [])
    },
  }
}

/** Typed data as apps send it: JSON, or what it means. */
function readTypedData(data: unknown): EvmTypedData {
  try {
    const typedData = Object(typeof data === 'string' ? JSON.parse(data) : data) as EvmTypedData
    if (typedData.types && typedData.primaryType) return typedData
  } catch {
    // The parser's message quotes the text.
  }
  throw new ProviderRpcError(providerCodes.invalidParams, 'The typed data has no "types" or no "primaryType".')
}
