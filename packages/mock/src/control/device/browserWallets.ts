import { assertKeys } from '@latchkey/base/nearest'
import type { EvmBrowserWallet, EvmBrowserWalletOptions } from '@latchkey/browser-wallet/evm/evmBrowserWallet'
import type { EvmNodes } from '@latchkey/browser-wallet/evm/evmWalletState'
import { hexToBytes } from '@noble/hashes/utils.js'
import { type BrowserWallets, walletPagesPath } from '../../world/browserWallets.ts'
import { transact, type World } from '../../world/world.ts'
import { callService, type Service, ServiceRefusal } from './embeddedDevice.ts'
import { createWallets, type TestWallet } from './walletControl.ts'

/** The chains whose wallets stand in pages, each with the options and the type of its wallet. */
interface BrowserWalletKinds {
  readonly EVM: { readonly options: EvmBrowserWalletOptions; readonly wallet: EvmBrowserWallet }
  readonly ETH: { readonly options: EvmBrowserWalletOptions; readonly wallet: EvmBrowserWallet }
}

type BrowserChain = keyof BrowserWalletKinds

/** A wallet that is an account of a browser wallet: of this process, or of a server. */
export type AccountWallet = Pick<TestWallet, 'address' | 'chain' | 'secret'>

/** The chain and the accounts of a browser wallet. */
interface AccountsOption<C extends BrowserChain> {
  /** @default 'EVM' */
  readonly chain?: C
  /** Wallets of the chain, or how many are created. @default 1 */
  readonly accounts?: number | readonly AccountWallet[]
  /** The kind of the accounts that are created: `contract`, `counterfactual`… @default the chain's first kind */
  readonly kind?: string
}

export type CreateBrowserWallet = <C extends BrowserChain = 'EVM'>(
  options?: AccountsOption<C> & BrowserWalletKinds[C]['options'],
) => Promise<BrowserWalletKinds[C]['wallet']>

const mostAccounts = 100

const optionNames = Object.keys({
  accounts: true,
  addresses: true,
  approval: true,
  chain: true,
  chainId: true,
  chains: true,
  delay: true,
  hardware: true,
  icon: true,
  kind: true,
  marks: true,
  name: true,
  rdns: true,
  windowEthereum: true,
} satisfies Record<keyof (AccountsOption<'EVM'> & EvmBrowserWalletOptions), true>)

/** The browser wallets of a mock, as the control interface serves them. */
interface ServedWallets {
  readonly wallets: BrowserWallets
  /** Where pages reach them. */
  pagesUrl(): string
  /** Writes the script that puts them into a page. */
  writeScript(): Promise<string>
}

const servedBy = new WeakMap<CreateBrowserWallet, ServedWallets>()

export function browserWalletsOf({ wallets }: { readonly wallets: { readonly browser: CreateBrowserWallet } }) {
  const served = servedBy.get(wallets.browser)
  if (served) return served
  throw new TypeError('Something has replaced `mock.wallets.browser`, which knows the wallets.')
}

function serveWallets(world: World): ServedWallets {
  const wallets = world.browserWallets
  const pagesUrl = () => `${world.baseUrl}${walletPagesPath}${wallets.pageKey}`
  return {
    wallets,
    pagesUrl,
    async writeScript() {
      const { writePageScript } = await import('@latchkey/browser-wallet/pageScript')
      return writePageScript({ cards: wallets.list().map(({ card }) => card), road: { url: pagesUrl() } })
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

  const create: CreateBrowserWallet = async (options = {}) => {
    assertKeys(options, optionNames, { call: 'wallets.browser()', what: 'option' })
    const { chain = 'EVM', accounts: _, kind: __, ...rest } = options
    if (chain !== 'EVM' && chain !== 'ETH')
      throw new TypeError(`Failed to call "wallets.browser()": wallets of ${String(chain)} do not stand in pages yet.`)
    const [first, ...others] = await accountsOf(options)
    if (!first) throw new TypeError('Failed to call "wallets.browser()": "accounts" is empty.')
    for (const wallet of [first, ...others])
      if (wallet.chain !== 'EVM' && wallet.chain !== 'ETH')
        throw new TypeError(`Failed to call "wallets.browser()": ${wallet.address} is an account of ${wallet.chain}.`)
    const [{ createEvmAccount }, { createEvmBrowserWallet }, { createGrantsOf }] = await Promise.all([
      import('@latchkey/browser-wallet/evm/evmAccount'),
      import('@latchkey/browser-wallet/evm/evmBrowserWallet'),
      import('./browserWalletGrants.ts'),
    ])
    const [nodes, grantsOf] = [nodesOf(service), createGrantsOf(world)]
    const wallet = await transact(world, ({ outside: { chains }, newId }) => {
      const account = ({ address, secret }: AccountWallet) =>
        createEvmAccount({ address, secret: hexToBytes(secret), contract: chains.contractWallet(address) })
      const accounts = [account(first), ...others.map(account)] as const
      return createEvmBrowserWallet({ id: newId(), accounts, nodes, grantsOf }, rest)
    })
    world.browserWallets.add(wallet)
    return wallet
  }
  servedBy.set(create, serveWallets(world))
  return create
}

/** The nodes of the mock, simulated or real, over their JSON-RPC. */
function nodesOf(service: Service): EvmNodes {
  async function ask(chainId: number, method: string, params: unknown = []): Promise<unknown> {
    const { fail } = await import('@latchkey/browser-wallet/walletError')
    const { nodeCodeOf } = await import('@latchkey/device/provider')
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const { error, result } = await callService(service, `/__mock/chains/evm/${chainId}`, { body }).catch(
      (refusal: unknown) => {
        if (!(refusal instanceof ServiceRefusal)) throw refusal
        const message = `The node gave no answer: ${refusal.sentence}`
        throw fail(nodeCodeOf(refusal.status), message, { cause: refusal })
      },
    )
    if (!error) return result
    const { code, message, data } = error as { code: number; message: string; data?: unknown }
    throw fail(code, message, { data })
  }
  return {
    ask,
    hasChain: (chainId) =>
      ask(chainId, 'eth_chainId').then(
        () => true,
        () => false,
      ),
  }
}
