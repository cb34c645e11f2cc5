import { utf8 } from '@latchkey/base/bytes'
import { base64 } from '@scure/base'
import { SigHash, Transaction } from '@scure/btc-signer'
import type { WalletAccount } from '@wallet-standard/base'
import { Verifier } from 'bip322-js'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { at, isSigned, listedIn, receiver, type SatsProvider, spending } from './bitcoinPages.ts'
import { refusalOf, TestPage } from './page.ts'
import { addressesOf, changesOf, onlyWallet, standardWalletsIn } from './standardWallets.ts'

/** The features as https://github.com/ExodusMovement/bitcoin-wallet-standard has them, whose package lacks the last two. */
interface BitcoinFeatures {
  'bitcoin:connect': { connect(input: { purposes: string[] }): Promise<{ accounts: readonly WalletAccount[] }> }
  'bitcoin:signMessage': {
    signMessage(
      ...inputs: { account: WalletAccount; message: Uint8Array }[]
    ): Promise<readonly { signedMessage: Uint8Array; signature: Uint8Array }[]>
  }
  'bitcoin:signTransaction': {
    signTransaction(
      ...inputs: {
        psbt: Uint8Array
        chain?: string
        inputsToSign: { account: WalletAccount; signingIndexes: number[]; sigHash?: number }[]
      }[]
    ): Promise<readonly { signedPsbt: Uint8Array }[]>
  }
}

const host = createHost()
const origin = 'https://app.example.com'
const both = ['payment', 'ordinals']
const refused = { code: 4001, message: 'The person refused the request.' }
let page: TestPage
beforeEach(() => {
  page = new TestPage(origin)
})

type Options = Partial<Parameters<typeof host.mock.wallets.browser<'BTC'>>[0]>

async function setUp(options: Options = {}) {
  const wallet = await host.mock.wallets.browser({ ...options, chain: 'BTC' })
  const uninstall = wallet.install(page)
  const found = onlyWallet<BitcoinFeatures>(page)
  const [listed] = listedIn(page)
  const provider = at(page, listed?.id ?? '') as SatsProvider
  const { connect } = found.features['bitcoin:connect']
  const { signMessage } = found.features['bitcoin:signMessage']
  const { signTransaction } = found.features['bitcoin:signTransaction']
  return { wallet, uninstall, found, listed, provider, connect, signMessage, signTransaction }
}

/** A page that is connected, with the accounts for payments and for ordinals. */
async function connected(options: Options = {}) {
  const parts = await setUp(options)
  const { accounts } = await parts.connect({ purposes: both })
  const [payment, ordinals] = accounts as [WalletAccount, WalletAccount]
  return { ...parts, payment, ordinals }
}

const codeOf = async (reply: ReturnType<SatsProvider['request']>) => (await reply).error?.code

describe('a browser wallet of Bitcoin in a page', () => {
  it('registers itself by the Wallet Standard, and in the list that sats-connect reads', async () => {
    const { found, listed, uninstall } = await setUp({ name: 'Xverse', providerId: 'XverseProviders.BitcoinProvider' })
    expect(found).toMatchObject({ version: '1.0.0', name: 'Xverse', chains: ['bitcoin:mainnet'], accounts: [] })
    expect(Object.keys(found.features).filter((name) => name.startsWith('bitcoin:'))).toEqual([
      'bitcoin:connect',
      'bitcoin:signMessage',
      'bitcoin:signTransaction',
    ])
    expect(listed).toMatchObject({ id: 'XverseProviders.BitcoinProvider', name: 'Xverse' })
    expect(at(page, 'XverseProviders.BitcoinProvider')).toHaveProperty('request')
    uninstall()
    expect([standardWalletsIn(page), listedIn(page)]).toEqual([[], []])
    expect(at(page, 'XverseProviders.BitcoinProvider')).toBeUndefined()
  })

  it('stands beside other wallets, and gives the place of another provider back', async () => {
    const other = { request() {} }
    Object.assign(page, { unisat: other, btc_providers: [{ id: 'unisat' }] })
    const wallet = await host.mock.wallets.browser({ chain: 'BTC', providerId: 'unisat' })
    const second = await host.mock.wallets.browser({ chain: 'BTC' })
    const uninstall = wallet.install(page)
    second.install(page)
    expect(listedIn(page).map(({ id }) => id)).toEqual(['unisat', 'unisat', expect.stringMatching(/^BitcoinWallets\./)])
    expect(at(page, 'unisat')).not.toBe(other)
    uninstall()
    expect(at(page, 'unisat')).toBe(other)
    expect(listedIn(page)).toHaveLength(2)
  })

  it('shows the addresses of the purposes for which the page asks, in its order', async () => {
    const { wallet, found, connect } = await setUp({ accounts: 2 })
    const { accounts: first } = await connect({ purposes: ['ordinals'] })
    expect(addressesOf(first)).toEqual([expect.stringMatching(/^bc1p/)])
    expect(found.accounts).toEqual(first)
    const { accounts } = await connect({ purposes: ['ordinals', 'payment'] })
    expect(addressesOf(accounts)).toEqual([expect.stringMatching(/^bc1p/), wallet.accounts[0]])
    expect(addressesOf(found.accounts)).toEqual(addressesOf(accounts).toReversed())
    expect(accounts.map(({ publicKey }) => publicKey.length)).toEqual([32, 33])
    expect(addressesOf((await connect({ purposes: ['payment'] })).accounts)).toEqual([wallet.accounts[0]])
    expect(found.accounts).toHaveLength(2)
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('follows the address for ordinals in a page that has asked for no other', async () => {
    const { wallet, found, connect } = await setUp({ accounts: 2 })
    const { accounts } = await connect({ purposes: ['ordinals'] })
    const changes = changesOf(found)
    wallet.switchAccount(wallet.accounts[1] ?? '')
    await found.features['standard:connect'].connect()
    expect(changes).toEqual([[expect.stringMatching(/^bc1p/)], [wallet.accounts[0], expect.stringMatching(/^bc1p/)]])
    expect(changes[0]).not.toEqual(addressesOf(accounts))
  })

  it.each([
    ['p2wpkh', 'bc1q'],
    ['p2sh-p2wpkh', '3'],
    ['p2pkh', '1'],
    ['p2tr', 'bc1p'],
  ])('receives payments at an address of %s, and ordinals at one of P2TR', async (kind, start) => {
    const { payment, ordinals } = await connected({ kind })
    expect(payment.address.startsWith(start)).toBe(true)
    expect(ordinals.address).toMatch(/^bc1p/)
    expect(payment.address === ordinals.address).toBe(kind === 'p2tr')
  })

  it('follows the account that the person selects, whichever of its addresses the test names', async () => {
    const { wallet, found, provider } = await connected({ accounts: 2 })
    const changes = changesOf(found)
    const heard: unknown[] = []
    for (const eventName of ['accountChange', 'disconnect'])
      provider.addListener({ eventName, cb: (event) => void heard.push(event) })
    const [, second = ''] = wallet.accounts
    wallet.switchAccount(second)
    const [payment, ordinals] = changes[0] ?? []
    expect(payment).toBe(second)
    const { result } = await provider.request('getAccounts', { purposes: both })
    expect(result).toMatchObject([{ address: payment }, { address: ordinals, addressType: 'p2tr' }])
    wallet.switchAccount(wallet.accounts[1] ?? '')
    wallet.switchAccount(ordinals ?? '')
    expect(wallet.accounts[0]).toBe(second)
    wallet.disconnect(origin)
    expect(heard).toMatchObject([
      { type: 'accountChange', addresses: [{ address: payment, purpose: 'payment' }, { address: ordinals }] },
      { type: 'accountChange' },
      { type: 'accountChange' },
      { type: 'accountChange' },
      { type: 'disconnect' },
    ])
    expect(heard[3]).toEqual({ type: 'accountChange' })
  })

  it('hides its accounts while it is locked, and has not forgotten the page', async () => {
    const { wallet, provider, signMessage, payment } = await connected()
    const heard: unknown[] = []
    provider.addListener('disconnect', (event) => void heard.push(event))
    wallet.lock()
    expect(await codeOf(provider.request('wallet_getAccount'))).toBe(-32_002)
    expect(await refusalOf(signMessage({ account: payment, message: utf8('hello') }))).toMatchObject({ code: 4100 })
    wallet.unlock()
    expect(await codeOf(provider.request('wallet_getAccount'))).toBeUndefined()
    expect(heard).toEqual([])
  })
})

describe('the signatures of a browser wallet of Bitcoin', () => {
  it.each(['p2wpkh', 'p2sh-p2wpkh', 'p2tr', 'p2pkh'])(
    'are over messages, which another library verifies for an address of %s',
    async (kind) => {
      const { wallet, provider, signMessage, payment, ordinals } = await connected({ kind })
      const message = 'hello 🔑'
      for (const account of [payment, ordinals]) {
        const [output] = await signMessage({ account, message: utf8(message) })
        if (!output) return expect.fail('The wallet has not signed.')
        expect(output.signedMessage).toEqual(utf8(message))
        const signature = base64.encode(Uint8Array.from(output.signature))
        expect(Verifier.verifySignature(account.address, message, signature)).toBe(true)
      }
      const { result } = await provider.request('signMessage', { address: payment.address, message })
      const { signature, protocol } = Object(result)
      expect(protocol).toBe(kind === 'p2tr' ? 'BIP322' : 'ECDSA')
      expect(Verifier.verifySignature(payment.address, message, signature)).toBe(true)
      expect(wallet.requests.at(-1)).toMatchObject({ kind: 'message', text: message, account: payment.address, origin })
    },
  )

  it('are over a message of a megabyte', async () => {
    const { signMessage, payment } = await connected()
    const message = 'm'.repeat(1_000_000)
    const [output] = await signMessage({ account: payment, message: utf8(message) })
    const signature = base64.encode(Uint8Array.from(output?.signature ?? []))
    expect(Verifier.verifySignature(payment.address, message, signature)).toBe(true)
  })

  it('are over several messages, after a question for each', async () => {
    const { wallet, provider, payment, ordinals } = await connected()
    const messages = [
      { address: payment.address, message: 'one', protocol: 'BIP322' },
      { address: ordinals.address, message: 'two' },
    ]
    const { result } = await provider.request('signMultipleMessages', messages)
    for (const { address, message, signature } of result as unknown as Record<string, string>[])
      expect(Verifier.verifySignature(address ?? '', message ?? '', signature ?? '')).toBe(true)
    expect(wallet.requests.map(({ text }) => text)).toEqual([undefined, 'one', 'two'])
    const asked = wallet.nextRequest()
    const reply = provider.request('signMultipleMessages', messages)
    ;(await asked).approve()
    wallet.refuseNext()
    expect(await codeOf(reply)).toBe(-32_000)
  })

  it.each(['p2wpkh', 'p2sh-p2wpkh', 'p2tr', 'p2pkh'])(
    'are on the inputs of a PSBT that spends from an address of %s, of which the person reads who gets what',
    async (kind) => {
      const { wallet, provider, signTransaction, payment, ordinals } = await connected({ kind })
      const { address: foreign } = await host.mock.wallets.btc()
      const spent = [payment.address, foreign, ordinals.address]
      const psbt = spending(...spent).toPSBT()
      const [output] = await signTransaction({
        psbt,
        chain: 'bitcoin:mainnet',
        inputsToSign: [
          { account: payment, signingIndexes: [0] },
          { account: ordinals, signingIndexes: [2] },
        ],
      })
      const signed = Transaction.fromPSBT(Uint8Array.from(output?.signedPsbt ?? []))
      expect(spent.map((address, index) => isSigned(signed, index, address))).toEqual([true, false, true])
      expect(wallet.requests.at(-1)).toMatchObject({
        kind: 'transaction',
        account: payment.address,
        chain: 'bitcoin:mainnet',
        bitcoinTransactions: [
          {
            inputs: [
              { address: payment.address, amount: '10000', isSigned: true },
              { address: foreign, amount: '10000', isSigned: false },
              { address: ordinals.address, amount: '10000', isSigned: true },
            ],
            outputs: [{ address: receiver, amount: '27000' }],
            fee: '3000',
          },
        ],
      })
      // Without a list of inputs, all of the account are signed.
      const { result } = await provider.request('signPsbt', { psbt: base64.encode(psbt) })
      const whole = Transaction.fromPSBT(base64.decode(Object(result).psbt))
      expect(spent.map((address, index) => isSigned(whole, index, address))).toEqual([true, false, true])
    },
  )

  it('cover what the page asks for, as an offer on a market does', async () => {
    const { signTransaction, ordinals } = await connected()
    const psbt = spending(ordinals.address).toPSBT()
    const sigHash = SigHash.SINGLE_ANYONECANPAY
    const inputsToSign = [{ account: ordinals, signingIndexes: [0], sigHash }]
    const [output] = await signTransaction({ psbt, inputsToSign })
    const { tapKeySig } = Transaction.fromPSBT(Uint8Array.from(output?.signedPsbt ?? [])).getInput(0)
    expect([tapKeySig?.length, tapKeySig?.at(-1)]).toEqual([65, sigHash])
  })

  it('are refused by the person, with the codes of real wallets', async () => {
    const { wallet, provider, connect, signMessage, signTransaction, payment } = await connected()
    const psbt = spending(payment.address).toPSBT()
    wallet.refuseNext(4)
    expect(await refusalOf(signMessage({ account: payment, message: utf8('hello') }))).toEqual(refused)
    const inputsToSign = [{ account: payment, signingIndexes: [0] }]
    expect(await refusalOf(signTransaction({ psbt, inputsToSign }))).toEqual(refused)
    const message = { address: payment.address, message: 'hello' }
    expect(await codeOf(provider.request('signMessage', message))).toBe(-32_000)
    expect(await codeOf(provider.request('signPsbt', { psbt: base64.encode(psbt) }))).toBe(-32_000)
    wallet.disconnect()
    wallet.refuseNext(2)
    expect(await refusalOf(connect({ purposes: both }))).toEqual(refused)
    expect(await codeOf(provider.request('wallet_connect', null))).toBe(-32_000)
  })
})

describe('what a browser wallet of Bitcoin does not sign', () => {
  it('are bytes that are no PSBT, and inputs of foreign keys, and the person is not asked', async () => {
    const { wallet, provider, signTransaction, payment, ordinals } = await connected()
    const { address: foreign } = await host.mock.wallets.btc()
    const psbt = spending(payment.address, foreign).toPSBT()
    const sign = (sent: Uint8Array, signingIndexes: number[], account = payment) =>
      refusalOf(signTransaction({ psbt: sent, inputsToSign: [{ account, signingIndexes }] }))
    for (const refusal of [
      sign(psbt.subarray(0, -1), [0]),
      sign(new Uint8Array(), [0]),
      sign(psbt, [1]),
      sign(psbt, [0, 1]),
      sign(psbt, [0], ordinals),
      sign(psbt, [2]),
      sign(psbt, [-1]),
      sign(psbt, [0.5]),
      sign(psbt, []),
    ])
      expect(await refusal).toMatchObject({ code: -32_003 })
    const ask = (params: object) => codeOf(provider.request('signPsbt', params))
    expect(await ask({ psbt: 'cHNidA==' })).toBe(-32_602)
    expect(await ask({ psbt: base64.encode(spending(foreign).toPSBT()) })).toBe(-32_602)
    expect(await ask({ psbt: base64.encode(psbt), signInputs: { [payment.address]: [1] } })).toBe(-32_602)
    expect(await ask({ psbt: base64.encode(psbt), signInputs: { [foreign]: [1] } })).toBe(-32_002)
    expect(await ask({ psbt: base64.encode(psbt), signInputs: [0] })).toBe(-32_602)
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('is an input that is final, or whose output the PSBT does not show', async () => {
    const { wallet, signTransaction, provider, payment } = await connected({ kind: 'p2pkh' })
    const { result } = await provider.request('signPsbt', { psbt: base64.encode(spending(payment.address).toPSBT()) })
    const final = Transaction.fromPSBT(base64.decode(Object(result).psbt))
    final.finalize()
    const blind = new Transaction()
    blind.addInput({ txid: new Uint8Array(32).fill(1), index: 0 })
    blind.addOutputAddress(receiver, 1n)
    for (const transaction of [final, blind]) {
      const inputsToSign = [{ account: payment, signingIndexes: [0] }]
      expect(await refusalOf(signTransaction({ psbt: transaction.toPSBT(), inputsToSign }))).toMatchObject({
        code: -32_003,
      })
    }
    expect(wallet.requests).toHaveLength(2)
  })

  it('is for a page without access, for a foreign address, or on another chain', async () => {
    const { wallet, provider, signMessage, signTransaction, payment } = await connected()
    const { address: foreign } = await host.mock.wallets.btc()
    const psbt = spending(payment.address).toPSBT()
    const account = { ...payment, address: foreign } as WalletAccount
    const message = utf8('hello')
    expect(await refusalOf(signMessage({ account, message }))).toMatchObject({ code: 4100 })
    expect(await refusalOf(signMessage({ account: payment, message: Uint8Array.of(0xff) }))).toMatchObject({
      code: -32_000,
    })
    const inputsToSign = [{ account: payment, signingIndexes: [0] }]
    expect(await refusalOf(signTransaction({ psbt, chain: 'bitcoin:testnet', inputsToSign }))).toMatchObject({
      code: -32_000,
    })
    expect(await codeOf(provider.request('signMessage', { address: foreign, message: 'hello' }))).toBe(-32_002)
    wallet.disconnect()
    const sent = { psbt: base64.encode(psbt) }
    expect(await codeOf(provider.request('signPsbt', sent))).toBe(-32_002)
    expect(await codeOf(provider.request('signMessage', { address: payment.address, message: 'hello' }))).toBe(-32_002)
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it.each([
    ['an unknown method', 'signEverything', {}, -32_601],
    ['a name of every object', 'constructor', {}, -32_601],
    ['a payment, since there is no node', 'sendTransfer', { recipients: [] }, -32_001],
    ['another network', 'wallet_changeNetwork', { name: 'Testnet' }, -32_001],
    ['a connection on another network', 'wallet_connect', { network: 'Testnet' }, -32_001],
    [
      'the sending of a PSBT',
      'signPsbt',
      { psbt: base64.encode(spending(receiver).toPSBT()), broadcast: true },
      -32_001,
    ],
    ['accounts without purposes', 'getAccounts', {}, -32_602],
    ['a message without an address', 'signMessage', { message: 'hello' }, -32_602],
    ['messages that are no list', 'signMultipleMessages', { message: 'hello' }, -32_602],
  ])('is what it does not have: %s', async (...[, method, params, code]) => {
    const { wallet, provider } = await connected()
    expect(await provider.request(method, params)).toMatchObject({ jsonrpc: '2.0', error: { code } })
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('is a protocol that an address does not have', async () => {
    const { provider, ordinals } = await connected()
    const ask = (protocol: string) =>
      codeOf(provider.request('signMessage', { address: ordinals.address, message: 'hello', protocol }))
    expect([await ask('ECDSA'), await ask('other'), await ask('BIP322')]).toEqual([-32_602, -32_602, undefined])
  })
})

describe('mock.wallets.browser for Bitcoin', () => {
  it('refuses accounts and options that cannot be', async () => {
    const create = (options: object) => host.mock.wallets.browser({ ...options, chain: 'BTC' })
    const test = await host.mock.wallets.btc()
    await expect(create({ accounts: [await host.mock.wallets.evm()] })).rejects.toThrow('is an account of EVM')
    await expect(create({ accounts: [{ ...test, address: receiver }] })).rejects.toThrow('not an address of its secret')
    await expect(create({ providerId: '__proto__.polluted' })).rejects.toThrow('"providerId"')
    await expect(create({ chains: ['bitcoin:testnet'] })).rejects.toThrow('chains')
  })
})
