import type { Hex } from '../../../crypto/evmTransactions.ts'

/** The entry points of ERC-4337, which are at the same address on every chain. */
export const entryPoints = [
  { version: '0.6', address: '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789' },
  { version: '0.7', address: '0x0000000071727de22e5e9d8baf0edac6f37da032' },
] as const satisfies readonly { readonly version: string; readonly address: Hex }[]
