export { fromEip1193, type Eip1193Options, type Eip1193Provider } from './browserWallets/eip1193.ts'
export { fromSolanaWallet, type SolanaOptions } from './browserWallets/solana.ts'
export type { StandardAccount, StandardWallet } from './browserWallets/standard.ts'
