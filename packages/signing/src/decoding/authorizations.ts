/** Authorizations of EIP-7702 as they are hashed. This loads `ox`, so import it lazily. */
import * as Rlp from 'ox/Rlp'
import type { Hex } from './knownFunction.ts'

/** Reads `0x05 ‖ rlp([chain id, address, nonce])`; `undefined` for other bytes. */
export function decodeAuthorizationBytes(hex: Hex): { address: string; chainId: number } | undefined {
  try {
    const parts = Rlp.toHex(`0x${hex.slice(4)}`)
    if (!Array.isArray(parts) || parts.length !== 3) return undefined
    const [chainId, address] = parts
    // Without a list in their place, these are hex.
    if (typeof address !== 'string' || address.length !== 42 || typeof chainId !== 'string') return undefined
    return { address, chainId: chainId === '0x' ? 0 : Number(BigInt(chainId)) }
  } catch {
    return undefined
  }
}
