import type { Authorization, SignatureParts } from './types.ts'

const hexOf = (value: number) => `0x${value.toString(16)}`

/** A signed delegation as JSON-RPC has it. */
export const wireAuthorization = ({ address, chainId, nonce, r, s, yParity }: Authorization & SignatureParts) => ({
  address,
  chainId: hexOf(chainId),
  nonce: hexOf(nonce),
  r,
  s,
  yParity: hexOf(yParity),
})
