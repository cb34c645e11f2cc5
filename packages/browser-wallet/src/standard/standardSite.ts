import { isObject } from '@latchkey/base/isObject'
import { providerCodes } from '@latchkey/device/provider'
import type { Site, WalletCore } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import type { SignedResult } from '../wire.ts'

/** Answers the inputs of a feature for a page. @throws WalletError */
export type FeatureMethod = (site: Site, inputs: readonly Record<string, unknown>[]) => Promise<SignedResult>

/**
 * The requests of a page to a wallet of the Wallet Standard.
 *
 * @param features - The features that sign or send, by name.
 * @returns A function that answers a request, and throws a WalletError.
 */
export function createStandardSite(
  core: WalletCore,
  site: Site,
  features: Readonly<Record<string, FeatureMethod>>,
): (method: string, params: unknown) => Promise<unknown> {
  async function connect(params: unknown, isSilent: boolean): Promise<readonly string[]> {
    return isSilent ? core.accountsOf(site.origin) : core.connect(site, { method: 'standard:connect', params })
  }

  return async (method, params) => {
    if (!Array.isArray(params) || !params.every(isObject))
      throw fail(standardCodes.invalidInput, `Each input of ${method} is an object.`)
    if (method === 'standard:connect') return connect(params, params[0]?.silent === true)
    const answer = Object.hasOwn(features, method) ? features[method] : undefined
    if (answer) return answer(site, params)
    throw fail(providerCodes.methodNotFound, `The wallet does not have the feature ${method}.`)
  }
}

/** Codes of EIP-1474, with which wallets of other chains refuse, too. */
export const standardCodes = { invalidInput: -32_000, transactionRejected: -32_003 } as const
