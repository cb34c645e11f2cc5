import { assertKeys } from '@latchkey/base/nearest'
import type {
  AlgorandBrowserWallet,
  AlgorandBrowserWalletOptions,
} from '@latchkey/browser-wallet/algorand/algorandBrowserWallet'
import type { AptosBrowserWallet, AptosBrowserWalletOptions } from '@latchkey/browser-wallet/aptos/aptosBrowserWallet'
import type {
  BitcoinBrowserWallet,
  BitcoinBrowserWalletOptions,
} from '@latchkey/browser-wallet/bitcoin/bitcoinBrowserWallet'
import type {
  CosmosBrowserWallet,
  CosmosBrowserWalletOptions,
} from '@latchkey/browser-wallet/cosmos/cosmosBrowserWallet'
import type { EvmBrowserWallet, EvmBrowserWalletOptions } from '@latchkey/browser-wallet/evm/evmBrowserWallet'
import type { FlowBrowserWallet, FlowBrowserWalletOptions } from '@latchkey/browser-wallet/flow/flowBrowserWallet'
import type {
  SolanaBrowserWallet,
  SolanaBrowserWalletOptions,
} from '@latchkey/browser-wallet/solana/solanaBrowserWallet'
import type { SparkBrowserWallet, SparkBrowserWalletOptions } from '@latchkey/browser-wallet/spark/sparkBrowserWallet'
import type {
  StarknetBrowserWallet,
  StarknetBrowserWalletOptions,
} from '@latchkey/browser-wallet/starknet/starknetBrowserWallet'
import type { SuiBrowserWallet, SuiBrowserWalletOptions } from '@latchkey/browser-wallet/sui/suiBrowserWallet'
import type { TonBrowserWallet, TonBrowserWalletOptions } from '@latchkey/browser-wallet/ton/tonBrowserWallet'
import type { TronBrowserWallet, TronBrowserWalletOptions } from '@latchkey/browser-wallet/tron/tronBrowserWallet'
import type { AccountWallet } from './browserAccounts.ts'

/** The chains whose wallets stand in pages, each with the options and the type of its wallet. */
export interface BrowserWalletKinds {
  readonly EVM: { readonly options: EvmBrowserWalletOptions; readonly wallet: EvmBrowserWallet }
  readonly ETH: { readonly options: EvmBrowserWalletOptions; readonly wallet: EvmBrowserWallet }
  readonly SOL: { readonly options: SolanaBrowserWalletOptions; readonly wallet: SolanaBrowserWallet }
  readonly ECLIPSE: { readonly options: SolanaBrowserWalletOptions; readonly wallet: SolanaBrowserWallet }
  readonly COSMOS: { readonly options: CosmosBrowserWalletOptions; readonly wallet: CosmosBrowserWallet }
  readonly TRON: { readonly options: TronBrowserWalletOptions; readonly wallet: TronBrowserWallet }
  readonly TON: { readonly options: TonBrowserWalletOptions; readonly wallet: TonBrowserWallet }
  readonly STARK: { readonly options: StarknetBrowserWalletOptions; readonly wallet: StarknetBrowserWallet }
  readonly ALGO: { readonly options: AlgorandBrowserWalletOptions; readonly wallet: AlgorandBrowserWallet }
  readonly FLOW: { readonly options: FlowBrowserWalletOptions; readonly wallet: FlowBrowserWallet }
  readonly SPARK: { readonly options: SparkBrowserWalletOptions; readonly wallet: SparkBrowserWallet }
  readonly BTC: { readonly options: BitcoinBrowserWalletOptions; readonly wallet: BitcoinBrowserWallet }
  readonly SUI: { readonly options: SuiBrowserWalletOptions; readonly wallet: SuiBrowserWallet }
  readonly APTOS: { readonly options: AptosBrowserWalletOptions; readonly wallet: AptosBrowserWallet }
}

export type BrowserChain = keyof BrowserWalletKinds

/** The chains that share their accounts, each by the name of the first. */
const families: Readonly<Record<BrowserChain, BrowserChain>> = {
  EVM: 'EVM',
  ETH: 'EVM',
  SOL: 'SOL',
  ECLIPSE: 'SOL',
  COSMOS: 'COSMOS',
  TRON: 'TRON',
  TON: 'TON',
  STARK: 'STARK',
  ALGO: 'ALGO',
  FLOW: 'FLOW',
  SPARK: 'SPARK',
  BTC: 'BTC',
  SUI: 'SUI',
  APTOS: 'APTOS',
}

/** The first of the chains that share accounts with a chain; `undefined` for a chain that the service does not have. */
export const familyOf = (chain: string): BrowserChain | undefined =>
  Object.hasOwn(families, chain) ? families[chain as BrowserChain] : undefined

/** The chain and the accounts of a browser wallet. */
export interface AccountsOption<C extends BrowserChain> {
  /** @default 'EVM' */
  readonly chain?: C | undefined
  /** Wallets of the chain, or how many are created. @default 1 */
  readonly accounts?: number | readonly AccountWallet[] | undefined
  /** The kind of the accounts that are created: `contract`, `counterfactual`… @default the chain's first kind */
  readonly kind?: string | undefined
}

export type BrowserWalletOptions<C extends BrowserChain> = AccountsOption<C> & BrowserWalletKinds[C]['options']

export type CreateBrowserWallet = <C extends BrowserChain = 'EVM'>(
  options?: BrowserWalletOptions<C>,
) => Promise<BrowserWalletKinds[C]['wallet']>

type OptionName<C extends BrowserChain> = keyof BrowserWalletOptions<C>

const baseOptions = {
  accounts: true,
  approval: true,
  chain: true,
  delay: true,
  icon: true,
  kind: true,
  name: true,
} as const
const commonOptions = { ...baseOptions, chains: true } as const satisfies Record<OptionName<'SOL'>, true>
const evmOptions = {
  ...commonOptions,
  addresses: true,
  chainId: true,
  chains: true,
  hardware: true,
  marks: true,
  rdns: true,
  windowEthereum: true,
} as const satisfies Record<OptionName<'EVM'>, true>

const namedOptions = { ...commonOptions, windowKey: true } as const satisfies Record<OptionName<'COSMOS'>, true>
const tronOptions = { ...baseOptions, network: true, rdns: true } as const satisfies Record<OptionName<'TRON'>, true>
const networkOptions = { ...baseOptions, network: true, windowKey: true } as const satisfies Record<
  OptionName<'TON'>,
  true
>

/** The options of each chain, by which misspelt ones are found. */
export const browserWalletOptions: { readonly [C in BrowserChain]: Readonly<Record<OptionName<C>, true>> } = {
  EVM: evmOptions,
  ETH: evmOptions,
  SOL: commonOptions,
  ECLIPSE: commonOptions,
  COSMOS: namedOptions,
  TRON: tronOptions,
  TON: networkOptions,
  STARK: networkOptions,
  ALGO: { ...networkOptions, providerId: true },
  FLOW: baseOptions,
  SPARK: { ...baseOptions, providerId: true },
  BTC: { ...baseOptions, providerId: true },
  SUI: commonOptions,
  APTOS: { ...baseOptions, network: true },
}

/**
 * The chain that options of `wallets.browser()` are about.
 *
 * @throws TypeError for a chain that the service does not have, and for an option that wallets of the chain do not have
 */
export function readBrowserChain<C extends BrowserChain>(options: BrowserWalletOptions<C>): C {
  const { chain = 'EVM' as C } = options
  if (!Object.hasOwn(browserWalletOptions, chain))
    throw new TypeError(
      `Failed to call "wallets.browser()": the chain "${String(chain)}" is not one of ${Object.keys(browserWalletOptions).join(', ')}.`,
    )
  const what = `option of wallets of ${chain}`
  assertKeys(options, Object.keys(browserWalletOptions[chain]), { call: 'wallets.browser()', what })
  return chain
}
