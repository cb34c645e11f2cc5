import { defined } from '@latchkey/base/defined'
import type { ControlCaller, ControlOutput } from '@latchkey/contract/controlCaller'
import { withLocalFunctions } from './localFunctions.ts'
import type { RemoteControl, RemoteHandle } from './remoteMock.ts'

type Call = ControlCaller['call']
type WalletRequestFacts = ControlOutput<'POST wallets/browser/nextRequest'>

const pagesUrls = new WeakMap<object, string>()

/** Where pages reach a wallet of a server. */
export const pagesUrlOf = (wallet: object): string => pagesUrls.get(wallet) ?? ''

/** The function that creates a browser wallet at the server. */
export function remoteBrowserWallets(call: Call): RemoteControl['wallets']['browser'] {
  return async ({ accounts, chains, marks, ...options } = {}) => {
    const listed =
      typeof accounts === 'object'
        ? accounts.map(({ chain, address, secret }) => ({ chain, address, secret }))
        : accounts
    const lists = { accounts: listed, chains: chains && [...chains], marks: marks && [...marks] }
    const { walletId, name, card, pagesUrl } = await call('POST wallets/browser', { ...options, ...defined(lists) })
    const wallet = browserWallet(call, { walletId, name, card })
    pagesUrls.set(wallet, pagesUrl)
    return wallet
  }
}

interface WalletFacts extends Pick<RemoteHandle<'BrowserWallet'>, 'card' | 'name'> {
  readonly walletId: string
}

function browserWallet(call: Call, { walletId, name, card }: WalletFacts): RemoteHandle<'BrowserWallet'> {
  const details = () => call('GET wallets/browser/details', { walletId })
  const requestOf = (facts: WalletRequestFacts) => walletRequest(call, walletId, facts)
  return withLocalFunctions('BrowserWallet', {
    card,
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
    get approval() {
      return details().then(({ approval }) => approval)
    },
    get requests() {
      return details().then(({ requests }) => requests.map((facts) => requestOf(facts)))
    },
    get chainId() {
      return details().then(({ chainId = 0 }) => chainId)
    },
    get offline() {
      return details().then(({ offline = false }) => offline)
    },
    get assets() {
      return details().then(({ assets }) => assets as never)
    },
    nextRequest: async ({ timeoutMs } = {}) =>
      requestOf(await call('POST wallets/browser/nextRequest', { walletId, ...defined({ timeoutMs }) })),
    refuseNext: (count) => call('POST wallets/browser/refuseNext', { walletId, ...defined({ count }) }),
    setApproval: (approval) => call('POST wallets/browser/approval', { walletId, approval }),
    setDelay: (delay) => call('POST wallets/browser/approval', { walletId, delay }),
    lock: () => call('POST wallets/browser/lock', { walletId }),
    unlock: () => call('POST wallets/browser/unlock', { walletId }),
    switchAccount: (account) => call('POST wallets/browser/switch', { walletId, account }),
    switchChain: (chainId) => call('POST wallets/browser/switch', { walletId, chainId }),
    setOffline: (offline) =>
      call('POST wallets/browser/offline', {
        walletId,
        offline: typeof offline === 'boolean' ? offline : [...offline],
      }),
    disconnect: (origin) => call('POST wallets/browser/disconnect', { walletId, ...defined({ origin }) }),
  } satisfies RemoteHandle<'BrowserWallet'>)
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
