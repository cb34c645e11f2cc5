import { assertArgument, assertObject } from '../../shared/assertArgument.ts'
import type { EthereumProvider } from './provider.ts'

/** The facts that a page shows about a wallet (EIP-6963). */
export interface ProviderInfo {
  /** Name of the wallet. */
  readonly name: string
  /** A data URL of a square image. */
  readonly icon: string
  /** Reverse domain name, `com.example.wallet`. */
  readonly rdns: string
  /** Id of the provider in this page. A UUID. @default random */
  readonly uuid?: string | undefined
}

/**
 * Announces a provider to the page (EIP-6963), so that wallet connectors such as wagmi's find it, and again whenever
 * one asks.
 *
 * @returns A function that ends the announcements.
 * @throws {@link TypeError} when `provider` is not a provider, or `info` is not an object.
 * @example const stop = announceProvider(provider, { name: 'Example', icon, rdns: 'com.example' })
 */
export function announceProvider(provider: EthereumProvider, info: ProviderInfo): () => void {
  assertArgument(typeof provider?.request === 'function', 'provider', 'the result of toProvider()')
  assertObject(info, 'info', '{ name, icon, rdns }')
  const { uuid = crypto.randomUUID() } = info
  const detail = Object.freeze({ info: Object.freeze({ ...info, uuid }), provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => window.removeEventListener('eip6963:requestProvider', announce)
}
