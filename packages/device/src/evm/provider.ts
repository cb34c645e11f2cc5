/** The provider of EIP-1193 of a wallet. */
import { createAppAccess, hexOf } from './appAccess.ts'
import { providerCodes } from './codes.ts'
import { createListeners, type Listeners } from './listeners.ts'
import type { Eip1193Events, ProviderParts, ProviderRequest } from './providerParts.ts'
import { readRequest } from './readRequest.ts'
import { serviceError } from './serviceFailure.ts'
import { createWalletMethods } from './walletMethods.ts'

export { type Fail, providerCodes } from './codes.ts'
export type { ConfirmedRequest, Eip1193Events, ProviderRequest, SmartWallet } from './providerParts.ts'
export { nodeCodeOf, type ServiceFailure } from './serviceFailure.ts'
export type { CallReceipt, CallsStatus } from './types.ts'

export interface Provider extends Pick<Listeners<Eip1193Events>, 'on' | 'removeListener'> {
  request(request: ProviderRequest): Promise<unknown>
  /** Hides the wallet until accounts are asked for again. */
  disconnect(): void
}

/** Methods that a node answers. Those that need a key are the wallet's. */
export const isForNode = (method: string) =>
  /^(eth|net|web3)_/.test(method) && !/^eth_(sign|sendTransaction)/.test(method)

/**
 * Makes the provider of a wallet. It announces itself before any other event, so that whoever listens at once hears it.
 *
 * @returns The provider, and what tells listeners that the key was lost.
 */
export function createProvider(parts: ProviderParts): { readonly provider: Provider; loseKey(): void } {
  const { fail, failureOf, report = (error) => void Promise.reject(error) } = parts
  const listeners = createListeners<Eip1193Events>(report)
  const access = createAppAccess(parts, listeners)
  const methods = createWalletMethods(parts, access)
  const announced = Promise.resolve().then(() => listeners.emit('connect', { chainId: hexOf(access.chainId) }))

  function answer(request: ProviderRequest): unknown {
    const { method, params } = request
    if (Object.hasOwn(methods, method)) {
      const read = readRequest(request, fail)
      return methods[method]?.(read.params, read)
    }
    if (isForNode(method)) return parts.ask(access.chainId, method, params)
    throw fail(providerCodes.methodNotFound, `The wallet does not have the method ${method}.`)
  }

  const provider: Provider = {
    async request(request) {
      await announced
      try {
        return await answer(request)
      } catch (error) {
        const failure = failureOf(error)
        throw failure ? serviceError(failure, fail, error) : error
      }
    },
    on: listeners.on,
    removeListener: listeners.removeListener,
    disconnect: access.disconnect,
  }
  return { provider, loseKey: access.reportAccounts }
}
