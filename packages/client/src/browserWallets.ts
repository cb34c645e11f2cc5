export { type AvmWebClient, type AvmWebOptions, type AvmWebReply, fromAvmWebClient } from './browserWallets/avmWeb.ts'
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
export { fromKeplr, type KeplrOptions, type KeplrWallet } from './browserWallets/keplr.ts'
export { fromStarknetWallet, type StarknetWallet } from './browserWallets/starknet.ts'
export { fromTonConnect, type TonConnectBridge, type TonConnectOptions } from './browserWallets/tonConnect.ts'
export { fromTronLink, type TronLink, type TronWeb } from './browserWallets/tron.ts'
export { fromFcl, type FclAccount, type FclUser } from './browserWallets/fcl.ts'
export { fromPeraWallet, type PeraWallet } from './browserWallets/pera.ts'
export { followWallet, type FollowWalletOptions } from './browserWallets/followWallet.ts'
