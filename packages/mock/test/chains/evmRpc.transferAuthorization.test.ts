import { erc20Abi, hashTypedData, type Hex, parseAbi, parseSignature } from 'viem'
import { base, baseSepolia, mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const members = 'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce'
const abi = parseAbi([
  `function transferWithAuthorization(${members}, uint8 v, bytes32 r, bytes32 s)`,
  `function transferWithAuthorization(${members}, bytes signature)`,
  `function receiveWithAuthorization(${members}, uint8 v, bytes32 r, bytes32 s)`,
  `function receiveWithAuthorization(${members}, bytes signature)`,
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function version() view returns (string)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
])
const token = { address: usdc, abi } as const
const transferType = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const
const types = {
  TransferWithAuthorization: transferType,
  ReceiveWithAuthorization: transferType,
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const
const domain = { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: usdc } as const
const shop = '0x00000000000000000000000000000000000B0b01'
const nonce = `0x${'4e'.repeat(32)}` as const
const now = 1_768_469_400n

let mock: Mock
/** Has USDC and no currency. */
let payer: ReturnType<typeof viemClients>
/** Has currency and no USDC. */
let sender: ReturnType<typeof viemClients>

beforeEach(async () => {
  mock = createMock({ seed: 'authorizations', now: Number(now) * 1000 })
  ;[payer, sender] = [viemClients(mock), viemClients(mock)]
  await mock.chain.fund(sender.account.address, { ether: '1' }, 1)
  await mock.chain.fund(payer.account.address, { token: 'USDC', amount: '50' }, 1)
})

type Kind = 'TransferWithAuthorization' | 'ReceiveWithAuthorization'
interface Signing {
  readonly kind?: Kind
  readonly to?: Hex
  readonly value?: bigint
  readonly validAfter?: bigint
  readonly validBefore?: bigint
  readonly chainId?: number
  readonly by?: ReturnType<typeof viemClients>
}

/** Signs a transfer of the payer: the first arguments of the functions, and the signature. */
async function sign({ kind = 'TransferWithAuthorization', by = payer, chainId = 1, ...fields }: Signing = {}) {
  const { to = shop, value = 20n, validAfter = 0n, validBefore = now + 60n } = fields
  const message = { from: payer.account.address, to, value, validAfter, validBefore, nonce } as const
  const signing = { domain: { ...domain, chainId }, types, primaryType: kind, message } as const
  return [[message.from, to, value, validAfter, validBefore, nonce], await by.account.signTypedData(signing)] as const
}

function partsOf(signature: Hex) {
  const { yParity, r, s } = parseSignature(signature)
  return [27 + yParity, r, s] as const
}

/** Sends a signed transfer of the payer as one signature, or in its three parts. */
async function send([args, signature]: Awaited<ReturnType<typeof sign>>, isSplit = false) {
  const call = { ...token, functionName: 'transferWithAuthorization' } as const
  const hash = isSplit
    ? await sender.wallet.writeContract({ ...call, args: [...args, ...partsOf(signature)] })
    : await sender.wallet.writeContract({ ...call, args: [...args, signature] })
  return sender.reader.waitForTransactionReceipt({ hash })
}

const held = async (owner: Hex = shop) =>
  sender.reader.readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
const isSpent = async () =>
  sender.reader.readContract({
    ...token,
    functionName: 'authorizationState',
    args: [payer.account.address, nonce],
  })

describe('a signed transfer of USDC (ERC-3009)', () => {
  it.each([
    ['as one text', false],
    ['in three parts', true],
  ])('is sent by anybody, with its signature %s, while the payer has no currency for gas', async (_, isSplit) => {
    expect(await isSpent()).toBe(false)
    const { status } = await send(await sign(), isSplit)
    expect([status, await held(), await held(payer.account.address)]).toEqual(['success', 20n, 49_999_980n])
    expect(await isSpent()).toBe(true)
    const events = await sender.reader.getContractEvents({ ...token, fromBlock: 0n })
    expect(events).toMatchObject([
      { eventName: 'AuthorizationUsed', args: { authorizer: payer.account.address, nonce } },
    ])
  })

  it.each<[string, string, () => Promise<Awaited<ReturnType<typeof sign>>>]>([
    ['when it has expired', 'authorization is expired', () => sign({ validBefore: now })],
    ['before its time', 'authorization is not yet valid', () => sign({ validAfter: now })],
    ['from another signer', 'invalid signature', () => sign({ by: sender })],
    ['for another chain', 'invalid signature', () => sign({ chainId: 8453 })],
    ['of another kind', 'invalid signature', () => sign({ kind: 'ReceiveWithAuthorization' })],
    ['of more than the payer has', 'transfer amount exceeds balance', () => sign({ value: 50_000_001n })],
    ['with a broken signature', 'invalid signature', async () => [(await sign())[0], '0x1234']],
    [
      'with another amount than was signed',
      'invalid signature',
      async () => {
        const [[from, to, , ...rest], signature] = await sign()
        return [[from, to, 21n, ...rest], signature] as const
      },
    ],
  ])('is refused %s, and its number stays free', async (_, reason, signing) => {
    await expect(send(await signing())).rejects.toThrow(reason)
    expect([await held(), await isSpent()]).toEqual([0n, false])
  })

  it('is refused a second time, and is free again after its block is undone', async () => {
    const signed = await sign()
    await send(signed)
    await expect(send(signed)).rejects.toThrow('authorization is used or canceled')
    expect(await held()).toBe(20n)
    await mock.chain.reorg(1, { transactions: 'drop' })
    expect([await held(), await isSpent()]).toEqual([0n, false])
    await send(signed)
    expect(await held()).toBe(20n)
  })

  it('that only the payee may send is refused from others', async () => {
    const [args, signature] = await sign({ kind: 'ReceiveWithAuthorization', to: sender.account.address })
    const call = { ...token, functionName: 'receiveWithAuthorization', args: [...args, signature] } as const
    await expect(payer.reader.simulateContract({ ...call, account: shop })).rejects.toThrow('caller must be the payee')
    await sender.wallet.writeContract(call)
    expect(await held(sender.account.address)).toBe(20n)
    await expect(sender.wallet.writeContract({ ...call, args: [...args, ...partsOf(signature)] })).rejects.toThrow(
      'authorization is used or canceled',
    )
  })

  it('is canceled by a signature of the payer, and by nobody else', async () => {
    const message = { authorizer: payer.account.address, nonce } as const
    const signing = { domain, types, primaryType: 'CancelAuthorization', message } as const
    const cancel = async (signature: Hex) =>
      sender.wallet.writeContract({
        ...token,
        functionName: 'cancelAuthorization',
        args: [message.authorizer, nonce, signature],
      })
    await expect(cancel(await sender.account.signTypedData(signing))).rejects.toThrow('invalid signature')
    await cancel(await payer.account.signTypedData(signing))
    await expect(send(await sign())).rejects.toThrow('authorization is used or canceled')
    const split = [message.authorizer, nonce, ...partsOf(await payer.account.signTypedData(signing))] as const
    await expect(
      sender.wallet.writeContract({ ...token, functionName: 'cancelAuthorization', args: split }),
    ).rejects.toThrow('authorization is used or canceled')
    expect(await held()).toBe(0n)
  })

  it('of a contract wallet is signed by its owner (ERC-1271)', async () => {
    const { address } = await mock.chain.deployWallet({ owners: [payer.account.address] })
    const wallet = address as Hex
    await mock.chain.fund(wallet, { token: 'USDC', amount: '1' }, 1)
    const args = [wallet, shop, 7n, 0n, now + 60n, nonce] as const
    const message = { from: wallet, to: shop, value: 7n, validAfter: 0n, validBefore: now + 60n, nonce } as const
    const signing = { domain, types, primaryType: 'TransferWithAuthorization', message } as const
    const pay = async (signature: Hex) =>
      sender.wallet.writeContract({
        ...token,
        functionName: 'transferWithAuthorization',
        args: [...args, signature],
      })
    await expect(pay(await sender.account.sign({ hash: hashTypedData(signing) }))).rejects.toThrow('invalid signature')
    await pay(await payer.account.sign({ hash: hashTypedData(signing) }))
    expect(await held()).toBe(7n)
  })
})

describe('the domain of USDC', () => {
  it.each([
    ['USD Coin', mainnet, usdc],
    ['USD Coin', base, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    ['USDC', baseSepolia, '0x036CbD53842c5426634e7929541eC2318f3dCF7e'],
  ] as const)('has the name %s, as on its chain, and version 2: %s', async (name, chain, address) => {
    const { reader } = viemClients(mock, chain)
    expect((await reader.getEip712Domain({ address })).domain).toMatchObject({ name, version: '2' })
    expect(await reader.readContract({ address, abi, functionName: 'version' })).toBe('2')
    expect(await reader.readContract({ address, abi: erc20Abi, functionName: 'name' })).toBe(name)
  })

  it('is that of a token that takes signed transfers, which others do not', async () => {
    const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
    const args = [payer.account.address, nonce] as const
    const state = { address: dai, abi, functionName: 'authorizationState', args } as const
    await expect(sender.reader.readContract(state)).rejects.toThrow('reverted')
  })
})
