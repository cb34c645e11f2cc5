/** The provider of EIP-1193 of a wallet. */
import { type Fail, providerCodes } from './codes.ts'
import { fillTransaction, type FilledTransaction, type Hex, type RpcTransaction } from './fillTransaction.ts'

export { type Fail, providerCodes } from './codes.ts'

/** A request of EIP-1193. */
export interface ProviderRequest {
  readonly method: string
  readonly params?: unknown
}

/** What a provider reports. */
interface Events {
  readonly connect: { readonly chainId: Hex }
  readonly disconnect: never
  readonly chainChanged: Hex
  readonly accountsChanged: readonly string[]
}

interface Provider {
  request(request: ProviderRequest): Promise<unknown>
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
  removeListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
  /** Hides the wallet until accounts are asked for again. */
  disconnect(): void
}

/** A text or bytes, typed data and transactions as viem's accounts take them. */
interface Signing {
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
}

const hexOf = (value: number): Hex => `0x${value.toString(16)}`
const isHex = (text: string): text is Hex => /^0x([0-9a-f]{2})*$/i.test(text)

/** Methods that a node answers. Those that need a key are the wallet's. */
const isForNode = (method: string) => /^(eth|net|web3)_/.test(method) && !/^eth_(sign|sendTransaction)/.test(method)

type Methods = Readonly<Record<string, (params: readonly unknown[], request: ProviderRequest) => unknown>>

/**
 * Makes the provider of a wallet. It announces itself before any other event, so that whoever listens at once hears it.
 *
 * @returns The provider, and what tells listeners that the key was lost.
 */
export function createProvider(parts: ProviderParts): { readonly provider: Provider; loseKey(): void } {
  const { address, signing, confirm, hasKey = () => true, fail } = parts
  const listeners = new Map<string, Set<(event: never) => void>>()
  let { chainId } = parts
  let isConnected = true
  /** The last transaction that was begun. The next one needs its nonce. */
  let lastSent: Promise<unknown> = Promise.resolve()

  function emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of listeners.get(name) ?? []) (listener as (event: Events[Name]) => void)(event)
  }

  const ask = (method: string, params?: unknown) => parts.ask(chainId, method, params)
  const accounts = () => (isConnected && hasKey() ? [address] : [])

  function assertAccount(signer: unknown): void {
    if (accounts().some((account) => account.toLowerCase() === String(signer).toLowerCase())) return
    throw fail(providerCodes.unauthorized, 'The app has no access to this account.')
  }

  async function assertConfirmed(request: ProviderRequest): Promise<void> {
    if (await confirm({ ...request, chainId })) return
    throw fail(providerCodes.userRejected, 'The person refused the request.')
  }

  const signTransaction = async (transaction: RpcTransaction) =>
    signing.signTransaction(await fillTransaction(transaction, { address, chainId, ask, fail }))

  async function readTransaction(parameters: unknown, request: ProviderRequest): Promise<RpcTransaction> {
    const transaction = Object(parameters) as RpcTransaction
    assertAccount(transaction.from)
    await assertConfirmed(request)
    return transaction
  }

  /** Typed data as apps send it: JSON, or what it means. */
  function readTypedData(data: unknown): Parameters<Signing['signTypedData']>[0] {
    try {
      const typedData = Object(typeof data === 'string' ? JSON.parse(data) : data)
      if (typedData.types && typedData.primaryType) return typedData
    } catch {
      // The parser's message quotes the text.
    }
    throw fail(providerCodes.invalidParams, 'The typed data has no "types" or no "primaryType".')
  }

  const methods: Methods = {
    eth_accounts: accounts,
    eth_requestAccounts() {
      if (!hasKey()) throw fail(providerCodes.unauthorized, 'The device of this wallet was lost.')
      if (!isConnected) {
        isConnected = true
        emit('connect', { chainId: hexOf(chainId) })
        emit('accountsChanged', [address])
      }
      return [address]
    },
    eth_chainId: () => hexOf(chainId),
    net_version: () => String(chainId),
    async wallet_switchEthereumChain([parameters]) {
      const next = Number(Object(parameters).chainId)
      if (!(await parts.hasChain(next))) throw fail(providerCodes.unknownChain, `The app has no chain ${next}.`)
      if (next !== chainId) {
        chainId = next
        emit('chainChanged', hexOf(chainId))
      }
      return null
    },
    async personal_sign([text, signer], request) {
      assertAccount(signer)
      await assertConfirmed(request)
      const message = String(text)
      return signing.signMessage({ message: isHex(message) ? { raw: message } : message })
    },
    async eth_signTypedData_v4([signer, data], request) {
      assertAccount(signer)
      const typedData = readTypedData(data)
      await assertConfirmed(request)
      return signing.signTypedData(typedData)
    },
    async eth_signTransaction([parameters], request) {
      return signTransaction(await readTransaction(parameters, request))
    },
    async eth_sendTransaction([parameters], request) {
      const transaction = await readTransaction(parameters, request)
      const sent = lastSent
        .catch(() => {})
        .then(async () => ask('eth_sendRawTransaction', [await signTransaction(transaction)]))
      lastSent = sent
      return sent
    },
  }

  const announced = Promise.resolve().then(() => emit('connect', { chainId: hexOf(chainId) }))

  const provider: Provider = {
    async request(request) {
      await announced
      const { method, params } = request
      if (Object.hasOwn(methods, method)) return methods[method]?.(Array.isArray(params) ? params : [params], request)
      if (isForNode(method)) return ask(method, params)
      throw fail(providerCodes.methodNotFound, `The wallet does not have the method ${method}.`)
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
  return { provider, loseKey: () => void (isConnected && emit('accountsChanged', [])) }
}
