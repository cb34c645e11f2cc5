import { isSameAddress } from '../appAccess.ts'
import type { ProviderParts, SmartWallet } from '../providerParts.ts'
import type { Hex } from '../types.ts'

/** The entry point 0.7 of ERC-4337. */
export const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

/** How an account sends several calls on a chain: one transaction, one after it has delegated, or several. */
type Atomicity = 'supported' | 'ready' | 'unsupported'

/** An account of the app on a chain. */
export interface BatchAccount {
  readonly address: Hex
  readonly chainId: number
  readonly atomicity: Atomicity
  /** The contract to which it has to delegate first (EIP-7702). */
  readonly delegation?: Hex
  /** The account has no key of its own, so it acts by user operations alone. */
  readonly smartWallet?: SmartWallet
  /** Whether the chain serves user operations, by which a paymaster can pay for the account. */
  readonly hasBundler: boolean
}

/** The code of an account that has delegated: this, and the address of the contract (EIP-7702). */
const isDelegated = (code: unknown) => typeof code === 'string' && /^0xef0100[\da-f]{40}$/i.test(code)

/** @param address - One of the app's accounts. */
export async function batchAccountOf(parts: ProviderParts, address: Hex, chainId: number): Promise<BatchAccount> {
  const smartWallet = parts.batches.smartWallet()
  const common = { address, chainId }
  if (smartWallet && !isSameAddress(address, parts.address)) {
    const hasBundler = await servesOperations(parts, chainId)
    return { ...common, smartWallet, hasBundler, atomicity: hasBundler ? 'supported' : 'unsupported' }
  }
  const code = await parts.ask(chainId, 'eth_getCode', [address, 'latest'])
  if (isDelegated(code))
    return { ...common, atomicity: 'supported', hasBundler: await servesOperations(parts, chainId) }
  const delegation = code === '0x' ? parts.batches.delegationOf(chainId) : undefined
  if (delegation === undefined) return { ...common, atomicity: 'unsupported', hasBundler: false }
  return { ...common, atomicity: 'ready', delegation, hasBundler: await servesOperations(parts, chainId) }
}

/** Whether the node of a chain is a bundler as well. One that is none refuses the method. */
async function servesOperations({ ask }: ProviderParts, chainId: number): Promise<boolean> {
  const served = await ask(chainId, 'eth_supportedEntryPoints').catch(() => [])
  return Array.isArray(served) && served.some((address) => isSameAddress(address, entryPoint))
}
