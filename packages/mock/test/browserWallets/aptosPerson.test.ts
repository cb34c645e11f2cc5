import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { refusalOf, TestPage } from './page.ts'
import { standardWalletsIn } from './standardWallets.ts'

/** The features of AIP-62 that the tests call, with the values that pages give. */
interface AptosFeatures {
  readonly 'aptos:account': { account(): Promise<Info> }
  readonly 'aptos:connect': { connect(silent?: boolean): Promise<Reply<Info>> }
  readonly 'aptos:disconnect': { disconnect(): Promise<void> }
  readonly 'aptos:onAccountChange': { onAccountChange(listener: (info?: Info) => void): Promise<void> }
  readonly 'aptos:signMessage': { signMessage(input: object): Promise<Reply<{ readonly fullMessage: string }>> }
  readonly 'aptos:signTransaction': { signTransaction(transaction: unknown): Promise<Reply<object>> }
}

interface Info {
  readonly address: { toString(): string }
}

interface Reply<Args> {
  readonly status: string
  readonly args?: Args
}

const host = createHost()
const origin = 'https://app.example.com'
let page: TestPage
beforeEach(() => {
  page = new TestPage(origin)
})

type Options = Partial<Parameters<typeof host.mock.wallets.browser<'APTOS'>>[0]>

async function setUp(options: Options = {}) {
  const wallet = await host.mock.wallets.browser({ ...options, chain: 'APTOS' })
  const uninstall = wallet.install(page)
  const [found] = standardWalletsIn<AptosFeatures>(page)
  if (!found) return expect.fail('The page has no wallet.')
  const { features } = found
  return {
    wallet,
    uninstall,
    found,
    connect: features['aptos:connect'].connect,
    account: features['aptos:account'].account,
    disconnect: features['aptos:disconnect'].disconnect,
    onAccountChange: features['aptos:onAccountChange'].onAccountChange,
    signMessage: features['aptos:signMessage'].signMessage,
    signTransaction: features['aptos:signTransaction'].signTransaction,
  }
}

async function connected(options: Options = {}) {
  const parts = await setUp(options)
  await parts.connect()
  return parts
}

/** A value of the library, as far as wallets read it. */
const bcs = (...bytes: number[]) => ({ bcsToBytes: () => Uint8Array.from(bytes) })

describe('a browser wallet of Aptos in a page', () => {
  it('registers itself with the features that adapters ask for, and goes again', async () => {
    const { found, uninstall } = await setUp({ name: 'Petra' })
    expect(found).toMatchObject({ name: 'Petra', chains: expect.arrayContaining(['aptos:mainnet']), accounts: [] })
    expect(Object.keys(found.features).sort()).toEqual([
      'aptos:account',
      'aptos:connect',
      'aptos:disconnect',
      'aptos:network',
      'aptos:onAccountChange',
      'aptos:onNetworkChange',
      'aptos:signMessage',
      'aptos:signTransaction',
    ])
    uninstall()
    expect(standardWalletsIn(page)).toEqual([])
  })

  it('connects silently only a page that has access', async () => {
    const { wallet, found, connect, account } = await setUp()
    expect(await connect(true)).toEqual({ status: 'Rejected' })
    expect(await refusalOf(account())).toMatchObject({ code: 4100 })
    expect(wallet.requests).toEqual([])
    const { status, args } = await connect()
    expect([status, String(args?.address)]).toEqual(['Approved', wallet.accounts[0]])
    expect(found.accounts.map(({ address }) => address)).toEqual(wallet.accounts)
    expect(await connect(true)).toMatchObject({ status: 'Approved' })
    expect(String((await account()).address)).toBe(wallet.accounts[0])
    expect(wallet.requests).toHaveLength(1)
  })

  it('tells of the selected account, and of none once the page has been forgotten', async () => {
    const { wallet, onAccountChange, disconnect, connect } = await connected({ accounts: 2 })
    const heard: unknown[] = []
    await onAccountChange((info) => void heard.push(info && String(info.address)))
    const [first = '', second = ''] = wallet.accounts
    wallet.switchAccount(second)
    wallet.lock()
    wallet.unlock()
    wallet.disconnect(origin)
    expect(heard).toEqual([second, undefined, second, undefined])
    await connect()
    await disconnect()
    wallet.switchAccount(first)
    expect(heard.slice(4)).toEqual([second])
    expect(wallet.connections).toEqual([])
  })
})

describe('what a browser wallet of Aptos does not sign', () => {
  it.each([
    ['a message that is no text', { message: 5, nonce: '1' }],
    ['a message without a nonce', { message: 'hello' }],
    ['a nonce of two lines', { message: 'hello', nonce: '1\nnonce: 2' }],
  ])('is %s', async (_, input) => {
    const { wallet, signMessage } = await connected()
    expect(await refusalOf(signMessage(input))).toMatchObject({ code: -32_000 })
    expect(wallet.requests).toHaveLength(1)
  })

  it('is a text that ends in a nonce of its own only as the page gave it', async () => {
    const { signMessage } = await connected()
    const { args } = await signMessage({ message: 'hello\nnonce: 2', nonce: '1' })
    expect(args?.fullMessage).toBe('APTOS\nmessage: hello\nnonce: 2\nnonce: 1')
  })

  it('are bytes that are no transaction', async () => {
    const { wallet, signTransaction } = await connected()
    const tail = Array.from({ length: 25 }, () => 0)
    const address = Array.from({ length: 32 }, () => 1)
    const head = [...address, ...Array.from({ length: 8 }, () => 0)]
    for (const rawTransaction of [
      bcs(),
      bcs(1, 2, 3),
      // A payload, a type and a list that do not exist.
      bcs(...head, 9, ...tail),
      bcs(...head, 2, ...address, 1, 97, 1, 97, 1, 99, 0, ...tail),
      bcs(...head, 2, ...address, 1, 97, 1, 97, 0xff, 0xff, 0xff, 0xff, 0x0f, ...tail),
      // A byte after the last argument.
      bcs(...head, 2, ...address, 1, 97, 1, 97, 0, 0, 7, ...tail),
      // Vectors of vectors without an end.
      bcs(...head, 2, ...address, 1, 97, 1, 97, 1, ...Array.from({ length: 100 }, () => 6), ...tail),
    ])
      expect(await refusalOf(signTransaction({ rawTransaction }))).toMatchObject({ code: -32_003 })
    const rawTransaction = bcs(...head, 0, ...tail)
    const short = bcs(1, 2)
    expect(await refusalOf(signTransaction({ rawTransaction, feePayerAddress: short }))).toMatchObject({
      code: -32_000,
    })
    expect(wallet.requests).toHaveLength(1)
  })

  it('is anything for a page without access, and it signs a message of a megabyte for one with it', async () => {
    const { wallet, signMessage } = await connected()
    const { status, args } = await signMessage({ message: 'm'.repeat(1_000_000), nonce: '1' })
    expect([status, args?.fullMessage.length]).toEqual(['Approved', 1_000_024])
    wallet.disconnect()
    expect(await refusalOf(signMessage({ message: 'hello', nonce: '1' }))).toMatchObject({ code: 4100 })
  })
})

describe('mock.wallets.browser for Aptos', () => {
  it('refuses accounts and networks that cannot be', async () => {
    const create = (options: object) => host.mock.wallets.browser({ ...options, chain: 'APTOS' })
    const test = await host.mock.wallets.aptos()
    await expect(create({ accounts: [{ ...test, address: `0x${'1'.repeat(64)}` }] })).rejects.toThrow('not an address')
    await expect(create({ network: { name: 'mainnet' } })).rejects.toThrow('"network"')
    const wallet = await create({})
    expect(() => wallet.switchNetwork({ name: 'other', chainId: 256 })).toThrow('"chainId" from 1 to 255')
  })
})
