import { utf8 } from '@latchkey/base/bytes'
import type { PageWindow } from '@latchkey/browser-wallet/page/pageWindow'
import type { SolanaBrowserWallet } from '@latchkey/browser-wallet/solana/solanaBrowserWallet'
import { transferSol } from '@latchkey/chains/test/solanaWallet'
import { verifyEd25519 } from '@latchkey/crypto/chains/ed25519'
import { address, getBase58Decoder, type Signature } from '@solana/kit'
import { verifySignIn } from '@solana/wallet-standard-util'
import type { UiWallet } from '@wallet-standard/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'
import { keyPairOf, solanaRpc } from '../people/solana.ts'
import { openReactPage, type ReactLibraries, render } from './reactPage.ts'

interface Libraries extends ReactLibraries {
  readonly standard: typeof import('@wallet-standard/react')
  readonly solana: typeof import('@solana/react')
  readonly kit: typeof import('@solana/kit')
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
    export * as standard from '@wallet-standard/react'
    export * as solana from '@solana/react'
    export * as kit from '@solana/kit'`)
})
afterAll(() => void vi.unstubAllGlobals())
beforeEach(async () => {
  wallet = await host.mock.wallets.browser({ chain: 'SOL', name: 'Phantom', accounts: 2 })
  uninstall = wallet.install(page.window as unknown as PageWindow)
})
afterEach(() => uninstall())

/** Renders what a function reads by hooks. */
const openApp = <Reading>(read: (wallet: UiWallet) => Reading) =>
  render(
    page,
    (Probe) => page.React.createElement(Probe),
    () => {
      const [found] = page.standard.useWallets()
      return read(found as UiWallet)
    },
  )

/** An app that connects and disconnects. */
const openDoor = () =>
  openApp((found) => ({
    found,
    connect: page.standard.useConnect(found)[1],
    disconnect: page.standard.useDisconnect(found)[1],
    signIn: page.solana.useSignIn(found),
  }))

/** A connected app with the signers of its first account. */
async function openAccount() {
  const door = await openDoor()
  await door.act(() => door.current.connect())
  await door.unmount()
  const app = await openApp(({ accounts }) => {
    const [account] = accounts
    if (!account) return expect.fail('The app is not connected.')
    return {
      account,
      signMessage: page.solana.useSignMessage(account),
      sender: page.solana.useWalletAccountTransactionSendingSigner(account, 'solana:devnet'),
    }
  })
  const [from = ''] = wallet.accounts
  await host.mock.chain.fund(from, { sol: '2' }, 103)
  return { app, from: address(from) }
}

describe('@wallet-standard/react', () => {
  it('finds the wallet, connects, follows the selected account, and disconnects', async () => {
    const app = await openDoor()
    expect(app.current.found).toMatchObject({ name: 'Phantom', accounts: [] })
    await app.act(() => app.current.connect())
    const shown = () => app.current.found.accounts.map(({ address: each }) => each)
    const [first = '', second = ''] = wallet.accounts
    expect(shown()).toEqual([first])
    await app.act(async () => wallet.switchAccount(second))
    expect(shown()).toEqual([second])
    await app.act(() => app.current.disconnect())
    expect(shown()).toEqual([])
    await app.unmount()
  })

  it('hears that the person does not connect, with the code of real wallets', async () => {
    const app = await openDoor()
    wallet.refuseNext()
    const refused = await app.act(() => app.current.connect().catch((error: unknown) => error))
    expect(refused).toMatchObject({ code: 4001 })
    await app.unmount()
  })
})

describe('@solana/react', () => {
  it('signs in by a wallet that is not connected, which the mock takes', async () => {
    const app = await openDoor()
    const { nonce } = (await host.call('nonces.create', {})).body as { nonce: string }
    const issuedAt = host.mock.clock.iso()
    const input = { uri: 'https://app.example.com', version: '1', chainId: 'mainnet', nonce, issuedAt }
    const output = await app.act(() => app.current.signIn(input))
    expect(verifySignIn(input, output as never)).toBe(true)
    const { status } = await host.call('walletSignIn.verify', {
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
    await app.unmount()
  })

  it('signs a message', async () => {
    const { app } = await openAccount()
    const message = utf8('hello')
    const { signature } = await app.act(() => app.current.signMessage({ message }))
    const publicKey = Uint8Array.from(app.current.account.publicKey)
    expect(await verifyEd25519(Uint8Array.from(signature), message, publicKey)).toBe(true)
    await app.unmount()
  })

  it('sends a payment that @solana/kit has built, and the person reads it', async () => {
    const { app, from } = await openAccount()
    const { kit } = page
    const { value: latest } = await solanaRpc(host).getLatestBlockhash().send()
    const before = (await solanaRpc(host).getBalance(bob.address).send()).value
    const message = kit.pipe(
      kit.createTransactionMessage({ version: 0 }),
      (empty) => kit.setTransactionMessageFeePayerSigner(app.current.sender as never, empty),
      (paid) => kit.setTransactionMessageLifetimeUsingBlockhash(latest, paid),
      (timed) => kit.appendTransactionMessageInstruction(transferSol(from, bob.address, 5_000_000n), timed),
    )
    const bytes = await app.act(() => kit.signAndSendTransactionMessageWithSigners(message as never))
    const signature = getBase58Decoder().decode(bytes) as Signature
    const [status] = (await solanaRpc(host).getSignatureStatuses([signature]).send()).value
    expect(status).toMatchObject({ err: null, confirmationStatus: 'finalized' })
    expect((await solanaRpc(host).getBalance(bob.address).send()).value - before).toBe(5_000_000n)
    expect(wallet.requests.at(-1)).toMatchObject({
      kind: 'transaction',
      chain: 'solana:devnet',
      solanaTransactions: [{ feePayer: from, instructions: [{ name: 'transfer', fields: { lamports: '5000000' } }] }],
    })
    await app.unmount()
  })
})
