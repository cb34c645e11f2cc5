import { erc20Abi, parseAbi, parseEther, zeroAddress } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const bob = '0x00000000000000000000000000000000000B0b01'
const shop = '0x5000000000000000000000000000000000000005'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const apes = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'

let mock: Mock
let clients: ReturnType<typeof viemClients>
beforeEach(async () => {
  mock = createMock({ seed: 'contracts', now: '2026-01-15T09:30:00.000Z' })
  clients = viemClients(mock)
  await mock.chain.fund(clients.account.address, { ether: '10' }, 1)
})

/** Sends a contract call and waits for its receipt. */
async function send(request: object) {
  const hash = await clients.wallet.writeContract(request as never)
  return clients.reader.waitForTransactionReceipt({ hash })
}

describe('tokens of one kind', () => {
  it('are spent by others within what their owner allows', async () => {
    const { account, reader } = clients
    const spender = viemClients(mock)
    await mock.chain.fund(spender.account.address, { ether: '1' }, 1)
    await mock.chain.fund(account.address, { token: 'USDC', amount: '50' }, 1)
    const token = { address: usdc, abi: erc20Abi } as const
    await send({ ...token, functionName: 'approve', args: [spender.account.address, 30n] })
    const take = (amount: bigint) =>
      spender.wallet.writeContract({ ...token, functionName: 'transferFrom', args: [account.address, bob, amount] })
    await take(20n)
    await expect(take(11n)).rejects.toThrow('insufficient allowance')
    const allowance = { ...token, functionName: 'allowance', args: [account.address, spender.account.address] } as const
    expect(await reader.readContract(allowance)).toBe(10n)
    expect(await reader.readContract({ ...token, functionName: 'balanceOf', args: [bob] })).toBe(20n)
    const supply = await reader.readContract({ ...token, functionName: 'totalSupply' })
    expect(supply).toBe(50_000_000n)
    await expect(send({ ...token, functionName: 'transfer', args: [zeroAddress, 1n] })).rejects.toThrow('zero address')
  })

  it('wrap the currency and give it back', async () => {
    const { account, reader } = clients
    const abi = parseAbi([
      'function deposit() payable',
      'function withdraw(uint256)',
      'function balanceOf(address) view returns (uint256)',
    ])
    await send({ address: weth, abi, functionName: 'deposit', value: parseEther('2') })
    await clients.wallet.sendTransaction({ to: weth, value: parseEther('1') })
    const wrapped = () =>
      reader.readContract({ address: weth, abi, functionName: 'balanceOf', args: [account.address] })
    expect(await wrapped()).toBe(parseEther('3'))
    expect(await reader.getBalance({ address: weth })).toBe(parseEther('3'))
    const before = await reader.getBalance({ address: account.address })
    const { gasUsed, effectiveGasPrice } = await send({
      address: weth,
      abi,
      functionName: 'withdraw',
      args: [parseEther('3')],
    })
    expect(await wrapped()).toBe(0n)
    const after = await reader.getBalance({ address: account.address })
    expect(after - before).toBe(parseEther('3') - gasUsed * effectiveGasPrice)
    expect(
      mock.chain.transactions({ address: account.address }).map(({ transfers }) => transfers.map(({ kind }) => kind)),
    ).toEqual([
      ['erc20', 'native'],
      ['native', 'erc20'],
      ['native', 'erc20'],
    ])
    await expect(send({ address: weth, abi, functionName: 'withdraw', args: [1n] })).rejects.toThrow('reverted')
  })
})

describe('NFTs', () => {
  const abi = parseAbi([
    'function ownerOf(uint256) view returns (address)',
    'function balanceOf(address) view returns (uint256)',
    'function approve(address,uint256)',
    'function getApproved(uint256) view returns (address)',
    'function setApprovalForAll(address,bool)',
    'function isApprovedForAll(address,address) view returns (bool)',
    'function safeTransferFrom(address,address,uint256)',
    'function supportsInterface(bytes4) view returns (bool)',
    'error ERC721InsufficientApproval(address operator, uint256 tokenId)',
    'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  ])
  const token = { address: apes, abi } as const

  it('change their owner, and gates see it', async () => {
    const { account, reader } = clients
    await mock.chain.grantNft({ owner: account.address, networkId: 1, contractAddress: apes, tokenId: '0x1b' })
    expect(await reader.readContract({ ...token, functionName: 'ownerOf', args: [27n] })).toBe(account.address)
    expect(await reader.readContract({ ...token, functionName: 'supportsInterface', args: ['0x80ac58cd'] })).toBe(true)
    const { logs } = await send({ ...token, functionName: 'safeTransferFrom', args: [account.address, bob, 27n] })
    expect(logs[0]?.topics).toHaveLength(4)
    expect(await reader.readContract({ ...token, functionName: 'ownerOf', args: [27n] })).toBe(bob)
    expect(mock.chain.holdings(bob)).toMatchObject([{ kind: 'nft', tokenId: '27', amount: 1 }])
    expect(mock.chain.holdings(account.address)).toEqual([])
    expect(mock.chain.transactions({ address: bob })[0]?.transfers).toMatchObject([
      { kind: 'erc721', tokenId: '27', amount: '1' },
    ])
  })

  it('are moved by whom their owner has approved, and by nobody else', async () => {
    const { account, reader } = clients
    const operator = viemClients(mock)
    await mock.chain.fund(operator.account.address, { ether: '1' }, 1)
    for (const tokenId of ['1', '2'])
      await mock.chain.grantNft({ owner: account.address, networkId: 1, contractAddress: apes, tokenId })
    const move = (tokenId: bigint) =>
      operator.wallet.writeContract({
        ...token,
        functionName: 'safeTransferFrom',
        args: [account.address, bob, tokenId],
      })
    await expect(move(1n)).rejects.toThrow('ERC721InsufficientApproval')
    await send({ ...token, functionName: 'approve', args: [operator.account.address, 1n] })
    expect(await reader.readContract({ ...token, functionName: 'getApproved', args: [1n] })).toBe(
      operator.account.address,
    )
    await move(1n)
    await expect(move(2n)).rejects.toThrow('ERC721InsufficientApproval')
    await send({ ...token, functionName: 'setApprovalForAll', args: [operator.account.address, true] })
    await move(2n)
    expect(await reader.readContract({ ...token, functionName: 'balanceOf', args: [bob] })).toBe(2n)
    await expect(move(1n)).rejects.toThrow('ERC721InsufficientApproval')
  })

  it('of several pieces move in part', async () => {
    const { account, reader } = clients
    const pieces = parseAbi([
      'function balanceOfBatch(address[],uint256[]) view returns (uint256[])',
      'function safeTransferFrom(address,address,uint256,uint256,bytes)',
      'function safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
      'error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)',
    ])
    for (const tokenId of ['1', '2'])
      await mock.chain.grantNft({ owner: account.address, networkId: 1, contractAddress: apes, tokenId, amount: 10 })
    await send({
      address: apes,
      abi: pieces,
      functionName: 'safeTransferFrom',
      args: [account.address, bob, 1n, 4n, '0x'],
    })
    await send({
      address: apes,
      abi: pieces,
      functionName: 'safeBatchTransferFrom',
      args: [account.address, bob, [1n, 2n], [1n, 5n], '0x'],
    })
    const amounts = {
      address: apes,
      abi: pieces,
      functionName: 'balanceOfBatch',
      args: [
        [bob, account.address, bob],
        [1n, 1n, 2n],
      ],
    } as const
    expect(await reader.readContract(amounts)).toEqual([5n, 5n, 5n])
    expect(mock.chain.transactions({ address: bob })[0]?.transfers).toMatchObject([
      { kind: 'erc1155' },
      { kind: 'erc1155' },
    ])
    const tooMany = {
      address: apes,
      abi: pieces,
      functionName: 'safeTransferFrom',
      args: [account.address, bob, 1n, 6n, '0x'],
    }
    await expect(send(tooMany)).rejects.toThrow('ERC1155InsufficientBalance')
  })
})

describe('names', () => {
  it('resolve to addresses and back', async () => {
    const { account, reader } = clients
    await mock.chain.registerName({
      name: 'ada.example.eth',
      owner: account.address,
      avatar: 'https://ada.example.com/a.png',
    })
    expect(await reader.getEnsAddress({ name: 'ada.example.eth' })).toBe(account.address)
    expect(await reader.getEnsName({ address: account.address })).toBe('ada.example.eth')
    expect(await reader.getEnsText({ name: 'ada.example.eth', key: 'avatar' })).toBe('https://ada.example.com/a.png')
    expect(await reader.getEnsAddress({ name: 'bob.example.eth' })).toBeNull()
    expect(await reader.getEnsName({ address: bob })).toBeNull()
  })
})

describe('mock.chain.contract', () => {
  const abi = [
    'function quote(uint256 amount) view returns (uint256)',
    'function buy(uint256 amount) payable',
    'function pay(uint256 amount)',
    'event Bought(address indexed buyer, uint256 amount)',
  ] as const
  const parsed = parseAbi(abi)

  it('answers reads, moves value, writes logs and reverts with its own words', async () => {
    const { account, reader } = clients
    await mock.chain.contract(shop, abi, {
      quote: (_, amount: bigint) => amount * 2n,
      buy(call, amount: bigint) {
        if (call.value !== amount * 2n) throw new Error('Pay the quote.')
        call.emit('Bought', { buyer: call.sender, amount })
        call.send(bob, 1n)
      },
    })
    expect(await reader.readContract({ address: shop, abi: parsed, functionName: 'quote', args: [21n] })).toBe(42n)
    const { status, logs } = await send({ address: shop, abi: parsed, functionName: 'buy', args: [5n], value: 10n })
    expect(status).toBe('success')
    expect(logs).toHaveLength(1)
    expect(await reader.getContractEvents({ address: shop, abi: parsed, fromBlock: 0n })).toMatchObject([
      { eventName: 'Bought', args: { buyer: account.address, amount: 5n } },
    ])
    expect(await reader.getBalance({ address: shop })).toBe(9n)
    expect(await reader.getBalance({ address: bob })).toBe(1n)
    await expect(send({ address: shop, abi: parsed, functionName: 'buy', args: [5n], value: 9n })).rejects.toThrow(
      'Pay the quote.',
    )
    await expect(send({ address: shop, abi: parsed, functionName: 'pay', args: [5n] })).rejects.toThrow(
      'no handler for pay',
    )
  })

  it('takes tokens by an allowance, or nothing at all', async () => {
    const { account, reader } = clients
    const transferFrom = 'function transferFrom(address,address,uint256) returns (bool)'
    await mock.chain.fund(account.address, { token: 'USDC', amount: '1' }, 1)
    await mock.chain.contract(shop, abi, {
      pay(call, amount: bigint) {
        call.emit('Bought', { buyer: call.sender, amount })
        call.call(usdc, transferFrom, { args: [call.sender, call.address, amount] })
      },
    })
    const pay = { address: shop, abi: parsed, functionName: 'pay', args: [300_000n] }
    await expect(send(pay)).rejects.toThrow('insufficient allowance')
    await send({ address: usdc, abi: erc20Abi, functionName: 'approve', args: [shop, 300_000n] })
    await send(pay)
    expect(mock.chain.balance(shop, { token: 'USDC' })).toBe('0.3')
    const failed = await send({ ...pay, gas: 200_000n })
    expect(failed).toMatchObject({ status: 'reverted', logs: [] })
    expect(await reader.readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [shop] })).toBe(
      300_000n,
    )
  })

  it('goes on when it catches a revert, and what the call has moved is undone', async () => {
    const pay = 'function pay() payable'
    const refused: string[] = []
    await mock.chain.contract(bob, [pay], {
      pay(call) {
        call.send(weth, 1n)
        throw new Error('Closed on Sundays.')
      },
    })
    await mock.chain.contract(shop, abi, {
      buy(call) {
        try {
          call.call(bob, pay, { value: 5n })
        } catch (error) {
          refused.push((error as Error).message)
        }
      },
    })
    const { status } = await send({
      address: shop,
      abi: parsed,
      functionName: 'buy',
      args: [1n],
      value: 9n,
      gas: 200_000n,
    })
    expect([status, refused]).toEqual(['success', ['Closed on Sundays.']])
    const balances = [shop, bob, weth].map((address) =>
      clients.reader.getBalance({ address: address as `0x${string}` }),
    )
    expect(await Promise.all(balances)).toEqual([9n, 0n, 0n])
  })

  it('is known to forks, and gone after a reset', async () => {
    await mock.chain.contract(shop, abi, { quote: () => 7n })
    const question = { address: shop, abi: parsed, functionName: 'quote', args: [1n] } as const
    expect(await viemClients(mock.fork()).reader.readContract(question)).toBe(7n)
    mock.reset()
    await expect(clients.reader.readContract(question)).rejects.toThrow('Nobody has told this chain')
  })

  it('refuses an address, an ABI and a handler that cannot be right', async () => {
    await expect(mock.chain.contract('0x12', abi, {})).rejects.toThrow(TypeError)
    await expect(mock.chain.contract(shop, ['nonsense'], {})).rejects.toThrow('its ABI cannot be read')
    await expect(mock.chain.contract(shop, abi, { qoute: () => 1n })).rejects.toThrow('Did you mean "quote"?')
  })
})

describe('a contract that nobody knows', () => {
  it('accepts calls and value, and does nothing', async () => {
    const data = '0x12345678'
    const hash = await clients.wallet.sendTransaction({ to: shop, data, value: 5n })
    expect(await clients.reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success', logs: [] })
    expect(await clients.reader.getBalance({ address: shop })).toBe(5n)
    expect(await clients.reader.getCode({ address: shop })).toBeUndefined()
    await expect(clients.reader.call({ to: shop, data })).rejects.toThrow('Nobody has told this chain')
  })
})
