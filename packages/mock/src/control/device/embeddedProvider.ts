import {
  type CallsStatus,
  type ConfirmedRequest,
  createProvider as createDeviceProvider,
  nodeCodeOf,
  providerCodes,
  type Eip1193Events,
  type ProviderRequest,
  type ServiceFailure,
} from '@latchkey/device/provider'
import type { EvmSigning as DeviceSigning } from '@latchkey/device/signing'
import { callService, ServiceRefusal, type Service } from './embeddedDevice.ts'
import type { EvmSigning, Hex } from './embeddedEvm.ts'
import { createSmartAccounts } from './embeddedSmartAccounts.ts'
import { ProviderRpcError } from './providerRpcError.ts'

/** The events of a provider. */
interface ProviderEvents extends Omit<Eip1193Events, 'disconnect'> {
  readonly disconnect: ProviderRpcError
}

/** The options of a provider: its first chain, and how the person at the wallet answers. */
export interface ProviderOptions {
  /** The chain to begin with. @default 1 */
  readonly chainId?: number
  /** Answers for the person when something is to be signed. With `false`, the request fails with 4001. @default yes */
  readonly confirm?: (request: ConfirmedRequest) => boolean | Promise<boolean>
  /**
   * The contract to which the account may delegate (EIP-7702), so that all calls of a batch are one transaction.
   *
   * @default that of the environment's provider of smart wallets, if the user's smart wallet is at the same address
   */
  readonly delegation?: Hex
  /** Called when the page asks to show a batch to the person. @default nothing happens */
  readonly showCalls?: (status: CallsStatus) => unknown
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
  readonly facts: { readonly walletId: string; readonly address: string }
  readonly signing: EvmSigning & Pick<DeviceSigning, 'signUserOperation'>
  /** Whether the device still has its shares. */
  readonly hasDevice: () => boolean
  /** Calls a function when the device is lost. */
  readonly onLoss: (listener: () => void) => void
}

/** Makes the EIP-1193 provider of an embedded wallet, which reaches the simulated chains. */
export function createProvider(wallet: ProviderWallet, options: ProviderOptions): EmbeddedProvider {
  const { service, facts, signing, hasDevice, onLoss } = wallet
  const { chainId = 1, confirm = () => true, delegation, showCalls = () => {} } = options
  const smartAccounts = createSmartAccounts(service.world, facts)

  /** Asks a node of the mock by JSON-RPC. @throws ProviderRpcError with the node's own code */
  async function askAt(path: string, method: string, params: unknown = []): Promise<unknown> {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const { error, result } = await callService(service, path, { body }).catch((refusal: unknown) => {
      if (!(refusal instanceof ServiceRefusal)) throw refusal
      const { status, sentence } = refusal
      throw new ProviderRpcError(nodeCodeOf(status), `The node gave no answer: ${sentence}`, { cause: refusal })
    })
    if (!error) return result
    const { code, message, data } = error as { code: number; message: string; data?: unknown }
    throw new ProviderRpcError(code, message, { data })
  }
  const ask = (id: number, method: string, params?: unknown) => askAt(`/__mock/chains/evm/${id}`, method, params)

  /** The contract to delegate to. On a real node it has to be there: calls of an account without code do nothing. */
  async function usableDelegation(id: number): Promise<Hex | undefined> {
    const contract = delegation ?? smartAccounts.delegation()
    const node = service.world.realParts.chainAt({ family: 'eip155', networkId: id })
    if (!contract || !node) return contract
    return (await ask(id, 'eth_getCode', [contract, 'latest'])) === '0x' ? undefined : contract
  }
  const hasChain = (id: number) =>
    ask(id, 'eth_chainId').then(
      () => true,
      () => false,
    )

  const { provider, loseKey } = createDeviceProvider({
    address: facts.address,
    chainId,
    signing,
    batches: {
      delegationOf: usableDelegation,
      smartWallet: smartAccounts.smartWallet,
      async askPaymaster(url, method, params) {
        const { baseUrl } = service.world
        if (url.startsWith(`${baseUrl}/__mock/`)) return askAt(url.slice(baseUrl.length), method, params)
        throw new ProviderRpcError(
          providerCodes.chainDisconnected,
          'This wallet reaches only the paymaster services of the mock: pass `mock.chain.rpcUrl(chainId)` as the "url".',
        )
      },
      showCalls,
    },
    ask,
    hasChain,
    chainAdvice: 'The built-in networks have one each, and the operation "customNetworks.create" adds a network.',
    hasKey: hasDevice,
    confirm,
    fail: (code, message, details) => new ProviderRpcError(code, message, details),
    failureOf,
  })
  onLoss(loseKey)
  return provider
}

/** Reads an error of the device. What the relay refuses is a ceremony that has failed. */
function failureOf(error: unknown): ServiceFailure | undefined {
  if (!(error instanceof ServiceRefusal)) return undefined
  const { path, status, code, sentence } = error
  if (status === 0) return { kind: 'unanswered', sentence }
  if (path.startsWith('/__mock/relay/')) return { kind: 'unsigned', reason: code, sentence }
  return { kind: 'refused', status, code, sentence }
}
