import type { AptosBrowserWallet, AptosBrowserWalletOptions } from '@latchkey/browser-wallet/aptos/aptosBrowserWallet'
import type {
  BitcoinBrowserWallet,
  BitcoinBrowserWalletOptions,
} from '@latchkey/browser-wallet/bitcoin/bitcoinBrowserWallet'
import type { EvmBrowserWallet, EvmBrowserWalletOptions } from '@latchkey/browser-wallet/evm/evmBrowserWallet'
import type {
  SolanaBrowserWallet,
  SolanaBrowserWalletOptions,
} from '@latchkey/browser-wallet/solana/solanaBrowserWallet'
import type { SuiBrowserWallet, SuiBrowserWalletOptions } from '@latchkey/browser-wallet/sui/suiBrowserWallet'
import { hexToBytes } from '@noble/hashes/utils.js'
import { transact } from '../../world/world.ts'
import type { Accounts, AccountWallet } from './browserAccounts.ts'
import {
  createAlgorand,
  createCosmos,
  createFlow,
  createSpark,
  createStarknet,
  createTon,
  createTron,
} from './browserInjected.ts'
import { evmNodesOf } from './browserNodes.ts'
import { loadSolanaNodes } from './browserSolana.ts'
import {
  type AccountsOption,
  type BrowserChain,
  type BrowserWalletKinds,
  type BrowserWalletOptions,
  type CreateBrowserWallet,
  familyOf,
  readBrowserChain,
} from './browserWalletOptions.ts'
import type { Service } from './embeddedDevice.ts'
import { createWallets, type TestWallet } from './walletControl.ts'

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
  ALGO: createAlgorand,
  FLOW: createFlow,
  SPARK: createSpark,
  BTC: createBitcoin,
  SUI: createSui,
  APTOS: createAptos,
}

const mostAccounts = 100

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
    for (let index = 0; index < accounts; index++) created.push(await create({ kind }).catch(refuseKind))
    return created
  }

  return async <C extends BrowserChain = 'EVM'>(options: BrowserWalletOptions<C> = {} as BrowserWalletOptions<C>) => {
    const chain = readBrowserChain(options)
    const [first, ...others] = await accountsOf(options)
    if (!first) throw new TypeError('Failed to call "wallets.browser()": "accounts" is empty.')
    for (const wallet of [first, ...others])
      if (familyOf(wallet.chain) !== familyOf(chain))
        throw new TypeError(`Failed to call "wallets.browser()": ${wallet.address} is an account of ${wallet.chain}.`)
    const createWallet: Create<C> = creators[chain]
    const wallet = await createWallet(service, [first, ...others], options)
    world.browserWallets.add(wallet, chain)
    return wallet
  }
}

/** @throws TypeError for a kind that the chain does not have */
function refuseKind(error: unknown): never {
  if (!(error instanceof RangeError)) throw error
  throw new TypeError(`Failed to call "wallets.browser()": ${error.message}`, { cause: error })
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
