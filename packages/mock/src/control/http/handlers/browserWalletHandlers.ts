import { defined } from '@latchkey/base/defined'
import type { WalletRequest } from '@latchkey/browser-wallet/person'
import type { browserWalletRoutes } from '@latchkey/contract/routes/browserWalletRoutes'
import type { AnyBrowserWallet } from '../../../world/browserWallets.ts'
import type { BrowserChain } from '../../device/browserWalletOptions.ts'
import type { Mock } from '../../mock.ts'
import type { HandlersOf } from './handlersOf.ts'

interface RequestChoice {
  readonly walletId: string
  readonly requestId: number
}

/** @throws TypeError */
function walletAt(mock: Mock, walletId: string): AnyBrowserWallet {
  const wallet = mock.browserWallets.wallets.get(walletId)
  if (wallet) return wallet
  throw new TypeError(`There is no browser wallet "${walletId}". "POST wallets/browser" creates one.`)
}

/** @throws TypeError */
function requestAt(mock: Mock, { walletId, requestId }: RequestChoice): WalletRequest {
  const request = walletAt(mock, walletId).requests.find(({ id }) => id === requestId)
  if (request) return request
  throw new TypeError(`The wallet has no request ${requestId}. "GET wallets/browser/details" lists them.`)
}

/** @throws TypeError for what wallets of the chain do not have */
function requireAbility<T>(ability: T | undefined, words: string): T {
  if (ability !== undefined) return ability
  throw new TypeError(`This wallet has ${words}.`)
}

/** A request without the functions by which it is answered. */
function factsOf(request: WalletRequest) {
  const { approve: _, refuse: __, ...facts } = request
  return facts
}

function detailsOf(mock: Mock, wallet: AnyBrowserWallet, requests: readonly WalletRequest[]) {
  const { card, name, accounts, connections, isLocked, approval, chainId, offline, network } = wallet
  return {
    walletId: card.id,
    name,
    chain: mock.browserWallets.wallets.chainOf(card.id),
    accounts,
    connections,
    isLocked,
    approval,
    chainId,
    offline: typeof offline === 'object' ? [...offline] : offline,
    network,
    requests: requests.map(factsOf),
  }
}

/** Answers the routes of `browserWalletRoutes`. */
export const browserWalletHandlers: HandlersOf<typeof browserWalletRoutes> = {
  'POST wallets/browser': async (mock, options) => {
    const { card } = await mock.wallets.browser<BrowserChain>(options)
    const { wallets, pagesUrl } = mock.browserWallets
    return {
      walletId: card.id,
      name: card.name,
      chain: wallets.chainOf(card.id),
      card: { ...card },
      pagesUrl: pagesUrl(),
    }
  },
  'GET wallets/browser': (mock) => ({
    wallets: mock.browserWallets.wallets.list().map((wallet) =>
      detailsOf(
        mock,
        wallet,
        wallet.requests.filter(({ status }) => status === 'open'),
      ),
    ),
  }),
  'GET wallets/browser/details': (mock, { walletId }) => {
    const wallet = walletAt(mock, walletId)
    return { ...detailsOf(mock, wallet, wallet.requests), assets: wallet.assets?.map((asset) => ({ ...asset })) ?? [] }
  },
  'GET wallets/browser/script': async (mock) => ({ script: await mock.browserWallets.writeScript() }),
  'POST wallets/browser/nextRequest': async (mock, { walletId, timeoutMs }) =>
    factsOf(await walletAt(mock, walletId).nextRequest({ timeoutMs })),
  'POST wallets/browser/approve': (mock, { accounts, ...request }) =>
    requestAt(mock, request).approve(defined({ accounts })),
  'POST wallets/browser/refuse': (mock, request) => requestAt(mock, request).refuse(),
  'POST wallets/browser/refuseNext': (mock, { walletId, count }) => walletAt(mock, walletId).refuseNext(count),
  'POST wallets/browser/approval': (mock, { walletId, approval, delay }) => {
    const wallet = walletAt(mock, walletId)
    // The one that can be refused first, so that nothing is half done.
    if (delay !== undefined) wallet.setDelay(delay)
    if (approval !== undefined) wallet.setApproval(approval)
  },
  'POST wallets/browser/lock': (mock, { walletId }) => walletAt(mock, walletId).lock(),
  'POST wallets/browser/unlock': (mock, { walletId }) => walletAt(mock, walletId).unlock(),
  'POST wallets/browser/switch': (mock, { walletId, account, chainId, network }) => {
    const wallet = walletAt(mock, walletId)
    const switchChain = chainId === undefined ? undefined : requireAbility(wallet.switchChain, 'no EVM chains')
    const switchNetwork = network && requireAbility(wallet.switchNetwork, 'no networks of Aptos')
    // Those that can be refused first, so that nothing is half done.
    if (account !== undefined) wallet.switchAccount(account)
    if (chainId !== undefined) switchChain?.(chainId)
    if (network) switchNetwork?.(network)
  },
  'POST wallets/browser/offline': (mock, { walletId, offline }) =>
    requireAbility(walletAt(mock, walletId).setOffline, 'no network to take away')(offline),
  'POST wallets/browser/disconnect': (mock, { walletId, origin }) => walletAt(mock, walletId).disconnect(origin),
  'POST wallets/browser/remove': (mock, { walletId }) => walletAt(mock, walletId).remove(),
}
