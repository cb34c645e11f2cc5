import { createTronKey } from '@latchkey/crypto/chains/tron'
import { TronLinkAdapter } from '@tronweb3/tronwallet-adapter-tronlink'
import { TronWeb, utils } from 'tronweb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'
import { failureOf, openPage } from './injectedPage.ts'

interface Call {
  readonly method: string
  readonly params?: unknown
}

type Transaction = Awaited<ReturnType<TronWeb['transactionBuilder']['sendTrx']>>

/** The part of TronWeb that the wallet has. */
interface PageTronWeb {
  readonly ready: boolean
  readonly defaultAddress: { readonly base58: string; readonly hex: string }
  readonly trx: {
    sign(transaction: unknown): Promise<Transaction & { readonly signature: readonly string[] }>
    signMessageV2(message: string | Uint8Array | readonly number[]): Promise<string>
    getBlockByNumber(number: number): Promise<{ readonly blockID: string }>
  }
}

interface Provider {
  readonly tronWeb: PageTronWeb | false
  request(call: Call): Promise<unknown>
  on(name: string, listener: (data: unknown) => void): unknown
}

interface TronWindow {
  readonly tron: Provider
  readonly tronLink: Provider & { readonly ready: boolean }
  readonly tronWeb: PageTronWeb | false
}

const host = createHost()
const tronWeb = new TronWeb({ fullHost: 'http://127.0.0.1:1' })
/** Somebody's account, and the contract of a token. */
const [bob = '', token = ''] = [7, 8].map((byte) => createTronKey(new Uint8Array(32).fill(byte)).address)
const blockHeader = {
  ref_block_bytes: '0a1b',
  ref_block_hash: '0123456789abcdef',
  expiration: 1_800_000_060_000,
  timestamp: 1_800_000_000_000,
}
type Options = Parameters<typeof host.mock.wallets.browser<'TRON'>>[0]

async function setUp(options: Partial<Options> = {}) {
  const wallet = await host.mock.wallets.browser({ name: 'TronLink', ...options, chain: 'TRON' })
  const page = openPage<TronWindow>()
  const uninstall = wallet.install(page)
  const { tron, tronLink } = page
  if (!tron || !tronLink) return expect.fail('The page has no wallet.')
  return { wallet, page, uninstall, tron, tronLink }
}

const requestAccounts = (provider: Provider, method = 'eth_requestAccounts') => provider.request({ method })

async function connected(options: Partial<Options> = {}) {
  const parts = await setUp(options)
  const [address = ''] = (await requestAccounts(parts.tron)) as string[]
  const { tronWeb: present } = parts.page
  if (!present) return expect.fail('The page has no TronWeb.')
  return { ...parts, address, trx: present.trx }
}

const payment = (from: string) => tronWeb.transactionBuilder.sendTrx(bob, 5_000_000, from, { blockHeader })

/** The address whose key has signed. */
const signerOf = ({ txID, signature }: Transaction & { readonly signature: readonly string[] }) =>
  TronWeb.address.fromHex(utils.crypto.ecRecover(txID, signature[0] ?? ''))

describe('a browser wallet of Tron with @tronweb3/tronwallet-adapter-tronlink', () => {
  afterEach(() => void vi.unstubAllGlobals())

  async function openApp(options: Partial<Options> = {}) {
    const parts = await setUp({ accounts: 2, ...options })
    const names = ['document', 'navigator', 'Event', 'CustomEvent'] as const
    vi.stubGlobal('window', parts.page)
    for (const name of names) vi.stubGlobal(name, Reflect.get(parts.page, name))
    const adapter = new TronLinkAdapter({ openUrlWhenWalletNotFound: false })
    const heard: unknown[] = []
    adapter.on('accountsChanged', (address) => void heard.push(address))
    adapter.on('error', () => {})
    return { ...parts, adapter, heard }
  }

  it('finds the wallet, connects, follows the selected account, and hears that it is disconnected', async () => {
    const { wallet, adapter, heard } = await openApp()
    const [first, second = ''] = wallet.accounts
    await adapter.connect()
    expect([adapter.address, adapter.connected, adapter.readyState]).toEqual([first, true, 'Found'])
    wallet.switchAccount(second)
    expect(adapter.address).toBe(second)
    wallet.disconnect()
    expect([adapter.address, adapter.connected]).toEqual([null, false])
    expect(heard.slice(-2)).toEqual([second, ''])
  })

  it('signs a message and a payment, of which the person reads each contract', async () => {
    const { wallet, adapter } = await openApp()
    await adapter.connect()
    const [address = ''] = wallet.accounts
    const message = await adapter.signMessage('hello 🔑')
    expect(await tronWeb.trx.verifyMessageV2('hello 🔑', message)).toBe(address)
    expect(wallet.requests.at(-1)).toMatchObject({ kind: 'message', text: 'hello 🔑', account: address })
    const signed = await adapter.signTransaction(await payment(address))
    expect(signerOf(signed as never)).toBe(address)
    expect(wallet.requests.at(-1)).toMatchObject({
      kind: 'transaction',
      chain: 'mainnet',
      actions: [{ name: 'TransferContract', fields: { owner_address: address, to_address: bob, amount: '5000000' } }],
      terms: { expiration: blockHeader.expiration },
    })
  })

  it('tells the network, and switches it once the person agrees', async () => {
    const { wallet, adapter } = await openApp({ network: 'nile' })
    const changes: unknown[] = []
    adapter.on('chainChanged', (data) => void changes.push(data))
    await adapter.connect()
    expect(await adapter.network()).toMatchObject({ networkType: 'Nile', chainId: '0xcd8690dc' })
    wallet.refuseNext()
    const refused = await failureOf(adapter.switchChain('0x94a9059e'))
    expect(refused).toMatchObject({ name: 'WalletSwitchChainError', error: { code: 4001 } })
    expect(await failureOf(adapter.switchChain('0x1'))).toMatchObject({ error: { code: 4902 } })
    await adapter.switchChain('0x94a9059e')
    expect(await adapter.network()).toMatchObject({ networkType: 'Shasta' })
    expect(changes).toEqual([{ chainId: '0x94a9059e' }])
  })

  it('hears that the person refuses', async () => {
    const { wallet, adapter } = await openApp()
    wallet.refuseNext()
    expect(await failureOf(adapter.connect())).toMatchObject({
      name: 'WalletConnectionError',
      message: 'The user rejected connection.',
    })
    await adapter.connect()
    wallet.refuseNext(2)
    expect(await failureOf(adapter.signMessage('hello'))).toMatchObject({
      name: 'WalletSignMessageError',
      message: 'Confirmation declined by user',
    })
    const transaction = await payment(adapter.address ?? '')
    expect(await failureOf(adapter.signTransaction(transaction))).toMatchObject({ name: 'WalletSignTransactionError' })
  })
})

describe('window.tronLink', () => {
  it('replies a code to a page that asks for accounts, and fails for none of them', async () => {
    const { wallet, tronLink } = await setUp()
    const ask = () => requestAccounts(tronLink, 'tron_requestAccounts')
    wallet.refuseNext()
    expect(await ask()).toMatchObject({ code: 4001 })
    const asked = wallet.nextRequest()
    const first = ask()
    const request = await asked
    expect(await ask()).toMatchObject({ code: 4000 })
    request.approve()
    expect(await first).toMatchObject({ code: 200 })
  })

  it('has a TronWeb with the account only for a page with access, also when the page comes again', async () => {
    const { wallet, page, tronLink } = await setUp()
    expect([page.tronWeb, tronLink.tronWeb, tronLink.ready]).toEqual([false, false, false])
    await requestAccounts(tronLink, 'tron_requestAccounts')
    const [address = ''] = wallet.accounts
    const defaultAddress = { base58: address, hex: TronWeb.address.toHex(address), name: 'TronLink' }
    expect(page.tronWeb).toMatchObject({ ready: true, defaultAddress })
    const again = openPage<TronWindow>()
    wallet.install(again)
    await vi.waitFor(() => expect(again.tronLink?.ready).toBe(true))
    expect(again.tronWeb).toMatchObject({ defaultAddress })
    wallet.lock()
    expect([again.tronWeb, page.tronWeb]).toEqual([false, false])
  })

  it('tells the page of another account by a message of the window', async () => {
    const { wallet, page } = await connected({ accounts: 2 })
    const heard: unknown[] = []
    page.addEventListener('message', (event) => void heard.push((event as MessageEvent<unknown>).data))
    const [first = '', second = ''] = wallet.accounts
    wallet.switchAccount(second)
    wallet.disconnect()
    const message = (address: unknown) => ({
      message: { action: 'accountsChanged', data: { address } },
      isTronLink: true,
    })
    await vi.waitFor(() => expect(heard).toEqual([message(first), message(second), message(false)]))
  })

  it('is announced by TIP-6963, also when the page asks later, and is gone with the page', async () => {
    const { page, tron, uninstall } = await setUp({ rdns: 'org.tronlink.www' })
    const found: unknown[] = []
    const ask = () => page.dispatchEvent(new page.CustomEvent('TIP6963:requestProvider', { detail: undefined }))
    page.addEventListener('TIP6963:announceProvider', (event) => void found.push((event as CustomEvent).detail))
    ask()
    expect(found).toMatchObject([{ info: { name: 'TronLink', rdns: 'org.tronlink.www' }, provider: tron }])
    uninstall()
    ask()
    expect([found.length, page.tron, page.tronWeb]).toEqual([1, undefined, undefined])
  })
})

describe('the signatures of a browser wallet of Tron', () => {
  it('are over text, and over bytes of any kind', async () => {
    const { wallet, trx, address } = await connected()
    const ofText = await trx.signMessageV2('hello')
    const bytes = new TextEncoder().encode('hello')
    expect(await trx.signMessageV2(bytes)).toBe(ofText)
    expect(await trx.signMessageV2([...bytes])).toBe(ofText)
    expect(wallet.requests.at(-1)).toMatchObject({ text: 'hello' })
    const ofBytes = await trx.signMessageV2(Uint8Array.of(255))
    expect(await tronWeb.trx.verifyMessageV2(Uint8Array.of(255), ofBytes)).toBe(address)
    expect(wallet.requests.at(-1)).not.toHaveProperty('text')
  })

  it('are over a message of 1 MB', async () => {
    const { wallet, trx, address } = await connected()
    const message = 'a'.repeat(1_000_000)
    expect(await tronWeb.trx.verifyMessageV2(message, await trx.signMessageV2(message))).toBe(address)
    expect(wallet.requests.at(-1)?.text).toBe(message)
  })

  it('are on a transfer of a token, whose receiver the person reads', async () => {
    const { wallet, trx, address } = await connected()
    const parameters = [
      { type: 'address', value: bob },
      { type: 'uint256', value: 7 },
    ]
    const options = { blockHeader, feeLimit: 30_000_000, txLocal: true }
    const { triggerSmartContract } = tronWeb.transactionBuilder
    const build = triggerSmartContract.bind(tronWeb.transactionBuilder)
    const { transaction } = await build(token, 'transfer(address,uint256)', options, parameters, address)
    expect(signerOf(await trx.sign(transaction))).toBe(address)
    expect(wallet.requests.at(-1)).toMatchObject({
      actions: [
        {
          name: 'TriggerSmartContract',
          fields: { contract_address: token, call: { name: 'transfer', to: bob, amount: '7' } },
        },
      ],
      terms: { fee_limit: '30000000' },
    })
  })
})

describe('what a browser wallet of Tron refuses, and asks nobody', () => {
  it.each<readonly [string, (transaction: Transaction) => unknown, string]>([
    ['bytes that differ from the id', (built) => ({ ...built, txID: '00'.repeat(32) }), 'Invalid transaction'],
    ['bytes that are no transaction', (built) => ({ ...built, raw_data_hex: '5a' }), 'Invalid transaction'],
    ['a transaction without bytes', (built) => ({ ...built, raw_data_hex: undefined }), 'Invalid transaction'],
    ['a signed transaction', (built) => ({ ...built, signature: ['00'] }), 'Transaction is already signed'],
    ['a text, which no library signs so any more', () => 'hello', 'Sign a text by "signMessageV2".'],
  ])('is %s', async (_, change, failure) => {
    const { wallet, trx, address } = await connected()
    expect(await failureOf(trx.sign(change(await payment(address))))).toBe(failure)
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('is a transaction of a foreign account', async () => {
    const { wallet, trx } = await connected()
    const failure = await failureOf(trx.sign(await tronWeb.transactionBuilder.sendTrx(token, 1, bob, { blockHeader })))
    expect(failure).toBe('Private key does not match address in transaction')
    expect(wallet.requests).toHaveLength(1)
  })

  it.each([
    ['neither text nor bytes', 5],
    ['a list with what is no byte', [256]],
  ])('is a message that is %s', async (_, message) => {
    const { trx } = await connected()
    expect(await failureOf(trx.signMessageV2(message as never))).toMatch(/^"message" is not/)
  })

  it('is a signature for a page that has lost its access, and a block of a node that the wallet has not', async () => {
    const { wallet, trx } = await connected()
    expect(await failureOf(trx.getBlockByNumber(1))).toBe('The wallet reaches no node of mainnet.')
    wallet.disconnect()
    expect(await failureOf(trx.signMessageV2('hello'))).toMatch(/^The page has no access/)
  })

  it('is a method that it does not have, and a request without one', async () => {
    const { tron, tronLink } = await setUp()
    for (const provider of [tron, tronLink]) {
      const ask = (call: object) => failureOf(provider.request(call as Call))
      expect(await ask({ method: 'eth_sendTransaction' })).toMatchObject({ code: -32_601 })
      expect(await ask({})).toMatchObject({ code: -32_602 })
    }
  })

  it('is a network that it does not have', async () => {
    const creating = host.mock.wallets.browser({ chain: 'TRON', network: 'testnet' as 'nile' })
    await expect(creating).rejects.toThrow('"network" is one of mainnet, shasta, nile')
  })
})
