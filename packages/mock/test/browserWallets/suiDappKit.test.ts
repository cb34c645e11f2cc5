import { utf8 } from '@latchkey/base/bytes'
import type { PageWindow } from '@latchkey/browser-wallet/page/pageWindow'
import type { SuiBrowserWallet } from '@latchkey/browser-wallet/sui/suiBrowserWallet'
import { fromBase64 } from '@mysten/sui/utils'
import { verifyPersonalMessageSignature, verifyTransactionSignature } from '@mysten/sui/verify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'
import { openReactPage, type ReactLibraries, render } from './reactPage.ts'
import { complete, suiPayment } from './suiTransactions.ts'

interface Libraries extends ReactLibraries {
  readonly kit: typeof import('@mysten/dapp-kit')
  readonly query: typeof import('@tanstack/react-query')
}

const host = createHost()
let page: Awaited<ReturnType<typeof openReactPage<Libraries>>>
let wallet: SuiBrowserWallet
let uninstall: () => void

beforeAll(async () => {
  page = await openReactPage<Libraries>(`
    export * as React from 'react'
    export * as client from 'react-dom/client'
    export * as query from '@tanstack/react-query'
    export * as kit from '@mysten/dapp-kit'`)
})
afterAll(() => void vi.unstubAllGlobals())
beforeEach(async () => {
  page.window.localStorage.clear()
  wallet = await host.mock.wallets.browser({ chain: 'SUI', name: 'Slush', accounts: 2 })
  uninstall = wallet.install(page.window as unknown as PageWindow)
})
afterEach(() => uninstall())

/** An app with the usual providers. */
function openApp() {
  const { React, kit, query } = page
  const client = new query.QueryClient({ defaultOptions: { mutations: { retry: false } } })
  return render(
    page,
    (Probe) =>
      React.createElement(
        query.QueryClientProvider,
        { client },
        React.createElement(kit.SuiClientProvider, {
          networks: { testnet: { url: 'https://unused.example.com', network: 'testnet' } },
          children: React.createElement(kit.WalletProvider, { theme: null, children: React.createElement(Probe) }),
        }),
      ),
    () => ({
      wallets: kit.useWallets(),
      account: kit.useCurrentAccount(),
      connect: kit.useConnectWallet().mutateAsync,
      disconnect: kit.useDisconnectWallet().mutateAsync,
      signMessage: kit.useSignPersonalMessage().mutateAsync,
      signTransaction: kit.useSignTransaction().mutateAsync,
    }),
  )
}

async function connectedApp() {
  const app = await openApp()
  const [found] = app.current.wallets
  if (!found) return expect.fail('The app has found no wallet.')
  await app.act(() => app.current.connect({ wallet: found }))
  return app
}

describe('@mysten/dapp-kit', () => {
  it('finds the wallet, connects, follows the selected account, and disconnects', async () => {
    const app = await connectedApp()
    const [first, second = ''] = wallet.accounts
    expect(app.current.wallets.map(({ name }) => name)).toEqual(['Slush'])
    expect(app.current.account?.address).toBe(first)
    await app.act(async () => wallet.switchAccount(second))
    expect(app.current.account?.address).toBe(second)
    await app.act(() => app.current.disconnect())
    expect(app.current.account).toBeNull()
    await app.unmount()
  })

  it('signs a message and a transaction, without asking a node', async () => {
    const app = await connectedApp()
    const [address = ''] = wallet.accounts
    const message = utf8('hello')
    const signed = await app.act(() => app.current.signMessage({ message }))
    await verifyPersonalMessageSignature(message, signed.signature, { address })
    const transaction = complete(suiPayment())
    const { bytes, signature } = await app.act(() => app.current.signTransaction({ transaction: transaction as never }))
    await verifyTransactionSignature(fromBase64(bytes), signature, { address })
    expect(wallet.requests.map(({ kind, chain }) => [kind, chain])).toEqual([
      ['connect', undefined],
      ['message', 'sui:testnet'],
      ['transaction', 'sui:testnet'],
    ])
    await app.unmount()
  })

  it('hears that the person refuses, and that the wallet has forgotten the page', async () => {
    const app = await connectedApp()
    wallet.refuseNext()
    const refusal = await app.act(() => app.current.signMessage({ message: utf8('hello') }).catch((error) => error))
    expect(refusal).toMatchObject({ code: 4001 })
    await app.act(async () => wallet.disconnect())
    expect(app.current.account).toBeUndefined()
    await app.unmount()
  })
})
