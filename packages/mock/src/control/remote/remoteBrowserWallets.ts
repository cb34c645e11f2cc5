import { defined } from '@latchkey/base/defined'
import type { AptosNetwork, WalletCard } from '@latchkey/browser-wallet/wire'
import { withMembers } from '@latchkey/browser-wallet/withMembers'
import type { ControlCaller, ControlInput, ControlOutput } from '@latchkey/contract/controlCaller'
import { type BrowserChain, type BrowserWalletOptions, readBrowserChain } from '../device/browserWalletOptions.ts'
import { withLocalFunctions } from './localFunctions.ts'
import type { RemoteBrowserWallet, RemoteControl, RemoteHandle } from './remoteMock.ts'

type Call = ControlCaller['call']
type WalletRequestFacts = ControlOutput<'POST wallets/browser/nextRequest'>

const pagesUrls = new WeakMap<object, string>()

/** Where pages reach a wallet of a server. */
export const pagesUrlOf = (wallet: object): string => pagesUrls.get(wallet) ?? ''

/** The function that creates a browser wallet at the server. */
export function remoteBrowserWallets(call: Call): RemoteControl['wallets']['browser'] {
  return async <C extends BrowserChain = 'EVM'>(
    options: BrowserWalletOptions<C> = {} as BrowserWalletOptions<C>,
  ): Promise<RemoteBrowserWallet<C>> => {
    const chain = readBrowserChain(options)
    const facts = await call('POST wallets/browser', inputOf(options))
    const wallet = browserWallet({ ...facts, call, chain })
    pagesUrls.set(wallet, facts.pagesUrl)
    return wallet
  }
}

/** The options as the route takes them: an account without its functions. */
function inputOf({ accounts, ...options }: BrowserWalletOptions<BrowserChain>): ControlInput<'POST wallets/browser'> {
  const listed =
    typeof accounts === 'object' ? accounts.map(({ chain, address, secret }) => ({ chain, address, secret })) : accounts
  return { ...options, ...defined({ accounts: listed }) } as ControlInput<'POST wallets/browser'>
}

/** A wallet of the server, and the way to it. */
interface ServedWallet<C extends BrowserChain> extends Pick<
  ControlOutput<'POST wallets/browser'>,
  'card' | 'name' | 'walletId'
> {
  readonly call: Call
  readonly chain: C
}

/** The members of wallets of every chain. */
type CommonWallet = RemoteBrowserWallet<'SOL'>
/** The members that only wallets of some chains have. */
type OwnMembers<C extends BrowserChain> = Omit<RemoteBrowserWallet<C>, keyof CommonWallet>

const none = () => ({})

const membersOf: {
  readonly [C in BrowserChain]: (wallet: Pick<ServedWallet<C>, 'call' | 'walletId'>) => OwnMembers<C>
} = {
  EVM: evmMembers,
  ETH: evmMembers,
  SOL: none,
  ECLIPSE: none,
  BTC: none,
  SUI: none,
  APTOS: ({ call, walletId }) => ({
    get network() {
      return call('GET wallets/browser/details', { walletId }).then(({ network }) => network as AptosNetwork)
    },
    switchNetwork: (network) => call('POST wallets/browser/switch', { walletId, network }),
  }),
  COSMOS: none,
  TRON: none,
  TON: none,
  STARK: none,
  ALGO: none,
  FLOW: none,
  SPARK: none,
}

function evmMembers({ call, walletId }: Pick<ServedWallet<'EVM'>, 'call' | 'walletId'>): OwnMembers<'EVM'> {
  const details = () => call('GET wallets/browser/details', { walletId })
  return {
    get chainId() {
      return details().then(({ chainId = 0 }) => chainId)
    },
    get offline() {
      return details().then(({ offline = false }) => offline)
    },
    get assets() {
      return details().then(({ assets }) => assets as never)
    },
    switchChain: (chainId) => call('POST wallets/browser/switch', { walletId, chainId }),
    setOffline: (offline) => call('POST wallets/browser/offline', { walletId, offline }),
  }
}

function browserWallet<C extends BrowserChain>(wallet: ServedWallet<C>): RemoteBrowserWallet<C> {
  const { call, chain, walletId, name, card } = wallet
  const details = () => call('GET wallets/browser/details', { walletId })
  const requestOf = (facts: WalletRequestFacts) => walletRequest(call, walletId, facts)
  const common: CommonWallet = {
    card: card as WalletCard,
    name,
    get accounts() {
      return details().then(({ accounts }) => accounts)
    },
    get connections() {
      return details().then(({ connections }) => connections)
    },
    get isLocked() {
      return details().then(({ isLocked }) => isLocked)
    },
    get isRemoved() {
      return call('GET wallets/browser').then(({ wallets }) => wallets.every((each) => each.walletId !== walletId))
    },
    get approval() {
      return details().then(({ approval }) => approval)
    },
    get requests() {
      return details().then(({ requests }) => requests.map((facts) => requestOf(facts)))
    },
    nextRequest: async ({ timeoutMs } = {}) =>
      requestOf(await call('POST wallets/browser/nextRequest', { walletId, ...defined({ timeoutMs }) })),
    refuseNext: (count) => call('POST wallets/browser/refuseNext', { walletId, ...defined({ count }) }),
    setApproval: (approval) => call('POST wallets/browser/approval', { walletId, approval }),
    setDelay: (delay) => call('POST wallets/browser/approval', { walletId, delay }),
    lock: () => call('POST wallets/browser/lock', { walletId }),
    unlock: () => call('POST wallets/browser/unlock', { walletId }),
    switchAccount: (account) => call('POST wallets/browser/switch', { walletId, account }),
    disconnect: (origin) => call('POST wallets/browser/disconnect', { walletId, ...defined({ origin }) }),
    remove: () => call('POST wallets/browser/remove', { walletId }),
  }
  const members: (parts: ServedWallet<C>) => OwnMembers<C> = membersOf[chain]
  return withLocalFunctions('BrowserWallet', withMembers(common, members(wallet)) as RemoteBrowserWallet<C>)
}

function walletRequest(call: Call, walletId: string, facts: WalletRequestFacts): RemoteHandle<'WalletRequest'> {
  const { id: requestId, kind, origin, method, params, account, chainId, chain, text, typedData } = facts
  const { transactions, grants, solanaTransactions, bitcoinTransactions, suiTransaction, aptosTransaction } = facts
  const { actions, terms } = facts
  const details = () => call('GET wallets/browser/details', { walletId })
  return {
    id: requestId,
    kind,
    origin,
    method,
    params,
    account,
    chainId,
    chain,
    text,
    typedData,
    transactions,
    grants,
    solanaTransactions,
    actions,
    terms,
    bitcoinTransactions,
    suiTransaction,
    aptosTransaction,
    get status() {
      return details().then(
        ({ requests }) => requests.find(({ id }) => id === requestId)?.status ?? ('withdrawn' as const),
      )
    },
    approve: ({ accounts } = {}) =>
      call('POST wallets/browser/approve', {
        walletId,
        requestId,
        ...defined({ accounts: accounts && [...accounts] }),
      }),
    refuse: () => call('POST wallets/browser/refuse', { walletId, requestId }),
  }
}
