import { toHex, utf8 } from '../../crypto/bytes.ts'
import { callService, ServiceRefusal, type Service } from './embeddedDevice.ts'
import type { EvmSigning, Hex } from './embeddedEvm.ts'
import { fillTransaction, type RpcTransaction } from './embeddedTransactions.ts'
import { listenersOf } from './listeners.ts'
import { providerCodes, ProviderRpcError } from './providerRpcError.ts'

/** A request of EIP-1193. */
export interface ProviderRequest {
  readonly method: string
  readonly params?: unknown
}

/** What a provider reports. */
export interface ProviderEvents {
  readonly connect: { readonly chainId: Hex }
  readonly disconnect: ProviderRpcError
  readonly chainChanged: Hex
  readonly accountsChanged: readonly string[]
}

/** How a provider begins, and how the person at the wallet answers. */
export interface ProviderOptions {
  /** The chain to begin with. @default 1 */
  readonly chainId?: number
  /** Answers for the person when something is to be signed. With `false`, the request fails with 4001. @default yes */
  readonly confirm?: (request: ProviderRequest & { readonly chainId: number }) => boolean | Promise<boolean>
}

/** A provider of EIP-1193, as wallets give one to pages. */
export interface EmbeddedProvider {
  request(request: ProviderRequest): Promise<unknown>
  on<Name extends keyof ProviderEvents>(name: Name, listener: (event: ProviderEvents[Name]) => void): void
  removeListener<Name extends keyof ProviderEvents>(name: Name, listener: (event: ProviderEvents[Name]) => void): void
  /** Hides the wallet from the page until it asks for accounts again. */
  disconnect(): void
}

/** The wallet behind a provider. */
export interface ProviderWallet {
  readonly service: Service
  readonly address: string
  readonly signing: EvmSigning
  /** Whether the device still has its shares. */
  readonly hasDevice: () => boolean
  /** Calls a function when the device is lost. */
  readonly onLoss: (listener: () => void) => void
}

const hexOf = (value: number): Hex => `0x${value.toString(16)}`

/** Methods that a node answers. Those that need a key are the wallet's. */
const isForNode = (method: string) => /^(eth|net|web3)_/.test(method) && !/^eth_(sign|sendTransaction)/.test(method)

type Methods = Readonly<Record<string, (params: readonly unknown[], request: ProviderRequest) => unknown>>

/** Makes the EIP-1193 provider of an embedded wallet, which reaches the pretended chains. */
export function createProvider(wallet: ProviderWallet, { chainId: first = 1, confirm = () => true }: ProviderOptions) {
  const { service, address, signing, hasDevice } = wallet
  const { on, removeListener, emit } = listenersOf<ProviderEvents>()
  let chainId = first
  let isConnected = true
  /** The last transaction that was begun. The next one needs its nonce. */
  let lastSent: Promise<unknown> = Promise.resolve()

  const accounts = () => (isConnected && hasDevice() ? [address] : [])
  wallet.onLoss(() => isConnected && emit('accountsChanged', []))

  /** Asks the node of a chain. @throws ProviderRpcError with the node's own code */
  async function askChain(id: number, method: string, params: unknown = []): Promise<unknown> {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const { error, result } = await callService(service, `/__mock/chains/evm/${id}`, { body })
    if (!error) return result
    const { code, message, data } = error as { code: number; message: string; data?: unknown }
    throw new ProviderRpcError(code, message, { data })
  }
  const ask = (method: string, params?: unknown) => askChain(chainId, method, params)

  async function assertMaySign(signer: unknown, request: ProviderRequest): Promise<void> {
    const isAccount = accounts().some((account) => account.toLowerCase() === String(signer).toLowerCase())
    if (!isAccount)
      throw new ProviderRpcError(providerCodes.unauthorized, 'The page has no access to this account of the wallet.')
    if (await confirm({ ...request, chainId })) return
    throw new ProviderRpcError(providerCodes.userRejected, 'The person at the wallet has refused the request.')
  }

  const signTransaction = async (transaction: RpcTransaction) =>
    signing.signTransaction(await fillTransaction(transaction, { address, chainId }, ask))

  const methods: Methods = {
    eth_accounts: accounts,
    eth_requestAccounts() {
      if (!hasDevice()) throw new ProviderRpcError(providerCodes.unauthorized, 'The device of this wallet was lost.')
      const isNew = !isConnected
      isConnected = true
      if (isNew) {
        emit('connect', { chainId: hexOf(chainId) })
        emit('accountsChanged', [address])
      }
      return [address]
    },
    eth_chainId: () => hexOf(chainId),
    net_version: () => String(chainId),
    async wallet_switchEthereumChain([parameters]) {
      const next = Number(Object(parameters).chainId)
      await askChain(next, 'eth_chainId').catch((cause: unknown) => {
        throw new ProviderRpcError(providerCodes.unknownChain, `The service has no chain ${next}.`, { cause })
      })
      if (next !== chainId) {
        chainId = next
        emit('chainChanged', hexOf(next))
      }
      return null
    },
    async personal_sign([text, signer], request) {
      await assertMaySign(signer, request)
      const message = String(text)
      const isHex = /^0x([0-9a-f]{2})*$/i.test(message)
      return signing.signMessage({ message: { raw: isHex ? (message as Hex) : `0x${toHex(utf8(message))}` } })
    },
    async eth_signTypedData_v4([signer, data], request) {
      const typedData = readTypedData(data)
      await assertMaySign(signer, request)
      return signing.signTypedData(typedData)
    },
    async eth_signTransaction([parameters], request) {
      const transaction = Object(parameters) as RpcTransaction
      await assertMaySign(transaction.from, request)
      return signTransaction(transaction)
    },
    async eth_sendTransaction([parameters], request) {
      const transaction = Object(parameters) as RpcTransaction
      await assertMaySign(transaction.from, request)
      const sent = lastSent
        .catch(() => undefined)
        .then(async () => ask('eth_sendRawTransaction', [await signTransaction(transaction)]))
      lastSent = sent
      return sent
    },
  }

  // A page that listens at once hears this before any other event.
  const announced = Promise.resolve().then(() => emit('connect', { chainId: hexOf(chainId) }))

  const provider: EmbeddedProvider = {
    async request(request) {
      await announced
      const { method, params } = request
      try {
        const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
        if (answer) return await answer(Array.isArray(params) ? params : [params], request)
        if (isForNode(method)) return await ask(method, params)
      } catch (error) {
        throw asProviderError(error)
      }
      throw new ProviderRpcError(providerCodes.methodNotFound, `The wallet does not have the method ${method}.`)
    },
    on,
    removeListener,
    disconnect() {
      if (!isConnected) return
      isConnected = false
      emit('accountsChanged', [])
    },
  }
  return provider
}

/** The service's refusals, such as those of policies, as errors that libraries for wallets show. */
function asProviderError(error: unknown): unknown {
  if (!(error instanceof ServiceRefusal)) return error
  const { status, code } = error
  return new ProviderRpcError(providerCodes.internal, error.message, { data: { status, code }, cause: error })
}

/** Typed data as pages send it: JSON, or what it means. */
function readTypedData(data: unknown): object {
  try {
    const typedData = Object(typeof data === 'string' ? JSON.parse(data) : data) as Record<string, unknown>
    if (typedData.types && typedData.primaryType) return typedData
  } catch {
    // The parser's message quotes the text.
  }
  throw new ProviderRpcError(providerCodes.invalidParams, 'The typed data has no "types" or no "primaryType".')
}
