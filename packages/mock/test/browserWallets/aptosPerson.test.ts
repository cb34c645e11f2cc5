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
  readonly 'aptos:signIn': { signIn(input: object): Promise<Reply<SignInOutput>> }
  readonly 'aptos:signMessage': { signMessage(input: object): Promise<Reply<{ readonly fullMessage: string }>> }
  readonly 'aptos:signTransaction': { signTransaction(transaction: unknown): Promise<Reply<object>> }
}

interface Info {
  readonly address: { toString(): string }
}

interface SignInOutput {
  readonly account: { readonly publicKey: { toString(): string } }
  readonly signature: { toString(): string }
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
    signIn: features['aptos:signIn'].signIn,
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
      'aptos:signIn',
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

describe('aptos:signIn', () => {
  const nonce = 'abcdefgh'
  const domain = 'app.example.com'

  it.each(['ed25519', 'singleKeyEd25519', 'singleKeySecp256k1'])(
    'signs in with an account of %s, which the mock takes, and refuses for another text',
    async (kind) => {
      const { wallet, signIn } = await setUp({ kind })
      async function bodyOf(change = (text: string) => text) {
        const { nonce } = (await host.call('nonces.create', {})).body as { nonce: string }
        const { args } = await signIn({ domain, nonce, issuedAt: host.mock.clock.iso() })
        if (!args) return expect.fail('The wallet has not signed.')
        const signed = { publicKey: String(args.account.publicKey), signature: String(args.signature) }
        return {
          chain: 'APTOS' as const,
          publicWalletAddress: wallet.accounts[0] ?? '',
          messageToSign: change(wallet.requests.at(-1)?.text ?? ''),
          signedMessage: JSON.stringify(signed),
          walletName: 'petra',
          walletProvider: 'browserExtension' as const,
        }
      }
      const { body } = await host.call('walletSignIn.verify', { body: await bodyOf() })
      expect(JSON.stringify(body)).toContain(wallet.accounts[0])
      const other = await bodyOf((text) => text.replace('\nChain ID', '\nRequest ID: 7\nChain ID'))
      const refusal = await host.refuse('walletSignIn.verify', { body: other })
      expect([refusal.status, refusal.code]).toEqual([422, 'other_verify_failure'])
    },
  )

  it('is refused as the person does, which connects nothing', async () => {
    const { wallet, signIn, found } = await setUp()
    wallet.refuseNext()
    expect(await signIn({ domain, nonce })).toEqual({ status: 'Rejected' })
    expect([wallet.connections, found.accounts]).toEqual([[], []])
  })

  it('asks a connected page again, and connects by itself, once for each account', async () => {
    const { wallet, signIn, found } = await setUp({ accounts: 2 })
    expect(await signIn({ domain, nonce })).toMatchObject({ status: 'Approved' })
    expect(await signIn({ domain, nonce })).toMatchObject({ status: 'Approved' })
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['signIn', 'signIn'])
    expect(found.accounts).toMatchObject([{ address: wallet.accounts[0] }])
  })

  it('takes the network that the wallet is on, by its name or its number', async () => {
    const { signIn } = await setUp({ network: { name: 'testnet', chainId: 2 } })
    for (const chainId of ['testnet', 'aptos:testnet', 'aptos:2'])
      expect(await signIn({ domain, nonce, chainId })).toMatchObject({
        status: 'Approved',
        args: { input: { chainId } },
      })
    expect(await signIn({ domain, nonce })).toMatchObject({ args: { input: { chainId: 'aptos:testnet' } } })
  })

  it.each([
    ['another domain', { domain: 'evil.example', nonce }, -32_000],
    ['a URI of another site', { domain, nonce, uri: 'https://evil.example/a' }, -32_000],
    ['another chain', { domain, nonce, chainId: 'aptos:devnet' }, -32_000],
    ['another version', { domain, nonce, version: '2' }, -32_000],
    ['a missing nonce', { domain }, -32_000],
    ['a statement of two lines', { domain, nonce, statement: 'a\nb' }, -32_000],
    ['a foreign account', { domain, nonce, address: `0x${'b0'.repeat(32)}` }, 4100],
  ])('is refused for %s, before the person is asked', async (_, input, code) => {
    const { wallet, signIn } = await setUp()
    expect(await refusalOf(signIn(input))).toMatchObject({ code })
    expect([wallet.requests, wallet.connections]).toEqual([[], []])
  })
})
