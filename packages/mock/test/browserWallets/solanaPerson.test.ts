import { readBase58, utf8 } from '@latchkey/base/bytes'
import { memo, transferSol, transactionOf } from '@latchkey/chains/test/solanaWallet'
import { verifyEd25519 } from '@latchkey/crypto/chains/ed25519'
import {
  address,
  type Address,
  getBase58Decoder,
  getTransactionEncoder,
  type Instruction,
  type Signature,
} from '@solana/kit'
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import { verifySignIn } from '@solana/wallet-standard-util'
import type { WalletAccount } from '@wallet-standard/base'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { keyPairOf, solanaRpc } from '../people/solana.ts'
import { refusalOf, TestPage } from './page.ts'
import { addressesOf, changesOf, onlyWallet, standardWalletsIn } from './standardWallets.ts'

type SolanaFeatures = SolanaSignAndSendTransactionFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature

const host = createHost()
const origin = 'https://app.example.com'
const bob = await keyPairOf('Bob')
let page: TestPage
beforeEach(() => {
  page = new TestPage(origin)
})

type Options = Parameters<typeof host.mock.wallets.browser<'SOL'>>[0]

async function setUp(options: Partial<Options> = {}) {
  const wallet = await host.mock.wallets.browser({ ...options, chain: 'SOL' })
  const uninstall = wallet.install(page)
  const found = onlyWallet<SolanaFeatures>(page)
  const connect = async () => (await found.features['standard:connect'].connect()).accounts
  const { signIn } = found.features['solana:signIn']
  const { signMessage } = found.features['solana:signMessage']
  const { signTransaction } = found.features['solana:signTransaction']
  const { signAndSendTransaction } = found.features['solana:signAndSendTransaction']
  return { wallet, uninstall, found, connect, signIn, signMessage, signTransaction, signAndSendTransaction }
}

/** An account that has 2 SOL on devnet, in a page that is connected. */
async function connected(options: Partial<Options> = {}) {
  const parts = await setUp(options)
  const [account] = (await parts.connect()) as [WalletAccount]
  await host.mock.chain.fund(account.address, { sol: '2' }, 103)
  return { ...parts, account, from: address(account.address) }
}

async function transactionBytes(feePayer: Address, instructions: readonly Instruction[], version: 'legacy' | 0 = 0) {
  const { blockhash } = (await solanaRpc(host).getLatestBlockhash().send()).value
  return Uint8Array.from(getTransactionEncoder().encode(transactionOf({ feePayer, instructions, blockhash, version })))
}

const balanceOf = async (account: string) => (await solanaRpc(host).getBalance(address(account)).send()).value

describe('a browser wallet of Solana in a page', () => {
  it('registers itself by the Wallet Standard, also with an app that was there before', async () => {
    const early: unknown[] = []
    const api = { register: (wallet: unknown) => () => void early.push(['gone', wallet]) }
    page.addEventListener('wallet-standard:register-wallet', (event) =>
      early.push((event as CustomEvent<(app: typeof api) => void>).detail(api)),
    )
    const { found, uninstall } = await setUp({ name: 'Phantom' })
    expect(found).toMatchObject({
      version: '1.0.0',
      name: 'Phantom',
      icon: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      chains: ['solana:mainnet', 'solana:devnet', 'solana:localnet'],
      accounts: [],
    })
    expect(Object.keys(found.features).sort()).toEqual([
      'solana:signAndSendTransaction',
      'solana:signIn',
      'solana:signMessage',
      'solana:signTransaction',
      'standard:connect',
      'standard:disconnect',
      'standard:events',
    ])
    expect(found.features['solana:signTransaction'].supportedTransactionVersions).toEqual(['legacy', 0])
    expect(early).toHaveLength(1)
    uninstall()
    expect(early).toEqual([undefined, ['gone', found]])
    expect(standardWalletsIn(page)).toEqual([])
  })

  it('shows frozen accounts once the person agrees, each the same object at any time', async () => {
    const { wallet, found, connect } = await setUp({ accounts: 2 })
    const changes = changesOf(found)
    const accounts = await connect()
    const [selected] = wallet.accounts
    expect(addressesOf(accounts)).toEqual([selected])
    const [first] = accounts as [WalletAccount]
    expect(first).toMatchObject({ chains: found.chains, features: expect.arrayContaining(['solana:signMessage']) })
    expect(first.publicKey).toEqual(readBase58(first.address))
    expect([Object.isFrozen(first), Object.isFrozen(found), Object.isFrozen(found.features)]).toEqual([
      true,
      true,
      true,
    ])
    expect(found.accounts).toBe(accounts)
    wallet.lock()
    wallet.unlock()
    expect(found.accounts[0]).toBe(first)
    expect(changes).toEqual([[selected], [], [selected]])
  })

  it('connects silently only a page that has access, and asks nobody', async () => {
    const { wallet, found, connect } = await setUp()
    const silently = () => found.features['standard:connect'].connect({ silent: true })
    expect((await silently()).accounts).toEqual([])
    expect(wallet.requests).toEqual([])
    await connect()
    await found.features['standard:disconnect'].disconnect()
    expect(found.accounts).toEqual([])
    expect(addressesOf((await silently()).accounts)).toEqual(wallet.accounts)
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('tells a page that has left nothing of the next account', async () => {
    const { wallet, found } = await connected({ accounts: 2 })
    await found.features['standard:disconnect'].disconnect()
    const changes = changesOf(found)
    wallet.switchAccount(wallet.accounts[1] as string)
    expect([changes, found.accounts]).toEqual([[], []])
  })

  it('shows the selected account only, and none to a page that it has forgotten', async () => {
    const { wallet, found } = await connected({ accounts: 2 })
    const changes = changesOf(found)
    const [, second] = wallet.accounts as [string, string]
    wallet.switchAccount(second)
    wallet.disconnect(origin)
    expect(changes).toEqual([[second], []])
  })
})

describe('a sign-in with Solana', () => {
  it('connects the page and signs by one question, whose text the mock takes as a sign-in', async () => {
    const { wallet, found, signIn } = await setUp()
    const { nonce } = (await host.call('nonces.create', {})).body as { nonce: string }
    const input = {
      uri: origin,
      version: '1',
      chainId: 'solana:mainnet',
      nonce,
      issuedAt: host.mock.clock.iso(),
      statement: 'Sign in.',
    }
    const [output] = await signIn(input)
    if (!output) return expect.fail('The wallet has not signed.')
    expect(verifySignIn(input, output)).toBe(true)
    expect(output.account).toBe(found.accounts[0])
    expect(wallet.requests).toMatchObject([
      { kind: 'signIn', account: wallet.accounts[0], text: new TextDecoder().decode(output.signedMessage) },
    ])
    expect(wallet.connections).toEqual([origin])
    const reply = await host.call('walletSignIn.verify', {
      body: {
        chain: 'SOL',
        publicWalletAddress: output.account.address,
        messageToSign: new TextDecoder().decode(output.signedMessage),
        signedMessage: getBase58Decoder().decode(output.signature),
        walletName: 'phantom',
        walletProvider: 'browserExtension',
      },
    })
    expect(reply.status).toBe(200)
  })

  it('writes no line for what the page does not name', async () => {
    const { wallet, signIn } = await setUp()
    const [output] = await signIn({})
    expect(new TextDecoder().decode(output?.signedMessage)).toBe(
      `app.example.com wants you to sign in with your Solana account:\n${wallet.accounts[0]}`,
    )
  })

  it('asks a connected page once more, and signs with the selected account', async () => {
    const { wallet, signIn } = await connected({ accounts: 2 })
    const [first, second] = wallet.accounts as [string, string]
    wallet.switchAccount(second)
    const [output] = await signIn({ address: second, resources: ['https://app.example.com/terms'] })
    expect(output?.account.address).toBe(second)
    expect(wallet.requests.map(({ kind, account }) => [kind, account])).toEqual([
      ['connect', undefined],
      ['signIn', second],
    ])
    expect(await refusalOf(signIn({ address: first }))).toMatchObject({ code: 4100 })
  })

  it.each([
    ['the domain of another site', { domain: 'other.example.com' }, -32_000],
    ['an account of somebody else', { address: bob.address }, 4100],
    ['a line break in the statement', { statement: 'Sign in.\n\nURI: https://other.example.com' }, -32_000],
    ['a nonce of seven characters', { nonce: '1234567' }, -32_000],
    ['an instant that is none', { issuedAt: 'yesterday' }, -32_000],
  ])('refuses %s, and asks nobody', async (_, input, code) => {
    const { wallet, signIn } = await setUp()
    expect(await refusalOf(signIn(input))).toMatchObject({ code })
    expect(wallet.requests).toEqual([])
  })
})

describe('the signatures of a browser wallet of Solana', () => {
  it('are over a message as it is, which the person reads', async () => {
    const { wallet, account, signMessage } = await connected()
    const message = utf8('hello 🔑')
    const [output] = await signMessage({ account, message })
    expect(output?.signedMessage).toEqual(message)
    const signature = Uint8Array.from(output?.signature ?? [])
    const publicKey = Uint8Array.from(account.publicKey)
    expect(await verifyEd25519(signature, message, publicKey)).toBe(true)
    expect(wallet.requests.at(-1)).toMatchObject({
      kind: 'message',
      text: 'hello 🔑',
      account: account.address,
      origin,
    })
  })

  it('are on transactions of both versions, of which the person reads each instruction', async () => {
    const { wallet, account, from, signTransaction, connect } = await connected()
    await connect()
    const instructions = [transferSol(from, bob.address, 5_000_000n), memo('rent', from)]
    const [legacy, versioned] = [
      await transactionBytes(from, instructions, 'legacy'),
      await transactionBytes(from, instructions, 0),
    ]
    const outputs = await signTransaction({ account, transaction: legacy }, { account, transaction: versioned })
    for (const { signedTransaction } of outputs) {
      const wire = btoa(String.fromCharCode(...signedTransaction))
      await solanaRpc(host)
        .sendTransaction(wire as never, { encoding: 'base64' })
        .send()
    }
    expect(await balanceOf(bob.address)).toBe(10_000_000n)
    expect(wallet.requests).toHaveLength(2)
    const asked = {
      feePayer: from,
      instructions: [
        {
          program: '11111111111111111111111111111111',
          name: 'transfer',
          accounts: { source: from, destination: bob.address },
          fields: { lamports: '5000000' },
        },
        { program: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', accounts: { 0: from }, fields: {} },
      ],
    }
    expect(wallet.requests[1]).toMatchObject({
      kind: 'transaction',
      solanaTransactions: [
        { version: 'legacy', ...asked },
        { version: 0, ...asked },
      ],
    })
  })

  it('send a payment, and wait for it', async () => {
    const { account, from, signAndSendTransaction } = await connected()
    const transaction = await transactionBytes(from, [transferSol(from, bob.address, 5_000_000n)])
    const before = await balanceOf(bob.address)
    const [output] = await signAndSendTransaction({
      account,
      transaction,
      chain: 'solana:devnet',
      options: { commitment: 'finalized' },
    })
    const signature = getBase58Decoder().decode(output?.signature ?? new Uint8Array()) as Signature
    const [status] = (await solanaRpc(host).getSignatureStatuses([signature]).send()).value
    expect(status).toMatchObject({ err: null, confirmationStatus: 'finalized' })
    expect((await balanceOf(bob.address)) - before).toBe(5_000_000n)
  })

  it('are withheld from what the node refuses, whose error the page hears', async () => {
    const { account, from, signAndSendTransaction } = await connected()
    const transaction = await transactionBytes(from, [transferSol(from, bob.address, 5_000_000_000n)])
    const error = await signAndSendTransaction({ account, transaction, chain: 'solana:devnet' }).catch(
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({ code: -32_003, data: { code: -32_002, data: { err: expect.anything() } } })
  })

  it('fail for a page that waits for a payment which no block takes', async () => {
    const { account, from, signAndSendTransaction } = await connected()
    const transaction = await transactionBytes(from, [transferSol(from, bob.address, 5_000_000n)])
    host.mock.clock.advance({ minutes: 5 })
    const options = { skipPreflight: true, commitment: 'confirmed' } as const
    const sent = signAndSendTransaction({ account, transaction, chain: 'solana:devnet', options })
    expect(await refusalOf(sent)).toMatchObject({ code: -32_003, message: expect.stringContaining('expired') })
  })

  it('are refused by the person, with the code of real wallets', async () => {
    const { wallet, account, from, connect, signMessage, signTransaction } = await connected()
    const refused = { code: 4001, message: 'The person refused the request.' }
    const transaction = await transactionBytes(from, [transferSol(from, bob.address, 1n)])
    wallet.refuseNext(2)
    expect(await refusalOf(signMessage({ account, message: utf8('hello') }))).toEqual(refused)
    expect(await refusalOf(signTransaction({ account, transaction }))).toEqual(refused)
    wallet.disconnect()
    wallet.refuseNext()
    expect(await refusalOf(connect())).toEqual(refused)
  })
})

describe('what a browser wallet of Solana does not sign', () => {
  it('are bytes that are no transaction, and one that needs no signature of the account', async () => {
    const { wallet, account, from, signTransaction } = await connected()
    const whole = await transactionBytes(from, [transferSol(from, bob.address, 1n)])
    const foreign = await transactionBytes(bob.address, [transferSol(bob.address, from, 1n)])
    for (const transaction of [whole.subarray(0, -1), foreign, new Uint8Array()])
      expect(await refusalOf(signTransaction({ account, transaction }))).toMatchObject({ code: -32_003 })
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('is a message that is a transaction', async () => {
    const { account, from, signMessage } = await connected()
    const { blockhash } = (await solanaRpc(host).getLatestBlockhash().send()).value
    const instructions = [transferSol(from, bob.address, 1n)]
    const message = Uint8Array.from(transactionOf({ feePayer: from, instructions, blockhash }).messageBytes)
    expect(await refusalOf(signMessage({ account, message }))).toMatchObject({ code: -32_000 })
  })

  it('is for an account of another wallet, or for one that the page may not use', async () => {
    const { wallet, found, account, signMessage } = await connected({ accounts: 2 })
    const other = await host.mock.wallets.browser({ chain: 'SOL' })
    const elsewhere = new TestPage()
    other.install(elsewhere)
    const [foreign] = (await onlyWallet(elsewhere).features['standard:connect'].connect()).accounts
    const message = utf8('hello')
    const ask = (sent: unknown) => refusalOf(signMessage({ account: sent as WalletAccount, message }))
    expect(await ask(foreign)).toMatchObject({ code: 4100 })
    expect(await ask(undefined)).toMatchObject({ code: -32_000 })
    wallet.disconnect()
    const asked = wallet.nextRequest()
    const connecting = found.features['standard:connect'].connect()
    ;(await asked).approve({ accounts: [wallet.accounts[1] as string] })
    await connecting
    expect(await ask(account)).toMatchObject({ code: 4100 })
  })

  it('is for a chain that the wallet does not have, or whose node it does not reach', async () => {
    const { account, from, signAndSendTransaction } = await connected({ chains: ['solana:devnet', 'solana:testnet'] })
    const transaction = await transactionBytes(from, [transferSol(from, bob.address, 1n)])
    const ask = (chain: unknown) =>
      refusalOf(signAndSendTransaction({ account, transaction, chain: chain as 'solana:devnet' }))
    expect(await ask('solana:testnet')).toMatchObject({ code: 4901 })
    expect(await ask('solana:mainnet')).toMatchObject({ code: -32_000 })
    expect(await ask(undefined)).toMatchObject({ code: -32_000 })
  })

  it.each([
    ['locked', 'lock'],
    ['disconnected from the page', 'disconnect'],
  ] as const)('is one whose wallet is %s before the person says yes', async (_, change) => {
    const { wallet, signMessage, account } = await connected()
    const asked = wallet.nextRequest()
    const signature = refusalOf(signMessage({ account, message: utf8('hello') }))
    const request = await asked
    wallet[change]()
    request.approve()
    expect(await signature).toMatchObject({ code: 4100 })
  })

  it('is anything while the wallet is locked, or once the page is closed', async () => {
    const { wallet, uninstall, account, connect, signMessage } = await connected()
    const message = utf8('hello')
    wallet.lock()
    expect(await refusalOf(signMessage({ account, message }))).toMatchObject({ code: 4100 })
    const connecting = connect()
    wallet.unlock()
    expect(addressesOf(await connecting)).toEqual(wallet.accounts)
    const asked = wallet.nextRequest()
    const open = refusalOf(signMessage({ account, message }))
    const request = await asked
    uninstall()
    expect(await open).toMatchObject({ code: 4001 })
    expect(request.status).toBe('withdrawn')
    expect(await refusalOf(signMessage({ account, message }))).toMatchObject({ code: 4900 })
  })
})

describe('a browser wallet of Eclipse', () => {
  it('names the chains of Eclipse, signs there, and leaves sending to the app', async () => {
    const wallet = await host.mock.wallets.browser({ chain: 'ECLIPSE' })
    wallet.install(page)
    const found = onlyWallet<SolanaFeatures>(page)
    expect(found.chains).toEqual(['eclipse:mainnet', 'eclipse:testnet', 'eclipse:devnet'])
    expect(found.features).not.toHaveProperty('solana:signAndSendTransaction')
    const [account] = (await found.features['standard:connect'].connect()).accounts as [WalletAccount]
    const from = address(account.address)
    const transaction = await transactionBytes(from, [transferSol(from, bob.address, 1n)])
    const { signTransaction } = found.features['solana:signTransaction']
    const [output] = await signTransaction({ account, transaction, chain: 'eclipse:mainnet' })
    expect(output?.signedTransaction).toHaveLength(transaction.length)
    expect(output?.signedTransaction).not.toEqual(transaction)
  })
})

describe('mock.wallets.browser', () => {
  it('refuses accounts and chains of another kind', async () => {
    const evm = await host.mock.wallets.evm()
    const create = (options: object) => host.mock.wallets.browser({ ...options, chain: 'SOL' })
    await expect(create({ accounts: [evm] })).rejects.toThrow('is an account of EVM')
    await expect(create({ chains: ['eip155:1'] })).rejects.toThrow('"chains"')
    await expect(create({ icon: 'data:image/jpeg;base64,AA==' })).rejects.toThrow('"icon"')
    await expect(host.mock.wallets.browser({ chain: 'SOLANA' as 'SOL' })).rejects.toThrow(
      'is not one of EVM, ETH, SOL,',
    )
  })
})
