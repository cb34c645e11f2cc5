import { providerCodes } from '@latchkey/device/provider'
import { invalid, readText } from '../injected/inputs.ts'
import type { Site, WalletCore } from '../walletCore.ts'
import { fail } from '../walletError.ts'

/** A call of a page. */
export interface CosmosCall {
  readonly site: Site
  readonly method: string
  readonly params: readonly unknown[]
}

/** Which page may use which chains. */
export interface CosmosSites {
  /** Unlocks the wallet, and asks for the chains that the page may not use yet. @returns The selected account */
  enable(call: CosmosCall, chainIds: readonly string[]): Promise<string>
  /** Takes access to chains away from a page. @param chainIds - Absent for all. */
  disable(origin: string, chainIds: readonly string[] | undefined): void
}

/** The chains of an argument that is one, or a list of them. @throws WalletError */
export const readChainIds = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).map((each) => readText(each, 'chainId'))

/** @param prefixes - The prefix of addresses by chain. */
export function createCosmosSites(core: WalletCore, prefixes: ReadonlyMap<string, string>): CosmosSites {
  const enabled = new Map<string, ReadonlySet<string>>()
  /** The last request of each page for access: the next one waits for it, as pages ask for several at once. */
  const turns = new Map<string, Promise<unknown>>()

  /** The chains of a page, unless the person has taken its access away. */
  const chainsOf = (origin: string): ReadonlySet<string> =>
    (core.control.connections.includes(origin) && enabled.get(origin)) || new Set()

  async function enable({ site, method, params }: CosmosCall, chainIds: readonly string[]): Promise<string> {
    const unknown = chainIds.find((chainId) => !prefixes.has(chainId))
    if (unknown !== undefined) throw invalid(`There is no modular chain info for ${unknown}`)
    if (chainIds.length === 0) throw invalid('The chain id is missing.')
    const present = chainsOf(site.origin)
    const isRepeated = chainIds.some((chainId) => !present.has(chainId))
    const [account] = await core.connect(site, { method, params, isRepeated })
    if (account === undefined) throw fail(providerCodes.unauthorized, 'The page has no access to an account.')
    enabled.set(site.origin, new Set([...present, ...chainIds]))
    return account
  }

  return {
    enable(call, chainIds) {
      const { origin } = call.site
      const turn = (turns.get(origin) ?? Promise.resolve()).then(() => enable(call, chainIds))
      turns.set(
        origin,
        turn.catch(() => {}),
      )
      return turn
    },
    disable(origin, chainIds) {
      const rest = [...chainsOf(origin)].filter((chainId) => chainIds && !chainIds.includes(chainId))
      enabled.set(origin, new Set(rest))
      if (rest.length === 0) core.control.disconnect(origin)
    },
  }
}
