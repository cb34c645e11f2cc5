import {
  compactSignatureToHex,
  erc20Abi,
  hashStruct,
  maxUint256,
  parseAbi,
  parseSignature,
  signatureToCompactSignature,
  type Hex,
  type TypedData,
  type TypedDataDefinition,
} from 'viem'
import { base } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const bob = '0x00000000000000000000000000000000000B0b01'
const carol = '0x00000000000000000000000000000000000ca401'
const now = BigInt(Date.parse('2026-01-15T09:30:00.000Z') / 1000)
const soon = Number(now) + 600
const errors = parseAbi([
  'error SignatureExpired(uint256 signatureDeadline)',
  'error InvalidNonce()',
  'error AllowanceExpired(uint256 deadline)',
  'error InsufficientAllowance(uint256 amount)',
  'error ExcessiveInvalidation()',
  'error InvalidAmount(uint256 maxAmount)',
  'error LengthMismatch()',
  'error InvalidSignatureLength()',
  'error InvalidSignature()',
  'error InvalidSigner()',
  'error InvalidContractSignature()',
])
const details = '(address token, uint160 amount, uint48 expiration, uint48 nonce)'
const token = '(address token, uint256 amount)'
const request = '(address to, uint256 requestedAmount)'
const abi = [
  ...errors,
  ...parseAbi([
    'function DOMAIN_SEPARATOR() view returns (bytes32)',
    'function allowance(address user, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
    'function approve(address token, address spender, uint160 amount, uint48 expiration)',
    `function permit(address owner, (${details} details, address spender, uint256 sigDeadline) permitSingle, bytes signature)`,
    `function permit(address owner, (${details}[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)`,
    'function transferFrom(address from, address to, uint160 amount, address token)',
    'function transferFrom((address from, address to, uint160 amount, address token)[] transferDetails)',
    'function lockdown((address token, address spender)[] approvals)',
    'function invalidateNonces(address token, address spender, uint48 newNonce)',
    'function nonceBitmap(address owner, uint256 wordPos) view returns (uint256)',
    'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
    `function permitTransferFrom((${token} permitted, uint256 nonce, uint256 deadline) permit, ${request} transferDetails, address owner, bytes signature)`,
    `function permitTransferFrom((${token}[] permitted, uint256 nonce, uint256 deadline) permit, ${request}[] transferDetails, address owner, bytes signature)`,
    `function permitWitnessTransferFrom((${token} permitted, uint256 nonce, uint256 deadline) permit, ${request} transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)`,
    `function permitWitnessTransferFrom((${token}[] permitted, uint256 nonce, uint256 deadline) permit, ${request}[] transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)`,
    'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
    'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
    'event Lockdown(address indexed owner, address token, address spender)',
    'event NonceInvalidation(address indexed owner, address indexed token, address indexed spender, uint48 newNonce, uint48 oldNonce)',
    'event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)',
  ]),
] as const
const contract = { address: permit2, abi } as const

const PermitDetails = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint160' },
  { name: 'expiration', type: 'uint48' },
  { name: 'nonce', type: 'uint48' },
] as const
const TokenPermissions = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint256' },
] as const
const grant = (list: '' | '[]') => [
  { name: 'details', type: `PermitDetails${list}` },
  { name: 'spender', type: 'address' },
  { name: 'sigDeadline', type: 'uint256' },
]
const move = (list: '' | '[]', ...witness: readonly { name: string; type: string }[]) => [
  { name: 'permitted', type: `TokenPermissions${list}` },
  { name: 'spender', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
  ...witness,
]
const Order = [
  { name: 'item', type: 'string' },
  { name: 'price', type: 'uint256' },
] as const
const order = { item: 'tea', price: 3n } as const
const witnessType =
  'Order witness)Order(string item,uint256 price)TokenPermissions(address token,uint256 amount)' as const
const witness = hashStruct({ types: { Order }, primaryType: 'Order', data: order })

type Clients = ReturnType<typeof viemClients>
let mock: Mock
let owner: Clients
let spender: Clients

beforeEach(async () => {
  mock = createMock({ seed: 'permit2', now: '2026-01-15T09:30:00.000Z' })
  ;[owner, spender] = [viemClients(mock), viemClients(mock)]
  for (const { account, wallet } of [owner, spender]) {
    await mock.chain.fund(account.address, { ether: '1' }, 1)
    await mock.chain.fund(account.address, { token: 'USDC', amount: '100' }, 1)
    await mock.chain.fund(account.address, { token: 'DAI', amount: '100' }, 1)
    const args = [permit2, maxUint256] as const
    for (const address of [usdc, dai] as const)
      await wallet.writeContract({ address, abi: erc20Abi, functionName: 'approve', args })
  }
})

const signWith =
  ({ account }: Clients, chainId = 1) =>
  async (types: TypedData, primaryType: string, message: object): Promise<Hex> =>
    account.signTypedData({
      domain: { name: 'Permit2', chainId, verifyingContract: permit2 },
      types,
      primaryType,
      message,
    } as unknown as TypedDataDefinition)

const send = async ({ wallet, reader }: Clients, functionName: string, args: readonly unknown[]) =>
  reader.waitForTransactionReceipt({
    hash: await wallet.writeContract({ ...contract, functionName, args } as never),
  })
const allowance = async (of = usdc, to: Hex = spender.account.address) =>
  owner.reader.readContract({ ...contract, functionName: 'allowance', args: [owner.account.address, of as Hex, to] })
const balance = async (address: Hex, of: Hex = usdc) =>
  owner.reader.readContract({ address: of, abi: erc20Abi, functionName: 'balanceOf', args: [address] })

interface Single {
  readonly amount?: bigint
  readonly expiration?: number
  readonly nonce?: number
  readonly sigDeadline?: bigint
}

async function single({ amount = 20n, expiration = soon, nonce = 0, sigDeadline = now }: Single = {}, by = owner) {
  const message = {
    details: { token: usdc, amount, expiration, nonce },
    spender: spender.account.address,
    sigDeadline,
  } as const
  const signature = await signWith(by)({ PermitDetails, PermitSingle: grant('') }, 'PermitSingle', message)
  return [owner.account.address, message, signature] as const
}

interface Transfer {
  readonly amount?: bigint
  readonly nonce?: bigint
  readonly deadline?: bigint
  readonly chainId?: number
}

/** A signed transfer of one token, without the recipient. */
async function transfer({ amount = 20n, nonce = 0n, deadline = now, chainId = 1 }: Transfer = {}, by = owner) {
  const permit = { permitted: { token: usdc, amount }, nonce, deadline } as const
  const types = { TokenPermissions, PermitTransferFrom: move('') }
  const message = { ...permit, spender: spender.account.address }
  return { permit, signature: await signWith(by, chainId)(types, 'PermitTransferFrom', message) }
}

const take = async ({ permit, signature }: Awaited<ReturnType<typeof transfer>>, requestedAmount = 5n) =>
  send(spender, 'permitTransferFrom', [permit, { to: bob, requestedAmount }, owner.account.address, signature])

describe('an allowance at Permit2', () => {
  it('is approved by its owner with an end, and spent in parts', async () => {
    const { logs } = await send(owner, 'approve', [usdc, spender.account.address, 20n, soon])
    expect([await allowance(), logs.length]).toEqual([[20n, soon, 0], 1])
    await send(spender, 'transferFrom', [owner.account.address, bob, 15n, usdc])
    expect([await balance(bob), await allowance()]).toEqual([15n, [5n, soon, 0]])
    await expect(send(spender, 'transferFrom', [owner.account.address, bob, 6n, usdc])).rejects.toThrow(
      'InsufficientAllowance(uint256 amount)',
    )
    await mock.clock.advance({ minutes: 11 })
    await expect(send(spender, 'transferFrom', [owner.account.address, bob, 5n, usdc])).rejects.toThrow(
      'AllowanceExpired(uint256 deadline)',
    )
  })

  it('without an end lasts for its block, and the highest amount is never used up', async () => {
    await send(owner, 'approve', [usdc, spender.account.address, 2n ** 160n - 1n, 0])
    expect(await allowance()).toEqual([2n ** 160n - 1n, Number(now), 0])
    await send(spender, 'transferFrom', [owner.account.address, bob, 15n, usdc])
    expect((await allowance())[0]).toBe(2n ** 160n - 1n)
    await mock.clock.advance({ seconds: 1 })
    await expect(send(spender, 'transferFrom', [owner.account.address, bob, 1n, usdc])).rejects.toThrow(
      'AllowanceExpired',
    )
  })

  it('is given by a signature once, in the order of the numbers', async () => {
    const signed = await single()
    const { logs } = await send(spender, 'permit', signed)
    expect([await allowance(), logs.length]).toEqual([[20n, soon, 1], 1])
    await expect(send(spender, 'permit', signed)).rejects.toThrow('InvalidNonce()')
    await expect(send(spender, 'permit', await single({ nonce: 2 }))).rejects.toThrow('InvalidNonce()')
    await send(bobby(), 'permit', await single({ nonce: 1, amount: 7n }))
    expect(await allowance()).toEqual([7n, soon, 2])
  })

  it('is refused late, from another signer, changed, and with a signature of another form', async () => {
    await expect(send(spender, 'permit', await single({ sigDeadline: now - 1n }))).rejects.toThrow('SignatureExpired')
    await expect(send(spender, 'permit', await single({}, spender))).rejects.toThrow('InvalidSigner()')
    const [of, message, signature] = await single()
    await expect(send(spender, 'permit', [of, { ...message, sigDeadline: now + 1n }, signature])).rejects.toThrow(
      'InvalidSigner()',
    )
    await expect(send(spender, 'permit', [of, message, `${signature}00`])).rejects.toThrow('InvalidSignatureLength()')
    await expect(send(spender, 'permit', [of, message, `${signature.slice(0, -2)}07`])).rejects.toThrow(
      'InvalidSignature()',
    )
    expect(await allowance()).toEqual([0n, 0, 0])
  })

  it('is taken from a compact signature (EIP-2098)', async () => {
    const [of, message, signature] = await single()
    const compact = compactSignatureToHex(signatureToCompactSignature(parseSignature(signature)))
    await send(spender, 'permit', [of, message, compact])
    expect(await allowance()).toEqual([20n, soon, 1])
  })

  it('is given for several tokens by one signature, all of them or none', async () => {
    const detailsOf = (nonce: number) => [
      { token: usdc, amount: 20n, expiration: soon, nonce: 0 },
      { token: dai, amount: 30n, expiration: soon, nonce },
    ]
    const sign = async (nonce: number) => {
      const message = { details: detailsOf(nonce), spender: spender.account.address, sigDeadline: now }
      const types = { PermitDetails, PermitBatch: grant('[]') }
      return [owner.account.address, message, await signWith(owner)(types, 'PermitBatch', message)] as const
    }
    await expect(send(spender, 'permit', await sign(1))).rejects.toThrow('InvalidNonce()')
    expect(await allowance()).toEqual([0n, 0, 0])
    await send(spender, 'permit', await sign(0))
    expect([await allowance(), await allowance(dai)]).toEqual([
      [20n, soon, 1],
      [30n, soon, 1],
    ])
    const from = owner.account.address
    await send(spender, 'transferFrom', [
      [
        { from, to: bob, amount: 1n, token: usdc },
        { from, to: carol, amount: 2n, token: dai },
      ],
    ])
    expect([await balance(bob), await balance(carol, dai)]).toEqual([1n, 2n])
  })

  it('is locked down, and its numbers are skipped', async () => {
    await send(owner, 'approve', [usdc, spender.account.address, 20n, soon])
    const { logs } = await send(owner, 'lockdown', [[{ token: usdc, spender: spender.account.address }]])
    expect([await allowance(), logs.length]).toEqual([[0n, soon, 0], 1])
    await send(owner, 'invalidateNonces', [usdc, spender.account.address, 5])
    await expect(send(spender, 'permit', await single())).rejects.toThrow('InvalidNonce()')
    await send(spender, 'permit', await single({ nonce: 5 }))
    await expect(send(owner, 'invalidateNonces', [usdc, spender.account.address, 6])).rejects.toThrow('InvalidNonce()')
    await expect(send(owner, 'invalidateNonces', [usdc, spender.account.address, 70_000])).rejects.toThrow(
      'ExcessiveInvalidation()',
    )
  })

  it('moves nothing that the token does not allow', async () => {
    await send(owner, 'approve', [usdc, spender.account.address, 20n, soon])
    const args = [permit2, 0n] as const
    await owner.wallet.writeContract({ address: usdc, abi: erc20Abi, functionName: 'approve', args })
    await expect(send(spender, 'transferFrom', [owner.account.address, bob, 1n, usdc])).rejects.toThrow(
      'TRANSFER_FROM_FAILED',
    )
    expect((await allowance())[0]).toBe(20n)
  })

  it('is undone with its block', async () => {
    await send(spender, 'permit', await single())
    await mock.chain.reorg(1, { transactions: 'drop' })
    expect(await allowance()).toEqual([0n, 0, 0])
    await send(spender, 'permit', await single())
  })
})

/** Anybody with currency, who sends what others have signed. */
const bobby = () => owner

describe('a signed transfer at Permit2', () => {
  it('moves up to the signed amount to anybody, once', async () => {
    const signed = await transfer()
    await expect(take(signed, 21n)).rejects.toThrow('InvalidAmount(uint256 maxAmount)')
    await take(signed)
    expect(await balance(bob)).toBe(5n)
    await expect(take(signed)).rejects.toThrow('InvalidNonce()')
    await take(await transfer({ nonce: 511n }))
    const bitmap = async (word: bigint) =>
      owner.reader.readContract({ ...contract, functionName: 'nonceBitmap', args: [owner.account.address, word] })
    expect([await bitmap(0n), await bitmap(1n)]).toEqual([1n, 1n << 255n])
  })

  it('is only for its spender and its chain, and ends', async () => {
    const { permit, signature } = await transfer()
    const args = [permit, { to: bob, requestedAmount: 5n }, owner.account.address, signature]
    await expect(send(owner, 'permitTransferFrom', args)).rejects.toThrow('InvalidSigner()')
    await expect(take(await transfer({ chainId: base.id }))).rejects.toThrow('InvalidSigner()')
    await expect(take(await transfer({ deadline: now - 1n }))).rejects.toThrow('SignatureExpired')
    await expect(take(await transfer({}, spender))).rejects.toThrow('InvalidSigner()')
    expect(await balance(bob)).toBe(0n)
    await take({ permit, signature })
  })

  it('moves several tokens by one signature, each up to its amount', async () => {
    const permitted = [
      { token: usdc, amount: 20n },
      { token: dai, amount: 30n },
    ] as const
    const permit = { permitted, nonce: 4n, deadline: now }
    const types = { TokenPermissions, PermitBatchTransferFrom: move('[]') }
    const message = { ...permit, spender: spender.account.address }
    const signature = await signWith(owner)(types, 'PermitBatchTransferFrom', message)
    const ask = async (...amounts: readonly bigint[]) =>
      send(spender, 'permitTransferFrom', [
        permit,
        amounts.map((requestedAmount, index) => ({ to: index === 0 ? bob : carol, requestedAmount })),
        owner.account.address,
        signature,
      ])
    await expect(ask(1n)).rejects.toThrow('LengthMismatch()')
    await expect(ask(1n, 31n)).rejects.toThrow('InvalidAmount')
    const { logs } = await ask(0n, 30n)
    expect([await balance(bob), await balance(carol, dai), logs.length]).toEqual([0n, 30n, 1])
    await expect(ask(1n, 1n)).rejects.toThrow('InvalidNonce()')
  })

  it('carries further data that the owner has signed', async () => {
    const permit = { permitted: { token: usdc, amount: 20n }, nonce: 0n, deadline: now }
    const types = {
      Order,
      TokenPermissions,
      PermitWitnessTransferFrom: move('', { name: 'witness', type: 'Order' }),
    }
    const message = { ...permit, spender: spender.account.address, witness: order }
    const signature = await signWith(owner)(types, 'PermitWitnessTransferFrom', message)
    const ask = async (hash: Hex, type: string = witnessType) =>
      send(spender, 'permitWitnessTransferFrom', [
        permit,
        { to: bob, requestedAmount: 5n },
        owner.account.address,
        hash,
        type,
        signature,
      ])
    await expect(ask(`0x${'11'.repeat(32)}`)).rejects.toThrow('InvalidSigner()')
    await expect(ask(witness, witnessType.replaceAll('Order', 'Offer'))).rejects.toThrow('InvalidSigner()')
    await ask(witness)
    expect(await balance(bob)).toBe(5n)
  })

  it('of several tokens carries further data, too', async () => {
    const permit = { permitted: [{ token: usdc, amount: 20n }], nonce: 9n, deadline: now }
    const types = {
      Order,
      TokenPermissions,
      PermitBatchWitnessTransferFrom: move('[]', { name: 'witness', type: 'Order' }),
    }
    const message = { ...permit, spender: spender.account.address, witness: order }
    const signature = await signWith(owner)(types, 'PermitBatchWitnessTransferFrom', message)
    const requests = [{ to: bob, requestedAmount: 6n }]
    const args = [permit, requests, owner.account.address, witness, witnessType, signature]
    await send(spender, 'permitWitnessTransferFrom', args)
    expect(await balance(bob)).toBe(6n)
  })

  it('is taken back before it is used', async () => {
    const { logs } = await send(owner, 'invalidateUnorderedNonces', [0n, 0b101n])
    expect(logs).toHaveLength(1)
    await expect(take(await transfer({ nonce: 0n }))).rejects.toThrow('InvalidNonce()')
    await expect(take(await transfer({ nonce: 2n }))).rejects.toThrow('InvalidNonce()')
    await take(await transfer({ nonce: 1n }))
  })

  it('is signed by the owner of a contract wallet (ERC-1271)', async () => {
    const { address } = await mock.chain.deployWallet({ owners: [owner.account.address] })
    const wallet = address as Hex
    await mock.chain.fund(wallet, { token: 'USDC', amount: '100' }, 1)
    const execute = parseAbi(['function execute(address target, uint256 value, bytes data) payable'])
    const approval = `0x095ea7b3${permit2.slice(2).toLowerCase().padStart(64, '0')}${'f'.repeat(64)}` as const
    const args = [usdc, 0n, approval] as const
    await owner.wallet.writeContract({ address: wallet, abi: execute, functionName: 'execute', args })
    const ask = async ({ permit, signature }: Awaited<ReturnType<typeof transfer>>) =>
      send(spender, 'permitTransferFrom', [permit, { to: bob, requestedAmount: 5n }, wallet, signature])
    await expect(ask(await transfer({}, spender))).rejects.toThrow('InvalidContractSignature()')
    await ask(await transfer())
    expect(await balance(bob)).toBe(5n)
  })
})

describe('the contract of Permit2', () => {
  it('has code on every network, and the domain separator that it has on Ethereum', async () => {
    expect(await owner.reader.getCode({ address: permit2 })).toBeDefined()
    expect(await viemClients(mock, base).reader.getCode({ address: permit2 })).toBeDefined()
    const separator = await owner.reader.readContract({ ...contract, functionName: 'DOMAIN_SEPARATOR' })
    expect(separator).toBe('0x866a5aba21966af95d6c7ab78eb2b2fc913915c28be3b9aa07cc04ff903e3f28')
  })
})
