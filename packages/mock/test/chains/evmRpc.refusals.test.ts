import { parseEther, toHex, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { customNetworkBody } from '../people/customNetworkBody.ts'

const account = privateKeyToAccount(`0x${'17'.repeat(32)}`)
const bob = '0x00000000000000000000000000000000000B0b01'
const gwei = 1_000_000_000n
const good = {
  type: 'eip1559',
  chainId: 1,
  nonce: 0,
  to: bob,
  value: 1n,
  gas: 21_000n,
  maxFeePerGas: 2n * gwei,
} as const

let mock: Mock
beforeEach(async () => {
  mock = createMock({ seed: 'refusals', now: '2026-01-15T09:30:00.000Z' })
  await mock.chain.fund(account.address, { ether: '1' }, 1)
})

const post = (body: unknown, url = mock.chain.rpcUrl(1)) =>
  mock.fetch(url, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })

async function call(
  method: string,
  params?: unknown,
): Promise<{ result?: unknown; error?: { code: number; message: string; data?: unknown } }> {
  return (await (await post({ jsonrpc: '2.0', id: 1, method, params })).json()) as never
}

const send = async (transaction: object) =>
  call('eth_sendRawTransaction', [await account.signTransaction(transaction as TransactionSerializable)])

describe('eth_sendRawTransaction', () => {
  it.each([
    ['a nonce that was used', { nonce: 0 }, 'nonce too low'],
    ['a nonce beyond all that nodes count', { nonce: Number.MAX_SAFE_INTEGER }, 'nonce has max value'],
    ['more value than there is', { nonce: 1, value: parseEther('2') }, 'insufficient funds for gas * price + value'],
    [
      'a value that leaves nothing for the fee',
      { nonce: 1, value: parseEther('1') - 30_000n * gwei },
      'insufficient funds for gas',
    ],
    ['another chain', { nonce: 1, chainId: 8453 }, 'invalid chain id for signer: have 8453 want 1'],
    [
      'no chain',
      { nonce: 1, type: 'legacy', chainId: undefined, gasPrice: gwei, maxFeePerGas: undefined },
      'only replay-protected',
    ],
    ['a fee below the base fee', { nonce: 1, maxFeePerGas: gwei - 1n }, 'max fee per gas less than block base fee'],
    ['less gas than any transaction needs', { nonce: 1, gas: 20_999n }, 'intrinsic gas too low'],
    ['more gas than a block has', { nonce: 1, gas: 30_000_001n }, 'exceeds block gas limit'],
    ['an empty list of authorizations', { nonce: 1, type: 'eip7702', authorizationList: [] }, 'EIP-7702'],
  ])('refuses %s, and changes nothing', async (_, change, message) => {
    expect(await send(good)).toHaveProperty('result')
    const before = mock.export().tables
    const { error } = await send({ ...good, ...change })
    expect(error).toMatchObject({ code: -32_000, message: expect.stringContaining(message) })
    expect(mock.export().tables).toEqual(before)
  })

  it('refuses what is not a transaction', async () => {
    expect((await call('eth_sendRawTransaction', ['0x02f86b'])).error).toMatchObject({
      code: -32_000,
      message: expect.stringContaining('rlp'),
    })
    expect((await call('eth_sendRawTransaction', ['transaction'])).error).toMatchObject({ code: -32_602 })
    expect((await call('eth_sendRawTransaction', [])).error).toMatchObject({ code: -32_000 })
  })

  it('takes all of the gas when it is not enough for the call', async () => {
    const data = `0xa9059cbb${bob.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` as const
    await mock.chain.fund(account.address, { token: 'USDC', amount: '1' }, 1)
    await send({ ...good, to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', value: 0n, data, gas: 25_000n })
    expect(mock.chain.transactions({ address: account.address })).toMatchObject([
      { status: 'failed', reason: 'out of gas', fee: (25_000n * gwei).toString(), transfers: [] },
    ])
    expect(mock.chain.balance(bob, { token: 'USDC' })).toBe('0')
  })
})

describe('an authorization (EIP-7702)', () => {
  const owner = privateKeyToAccount(`0x${'18'.repeat(32)}`)
  const code = '0x4Cd241E8d1510e30b2076397afc7508Ae59C66c9'
  const authorize = (input: { chainId: number; nonce: number; address?: `0x${string}` }) =>
    owner.signAuthorization({ address: code, ...input })
  const codeOf = async () => (await call('eth_getCode', [owner.address, 'latest'])).result

  it('gives an account code, which the same transaction may use, and takes it away', async () => {
    const list = [await authorize({ chainId: 1, nonce: 0 })]
    await send({ ...good, type: 'eip7702', gas: 100_000n, authorizationList: list })
    expect(await codeOf()).toBe(`0xef0100${code.slice(2).toLowerCase()}`)
    expect((await call('eth_getTransactionCount', [owner.address, 'latest'])).result).toBe('0x1')
    const zero = `0x${'0'.repeat(40)}` as const
    await send({
      ...good,
      nonce: 1,
      type: 'eip7702',
      gas: 100_000n,
      authorizationList: [await authorize({ chainId: 0, nonce: 1, address: zero })],
    })
    expect(await codeOf()).toBe('0x')
  })

  it('counts in an estimate, so that the first call of the account has enough gas', async () => {
    await mock.chain.fund(owner.address, { ether: '1' }, 1)
    // `execute(address,uint256,bytes)`: 1 wei for Bob.
    const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
    const data = `0xb61d27f6${word(bob)}${word(1n)}${word(96n)}${word(0n)}` as const
    const { chainId, nonce, address, r, s, yParity } = await authorize({ chainId: 1, nonce: 1 })
    const wire = { chainId: toHex(chainId), nonce: toHex(nonce), address, r, s, yParity: toHex(yParity ?? 0) }
    const estimated = { from: owner.address, to: owner.address, data, authorizationList: [wire] }
    const { result: gas } = await call('eth_estimateGas', [estimated])
    const raw = await owner.signTransaction({
      ...good,
      type: 'eip7702',
      to: owner.address,
      value: 0n,
      data,
      gas: BigInt(String(gas)),
      authorizationList: [{ chainId, nonce, address, r, s, yParity: yParity ?? 0 }],
    })
    const { result: hash } = await call('eth_sendRawTransaction', [raw])
    expect(await call('eth_getTransactionReceipt', [hash])).toMatchObject({ result: { status: '0x1', gasUsed: gas } })
    expect(mock.chain.balance(bob, { networkId: 1 })).toBe('0.000000000000000001')
  })

  it('that is malformed is refused in an estimate', async () => {
    const params = [{ to: bob, authorizationList: [{ address: '0x1' }] }]
    expect(await call('eth_estimateGas', params)).toMatchObject({ error: { code: -32_602 } })
  })

  it.each([
    ['of another chain', { chainId: 8453, nonce: 0 }],
    ['with another nonce', { chainId: 1, nonce: 1 }],
  ])('%s is passed over', async (_, input) => {
    const list = [await authorize(input)]
    expect(await send({ ...good, type: 'eip7702', gas: 100_000n, authorizationList: list })).toHaveProperty('result')
    expect(await codeOf()).toBe('0x')
  })
})

describe('the JSON-RPC of a chain', () => {
  it('answers what it does not serve as JSON-RPC says', async () => {
    for (const method of ['eth_fillTransaction', 'eth_sendTransaction', 'toString', 'constructor'])
      expect((await call(method)).error).toEqual({
        code: -32_601,
        message: `the method ${method} does not exist/is not available`,
      })
    expect((await call('eth_getBalance', ['0x12', 'latest'])).error).toMatchObject({ code: -32_602 })
    expect((await call('eth_getBalance', { address: bob })).error).toMatchObject({ code: -32_602 })
    expect(await (await post('{')).json()).toMatchObject({ id: null, error: { code: -32_700 } })
    for (const body of [
      {},
      { jsonrpc: '1.0', id: 1, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: {}, method: 'eth_chainId' },
      7,
      [],
    ])
      expect(await (await post(body)).json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_600 } })
  })

  it('answers a batch in its order, and nothing for notifications', async () => {
    const request = (id: number, method: string) => ({ jsonrpc: '2.0', id, method })
    const answers = await (
      await post([request(1, 'eth_chainId'), { jsonrpc: '2.0', method: 'eth_chainId' }, request(2, 'none'), 5])
    ).json()
    expect(answers).toMatchObject([
      { id: 1, result: '0x1' },
      { id: 2, error: { code: -32_601 } },
      { id: null, error: { code: -32_600 } },
    ])
    const reply = await post({ jsonrpc: '2.0', method: 'eth_chainId' })
    expect([reply.status, await reply.text()]).toEqual([204, ''])
  })

  it('refuses a batch that is too large as a whole', async () => {
    const batch = (length: number) => Array.from({ length }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' }))
    expect(await (await post(batch(1000))).json()).toHaveLength(1000)
    expect(await (await post(batch(1001))).json()).toMatchObject({
      id: null,
      error: { code: -32_600, message: expect.stringContaining('1000') },
    })
  })

  it('is open to every page, and takes POST only', async () => {
    const reply = await post({ jsonrpc: '2.0', id: 1, method: 'net_version' })
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    const preflight = await mock.fetch(mock.chain.rpcUrl(1), { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('*')
    expect((await mock.fetch(mock.chain.rpcUrl(1))).status).toBe(405)
  })

  it('exists for the networks that the service knows, custom ones among them', async () => {
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
    for (const path of ['evm/2', 'evm/0', 'evm/01', 'evm/1/more', 'evm', 'constructor/1', 'evm/1e3'])
      expect((await post(request, `${mock.baseUrl}/__mock/chains/${path}`)).status).toBe(404)
    const answerAt = async (path: string) => (await post(request, `${mock.baseUrl}/__mock/chains/${path}`)).json()
    expect(await answerAt('evm/999999')).toMatchObject({
      error:
        'The service has no network "999999" of this family. Create it by customNetworks.create, with this number as its chainId.',
    })
    expect(await answerAt('solana/devnt')).toMatchObject({
      error: 'The service has no network "devnt" of this family. Did you mean "devnet"?',
    })
    expect(await answerAt('solana/testnet')).toMatchObject({
      error: 'The service has no network "testnet" of this family. It has mainnet and devnet.',
    })
    const { organizationId, admin } = mock.defaults
    const created = await mock.fetch(`${mock.baseUrl}/api/v0/organizations/${organizationId}/customNetworks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(customNetworkBody),
    })
    expect(created.status).toBe(201)
    expect(await (await post(request, mock.chain.rpcUrl(424_242))).json()).toMatchObject({ result: '0x67932' })
  })

  it('says which blocks and transactions it does not have', async () => {
    expect((await call('eth_getBalance', [bob, '0x7'])).error?.message).toBe('header not found')
    expect((await call('eth_getBlockByNumber', ['0x7', false])).result).toBeNull()
    expect((await call('eth_getTransactionByHash', [`0x${'1'.repeat(64)}`])).result).toBeNull()
    expect((await call('eth_getStorageAt', [bob, '0x0', 'latest'])).result).toBe(`0x${'0'.repeat(64)}`)
  })
})
