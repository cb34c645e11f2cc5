import { isSameAddress } from '../appAccess.ts'
import { entryPoints } from '../entryPoints.ts'
import type { ProviderParts, SmartWallet } from '../providerParts.ts'
import type { Hex } from '../types.ts'

/** How an account sends several calls on a chain: one transaction, one after it has delegated, or several. */
type Atomicity = 'supported' | 'ready' | 'unsupported'

/** An account of the app on a chain. */
export interface BatchAccount {
  readonly address: Hex
  readonly chainId: number
  readonly atomicity: Atomicity
  /** The contract to which it has to delegate first (EIP-7702). */
  readonly delegation?: Hex
  /** The account has no key of its own, so it acts only by user operations. */
  readonly smartWallet?: SmartWallet
  /**
   * The entry point to which user operations of the account go, by which a paymaster can pay for it; absent where the
   * chain does not serve them.
   */
  readonly entryPoint?: Hex | undefined
}

/** The code of an account that has delegated: this, and the address of the contract (EIP-7702). */
const isDelegated = (code: unknown) => typeof code === 'string' && /^0xef0100[\da-f]{40}$/i.test(code)

/** @param address - One of the app's accounts. */
export async function batchAccountOf(parts: ProviderParts, address: Hex, chainId: number): Promise<BatchAccount> {
  const smartWallet = parts.batches.smartWallet()
  const common = { address, chainId }
  if (smartWallet && !isSameAddress(address, parts.address)) {
    const entryPoint = await entryPointOf(parts, chainId)
    return { ...common, smartWallet, entryPoint, atomicity: entryPoint ? 'supported' : 'unsupported' }
  }
  const code = await parts.ask(chainId, 'eth_getCode', [address, 'latest'])
  if (isDelegated(code))
    return { ...common, atomicity: 'supported', entryPoint: await entryPointOf(parts, chainId, address) }
  const delegation = code === '0x' ? await parts.batches.delegationOf(chainId) : undefined
  if (delegation === undefined) return { ...common, atomicity: 'unsupported' }
  return { ...common, atomicity: 'ready', delegation, entryPoint: await entryPointOf(parts, chainId, delegation) }
}

/** `entryPoint()`, by which the reference accounts of ERC-4337 name the only entry point that they obey. */
const entryPointQuestion: Hex = '0xb0d691fe'

/**
 * The entry point for an account, if the node of its chain is a bundler for it: the one that the account's code names,
 * and 0.7 for code that names none. A node that is no bundler refuses the method.
 *
 * @param code - Where the code of the account is. @default code for 0.7
 */
async function entryPointOf({ ask }: ProviderParts, chainId: number, code?: Hex): Promise<Hex | undefined> {
  const answer = await ask(chainId, 'eth_supportedEntryPoints').catch(() => [])
  const addresses: readonly unknown[] = Array.isArray(answer) ? answer : []
  const served = entryPoints.filter((each) => addresses.some((address) => isSameAddress(address, each.address)))
  const usual = served.find(({ version }) => version === '0.7')?.address
  if (code === undefined || served.length === 0) return usual
  const named = await ask(chainId, 'eth_call', [{ to: code, data: entryPointQuestion }, 'latest']).catch(
    () => undefined,
  )
  if (typeof named !== 'string' || !/^0x0{24}[\da-f]{40}$/i.test(named)) return usual
  return served.find(({ address }) => isSameAddress(`0x${named.slice(26)}`, address))?.address
}
