import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { announcedIn, eventsOf, onlyProvider, refusalOf, TestPage } from './page.ts'

let mock: Mock
let page: TestPage
beforeEach(() => {
  mock = createMock({ seed: 'browser wallets' })
  page = new TestPage()
})

const hello = '0x68656c6c6f'

async function setUp(options: Parameters<typeof mock.wallets.browser<'EVM'>>[0] = {}) {
  const wallet = await mock.wallets.browser<'EVM'>(options)
  const uninstall = wallet.install(page)
  const provider = onlyProvider(page)
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  const [address = ''] = wallet.accounts
  return { wallet, provider, ask, address, uninstall, events: eventsOf(provider) }
}

describe('a browser wallet of EVM in a page', () => {
  it('announces itself by EIP-6963 with its name, icon and rdns, and stays away from window.ethereum', async () => {
    await setUp({ name: 'MetaMask', rdns: 'io.metamask' })
    const [{ info } = { info: undefined }] = announcedIn(page)
    expect(info).toMatchObject({ name: 'MetaMask', rdns: 'io.metamask', icon: expect.stringMatching(/^data:image\//) })
    expect(info?.uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/)
    expect(page.ethereum).toBeUndefined()
  })

  it('stands at window.ethereum with its marks when asked to, and gives the place back', async () => {
    const { uninstall } = await setUp({ windowEthereum: true, marks: ['isMetaMask'] })
    expect(page.ethereum).toMatchObject({ isMetaMask: true })
    uninstall()
    expect(page.ethereum).toBeUndefined()
    expect(announcedIn(page)).toEqual([])
  })

  it('shows no account before the person agrees, and then answers in lower case', async () => {
    const { ask, address, wallet, events } = await setUp()
    expect(await ask('eth_accounts')).toEqual([])
    expect(await ask('eth_requestAccounts')).toEqual([address])
    expect(address).toMatch(/^0x[\da-f]{40}$/)
    expect(await ask('eth_accounts')).toEqual([address])
    expect(events).toEqual([['accountsChanged', [address]]])
    expect(wallet.connections).toEqual(['https://app.example.com'])
  })

  it('answers addresses with their checksum when asked to', async () => {
    const test = await mock.wallets.evm()
    const { ask } = await setUp({ accounts: [test], addresses: 'checksum' })
    expect(await ask('eth_requestAccounts')).toEqual([test.address])
  })

  it('gives a page of another origin no access', async () => {
    const { wallet, ask, address } = await setUp()
    await ask('eth_requestAccounts')
    const other = new TestPage('https://other.example.com')
    wallet.install(other)
    const provider = onlyProvider(other)
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    const request = { method: 'personal_sign', params: [hello, address] }
    expect(await refusalOf(provider.request(request))).toMatchObject({ code: 4100 })
  })

  it('gives access only to the accounts that the person chooses', async () => {
    const { wallet, ask } = await setUp({ accounts: 3 })
    const asked = wallet.nextRequest()
    const accounts = ask('eth_requestAccounts')
    const chosen = wallet.accounts[1] as string
    ;(await asked).approve({ accounts: [chosen] })
    expect(await accounts).toEqual([chosen])
  })

  it('does not answer a request by an account that the wallet does not have', async () => {
    const { wallet, ask } = await setUp()
    const asked = wallet.nextRequest()
    const accounts = ask('eth_requestAccounts')
    const request = await asked
    expect(() => request.approve({ accounts: [`0x${'1'.repeat(40)}`] })).toThrow('is not an account')
    expect(request.status).toBe('open')
    request.approve()
    expect(await accounts).toEqual(wallet.accounts)
  })

  it('shows, asks again for and gives up access by the methods of EIP-2255', async () => {
    const { wallet, ask, address, events } = await setUp()
    expect(await ask('wallet_getPermissions')).toEqual([])
    const permissions = [
      {
        invoker: 'https://app.example.com',
        parentCapability: 'eth_accounts',
        caveats: [{ type: 'restrictReturnedAccounts', value: [address] }],
      },
    ]
    expect(await ask('wallet_requestPermissions', { eth_accounts: {} })).toEqual(permissions)
    await ask('wallet_requestPermissions', { eth_accounts: {} })
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect', 'connect'])
    expect(await ask('wallet_revokePermissions', { eth_accounts: {} })).toBeNull()
    expect(await ask('eth_accounts')).toEqual([])
    expect(events.at(-1)).toEqual(['accountsChanged', []])
    expect(await refusalOf(ask('wallet_requestPermissions', { eth_private: {} }))).toMatchObject({ code: -32_602 })
  })
})

describe('the person at a browser wallet', () => {
  it('reads what is asked, and can refuse it', async () => {
    const { wallet, ask, address } = await setUp()
    await ask('eth_requestAccounts')
    const asked = wallet.nextRequest()
    const signature = refusalOf(ask('personal_sign', hello, address))
    const request = await asked
    expect(request).toMatchObject({
      kind: 'message',
      origin: 'https://app.example.com',
      method: 'personal_sign',
      account: address,
      chainId: 1,
      text: 'hello',
      status: 'open',
    })
    request.refuse()
    expect(await signature).toEqual({ code: 4001, message: 'The person refused the request.' })
    expect(request.status).toBe('refused')
    expect(() => request.approve()).toThrow('it is refused')
  })

  it.each(['lock', 'disconnect'] as const)(
    'signs nothing after %s, although the person then says yes',
    async (change) => {
      const { wallet, ask, address } = await setUp()
      await ask('eth_requestAccounts')
      const asked = wallet.nextRequest()
      const signature = refusalOf(ask('personal_sign', hello, address))
      const request = await asked
      wallet[change]()
      request.approve()
      expect(await signature).toMatchObject({ code: 4100 })
    },
  )

  it('reads typed data by its fields, and a transaction by its parts', async () => {
    const { wallet, ask, address } = await setUp()
    await mock.chain.fund(address, { ether: '2' })
    await ask('eth_requestAccounts')
    const typedData = {
      domain: { name: 'Mail' },
      types: { Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail',
      message: { text: 'hello' },
    }
    await ask('eth_signTypedData_v4', address, JSON.stringify(typedData))
    const transaction = { from: address, to: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8', value: '0xde0b6b3a7640000' }
    await ask('eth_sendTransaction', transaction)
    expect(wallet.requests.slice(1)).toMatchObject([
      { kind: 'typedData', typedData: { message: { text: 'hello' } } },
      {
        kind: 'transaction',
        transactions: [{ to: transaction.to, value: '1000000000000000000' }],
        grants: [{ to: transaction.to, asset: 'native', amount: '1000000000000000000' }],
      },
    ])
  })

  it('reads who gets a token or an allowance by a call', async () => {
    const { wallet, ask, address } = await setUp()
    await ask('eth_requestAccounts')
    const [token, spender] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`] as const
    wallet.refuseNext(2)
    const word = (digits: string) => digits.padStart(64, '0')
    // `transfer(address,uint256)`, and `approve(address,uint256)` of all that there is.
    const transfer = `0xa9059cbb${word(spender.slice(2))}${word('5')}`
    const approve = `0x095ea7b3${word(spender.slice(2))}${'f'.repeat(64)}`
    for (const data of [transfer, approve])
      expect(
        await refusalOf(ask('eth_sendTransaction', { from: address, to: token, data, gas: '0x186a0' })),
      ).toMatchObject({
        code: 4001,
      })
    expect(wallet.requests.slice(1).map(({ grants }) => grants)).toEqual([
      [{ to: spender, asset: token, amount: '5' }],
      [{ to: spender, asset: token, amount: 'unlimited' }],
    ])
  })

  it('refuses the next requests, as many as the test says', async () => {
    const { wallet, ask } = await setUp()
    wallet.refuseNext(2)
    expect(await refusalOf(ask('eth_requestAccounts'))).toMatchObject({ code: 4001 })
    expect(await refusalOf(ask('eth_requestAccounts'))).toMatchObject({ code: 4001 })
    expect(await ask('eth_requestAccounts')).toEqual(wallet.accounts)
  })

  it('leaves each request open with manual approval, and refuses a second one of its kind with -32002', async () => {
    const { wallet, ask } = await setUp({ approval: 'manual' })
    const first = ask('eth_requestAccounts')
    expect(await refusalOf(ask('eth_requestAccounts'))).toMatchObject({ code: -32_002 })
    ;(await wallet.nextRequest()).approve()
    expect(await first).toEqual(wallet.accounts)
    expect(wallet.requests.map(({ status }) => status)).toEqual(['approved'])
  })

  it('answers late', async () => {
    const { wallet, ask } = await setUp({ delay: 50 })
    const start = performance.now()
    await ask('eth_requestAccounts')
    expect(performance.now() - start).toBeGreaterThan(40)
    expect(wallet.requests).toMatchObject([{ status: 'approved' }])
  })

  it('locks the wallet, which then shows no account, signs nothing, and waits to be unlocked', async () => {
    const { wallet, ask, address, events } = await setUp()
    await ask('eth_requestAccounts')
    wallet.lock()
    expect(await ask('eth_accounts')).toEqual([])
    expect(await refusalOf(ask('personal_sign', hello, address))).toMatchObject({ code: 4100 })
    const accounts = ask('eth_requestAccounts')
    expect(await refusalOf(ask('eth_requestAccounts'))).toMatchObject({ code: -32_002 })
    wallet.unlock()
    expect(await accounts).toEqual([address])
    expect(events).toEqual([
      ['accountsChanged', [address]],
      ['accountsChanged', []],
      ['accountsChanged', [address]],
    ])
  })

  it('switches the account, and forgets a page', async () => {
    const { wallet, ask, events } = await setUp({ accounts: 2 })
    const [first, second] = (await ask('eth_requestAccounts')) as [string, string]
    wallet.switchAccount(second)
    expect(await ask('eth_accounts')).toEqual([second, first])
    wallet.disconnect('https://app.example.com')
    expect(events.slice(1)).toEqual([
      ['accountsChanged', [second, first]],
      ['accountsChanged', []],
    ])
    expect(() => wallet.switchAccount('0x0000000000000000000000000000000000000001')).toThrow('is not an account')
  })

  it('is asked before a page switches the chain, and can switch it without being asked', async () => {
    const { wallet, ask, events } = await setUp({ chains: [1, 8453] })
    expect(await ask('eth_chainId')).toBe('0x1')
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x2105' })).toBeNull()
    wallet.switchChain(1)
    expect(events).toEqual([
      ['chainChanged', '0x2105'],
      ['chainChanged', '0x1'],
    ])
    expect(wallet.requests).toMatchObject([{ kind: 'chain', chainId: 8453 }])
    wallet.refuseNext()
    expect(await refusalOf(ask('wallet_switchEthereumChain', { chainId: '0x2105' }))).toMatchObject({ code: 4001 })
    expect(await ask('eth_chainId')).toBe('0x1')
  })

  it('adds a chain that the wallet did not know, once the person agrees', async () => {
    const { ask } = await setUp({ chains: [1] })
    const polygon = { chainId: '0x89', chainName: 'Polygon', rpcUrls: ['https://polygon.example.com'] }
    expect(await refusalOf(ask('wallet_switchEthereumChain', { chainId: '0x89' }))).toMatchObject({ code: 4902 })
    expect(await ask('wallet_addEthereumChain', polygon)).toBeNull()
    expect(await ask('eth_chainId')).toBe('0x89')
    const unknown = { ...polygon, chainId: '0x3b9ac9ff' }
    expect(await refusalOf(ask('wallet_addEthereumChain', unknown))).toMatchObject({ code: 4901 })
    expect(await refusalOf(ask('wallet_addEthereumChain', { chainId: '0x89' }))).toMatchObject({ code: -32_602 })
  })

  it('keeps a token in view when the person agrees', async () => {
    const { wallet, provider } = await setUp()
    const options = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', decimals: 6 }
    const request = { method: 'wallet_watchAsset', params: { type: 'ERC20', options } }
    expect(await provider.request(request)).toBe(true)
    expect(wallet.assets).toEqual([{ type: 'ERC20', ...options }])
    const malformed = { method: 'wallet_watchAsset', params: { type: 'ERC20', options: { address: 'USDC' } } }
    expect(await refusalOf(provider.request(malformed))).toMatchObject({ code: -32_602 })
  })

  it('loses the network for all chains with 4900, and for one chain with 4901', async () => {
    const { wallet, ask, address, events } = await setUp()
    await ask('eth_requestAccounts')
    wallet.setOffline(true)
    expect(await refusalOf(ask('personal_sign', hello, address))).toMatchObject({ code: 4900 })
    wallet.setOffline([1])
    expect(await refusalOf(ask('eth_blockNumber'))).toMatchObject({ code: 4901 })
    expect(await ask('personal_sign', hello, address)).toMatch(/^0x/)
    wallet.setOffline(false)
    expect(await ask('eth_blockNumber')).toMatch(/^0x/)
    expect(events.slice(1)).toMatchObject([
      ['disconnect', { code: 4900 }],
      ['connect', { chainId: '0x1' }],
    ])
  })
})

describe('the kind of a browser wallet', () => {
  const signatureOf = async (options: Parameters<typeof setUp>[0]) => {
    const { wallet, ask, address } = await setUp(options)
    await ask('eth_requestAccounts')
    const sign = async (text: string) => String(await ask('personal_sign', text, address))
    return { wallet, ask, address, sign }
  }

  it.each(['account', 'contract', 'counterfactual'])('%s signs in to the service', async (kind) => {
    const { address, sign } = await signatureOf({ kind, addresses: 'checksum' })
    const nonce = await nonceOf()
    const message = (await mock.wallets.evm()).message({ nonce, address })
    const body = {
      signedMessage: await sign(message),
      messageToSign: message,
      publicWalletAddress: address,
      chain: 'EVM',
      walletName: 'metamask',
      walletProvider: 'browserExtension',
    }
    const reply = await post('/verify', body)
    expect(reply).toMatchObject({ user: { verifiedCredentials: [{ address }] } })
  })

  it('counterfactual wraps its signature with the call that deploys it (ERC-6492)', async () => {
    const { sign } = await signatureOf({ kind: 'counterfactual' })
    expect(await sign(hello)).toMatch(/(6492){16}$/)
  })

  it('hardware ends signatures with 0 or 1, is slow, and signs no typed data with lists', async () => {
    const { ask, address, sign } = await signatureOf({ hardware: true, delay: 0 })
    expect(await sign(hello)).toMatch(/0[01]$/)
    const typedData = (type: string, text: unknown) =>
      JSON.stringify({ domain: {}, types: { Mail: [{ name: 'text', type }] }, primaryType: 'Mail', message: { text } })
    expect(await ask('eth_signTypedData_v4', address, typedData('string', 'hello'))).toMatch(/0[01]$/)
    const lists = ask('eth_signTypedData_v4', address, typedData('string[]', ['hello']))
    expect(await refusalOf(lists)).toMatchObject({ code: 4200, message: expect.stringContaining('string[]') })
  })

  const base = () => `/api/v0/sdk/${mock.environments()[0]?.id}`
  async function post(path: string, body: object) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return (await mock.fetch(`${mock.baseUrl}${base()}${path}`, init)).json()
  }
  async function nonceOf() {
    const { nonce } = (await (await mock.fetch(`${mock.baseUrl}${base()}/nonce`)).json()) as { nonce: string }
    return nonce
  }
})

describe('a request that cannot be', () => {
  it.each([
    ['an unknown method', { method: 'wallet_unheardOf' }, -32_601],
    ['a method that wallets gave up', { method: 'eth_sign', params: ['0x', hello] }, -32_601],
    ['no method', {}, -32_600],
    ['a message that is not text', { method: 'personal_sign', params: [5, '0x'] }, -32_602],
    ['typed data that is not JSON', { method: 'eth_signTypedData_v4', params: ['0x', '{'] }, -32_602],
    ['parameters without a form in JSON', { method: 'personal_sign', params: [circular()] }, -32_602],
    ['a chain id that is a number', { method: 'wallet_switchEthereumChain', params: [{ chainId: 1 }] }, -32_602],
    ['an address without access', { method: 'personal_sign', params: [hello, `0x${'1'.repeat(40)}`] }, 4100],
  ])('with %s is refused', async (_, request, code) => {
    const { provider } = await setUp()
    await provider.request({ method: 'eth_requestAccounts' })
    expect(await refusalOf(provider.request(request as never))).toMatchObject({ code })
  })

  it('of a page that is closed meanwhile is withdrawn, and later ones fail with 4900', async () => {
    const { wallet, ask, uninstall } = await setUp({ approval: 'manual' })
    const refused = refusalOf(ask('eth_requestAccounts'))
    uninstall()
    expect(await refused).toMatchObject({ code: 4001 })
    expect(wallet.requests).toMatchObject([{ status: 'withdrawn' }])
    expect(await refusalOf(ask('eth_accounts'))).toMatchObject({ code: 4900 })
  })

  it('for a message of a megabyte is answered like any other', async () => {
    const { ask, address } = await setUp()
    await ask('eth_requestAccounts')
    expect(await ask('personal_sign', `0x${'61'.repeat(1_000_000)}`, address)).toMatch(/^0x[\da-f]{130}$/)
  })

  it('for a page, where there is none, is refused', async () => {
    const wallet = await mock.wallets.browser()
    expect(() => wallet.install()).toThrow('there is no page here')
  })

  it('for a wallet with accounts of another chain, or with none, is refused', async () => {
    const solana = await mock.wallets.sol()
    await expect(mock.wallets.browser({ accounts: [solana] })).rejects.toThrow('is an account of SOL')
    await expect(mock.wallets.browser({ accounts: [] })).rejects.toThrow('"accounts" is empty')
    await expect(mock.wallets.browser({ accounts: 0.5 })).rejects.toThrow('from 1 to 100')
    await expect(mock.wallets.browser({ icon: 'https://example.com/a.png' })).rejects.toThrow('"icon"')
    await expect(mock.wallets.browser({ nmae: 'MetaMask' } as object)).rejects.toThrow('"name"')
    await expect(mock.wallets.browser({ chain: 'DOGE' as 'EVM' })).rejects.toThrow('DOGE')
  })
})

describe('a listener of a browser wallet', () => {
  it('that throws does not keep the others from hearing the event', async () => {
    const { wallet, ask, provider, events } = await setUp()
    const unhandled: unknown[] = []
    const hear = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', hear)
    provider.on('chainChanged', () => {
      throw new Error('a fault of the app')
    })
    const later: unknown[] = []
    provider.on('chainChanged', (chainId: unknown) => void later.push(chainId))
    wallet.switchChain(8453)
    await ask('eth_chainId')
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', hear)
    expect([later, events, unhandled]).toEqual([
      ['0x2105'],
      [['chainChanged', '0x2105']],
      [new Error('a fault of the app')],
    ])
  })
})

function circular(): object {
  const value: Record<string, unknown> = {}
  value.self = value
  return value
}
