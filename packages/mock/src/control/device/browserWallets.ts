import { assertKeys } from '@latchkey/base/nearest'
import { trimEnd } from '@latchkey/base/trimEnd'
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
import type {
  SolanaBrowserWallet,
  SolanaBrowserWalletOptions,
} from '@latchkey/browser-wallet/solana/solanaBrowserWallet'
import type {
  StarknetBrowserWallet,
  StarknetBrowserWalletOptions,
} from '@latchkey/browser-wallet/starknet/starknetBrowserWallet'
import type { SuiBrowserWallet, SuiBrowserWalletOptions } from '@latchkey/browser-wallet/sui/suiBrowserWallet'
import type { TonBrowserWallet, TonBrowserWalletOptions } from '@latchkey/browser-wallet/ton/tonBrowserWallet'
import type { TronBrowserWallet, TronBrowserWalletOptions } from '@latchkey/browser-wallet/tron/tronBrowserWallet'
import { hexToBytes } from '@noble/hashes/utils.js'
import { type BrowserWallets, walletPagesPath } from '../../world/browserWallets.ts'
import { transact, type World } from '../../world/world.ts'
import type { Accounts, AccountWallet } from './browserAccounts.ts'
import { createCosmos, createStarknet, createTon, createTron } from './browserInjected.ts'
import { evmNodesOf } from './browserNodes.ts'
import { loadSolanaNodes } from './browserSolana.ts'
import type { Service } from './embeddedDevice.ts'
import { createWallets, type TestWallet } from './walletControl.ts'

/** The chains whose wallets stand in pages, each with the options and the type of its wallet. */
interface BrowserWalletKinds {
  readonly EVM: { readonly options: EvmBrowserWalletOptions; readonly wallet: EvmBrowserWallet }
  readonly ETH: { readonly options: EvmBrowserWalletOptions; readonly wallet: EvmBrowserWallet }
  readonly SOL: { readonly options: SolanaBrowserWalletOptions; readonly wallet: SolanaBrowserWallet }
  readonly ECLIPSE: { readonly options: SolanaBrowserWalletOptions; readonly wallet: SolanaBrowserWallet }
  readonly COSMOS: { readonly options: CosmosBrowserWalletOptions; readonly wallet: CosmosBrowserWallet }
  readonly TRON: { readonly options: TronBrowserWalletOptions; readonly wallet: TronBrowserWallet }
  readonly TON: { readonly options: TonBrowserWalletOptions; readonly wallet: TonBrowserWallet }
  readonly STARK: { readonly options: StarknetBrowserWalletOptions; readonly wallet: StarknetBrowserWallet }
  readonly BTC: { readonly options: BitcoinBrowserWalletOptions; readonly wallet: BitcoinBrowserWallet }
  readonly SUI: { readonly options: SuiBrowserWalletOptions; readonly wallet: SuiBrowserWallet }
  readonly APTOS: { readonly options: AptosBrowserWalletOptions; readonly wallet: AptosBrowserWallet }
}

export type BrowserChain = keyof BrowserWalletKinds

/** Puts accounts into a wallet. */
type Create<C extends BrowserChain> = (
  service: Service,
  accounts: Accounts,
  options: BrowserWalletKinds[C]['options'],
) => Promise<BrowserWalletKinds[C]['wallet']>

const creators: { readonly [C in BrowserChain]: Create<C> } = {
  EVM: createEvm,
  ETH: createEvm,
  SOL: (service, accounts, options) => createSolana(service, 'SOL', { accounts, options }),
  ECLIPSE: (service, accounts, options) => createSolana(service, 'ECLIPSE', { accounts, options }),
  COSMOS: createCosmos,
  TRON: createTron,
  TON: createTon,
  STARK: createStarknet,
  BTC: createBitcoin,
  SUI: createSui,
  APTOS: createAptos,
}

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
  BTC: 'BTC',
  SUI: 'SUI',
  APTOS: 'APTOS',
}

const familyOf = (chain: string) => (Object.hasOwn(families, chain) ? families[chain as BrowserChain] : undefined)

/** The chain and the accounts of a browser wallet. */
interface AccountsOption<C extends BrowserChain> {
  /** @default 'EVM' */
  readonly chain?: C
  /** Wallets of the chain, or how many are created. @default 1 */
  readonly accounts?: number | readonly AccountWallet[]
  /** The kind of the accounts that are created: `contract`, `counterfactual`… @default the chain's first kind */
  readonly kind?: string
}

export type BrowserWalletOptions<C extends BrowserChain> = AccountsOption<C> & BrowserWalletKinds[C]['options']

export type CreateBrowserWallet = <C extends BrowserChain = 'EVM'>(
  options?: BrowserWalletOptions<C>,
) => Promise<BrowserWalletKinds[C]['wallet']>

const mostAccounts = 100

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
const optionsOf: { readonly [C in BrowserChain]: Readonly<Record<OptionName<C>, true>> } = {
  EVM: evmOptions,
  ETH: evmOptions,
  SOL: commonOptions,
  ECLIPSE: commonOptions,
  COSMOS: namedOptions,
  TRON: tronOptions,
  TON: networkOptions,
  STARK: networkOptions,
  BTC: { ...baseOptions, providerId: true },
  SUI: commonOptions,
  APTOS: { ...baseOptions, network: true },
}

/** The browser wallets of a mock, as the control interface serves them. */
interface ServedWallets {
  readonly wallets: BrowserWallets
  /** Where pages reach them. @param base - The URL by which pages reach the mock. @default that of the mock */
  pagesUrl(base?: string): string
  /** Writes the script that puts them into a page. @param base - As for `pagesUrl`. */
  writeScript(base?: string): Promise<string>
}

const servedBy = new WeakMap<CreateBrowserWallet, ServedWallets>()

export function browserWalletsOf({ wallets }: { readonly wallets: { readonly browser: CreateBrowserWallet } }) {
  const served = servedBy.get(wallets.browser)
  if (served) return served
  throw new TypeError('Something has replaced `mock.wallets.browser`, which knows the wallets.')
}

function serveWallets(world: World): ServedWallets {
  const wallets = world.browserWallets
  const pagesUrl = (base = world.baseUrl) => `${trimEnd(base, '/')}${walletPagesPath}${wallets.pageKey}`
  return {
    wallets,
    pagesUrl,
    async writeScript(base) {
      const { writePageScript } = await import('@latchkey/browser-wallet/pageScript')
      return writePageScript({ cards: wallets.list().map(({ card }) => card), road: { url: pagesUrl(base) } })
    },
  }
}

export function createBrowserWallets(service: Service): CreateBrowserWallet {
  const { world } = service
  const wallets = createWallets(world)

  async function accountsOf({ chain = 'EVM', accounts = 1, kind }: AccountsOption<BrowserChain>) {
    if (typeof accounts !== 'number') return accounts
    if (!Number.isSafeInteger(accounts) || accounts < 1 || accounts > mostAccounts)
      throw new TypeError(`Failed to call "wallets.browser()": "accounts" is not a number from 1 to ${mostAccounts}.`)
    const create = wallets[chain.toLowerCase() as Lowercase<BrowserChain>]
    const created: TestWallet[] = []
    // One after the other, so that the mock's seed determines each.
    for (let index = 0; index < accounts; index++) created.push(await create({ kind }))
    return created
  }

  const create = async <C extends BrowserChain = 'EVM'>(
    options: BrowserWalletOptions<C> = {} as BrowserWalletOptions<C>,
  ) => {
    const { chain = 'EVM' as C } = options
    if (!Object.hasOwn(families, chain))
      throw new TypeError(`Failed to call "wallets.browser()": wallets of ${String(chain)} do not stand in pages yet.`)
    assertKeys(options, Object.keys(optionsOf[chain]), { call: 'wallets.browser()', what: 'option' })
    const [first, ...others] = await accountsOf(options)
    if (!first) throw new TypeError('Failed to call "wallets.browser()": "accounts" is empty.')
    for (const wallet of [first, ...others])
      if (familyOf(wallet.chain) !== families[chain])
        throw new TypeError(`Failed to call "wallets.browser()": ${wallet.address} is an account of ${wallet.chain}.`)
    const createWallet: Create<C> = creators[chain]
    const wallet = await createWallet(service, [first, ...others], options)
    world.browserWallets.add(wallet, chain)
    return wallet
  }
  servedBy.set(create, serveWallets(world))
  return create
}

async function createEvm(
  service: Service,
  accounts: Accounts,
  options: EvmBrowserWalletOptions,
): Promise<EvmBrowserWallet> {
  const [{ createEvmAccount }, { createEvmBrowserWallet }, { createGrantsOf }] = await Promise.all([
    import('@latchkey/browser-wallet/evm/evmAccount'),
    import('@latchkey/browser-wallet/evm/evmBrowserWallet'),
    import('./browserWalletGrants.ts'),
  ])
  const [nodes, grantsOf] = [evmNodesOf(service), createGrantsOf(service.world)]
  return transact(service.world, ({ outside: { chains }, newId }) => {
    const account = ({ address, secret }: AccountWallet) =>
      createEvmAccount({ address, secret: hexToBytes(secret), contract: chains.contractWallet(address) })
    const [first, ...others] = accounts
    const parts = { id: newId(), accounts: [account(first), ...others.map(account)] as const }
    return createEvmBrowserWallet({ ...parts, nodes, grantsOf }, options)
  })
}

async function createSolana(
  service: Service,
  chain: 'ECLIPSE' | 'SOL',
  { accounts, options }: { readonly accounts: Accounts; readonly options: SolanaBrowserWalletOptions },
): Promise<SolanaBrowserWallet> {
  const [{ createSolanaAccount }, { createSolanaBrowserWallet }, nodes] = await Promise.all([
    import('@latchkey/browser-wallet/solana/solanaAccount'),
    import('@latchkey/browser-wallet/solana/solanaBrowserWallet'),
    loadSolanaNodes(service),
  ])
  const keys = accounts.map(({ secret }) => createSolanaAccount(hexToBytes(secret)))
  return transact(service.world, ({ newId }) =>
    createSolanaBrowserWallet({ id: newId(), chain, accounts: keys, nodes }, options),
  )
}

async function createBitcoin(
  service: Service,
  accounts: Accounts,
  options: BitcoinBrowserWalletOptions,
): Promise<BitcoinBrowserWallet> {
  const [{ createBitcoinAccount }, { createBitcoinBrowserWallet }] = await Promise.all([
    import('@latchkey/browser-wallet/bitcoin/bitcoinAccount'),
    import('@latchkey/browser-wallet/bitcoin/bitcoinBrowserWallet'),
  ])
  const keys = accounts.map(({ address, secret }) => createBitcoinAccount(address, hexToBytes(secret)))
  return transact(service.world, ({ newId }) => createBitcoinBrowserWallet({ id: newId(), accounts: keys }, options))
}

async function createSui(
  service: Service,
  accounts: Accounts,
  options: SuiBrowserWalletOptions,
): Promise<SuiBrowserWallet> {
  const [{ createSuiAccount }, { createSuiBrowserWallet }, { createSuiReader }] = await Promise.all([
    import('@latchkey/browser-wallet/sui/suiAccount'),
    import('@latchkey/browser-wallet/sui/suiBrowserWallet'),
    import('./browserSui.ts'),
  ])
  const keys = accounts.map(({ address, secret }) => createSuiAccount(address, hexToBytes(secret)))
  const readTransaction = createSuiReader()
  return transact(service.world, ({ newId }) =>
    createSuiBrowserWallet({ id: newId(), accounts: keys, readTransaction }, options),
  )
}

async function createAptos(
  service: Service,
  accounts: Accounts,
  options: AptosBrowserWalletOptions,
): Promise<AptosBrowserWallet> {
  const [{ createAptosAccount }, { createAptosBrowserWallet }] = await Promise.all([
    import('@latchkey/browser-wallet/aptos/aptosAccount'),
    import('@latchkey/browser-wallet/aptos/aptosBrowserWallet'),
  ])
  const keys = accounts.map(({ address, secret }) => createAptosAccount(address, hexToBytes(secret)))
  return transact(service.world, ({ newId }) => createAptosBrowserWallet({ id: newId(), accounts: keys }, options))
}
