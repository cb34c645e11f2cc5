/** The addresses of the contracts that the EVM chains have without any set-up by a test, in lower case. */
import type { Hex } from '../codecs/evmTransactions.ts'

/** Several calls in one (Multicall3). */
export const multicall3Address: Hex = '0xca11bde05977b3631167028862be2a173976ca11'

/** The entry points of ERC-4337. */
export const entryPoints = [
  { version: '0.6', address: '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789' },
  { version: '0.7', address: '0x0000000071727de22e5e9d8baf0edac6f37da032' },
  { version: '0.8', address: '0x4337084d9e255ff0702461cf8895ce9e3b5ff108' },
  { version: '0.9', address: '0x433709009b8330fda32311df1c2afa402ed8d009' },
] as const satisfies readonly { readonly version: string; readonly address: Hex }[]

export type EntryPoint = (typeof entryPoints)[number]

/** The code to which accounts of viem's `toSimple7702SmartAccount` delegate, and the entry point that it obeys. */
export const simple7702Accounts = [
  { version: '0.8', address: '0xe6cae83bde06e4c305530e199d7217f42808555b' },
  { version: '0.9', address: '0xa46cc63ebf4bd77888aa327837d20b23a63a56b5' },
] as const satisfies readonly { readonly version: EntryPoint['version']; readonly address: Hex }[]

/** The contract that many tokens have approved, and that moves them by signatures (Permit2). */
export const permit2Address: Hex = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** The contract that deploys smart wallets, where viem's Solady account looks for it. */
export const smartWalletFactory: Hex = '0x5d82735936c6cd5de57cc3c1a799f6b2e6f933df'

/** The contracts that deploy Coinbase smart wallets, and the code of these, for each version of viem's account. */
export const coinbaseFactories = [
  {
    address: '0x0ba5ed0c6aa8c49038f819e587e2633c4a9f428a',
    implementation: '0x000100abaad02f1cfc8bbe32bd5a564817339e72',
  },
  {
    address: '0xba5ed110efdba3d005bfc882d75358acbbb85842',
    implementation: '0x00000110dcdedc9581cb5ecb8467282f2926534d',
  },
] as const satisfies readonly { readonly address: Hex; readonly implementation: Hex }[]

export type CoinbaseFactory = (typeof coinbaseFactories)[number]

/** The proxy that deploys contracts by a salt, which Foundry, Hardhat and viem's users know. */
export const deploymentProxyAddress: Hex = '0x4e59b44847b379578588920ca78fbf26c0b4956c'

/** The contracts of the name service. */
export const nameService = {
  registry: '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e',
  /** Which the registry names for every name of the simulated chain. */
  resolver: '0x231b0ee14048e9dccd1d247744d114a4eb5e8e63',
  universalResolver: '0xeeeeeeee14d718c2b47d9923deab1335e144eeee',
} as const satisfies Readonly<Record<string, Hex>>

/** Ethereum and its test network. */
const networksWithNames: ReadonlySet<number> = new Set([1, 11_155_111])

const everywhere: ReadonlySet<string> = new Set([
  multicall3Address,
  permit2Address,
  smartWalletFactory,
  deploymentProxyAddress,
  ...entryPoints.map(({ address }) => address),
  ...simple7702Accounts.map(({ address }) => address),
  ...coinbaseFactories.map(({ address }) => address),
])
const names: ReadonlySet<string> = new Set(Object.values(nameService))

/** Whether a network has one of these contracts at an address. */
export function isNativeAddress(address: string, networkId: number): boolean {
  return everywhere.has(address) || (networksWithNames.has(networkId) && names.has(address))
}
