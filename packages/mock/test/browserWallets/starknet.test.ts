import { ec, RpcProvider, type TypedData, typedData as typedDataOf, WalletAccount } from 'starknet'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createHost } from '#host'
import { getStarknet } from './getStarknetCore.mjs'
import { failureOf, openPage } from './injectedPage.ts'

interface Call {
  readonly type: string
  readonly params?: unknown
}

interface StarknetWallet {
  readonly id: string
  readonly name: string
  request(call: Call): Promise<unknown>
  on(name: string, listener: (...data: unknown[]) => void): unknown
  off(name: string, listener: (...data: unknown[]) => void): unknown
}

interface StarknetWindow {
  readonly starknet_latchkey: StarknetWallet
  readonly starknet_argentX: StarknetWallet
}

const host = createHost()
const [mainnet, sepolia] = ['0x534e5f4d41494e', '0x534e5f5345504f4c4941']
/** A client of a node that is not there: nothing here needs one. */
const provider = new RpcProvider({ nodeUrl: 'http://127.0.0.1:1' })
type Options = Parameters<typeof host.mock.wallets.browser<'STARK'>>[0]

const domain = { name: 'App', version: '1', chainId: 'SN_MAIN', revision: '1' }
const typedData: TypedData = {
  types: {
    StarknetDomain: Object.keys(domain).map((name) => ({ name, type: 'shortstring' })),
    Greeting: [
      { name: 'text', type: 'string' },
      { name: 'count', type: 'u128' },
    ],
  },
  primaryType: 'Greeting',
  domain,
  message: { text: 'hello', count: '3' },
}

async function setUp(options: Partial<Options> = {}) {
  const wallet = await host.mock.wallets.browser({ ...options, chain: 'STARK' })
  const page = openPage<StarknetWindow>()
  const uninstall = wallet.install(page)
  const found = page.starknet_latchkey
  if (!found) return expect.fail('The page has no wallet.')
  const ask = (type: string, params?: unknown) => found.request({ type, params })
  return { wallet, page, uninstall, found, ask }
}

async function connected(options: Partial<Options> = {}) {
  const parts = await setUp(options)
  const [address = ''] = (await parts.ask('wallet_requestAccounts')) as string[]
  return { ...parts, address }
}

/** The errors of a wallet of Starknet. */
const failure = (code: number, name: string) => ({ code, message: `An error occurred (${name})` })
const refused = failure(113, 'USER_REFUSED_OP')
const malformed = failure(114, 'INVALID_REQUEST_PAYLOAD')

/** Whether a key has signed typed data. Its y coordinate is one of two. */
function isSigned(signature: readonly string[], account: string, publicKey: string): boolean {
  const [r = 0n, s = 0n] = signature.map(BigInt)
  const hash = typedDataOf.getMessageHash(typedData, account)
  const x = publicKey.slice(2)
  return ['02', '03'].some((tag) => ec.starkCurve.verify(new ec.starkCurve.Signature(r, s), hash, `${tag}${x}`))
}

describe('a browser wallet of Starknet with get-starknet and starknet.js', () => {
  const page = openPage<StarknetWindow>()
  beforeAll(() => {
    for (const name of ['window', 'localStorage', 'Event'] as const)
      vi.stubGlobal(name, name === 'window' ? page : Reflect.get(page, name))
  })
  afterAll(() => void vi.unstubAllGlobals())

  async function openApp(options: Partial<Options> = {}) {
    const wallet = await host.mock.wallets.browser({ name: 'Ready', windowKey: 'argentX', ...options, chain: 'STARK' })
    onTestFinished(wallet.install(page))
    const starknet = getStarknet({ windowObject: page })
    const [found] = await starknet.getAvailableWallets()
    if (!found) return expect.fail('The app has found no wallet.')
    return { wallet, starknet, found }
  }

  it('finds the wallet, connects, and disconnects', async () => {
    const { wallet, starknet, found } = await openApp()
    expect([found.id, found.name]).toEqual(['argentX', 'Ready'])
    expect(await starknet.getAuthorizedWallets()).toEqual([])
    await starknet.enable(found)
    expect((await starknet.getAuthorizedWallets()).map(({ id }) => id)).toEqual(['argentX'])
    expect((await starknet.getLastConnectedWallet())?.id).toBe('argentX')
    expect(wallet.requests).toMatchObject([{ kind: 'connect', method: 'wallet_requestAccounts' }])
    await starknet.disconnect({ clearLastWallet: true })
    wallet.disconnect()
    expect(await starknet.getAuthorizedWallets()).toEqual([])
  })

  it('signs typed data as an account, which the person reads', async () => {
    const signer = await host.mock.wallets.stark()
    const { wallet, found } = await openApp({ accounts: [signer] })
    const account = await WalletAccount.connect(provider, found as never)
    expect(account.address).toBe(signer.address)
    const signature = (await account.signMessage(typedData)) as string[]
    expect(isSigned(signature, signer.address, signer.publicKey)).toBe(true)
    expect(wallet.requests.at(-1)).toMatchObject({
      kind: 'typedData',
      account: signer.address,
      chain: 'SN_MAIN',
      typedData,
    })
  })

  it('follows the selected account, and the network', async () => {
    const { wallet, found } = await openApp({ accounts: 2 })
    const account = await WalletAccount.connect(provider, found as never)
    const networks: unknown[] = []
    account.onNetworkChanged((network) => void networks.push(network))
    const [, second = ''] = wallet.accounts
    wallet.switchAccount(second)
    expect(account.address).toBe(second)
    await account.switchStarknetChain(sepolia as never)
    expect(networks).toEqual([sepolia])
    expect(await found.request({ type: 'wallet_requestChainId' })).toBe(sepolia)
    // The library reads the first of any list of accounts: there must be none.
    wallet.disconnect()
    expect(account.address).toBe(second)
  })

  it('hears that the person refuses, with the codes of real wallets', async () => {
    const { wallet, found, starknet } = await openApp()
    wallet.refuseNext()
    expect(await failureOf(WalletAccount.connect(provider, found as never))).toMatchObject(refused)
    await starknet.enable(found)
    const account = await WalletAccount.connect(provider, found as never)
    wallet.refuseNext(2)
    expect(await failureOf(account.signMessage(typedData))).toMatchObject(refused)
    expect(await failureOf(account.switchStarknetChain(sepolia as never))).toMatchObject(refused)
  })

  it('shows the person the calls of a transaction, and reaches no node for it', async () => {
    const { wallet, found } = await openApp()
    const account = await WalletAccount.connect(provider, found as never)
    const call = { contractAddress: '0x5', entrypoint: 'transfer', calldata: ['0x7', '1', '0'] }
    wallet.refuseNext()
    expect(await failureOf(account.execute(call))).toMatchObject(refused)
    expect(wallet.requests.at(-1)).toMatchObject({
      kind: 'transaction',
      chain: 'SN_MAIN',
      actions: [{ name: 'transfer', fields: { contract_address: '0x5', calldata: ['0x7', '1', '0'] } }],
    })
    const data = 'The wallet reaches no node of SN_MAIN.'
    expect(await failureOf(account.execute(call))).toMatchObject({ ...failure(163, 'UNKNOWN_ERROR'), data })
  })
})

describe('the object of get-starknet', () => {
  it('gives accounts silently only to a page that has access, and asks nobody', async () => {
    const { wallet, ask } = await setUp()
    const silently = () => ask('wallet_requestAccounts', { silent_mode: true })
    expect([await silently(), await ask('wallet_getPermissions')]).toEqual([[], []])
    expect(wallet.requests).toEqual([])
    await ask('wallet_requestAccounts')
    expect([await silently(), await ask('wallet_getPermissions')]).toEqual([wallet.accounts, ['accounts']])
  })

  it('tells its listeners which account is selected, and without an argument that there is none', async () => {
    const { wallet, found, address } = await connected({ accounts: 2 })
    const heard: unknown[][] = []
    const listener = (...data: unknown[]) => void heard.push(data)
    found.on('accountsChanged', listener)
    const [, second = ''] = wallet.accounts
    wallet.switchAccount(second)
    wallet.disconnect()
    found.off('accountsChanged', listener)
    wallet.switchAccount(address)
    expect(heard).toEqual([[[second]], []])
  })

  it('tells what it is, and keeps a token in view once the person agrees', async () => {
    const { wallet, ask } = await connected({ network: 'SN_SEPOLIA' })
    expect(await ask('wallet_requestChainId')).toBe(sepolia)
    expect(await ask('wallet_switchStarknetChain', { chainId: sepolia })).toBe(true)
    expect(await ask('wallet_supportedWalletApi')).toEqual(['0.7'])
    expect(await ask('wallet_supportedSpecs')).toContain('0.8')
    expect(await ask('wallet_watchAsset', { type: 'ERC20', options: { address: '0x5' } })).toBe(true)
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect', 'asset'])
  })

  it.each<readonly [string, Call, object]>([
    [
      'typed data for another network',
      { type: 'wallet_signTypedData', params: { ...typedData, domain: { ...domain, chainId: 'SN_SEPOLIA' } } },
      malformed,
    ],
    ['typed data without types', { type: 'wallet_signTypedData', params: { ...typedData, types: {} } }, malformed],
    [
      'typed data of the former revision',
      { type: 'wallet_signTypedData', params: { ...typedData, domain: { ...domain, revision: '0' } } },
      malformed,
    ],
    [
      'a value that is not of its type',
      { type: 'wallet_signTypedData', params: { ...typedData, message: { text: 'a', count: -1 } } },
      malformed,
    ],
    [
      'a message of 1 MB',
      { type: 'wallet_signTypedData', params: { ...typedData, message: { text: 'a'.repeat(1e6), count: 1 } } },
      malformed,
    ],
    ['parameters that are no object', { type: 'wallet_signTypedData', params: 'hello' }, malformed],
    ['a transaction without calls', { type: 'wallet_addInvokeTransaction', params: { calls: [] } }, malformed],
    [
      'a call of no contract',
      { type: 'wallet_addInvokeTransaction', params: { calls: [{ entry_point: 'transfer' }] } },
      malformed,
    ],
    [
      'a network that it does not have',
      { type: 'wallet_switchStarknetChain', params: { chainId: '0x1' } },
      failure(112, 'UNLISTED_NETWORK'),
    ],
    ['a token that is none', { type: 'wallet_watchAsset', params: { type: 'ERC721' } }, failure(111, 'NOT_ERC20')],
    ['a deployment', { type: 'wallet_deploymentData', params: undefined }, failure(115, 'ACCOUNT_ALREADY_DEPLOYED')],
    [
      'another version of the interface',
      { type: 'wallet_requestAccounts', params: { api_version: '1' } },
      failure(162, 'API_VERSION_NOT_SUPPORTED'),
    ],
    [
      'a method that it does not have',
      { type: 'wallet_addDeclareTransaction', params: {} },
      failure(163, 'UNKNOWN_ERROR'),
    ],
  ])('refuses %s, and asks nobody', async (_, call, error) => {
    const { wallet, found } = await connected()
    expect(await failureOf(found.request(call))).toMatchObject(error)
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('signs nothing for a page that has lost its access, and nothing once the page is closed', async () => {
    const { wallet, uninstall, found, page, ask } = await connected()
    wallet.disconnect()
    expect(await failureOf(ask('wallet_signTypedData', typedData))).toMatchObject(failure(163, 'UNKNOWN_ERROR'))
    uninstall()
    expect(page.starknet_latchkey).toBeUndefined()
    expect(await failureOf(found.request({ type: 'wallet_requestAccounts' }))).toMatchObject({ code: 4900 })
  })

  it('is on one of the networks', async () => {
    expect(await (await setUp()).ask('wallet_requestChainId')).toBe(mainnet)
    const creating = host.mock.wallets.browser({ chain: 'STARK', network: 'mainnet' as 'SN_MAIN' })
    await expect(creating).rejects.toThrow('"network" is one of SN_MAIN, SN_SEPOLIA')
  })
})
