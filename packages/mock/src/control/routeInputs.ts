import * as z from 'zod'

/** A chain, as wallets name it. */
export const chain = z.enum([
  'ETH',
  'EVM',
  'FLOW',
  'SOL',
  'ALGO',
  'STARK',
  'COSMOS',
  'BTC',
  'ECLIPSE',
  'SUI',
  'SPARK',
  'TRON',
  'APTOS',
  'TON',
])
