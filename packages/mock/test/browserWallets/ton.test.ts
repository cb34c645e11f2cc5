import { toHex } from '@latchkey/base/bytes'
import { isEd25519Signature } from '@latchkey/crypto/chains/curves'
import { Address, beginCell, Cell, loadMessage, loadMessageRelaxed } from '@ton/core'
import type { TonConnect } from '@tonconnect/sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createHost } from '#host'
import { openPage } from './injectedPage.ts'

interface Answer {
  readonly event?: string
  readonly id?: unknown
  readonly payload?: { readonly code?: number; readonly message?: string; readonly items?: readonly object[] }
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

interface Bridge {
  readonly deviceInfo: { readonly appName: string; readonly features: readonly unknown[] }
  readonly walletInfo: { readonly name: string }
  readonly protocolVersion: number
  readonly isWalletBrowser: boolean
  connect(version: number, request: unknown): Promise<Answer>
  restoreConnection(): Promise<Answer>
  disconnect(): Promise<void>
  send(request: { readonly method: string; readonly params?: unknown; readonly id: string }): Promise<Answer>
  listen(listener: (event: Answer) => void): () => void
}

/** The parts of a request to connect that a test changes. */
interface ConnectChange {
  readonly version?: number
  readonly manifestUrl?: string
  readonly items?: unknown
}

interface TonWindow {
  readonly latchkey: { readonly tonconnect: Bridge }
}

const host = createHost()
const manifestUrl = 'https://app.example.com/tonconnect-manifest.json'
const somebody = new Address(0, Buffer.alloc(32, 7))
type Options = Parameters<typeof host.mock.wallets.browser<'TON'>>[0]

const rawOf = (address: string | undefined) => Address.parse(address ?? '').toRawString()
const seconds = () => Math.floor(host.mock.clock.now() / 1000)

/** Reads what the message that an app gets asks of the wallet's contract. */
function readTransfer(bag: string) {
  const { info, init, body } = loadMessage(Cell.fromBase64(bag).beginParse())
  const slice = body.beginParse()
  const signature = new Uint8Array(slice.loadBuffer(64))
  const signed = slice.asCell().hash()
  const [walletId, validUntil, sequence] = [slice.loadUint(32), slice.loadUint(32), slice.loadUint(32)]
  const messages: { readonly mode: number; readonly message: ReturnType<typeof loadMessageRelaxed> }[] = []
  while (slice.remainingBits > 0)
    messages.push({ mode: slice.loadUint(8), message: loadMessageRelaxed(slice.loadRef().beginParse()) })
  return { info, init, signature, signed: new Uint8Array(signed), walletId, validUntil, sequence, messages }
}

describe('a browser wallet of TON with @tonconnect/sdk', () => {
  const page = openPage<TonWindow>()
  let sdk: typeof import('@tonconnect/sdk')

  // The library remembers the window in which it was loaded.
  beforeAll(async () => {
    vi.stubGlobal('window', page)
    // The library writes down each message.
    vi.spyOn(console, 'debug').mockImplementation(() => {})
    sdk = await import('@tonconnect/sdk')
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  let uninstall = () => {}
  afterEach(() => uninstall())

  async function openApp(options: Partial<Options> = {}) {
    const wallet = await host.mock.wallets.browser({ accounts: 2, name: 'Tonkeeper', ...options, chain: 'TON' })
    uninstall = wallet.install(page)
    const items = new Map<string, string>()
    const open = (): TonConnect =>
      new sdk.TonConnect({
        manifestUrl,
        walletsListSource: 'data:application/json,[]',
        analytics: { mode: 'off' },
        eventDispatcher: { dispatchEvent: async () => {}, addEventListener: async () => () => {} },
        storage: {
          setItem: async (key, value) => void items.set(key, value),
          getItem: async (key) => items.get(key) ?? null,
          removeItem: async (key) => void items.delete(key),
        },
      })
    return { wallet, open, connector: open() }
  }

  /** Connects, until the library says how that has ended. */
  const connect = (connector: TonConnect, tonProof?: string) =>
    new Promise<Awaited<TonConnect['wallet']>>((resolve, reject) => {
      const end = connector.onStatusChange(
        (status) => {
          end()
          resolve(status)
        },
        (error) => {
          end()
          reject(error)
        },
      )
      connector.connect({ jsBridgeKey: 'latchkey' }, tonProof === undefined ? {} : { request: { tonProof } })
    })

  it('finds the wallet, and connects with a proof, which the mock takes as a sign-in', async () => {
    const { wallet, connector } = await openApp()
    expect(sdk.TonConnect.isWalletInjected('latchkey')).toBe(true)
    const { nonce } = (await host.call('nonces.create', {})).body as { nonce: string }
    const status = await connect(connector, nonce)
    const [address = ''] = wallet.accounts
    expect(status?.account).toMatchObject({ address: rawOf(address), chain: '-239' })
    expect(wallet.requests).toMatchObject([{ kind: 'signIn', method: 'connect', account: address, text: nonce }])
    const reply = status?.connectItems?.tonProof
    if (!reply || !('proof' in reply)) return expect.fail('The wallet has not signed.')
    const { domain, timestamp, payload, signature } = reply.proof
    const { walletStateInit: state_init, publicKey: public_key } = status?.account ?? {}
    const { status: code } = await host.call('walletSignIn.verify', {
      body: {
        chain: 'TON',
        publicWalletAddress: address,
        messageToSign: JSON.stringify({ domain: domain.value, timestamp, payload }),
        signedMessage: JSON.stringify({ signature, state_init, public_key }),
        walletName: 'tonkeeper',
        walletProvider: 'browserExtension',
      },
    })
    expect(code).toBe(200)
  })

  it('keeps the account of a page that the person has connected, and connects it to another one when asked again', async () => {
    const { wallet, connector, open } = await openApp()
    await connect(connector)
    const [first = '', second = ''] = wallet.accounts
    wallet.switchAccount(second)
    expect(connector.account?.address).toBe(rawOf(first))
    const again = open()
    await again.restoreConnection()
    expect(again.account?.address).toBe(rawOf(first))
    await again.disconnect()
    const third = open()
    await connect(third)
    expect(third.account?.address).toBe(rawOf(second))
  })

  it('hears that the person refuses to connect, to send and to sign', async () => {
    const { wallet, connector } = await openApp()
    wallet.refuseNext()
    await expect(connect(connector)).rejects.toBeInstanceOf(sdk.UserRejectsError)
    await connect(connector)
    wallet.refuseNext(2)
    const messages = [{ address: somebody.toString(), amount: '1' }]
    const sending = connector.sendTransaction({ validUntil: seconds() + 60, messages })
    await expect(sending).rejects.toBeInstanceOf(sdk.UserRejectsError)
    await expect(connector.signData({ type: 'text', text: 'hello' })).rejects.toBeInstanceOf(sdk.UserRejectsError)
  })

  it('sends messages, which the person reads, as a signed transfer of the contract', async () => {
    const { wallet, connector } = await openApp()
    await connect(connector)
    const [address = ''] = wallet.accounts
    const comment = beginCell().storeUint(0, 32).storeStringTail('rent').endCell().toBoc().toString('base64')
    const other = beginCell().storeUint(1, 32).storeRef(beginCell().endCell()).endCell()
    const [friendly, bounceable] = [somebody.toString({ bounceable: false }), somebody.toString({ bounceable: true })]
    const messages = [
      { address: friendly, amount: '5000000', payload: comment },
      { address: bounceable, amount: '0', payload: other.toBoc().toString('base64') },
    ]
    const validUntil = seconds() + 60
    const first = readTransfer((await connector.sendTransaction({ validUntil, messages })).boc)
    expect(wallet.requests.at(-1)).toMatchObject({
      kind: 'transaction',
      account: address,
      chain: '-239',
      actions: [
        { name: 'transfer', fields: { to: friendly, amount: '5000000', comment: 'rent' } },
        { name: 'transfer', fields: { to: bounceable, amount: '0', payload: messages[1]?.payload } },
      ],
      terms: { valid_until: validUntil },
    })
    expect([first.info.type, String(first.info.dest)]).toEqual(['external-in', Address.parse(address).toString()])
    expect(first.init).toBeTruthy()
    const publicKey = new Uint8Array(Buffer.from(connector.account?.publicKey ?? '', 'hex'))
    expect(isEd25519Signature(first.signature, first.signed, publicKey)).toBe(true)
    expect(first).toMatchObject({ walletId: 698_983_191, sequence: 0 })
    const [paid, called] = first.messages.map(({ message }) => message)
    expect(paid?.info).toMatchObject({ type: 'internal', bounce: false, value: { coins: 5_000_000n } })
    expect(String(paid?.info.dest)).toBe(somebody.toString())
    expect(paid?.body.beginParse().skip(32).loadStringTail()).toBe('rent')
    expect(called?.info).toMatchObject({ bounce: true, value: { coins: 0n } })
    expect(toHex(called?.body.hash() ?? new Uint8Array())).toBe(toHex(other.hash()))
    expect(first.messages.map(({ mode }) => mode)).toEqual([3, 3])
    const second = readTransfer((await connector.sendTransaction({ validUntil, messages })).boc)
    expect(second).toMatchObject({ sequence: 1, validUntil, init: null })
  })

  it('signs data of the kinds that it announces', async () => {
    const { wallet, connector } = await openApp()
    await connect(connector)
    const publicKey = new Uint8Array(Buffer.from(connector.account?.publicKey ?? '', 'hex'))
    const { hash } = Address.parse(wallet.accounts[0] ?? '')
    const bytes = Buffer.from([255, 0]).toString('base64')
    for (const [payload, kind, data] of [
      [{ type: 'text', text: 'hello 🔑' }, 'txt', Buffer.from('hello 🔑')],
      [{ type: 'binary', bytes }, 'bin', Buffer.from([255, 0])],
    ] as const) {
      const { signature, timestamp, domain } = await connector.signData(payload)
      expect([timestamp, domain]).toEqual([seconds(), 'app.example.com'])
      const [length, workchain, size, time] = [4, 4, 4, 8].map((count) => Buffer.alloc(count))
      length?.writeUInt32BE(domain.length)
      size?.writeUInt32BE(data.length)
      time?.writeBigUInt64BE(BigInt(timestamp))
      const parts = [Buffer.from([255, 255]), Buffer.from('ton-connect/sign-data/'), workchain, hash, length]
      const rest = [Buffer.from(domain), time, Buffer.from(kind), size, data]
      const signed = Buffer.concat([...parts, ...rest].filter((part) => part !== undefined))
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', signed))
      expect(isEd25519Signature(new Uint8Array(Buffer.from(signature, 'base64')), digest, publicKey)).toBe(true)
    }
    expect(wallet.requests.slice(-2)).toMatchObject([{ kind: 'message', text: 'hello 🔑' }, { kind: 'message' }])
    const cell = { type: 'cell', schema: 'a#_ = A;', cell: beginCell().endCell().toBoc().toString('base64') } as const
    await expect(connector.signData(cell)).rejects.toBeInstanceOf(sdk.WalletNotSupportFeatureError)
  })

  it('hears that the wallet has forgotten the page', async () => {
    const { wallet, connector } = await openApp()
    await connect(connector)
    const heard: unknown[] = []
    connector.onStatusChange((status) => void heard.push(status))
    wallet.disconnect()
    await vi.waitFor(() => expect([heard, connector.connected]).toEqual([[null], false]))
  })
})

describe('the bridge of TON Connect', () => {
  async function setUp(options: Partial<Options> = {}) {
    const wallet = await host.mock.wallets.browser({ ...options, chain: 'TON' })
    const page = openPage<TonWindow>()
    onTestFinished(wallet.install(page))
    const bridge = page.latchkey?.tonconnect
    if (!bridge) return expect.fail('The page has no bridge.')
    const connect = ({ version = 2, ...request }: ConnectChange = {}) =>
      bridge.connect(version, { manifestUrl, items: [{ name: 'ton_addr' }], ...request })
    return { wallet, bridge, connect }
  }

  async function connected(options: Partial<Options> = {}) {
    const parts = await setUp(options)
    await parts.connect()
    const events: Answer[] = []
    const end = parts.bridge.listen((event) => void events.push(event))
    const send = (method: string, payload?: unknown) =>
      parts.bridge.send({ method, params: [typeof payload === 'string' ? payload : JSON.stringify(payload)], id: '5' })
    return { ...parts, events, end, send }
  }

  it('tells what the wallet is', async () => {
    const { bridge } = await setUp({ name: 'Tonkeeper' })
    expect(bridge).toMatchObject({ protocolVersion: 2, isWalletBrowser: false, walletInfo: { name: 'Tonkeeper' } })
    expect(bridge.deviceInfo).toMatchObject({
      appName: 'latchkey',
      features: expect.arrayContaining(['SendTransaction']),
    })
  })

  it('restores only the connection of a page that has access', async () => {
    const { wallet, bridge, connect } = await setUp({ network: 'testnet' })
    expect(await bridge.restoreConnection()).toMatchObject({ event: 'connect_error', payload: { code: 100 } })
    await connect()
    const account = { name: 'ton_addr', address: rawOf(wallet.accounts[0]), network: '-3' }
    expect(await bridge.restoreConnection()).toMatchObject({ event: 'connect', payload: { items: [account] } })
    wallet.disconnect()
    expect(await bridge.restoreConnection()).toMatchObject({ event: 'connect_error' })
  })

  it('tells a page that it is disconnected, also while it is locked, but not one that has left by itself, or that does not listen', async () => {
    const { wallet, bridge, events, end, connect, send } = await connected()
    expect(await send('disconnect')).toEqual({ result: {}, id: '5' })
    await connect()
    await bridge.disconnect()
    expect([events, wallet.connections]).toEqual([[], []])
    await connect()
    wallet.lock()
    wallet.unlock()
    wallet.disconnect()
    expect(events).toMatchObject([{ event: 'disconnect', payload: {} }])
    await connect()
    wallet.lock()
    wallet.disconnect()
    expect(events).toMatchObject([{ event: 'disconnect' }, { event: 'disconnect' }])
    wallet.unlock()
    end()
    await connect()
    wallet.disconnect()
    expect(events).toHaveLength(2)
  })

  it('waits for a locked wallet', async () => {
    const { wallet, send } = await connected()
    wallet.lock()
    const signing = send('signData', { type: 'text', text: 'hello' })
    await wallet.nextRequest()
    wallet.unlock()
    expect(await signing).toMatchObject({ result: { domain: 'app.example.com' } })
  })

  it('signs a text of 1 MB, and no proof of one', async () => {
    const { send, connect } = await connected()
    const text = 'a'.repeat(1_000_000)
    expect(await send('signData', { type: 'text', text })).toMatchObject({ result: { payload: { text } } })
    const items = [{ name: 'ton_addr' }, { name: 'ton_proof', payload: text }]
    expect(await connect({ items })).toMatchObject({ event: 'connect_error', payload: { code: 1 } })
  })

  it.each<readonly [string, ConnectChange]>([
    ['of a later version of the protocol', { version: 3 }],
    ['without a manifest', { manifestUrl: 'manifest' }],
    ['without items', { items: undefined }],
    ['without an account', { items: [{ name: 'ton_proof', payload: 'a' }] }],
    ['on another network', { items: [{ name: 'ton_addr', network: '-3' }] }],
    ['with a proof of no text', { items: [{ name: 'ton_addr' }, { name: 'ton_proof' }] }],
  ])('refuses a connection %s, and asks nobody', async (_, request) => {
    const { wallet, connect } = await setUp()
    expect(await connect(request)).toMatchObject({ event: 'connect_error', payload: { code: 1 } })
    expect([wallet.requests, wallet.connections]).toEqual([[], []])
  })

  const message = { address: somebody.toString(), amount: '1' }
  it.each<readonly [string, unknown]>([
    ['that is not JSON', 'transaction'],
    ['for another network', { network: '-3', messages: [message] }],
    ['of a foreign account', { from: somebody.toRawString(), messages: [message] }],
    ['that has expired', { valid_until: 1, messages: [message] }],
    ['until a text', { valid_until: 'later', messages: [message] }],
    ['without messages', { messages: [] }],
    ['with five messages', { messages: Array.from({ length: 5 }, () => message) }],
    ['to no address', { messages: [{ ...message, address: 'EQAA' }] }],
    ['of an amount that is no text of digits', { messages: [{ ...message, amount: 1 }] }],
    ['with a payload that is no bag of cells', { messages: [{ ...message, payload: 'AAAA' }] }],
  ])('refuses a transaction %s, and asks nobody', async (_, payload) => {
    const { wallet, send } = await connected()
    expect(await send('sendTransaction', payload)).toMatchObject({ error: { code: 1 }, id: '5' })
    expect(wallet.requests).toHaveLength(1)
  })

  it('gives two messages numbers of their own, though a page asks for both before the person answers', async () => {
    const { wallet, send } = await connected()
    wallet.setApproval('manual')
    const valid_until = seconds() + 60
    const sent = [1, 2].map(() => send('sendTransaction', { valid_until, messages: [message] }))
    for (const _ of sent) (await wallet.nextRequest()).approve()
    const bags = (await Promise.all(sent)) as readonly { readonly result: string }[]
    expect(bags.map(({ result }) => readTransfer(result).sequence)).toEqual([0, 1])
  })

  it('refuses a page with an opaque origin a proof before anybody is asked, and connects it without one', async () => {
    const wallet = await host.mock.wallets.browser({ chain: 'TON' })
    const { send } = wallet.openPage({ origin: 'null (4d2c1b0a)', emit: () => undefined })
    const connect = (...items: readonly object[]) =>
      send({ method: 'connect', params: [2, { manifestUrl, items: [{ name: 'ton_addr' }, ...items] }] })
    const refused = await connect({ name: 'ton_proof', payload: 'nonce' })
    expect(refused).toMatchObject({ result: { event: 'connect_error', payload: { code: 1 } } })
    expect([wallet.requests, wallet.connections]).toEqual([[], []])
    expect(await connect()).toMatchObject({ result: { event: 'connect' } })
  })

  it('refuses data of an unknown kind, a method that it does not have, and a page without access', async () => {
    const { wallet, send } = await connected()
    expect(await send('signData', { type: 'cell' })).toMatchObject({ error: { code: 1 } })
    expect(await send('signMessage', {})).toMatchObject({ error: { code: 400 } })
    wallet.disconnect()
    expect(await send('signData', { type: 'text', text: 'a' })).toMatchObject({ error: { code: 100 } })
    expect(wallet.requests).toHaveLength(1)
  })

  it('is of one of the networks', async () => {
    const creating = host.mock.wallets.browser({ chain: 'TON', network: 'nile' as 'testnet' })
    await expect(creating).rejects.toThrow('"network" is one of mainnet, testnet')
  })
})
