/** The provider of EIP-1193 of a wallet. */
import { type Fail, providerCodes } from './codes.ts'
import { fillTransaction, type FilledTransaction } from './fillTransaction.ts'
import { readQuantity, readTransaction, type ReadTransaction } from './readTransaction.ts'
import type { Hex } from './types.ts'

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
  /** Hears what a listener threw. @default it is a rejection that nobody handles, which every platform shows */
  report?(error: unknown): void
}

const hexOf = (value: number): Hex => `0x${value.toString(16)}`
const isHex = (text: string): text is Hex => /^0x([0-9a-f]{2})*$/i.test(text)

/** Methods that a node answers. Those that need a key are the wallet's. */
const isForNode = (method: string) => /^(eth|net|web3)_/.test(method) && !/^eth_(sign|sendTransaction)/.test(method)

/** A request with its parameters copied: who sent them may change them while the person decides. */
interface ReadRequest {
  readonly method: string
  readonly params: readonly unknown[]
}

type Methods = Readonly<Record<string, (params: readonly unknown[], request: ReadRequest) => unknown>>

/** JSON, except that integers may be BigInts. */
const copyOf = (params: unknown): unknown =>
  JSON.parse(
    JSON.stringify(params, (_, value: unknown) => (typeof value === 'bigint' ? `0x${value.toString(16)}` : value)),
  )

/**
 * Makes the provider of a wallet. It announces itself before any other event, so that whoever listens at once hears it.
 *
 * @returns The provider, and what tells listeners that the key was lost.
 */
export function createProvider(parts: ProviderParts): { readonly provider: Provider; loseKey(): void } {
  const { address, signing, confirm, hasKey = () => true, fail, report = (error) => void Promise.reject(error) } = parts
  const listeners = new Map<string, Set<(event: never) => void>>()
  let { chainId } = parts
  let isConnected = true
  /** The last transaction that was begun. The next one needs its nonce. */
  let lastSent: Promise<unknown> = Promise.resolve()

  function emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of Array.from(listeners.get(name) ?? [])) {
      try {
        ;(listener as (event: Events[Name]) => void)(event)
      } catch (error) {
        report(error)
      }
    }
  }

  const accounts = () => (isConnected && hasKey() ? [address] : [])
  /** The number of accounts that listeners know of. */
  let known = 1
  function reportAccounts(): void {
    const present = accounts()
    if (present.length === known) return
    known = present.length
    emit('accountsChanged', present)
  }

  function assertAccount(signer: unknown): void {
    if (accounts().some((account) => account.toLowerCase() === String(signer).toLowerCase())) return
    throw fail(providerCodes.unauthorized, 'The app has no access to this account.')
  }

  /** Asks the person. @returns The chain that the answer is for */
  async function assertConfirmed(signer: unknown, { method, params }: ReadRequest): Promise<number> {
    assertAccount(signer)
    const asked = chainId
    if (!(await confirm({ method, params: copyOf(params), chainId: asked })))
      throw fail(providerCodes.userRejected, 'The person refused the request.')
    // The wallet may have been hidden or lost meanwhile.
    assertAccount(signer)
    return asked
  }

  /** A transaction that the person has confirmed, as it was then. */
  interface Confirmed {
    readonly transaction: ReadTransaction
    readonly chainId: number
  }

  async function confirmed(request: ReadRequest): Promise<Confirmed> {
    const [given] = request.params
    const transaction = readTransaction(given, fail)
    const named = transaction.chainId
    if (named !== undefined && named !== BigInt(chainId))
      throw fail(providerCodes.invalidParams, `The transaction is for chain ${named}, not ${chainId}.`)
    return { transaction, chainId: await assertConfirmed(transaction.from, request) }
  }

  const signTransaction = async ({ transaction, chainId: id }: Confirmed) => {
    const ask = (method: string, params?: unknown) => parts.ask(id, method, params)
    return signing.signTransaction(await fillTransaction(transaction, { address, chainId: id, ask, fail }))
  }

  /** Typed data as apps send it: JSON, or what it means. */
  function readTypedData(data: unknown): Parameters<Signing['signTypedData']>[0] {
    try {
      const typedData = Object(typeof data === 'string' ? JSON.parse(data) : data)
      if (typeof typedData.types === 'object' && typedData.types && typeof typedData.primaryType === 'string')
        return typedData
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
        reportAccounts()
      }
      return [address]
    },
    eth_chainId: () => hexOf(chainId),
    net_version: () => String(chainId),
    async wallet_switchEthereumChain([parameters]) {
      const next = Number(readQuantity(Object(parameters).chainId))
      if (!Number.isSafeInteger(next)) throw fail(providerCodes.invalidParams, '"chainId" is no chain id in hex.')
      if (!(await parts.hasChain(next))) throw fail(providerCodes.unknownChain, `The app has no chain ${next}.`)
      if (next !== chainId) {
        chainId = next
        emit('chainChanged', hexOf(chainId))
      }
      return null
    },
    async personal_sign([text, signer], request) {
      if (typeof text !== 'string') throw fail(providerCodes.invalidParams, 'The message is no text.')
      await assertConfirmed(signer, request)
      return signing.signMessage({ message: isHex(text) ? { raw: text } : text })
    },
    async eth_signTypedData_v4([signer, data], request) {
      const typedData = readTypedData(data)
      await assertConfirmed(signer, request)
      return signing.signTypedData(typedData)
    },
    eth_signTransaction: async (_, request) => signTransaction(await confirmed(request)),
    async eth_sendTransaction(_, request) {
      const transaction = await confirmed(request)
      const sent = lastSent
        .catch(() => {})
        .then(async () =>
          parts.ask(transaction.chainId, 'eth_sendRawTransaction', [await signTransaction(transaction)]),
        )
      lastSent = sent
      return sent
    },
  }

  function readRequest({ method, params = [] }: ProviderRequest): ReadRequest {
    try {
      return { method, params: [copyOf(params)].flat() }
    } catch {
      throw fail(providerCodes.invalidParams, 'The parameters are no JSON.')
    }
  }

  const announced = Promise.resolve().then(() => emit('connect', { chainId: hexOf(chainId) }))

  const provider: Provider = {
    async request(request) {
      await announced
      const { method, params } = request
      if (Object.hasOwn(methods, method)) {
        const read = readRequest(request)
        return methods[method]?.(read.params, read)
      }
      if (isForNode(method)) return parts.ask(chainId, method, params)
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
      reportAccounts()
    },
  }
  return { provider, loseKey: reportAccounts }
}
