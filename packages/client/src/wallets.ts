export {
  CeremonyError,
  isCeremonyError,
  type CeremonyErrorDetails,
  type CeremonyErrorReason,
} from './shared/ceremonyError.ts'
export { signPsbt } from './wallets/bitcoin/signPsbt.ts'
export type { BackupPassword } from './wallets/backup.ts'
export type {
  BitcoinAddressType,
  CeremonyEngine,
  CeremonyInput,
  CeremonyProgress,
  CeremonySignature,
  EngineSecret,
  ExportInput,
  ImportInput,
  KeygenInput,
  KeyMaterial,
  MakingInput,
  OpenedRoom,
  RefreshInput,
  ReshareInput,
  SignInput,
  StoredShareInput,
  ThresholdScheme,
  WalletChain,
} from './wallets/engine.ts'
export {
  createWalletParty,
  type ImportedWallet,
  type ListedWallet,
  type NewWallet,
  type WalletParty,
  type WalletPartyOptions,
} from './wallets/createWalletParty.ts'
export {
  openDelegatedWallet,
  type DelegatedWallet,
  type DelegatedWalletOptions,
  type DelegationGrant,
  type SealedEnvelope,
} from './wallets/delegatedWallet.ts'
export { delegateWallet, revokeDelegation } from './wallets/delegation.ts'
export { indexedDbShares, type IndexedDbOptions } from './wallets/indexedDbShares.ts'
export { relayEngine } from './wallets/relay/relayEngine.ts'
export type { RelayOptions } from './wallets/relay/relay.ts'
export { type KeyedStorage, listedShares, memoryShares, type ShareStorage } from './wallets/storage.ts'
export { announceProvider, type ProviderInfo } from './wallets/evm/announceProvider.ts'
export {
  toProvider,
  type CallReceipt,
  type CallsStatus,
  type ConfirmedRequest,
  type EthereumProvider,
  type ProviderEvents,
  type ProviderOptions,
  type ProviderRequest,
  type SmartWalletAccount,
} from './wallets/evm/provider.ts'
export { ProviderRpcError } from './wallets/evm/providerRpcError.ts'
export { toViemAccount, type ViemAccount } from './wallets/evm/viemAccount.ts'
export type {
  EvmAuthorization,
  EvmMessage,
  EvmSignature,
  EvmTransaction,
  EvmTypedData,
  HexText,
  SignedEvmAuthorization,
} from './wallets/evm/types.ts'
export {
  toSolanaSigner,
  type SolanaAddress,
  type SolanaSignature,
  type SolanaSignatures,
  type SolanaSigner,
  type SolanaSignerConfig,
} from './wallets/solana/solanaSigner.ts'
export type {
  BackupOptions,
  EmbeddedWallet,
  SigningWallet,
  SignOptions,
  SignRequest,
  WalletCallOptions,
} from './wallets/wallet.ts'
export type { WalletSummary } from './wallets/service.ts'
