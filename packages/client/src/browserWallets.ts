export { fromAptosWallet } from './browserWallets/aptos.ts'
export { type BitcoinOptions, fromBitcoinWallet } from './browserWallets/bitcoin.ts'
export { type Eip1193Options, type Eip1193Provider, fromEip1193 } from './browserWallets/eip1193.ts'
export {
  fromSatsConnect,
  type SatsConnectAddress,
  type SatsConnectChange,
  type SatsConnectOptions,
  type SatsConnectProvider,
} from './browserWallets/satsConnect.ts'
export { fromSolanaWallet, type SolanaOptions } from './browserWallets/solana.ts'
export type { StandardAccount, StandardWallet } from './browserWallets/standard.ts'
export { fromSuiWallet } from './browserWallets/sui.ts'
