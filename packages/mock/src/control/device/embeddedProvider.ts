import { createProvider as createDeviceProvider, providerCodes } from '@latchkey/device/provider'
import { callService, ServiceRefusal, type Service } from './embeddedDevice.ts'
import type { EvmSigning, Hex } from './embeddedEvm.ts'
import { ProviderRpcError } from './providerRpcError.ts'

/** A request of EIP-1193. */
interface ProviderRequest {
  readonly method: string
  readonly params?: unknown
}

/** The events of a provider. */
interface ProviderEvents {
  readonly connect: { readonly chainId: Hex }
  readonly disconnect: ProviderRpcError
  readonly chainChanged: Hex
  readonly accountsChanged: readonly string[]
}

/** The first chain of a provider, and the answers of the person at the wallet. */
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

/** Makes the EIP-1193 provider of an embedded wallet, which reaches the pretended chains. */
export function createProvider(wallet: ProviderWallet, { chainId = 1, confirm = () => true }: ProviderOptions) {
  const { service, address, signing, hasDevice, onLoss } = wallet

  /** Asks the node of a chain. @throws ProviderRpcError with the node's own code */
  async function ask(id: number, method: string, params: unknown = []): Promise<unknown> {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const { error, result } = await callService(service, `/__mock/chains/evm/${id}`, { body })
    if (!error) return result
    const { code, message, data } = error as { code: number; message: string; data?: unknown }
    throw new ProviderRpcError(code, message, { data })
  }
  const hasChain = (id: number) =>
    ask(id, 'eth_chainId').then(
      () => true,
      () => false,
    )

  const { provider, loseKey } = createDeviceProvider({
    address,
    chainId,
    signing,
    ask,
    hasChain,
    hasKey: hasDevice,
    confirm,
    fail: (code, message) => new ProviderRpcError(code, message),
  })
  onLoss(loseKey)
  const embedded: EmbeddedProvider = {
    ...provider,
    request: (request) =>
      provider.request(request).catch((error: unknown) => {
        throw asProviderError(error)
      }),
  }
  return embedded
}

/** The service's refusals, such as those of policies, as errors that libraries for wallets show. */
function asProviderError(error: unknown): unknown {
  if (!(error instanceof ServiceRefusal)) return error
  const { status, code } = error
  return new ProviderRpcError(providerCodes.internal, error.message, { data: { status, code }, cause: error })
}
