import { createPublicKey, verify } from 'node:crypto'
import AVMWebProvider from '@agoralabs-sh/avm-web-provider'
import { WalletId, WalletManager } from '@txnlab/use-wallet'
import algosdk from 'algosdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'
import { failureOf, type InjectedPage, openPage } from './injectedPage.ts'

interface Enabled {
  readonly genesisID: string
  readonly genesisHash: string
  readonly accounts: readonly string[]
}

/** The object of ARC-0001. */
interface Algorand {
  readonly isConnected: boolean
  enable(options?: object): Promise<Enabled>
  signTxns(txns: unknown): Promise<(string | null)[]>
  postTxns(stxns: unknown): Promise<unknown>
}

interface AlgorandWindow {
  readonly algorand: Algorand
  readonly other: Algorand
  readonly localStorage: Storage
}

const host = createHost()
const mainnet = 'wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8='
const testnet = 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI='
/** The ids by which use-wallet asks for the wallets that it knows. */
const kibisis = 'f6d1c86b-4493-42fb-b88d-a62407b4cdf6'
const bob = algosdk.encodeAddress(new Uint8Array(32).fill(7))
type Options = Parameters<typeof host.mock.wallets.browser<'ALGO'>>[0]

let page: InjectedPage<AlgorandWindow>
beforeEach(() => {
  page = openPage<AlgorandWindow>()
  vi.stubGlobal('window', page)
  for (const name of ['CustomEvent', 'localStorage'] as const) vi.stubGlobal(name, Reflect.get(page, name))
})
afterEach(() => void vi.unstubAllGlobals())

async function setUp(options: Partial<Options> = {}) {
  const wallet = await host.mock.wallets.browser({ ...options, chain: 'ALGO' })
  const uninstall = wallet.install(page)
  return { wallet, uninstall, algorand: page.algorand ?? expect.fail('The page has no wallet.') }
}

interface Terms {
  readonly sender: string
  readonly genesisHash?: string
  readonly note?: string
}

function payment({ sender, genesisHash = mainnet, note = 'Lunch 🥗' }: Terms) {
  return algosdk.makePaymentTxnWithSuggestedParamsFromObject({
    sender,
    receiver: bob,
    amount: 5_000_000n,
    note: new TextEncoder().encode(note),
    suggestedParams: {
      fee: 1000,
      flatFee: true,
      minFee: 1000,
      firstValid: 100,
      lastValid: 1100,
      genesisHash: algosdk.base64ToBytes(genesisHash),
      genesisID: genesisHash === mainnet ? 'mainnet-v1.0' : 'testnet-v1.0',
    },
  })
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const txnOf = (transaction: algosdk.Transaction) => base64(transaction.toByte())

/** Whether the key of an address has signed. */
function isSigned(address: string, bytes: Uint8Array, signature: Uint8Array | undefined): boolean {
  const x = Buffer.from(algosdk.decodeAddress(address).publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return signature !== undefined && verify(null, bytes, key, signature)
}

/** The address whose key has signed a transaction. */
function signerOf(signed: Uint8Array | string | null | undefined): string {
  if (!signed) return expect.fail('The wallet has not signed.')
  const bytes = typeof signed === 'string' ? algosdk.base64ToBytes(signed) : signed
  const { txn, sig, sgnr } = algosdk.decodeSignedTransaction(bytes)
  const signer = (sgnr ?? txn.sender).toString()
  expect(isSigned(signer, txn.bytesToSign(), sig)).toBe(true)
  return signer
}

describe.each([
  ['Kibisis, by ARC-0027', WalletId.KIBISIS, { providerId: kibisis }],
  ['Exodus, by ARC-0001', WalletId.EXODUS, {}],
] as const)('a browser wallet of Algorand with use-wallet, as %s', (_, id, options) => {
  async function openApp(more: Partial<Options> = {}) {
    const parts = await setUp({ accounts: 2, ...options, ...more })
    const open = () => {
      const manager = new WalletManager({ wallets: [id], defaultNetwork: 'mainnet', options: { logLevel: 4 } as never })
      return manager.getWallet(id) ?? expect.fail('The app knows no wallet.')
    }
    return { ...parts, open, found: open() }
  }

  it('finds the wallet, connects, and follows the selected account when it connects again', async () => {
    const { wallet, found } = await openApp()
    const [first = '', second = ''] = wallet.accounts
    expect((await found.connect()).map(({ address }) => address)).toEqual([first, second])
    wallet.switchAccount(second)
    await found.connect()
    expect(found.accounts[0]?.address).toBe(second)
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('signs a payment, which the person reads', async () => {
    const { wallet, found } = await openApp()
    const [{ address = '' } = {}] = await found.connect()
    const [signed] = await found.signTransactions([payment({ sender: address })])
    expect(signerOf(signed)).toBe(address)
    expect(wallet.requests.at(-1)).toMatchObject({
      kind: 'transaction',
      account: address,
      chain: 'mainnet-v1.0',
      actions: [
        {
          name: 'pay',
          fields: {
            sender: address,
            receiver: bob,
            amount: '5000000',
            fee: '1000',
            note: 'Lunch 🥗',
            lastValid: '1100',
          },
        },
      ],
    })
  })

  it('hears that the person refuses', async () => {
    const { wallet, found } = await openApp()
    wallet.refuseNext()
    expect(await failureOf(found.connect())).toMatchObject({ code: 4001 })
    const [{ address = '' } = {}] = await found.connect()
    wallet.refuseNext()
    expect(await failureOf(found.signTransactions([payment({ sender: address })]))).toMatchObject({ code: 4001 })
    expect(wallet.requests.map(({ status }) => status)).toEqual(['refused', 'approved', 'refused'])
  })

  it('connects a locked wallet once the person unlocks it, and signs nothing while it is locked', async () => {
    const { wallet, found } = await openApp()
    wallet.lock()
    const asked = wallet.nextRequest()
    const connecting = found.connect()
    expect((await asked).kind).toBe('unlock')
    wallet.unlock()
    const [{ address = '' } = {}] = await connecting
    wallet.lock()
    expect(await failureOf(found.signTransactions([payment({ sender: address })]))).toMatchObject({ code: 4100 })
  })

  it('goes on with its session in a page that comes again, until the person disconnects it', async () => {
    const { wallet, open, found } = await openApp()
    await found.connect()
    const again = open()
    await again.resumeSession()
    expect([again.isConnected, wallet.requests.length]).toEqual([true, 1])
    wallet.disconnect()
    wallet.refuseNext()
    await open()
      .resumeSession()
      .catch(() => {})
    expect(open().isConnected).toBe(false)
  })
})

describe('the messages of ARC-0027', () => {
  interface Reply {
    readonly result: object | null
    readonly error: object | null
  }

  async function openApp(options: Partial<Options> = {}) {
    const parts = await setUp({ providerId: kibisis, ...options })
    const client = AVMWebProvider.AVMWebClient.init()
    /** The reply to a request of the library's client. */
    const ask = (method: 'Disable' | 'Discover' | 'Enable' | 'PostTransactions' | 'SignMessage', params?: object) =>
      new Promise<Reply>((resolve) => {
        const hear = ({ error, result }: Reply) => resolve({ error, result })
        const listen: (hear: (reply: Reply) => void) => string = client[`on${method}`]
        listen.call(client, hear)
        const send = `${method[0]?.toLowerCase()}${method.slice(1)}` as Uncapitalize<typeof method>
        client[send](params as never)
      })
    return { ...parts, client, ask }
  }

  it('tell which networks and methods the wallet has', async () => {
    const { ask } = await openApp({ name: 'Kibisis' })
    const methods = ['enable', 'disable', 'discover', 'sign_transactions', 'sign_message']
    expect((await ask('Discover')).result).toMatchObject({
      name: 'Kibisis',
      providerId: kibisis,
      networks: [
        { genesisId: 'mainnet-v1.0', genesisHash: mainnet, methods },
        { genesisId: 'testnet-v1.0', genesisHash: testnet, methods },
      ],
    })
  })

  it('sign a text, which the person reads, and refuse it', async () => {
    const { wallet, ask } = await openApp()
    await ask('Enable', { genesisHash: testnet })
    const [address = ''] = wallet.accounts
    const { result } = await ask('SignMessage', { message: 'MXhello 🔑' })
    const { signature, signer } = result as { signature: string; signer: string }
    expect(signer).toBe(address)
    expect(algosdk.verifyBytes(new TextEncoder().encode('hello 🔑'), algosdk.base64ToBytes(signature), address)).toBe(
      true,
    )
    expect(wallet.requests.at(-1)).toMatchObject({ kind: 'message', text: 'MXhello 🔑', account: address })
    wallet.refuseNext()
    expect((await ask('SignMessage', { message: 'hello', signer: address })).error).toMatchObject({
      code: 4001,
      name: 'MethodCanceledError',
      providerId: kibisis,
      data: { method: 'sign_message' },
    })
  })

  it('take the access of the page away', async () => {
    const { wallet, algorand, ask } = await openApp()
    await ask('Enable')
    expect([algorand.isConnected, wallet.connections.length]).toEqual([true, 1])
    expect((await ask('Disable')).result).toEqual({
      genesisHash: mainnet,
      genesisId: 'mainnet-v1.0',
      providerId: kibisis,
    })
    expect([algorand.isConnected, wallet.connections]).toEqual([false, []])
  })

  it.each([
    [
      'Enable',
      { genesisHash: 'AAAA' },
      { code: 4004, name: 'NetworkNotSupportedError', data: { genesisHashes: ['AAAA'] } },
    ],
    ['SignMessage', { message: 5 }, { code: 4200, name: 'InvalidInputError' }],
    [
      'SignMessage',
      { message: 'a', signer: bob },
      { code: 4100, name: 'UnauthorizedSignerError', data: { signer: bob } },
    ],
    ['SignMessage', 'hello', { code: 4200, name: 'InvalidInputError' }],
    ['PostTransactions', { stxns: [] }, { code: 4003, name: 'MethodNotSupportedError' }],
  ] as const)('refuse %s with %j, and ask nobody', async (method, params, error) => {
    const { wallet, ask } = await openApp()
    await ask('Enable')
    expect((await ask(method, params as object)).error).toMatchObject(error)
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('reach only the wallet that they name, and no wallet of a closed page', async () => {
    const { wallet, uninstall, client, ask } = await openApp()
    const other = await host.mock.wallets.browser({
      chain: 'ALGO',
      name: 'Other',
      windowKey: 'other',
      providerId: 'other',
    })
    other.install(page)
    await ask('Enable', { providerId: 'other' })
    expect([wallet.connections.length, other.connections.length]).toEqual([0, 1])
    uninstall()
    client.enable({ providerId: kibisis })
    await ask('Discover', { providerId: 'other' })
    expect(wallet.requests).toEqual([])
  })
})

describe('window.algorand', () => {
  async function connected(options: Partial<Options> = {}) {
    const parts = await setUp(options)
    const { accounts } = await parts.algorand.enable()
    return { ...parts, address: accounts[0] ?? '' }
  }

  it('gives the network that the page asks for, or that of the wallet', async () => {
    const own = { genesisId: 'dockernet-v1', genesisHash: base64(new Uint8Array(32).fill(9)) }
    const { algorand } = await setUp({ network: own })
    expect(await algorand.enable()).toMatchObject({ genesisID: own.genesisId, genesisHash: own.genesisHash })
    expect(await algorand.enable({ genesisID: 'testnet-v1.0' })).toMatchObject({ genesisHash: testnet })
    expect(await failureOf(algorand.enable({ genesisID: 'other-v1' }))).toMatchObject({ code: 4200 })
  })

  it('signs its transactions of a group, and leaves the others as they are', async () => {
    const { algorand, wallet, address } = await connected()
    const group = algosdk.assignGroupID([
      payment({ sender: address }),
      payment({ sender: bob }),
      payment({ sender: bob }),
    ])
    const [own, foreign, signed] = group.map(txnOf)
    const result = await algorand.signTxns([
      { txn: own, signers: [address] },
      { txn: foreign, signers: [] },
      { txn: signed, signers: [], stxn: 'AAAA' },
    ])
    expect([signerOf(result[0]), result.slice(1)]).toEqual([address, [null, 'AAAA']])
    expect(wallet.requests.at(-1)?.actions?.map(({ fields }) => fields.sender)).toEqual([address, bob, bob])
  })

  it('signs for an account whose key it has got by rekeying', async () => {
    const { algorand, address } = await connected()
    const [signed] = await algorand.signTxns([{ txn: txnOf(payment({ sender: bob })), authAddr: address }])
    expect(signerOf(signed)).toBe(address)
  })

  it('signs a group of sixteen', async () => {
    const { algorand, address } = await connected()
    const transactions = Array.from({ length: 16 }, (_, index) => payment({ sender: address, note: `${index}` }))
    const signed = await algorand.signTxns(algosdk.assignGroupID(transactions).map((each) => ({ txn: txnOf(each) })))
    expect(signed.map(signerOf)).toEqual(transactions.map(() => address))
  })

  it.each<readonly [string, (address: string) => unknown, number]>([
    ['no list', () => 'hello', 4300],
    ['an empty list', () => [], 4300],
    ['what is not base64', () => [{ txn: '!' }], 4300],
    ['bytes that are no transaction', () => [{ txn: 'gqNzaWc=' }], 4300],
    ['a map without a sender', () => [{ txn: 'gaR0eXBlo3BheQ==' }], 4300],
    ['a foreign account', () => [{ txn: txnOf(payment({ sender: bob })) }], 4100],
    ['another signer', (address) => [{ txn: txnOf(payment({ sender: address })), signers: [bob] }], 4100],
    ['several keys', (address) => [{ txn: txnOf(payment({ sender: address })), msig: {} }], 4200],
    ['a signed transaction', (address) => [{ txn: txnOf(payment({ sender: address })), stxn: 'AAAA' }], 4300],
    [
      'an unknown network',
      (sender) => [{ txn: txnOf(payment({ sender, genesisHash: base64(new Uint8Array(32).fill(9)) })) }],
      4200,
    ],
    [
      'a part of a group',
      (sender) =>
        algosdk
          .assignGroupID([payment({ sender }), payment({ sender: bob })])
          .slice(0, 1)
          .map((each) => ({ txn: txnOf(each) })),
      4300,
    ],
    [
      'seventeen transactions',
      (sender) => Array.from({ length: 17 }, () => ({ txn: txnOf(payment({ sender })) })),
      4201,
    ],
  ])('refuses to sign %s, and asks nobody', async (_, txns, code) => {
    const { algorand, wallet, address } = await connected()
    expect(await failureOf(algorand.signTxns(txns(address)))).toMatchObject({ code })
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('signs nothing for an account that the page has not got, and asks nobody', async () => {
    const { algorand, wallet } = await setUp({ accounts: 2 })
    const [first = '', second = ''] = wallet.accounts
    const sign = (sender: string) => algorand.signTxns([{ txn: txnOf(payment({ sender })) }])
    expect(await failureOf(sign(first))).toMatchObject({ code: 4100 })
    const asked = wallet.nextRequest()
    const enabling = algorand.enable()
    ;(await asked).approve({ accounts: [first] })
    expect((await enabling).accounts).toEqual([first])
    expect(await failureOf(sign(second))).toMatchObject({ code: 4100 })
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect'])
    expect((await sign(first)).map(signerOf)).toEqual([first])
  })

  it('sends nothing, since the wallet has no node', async () => {
    const { algorand } = await connected()
    expect(await failureOf(algorand.postTxns([]))).toMatchObject({ code: 4200 })
  })

  it('is gone when the wallet is taken out of the page', async () => {
    const { algorand, uninstall } = await connected({ windowKey: 'algorand' })
    uninstall()
    expect(page.algorand).toBeUndefined()
    expect(await failureOf(algorand.enable())).toMatchObject({ code: 4900 })
  })
})

it('a browser wallet of Algorand is on a network that exists', async () => {
  const creating = host.mock.wallets.browser({ chain: 'ALGO', network: 'devnet' as 'testnet' })
  await expect(creating).rejects.toThrow('"network" is one of mainnet, testnet, or a network with "genesisId"')
})
