import { utf8 } from '@latchkey/base/bytes'
import type { PageWindow } from '@latchkey/browser-wallet/page/pageWindow'
import type { SolanaBrowserWallet } from '@latchkey/browser-wallet/solana/solanaBrowserWallet'
import { verifyEd25519 } from '@latchkey/crypto/chains/ed25519'
import { getBase58Decoder } from '@solana/kit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'
import { keyPairOf } from '../people/solana.ts'
import { openReactPage, type ReactLibraries, render } from './reactPage.ts'

interface Libraries extends ReactLibraries {
  readonly adapter: typeof import('@solana/wallet-adapter-react')
  readonly web3: typeof import('@solana/web3.js')
}

const host = createHost()
const bob = await keyPairOf('Bob')
let page: Awaited<ReturnType<typeof openReactPage<Libraries>>>
let wallet: SolanaBrowserWallet
let uninstall: () => void

beforeAll(async () => {
  page = await openReactPage<Libraries>(`
    export * as React from 'react'
    export * as client from 'react-dom/client'
    export * as adapter from '@solana/wallet-adapter-react'
    export * as web3 from '@solana/web3.js'`)
})
afterAll(() => void vi.unstubAllGlobals())
beforeEach(async () => {
  page.window.localStorage.clear()
  wallet = await host.mock.wallets.browser({ chain: 'SOL', name: 'Phantom', accounts: 2 })
  uninstall = wallet.install(page.window as unknown as PageWindow)
})
afterEach(() => uninstall())

/** An app with the usual providers, connected to the wallet. */
async function openApp() {
  const { React, adapter } = page
  const errors: unknown[] = []
  const endpoint = `${host.mock.baseUrl}/__mock/chains/solana/devnet`
  const fetch = host.fetch as typeof globalThis.fetch
  const app = await render(
    page,
    (Probe) =>
      React.createElement(adapter.ConnectionProvider, {
        endpoint,
        config: { fetch, commitment: 'confirmed' },
        children: React.createElement(adapter.WalletProvider, {
          wallets: [],
          localStorageKey: 'wallet',
          onError: (error: unknown) => void errors.push(error),
          children: React.createElement(Probe),
        }),
      }),
    () => ({ ...adapter.useWallet(), connection: adapter.useConnection().connection }),
  )
  return { app, errors }
}

async function connectedApp() {
  const opened = await openApp()
  const { app } = opened
  const [found] = app.current.wallets
  if (!found) return expect.fail('The app has found no wallet.')
  await app.act(async () => app.current.select(found.adapter.name))
  await app.act(async () => app.current.connect())
  const [address = ''] = wallet.accounts
  await host.mock.chain.fund(address, { sol: '2' }, 103)
  return { ...opened, address }
}

describe('@solana/wallet-adapter-react', () => {
  it('finds the wallet, connects, follows the selected account, and disconnects', async () => {
    const { app } = await connectedApp()
    expect(app.current.wallets.map(({ adapter }) => adapter.name)).toEqual(['Phantom'])
    expect([app.current.connected, app.current.publicKey?.toBase58()]).toEqual([true, wallet.accounts[0]])
    const [, second = ''] = wallet.accounts
    await app.act(async () => wallet.switchAccount(second))
    expect(app.current.publicKey?.toBase58()).toBe(second)
    await app.act(async () => app.current.disconnect())
    expect([app.current.connected, app.current.publicKey]).toEqual([false, null])
    await app.unmount()
  })

  it('signs in, which the mock takes', async () => {
    const { app } = await connectedApp()
    const { nonce } = (await host.call('nonces.create', {})).body as { nonce: string }
    const issuedAt = host.mock.clock.iso()
    const uri = 'https://app.example.com'
    const output = await app.act(async () =>
      app.current.signIn?.({ uri, version: '1', chainId: 'mainnet', nonce, issuedAt }),
    )
    if (!output) return expect.fail('The wallet has not signed.')
    const { status, body } = await host.call('walletSignIn.verify', {
      body: {
        chain: 'SOL',
        publicWalletAddress: output.account.address,
        messageToSign: new TextDecoder().decode(output.signedMessage),
        signedMessage: getBase58Decoder().decode(output.signature),
        walletName: 'phantom',
        walletProvider: 'browserExtension',
      },
    })
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain(wallet.accounts[0])
    await app.unmount()
  })

  it('signs a message', async () => {
    const { app } = await connectedApp()
    const message = utf8('hello')
    const signature = await app.act(async () => app.current.signMessage?.(message))
    const publicKey = Uint8Array.from(app.current.publicKey?.toBytes() ?? [])
    expect(await verifyEd25519(Uint8Array.from(signature ?? []), message, publicKey)).toBe(true)
    await app.unmount()
  })

  it('sends a payment in both versions of transactions, and sees it confirmed', async () => {
    const { app } = await connectedApp()
    const { connection, publicKey } = app.current
    if (!publicKey) return expect.fail('The app is not connected.')
    const { PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } = page.web3
    const toPubkey = new PublicKey(bob.address)
    const before = await connection.getBalance(toPubkey)
    const payment = SystemProgram.transfer({ fromPubkey: publicKey, toPubkey, lamports: 5_000_000 })
    const { blockhash: recentBlockhash } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({ payerKey: publicKey, recentBlockhash, instructions: [payment] })
    for (const transaction of [
      new Transaction().add(payment),
      new VersionedTransaction(message.compileToV0Message()),
    ]) {
      const signature = await app.act(async () => app.current.sendTransaction(transaction, connection))
      const { value } = await connection.getSignatureStatus(signature)
      expect(value).toMatchObject({ err: null, confirmationStatus: 'finalized' })
    }
    expect((await connection.getBalance(toPubkey)) - before).toBe(10_000_000)
    await app.unmount()
  })

  it('hears that the person refuses, with the code of real wallets', async () => {
    const { app, errors } = await connectedApp()
    wallet.refuseNext()
    const refused = await app.act(async () => app.current.signMessage?.(utf8('hello')).catch((error: unknown) => error))
    expect(refused).toMatchObject({ name: 'WalletSignMessageError', error: { code: 4001 } })
    expect(errors).toEqual([refused])
    await app.unmount()
  })

  it('hears that the wallet has forgotten the page', async () => {
    const { app, errors } = await connectedApp()
    await app.act(async () => wallet.disconnect('https://app.example.com'))
    expect(app.current.connected).toBe(false)
    expect(errors).toMatchObject([{ name: 'WalletDisconnectedError' }])
    await app.unmount()
  })
})
