import {
  createWalletClient,
  custom,
  hashMessage,
  hashTypedData,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  toHex,
  type LocalAccount,
  type TransactionSerializable,
} from 'viem'
import { base, mainnet } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { rejection } from '../../../test/serve.ts'
import { createKeyWallet } from '../test/keyWallet.ts'
import type { SigningWallet } from '../wallet.ts'
import { toViemAccount } from './viemAccount.ts'

const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

function setUp() {
  const { wallet, owner, requests } = createKeyWallet()
  const account: LocalAccount = toViemAccount(wallet)
  return { account, owner, requests }
}

const permit = {
  domain: {
    name: 'USD Coin',
    version: '2',
    chainId: 1,
    verifyingContract: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  },
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'tags', type: 'Tag[]' },
    ],
    Tag: [{ name: 'text', type: 'string' }],
  },
  primaryType: 'Permit',
  message: { owner: to, value: 2n ** 200n, tags: [{ text: 'ä' }, { text: '' }] },
} as const

describe('toViemAccount()', () => {
  it('has the address and the public key of the wallet', () => {
    const { account, owner } = setUp()
    expect([account.address, account.publicKey, account.type]).toEqual([owner.address, owner.publicKey, 'local'])
  })

  it.each([
    ['a text', 'hällo'],
    ['an empty text', ''],
    ['hex, which is a text', '0xff'],
    ['bytes as hex', { raw: '0x00ff' }],
    ['bytes', { raw: Uint8Array.of(1, 2, 255) }],
  ] as const)('signs %s as viem does, and says what it is', async (_, message) => {
    const { account, owner, requests } = setUp()
    expect(await account.signMessage({ message })).toBe(await owner.signMessage({ message }))
    const [request] = requests
    expect(keccak256(request?.message as `0x${string}`)).toBe(hashMessage(message))
    const raw = typeof message === 'object' && { raw: toHex(message.raw as Uint8Array | string).slice(0) }
    const isText = typeof message === 'string' || typeof message.raw === 'string'
    const expected = isText ? message : raw
    expect(request?.context).toEqual({ evmMessage: expected })
  })

  it('signs typed data as viem does, and says what it is with integers as texts', async () => {
    const { account, owner, requests } = setUp()
    expect(await account.signTypedData(permit)).toBe(await owner.signTypedData(permit))
    const [request] = requests
    expect(keccak256(request?.message as `0x${string}`)).toBe(hashTypedData(permit))
    const { message, ...others } = permit
    const evmTypedData = { ...others, message: { ...message, value: String(message.value) } }
    expect(request?.context).toEqual({ evmTypedData })
  })

  it('signs typed data whose domain the operation cannot say, without a context', async () => {
    const { account, owner, requests } = setUp()
    const salted = { ...permit, domain: { salt: `0x${'11'.repeat(32)}` } } as const
    expect(await account.signTypedData(salted)).toBe(await owner.signTypedData(salted))
    expect(requests[0]).not.toHaveProperty('context')
  })

  const common = { to, value: 10n ** 18n, nonce: 7, gas: 21_000n, chainId: 8453 } as const
  const accessList = [{ address: to, storageKeys: [`0x${'00'.repeat(32)}`] }] as const
  it.each<[string, TransactionSerializable]>([
    ['a legacy transaction', { ...common, gasPrice: 10n ** 9n }],
    ['an access list', { ...common, gasPrice: 10n ** 9n, accessList }],
    ['an EIP-1559 transaction', { ...common, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, data: '0x1234' }],
    ['the creation of a contract', { ...common, to: undefined, maxFeePerGas: 2n, data: '0x6000' }],
  ])('signs %s as viem does, with its own serializer', async (_, transaction) => {
    const { account, owner, requests } = setUp()
    const signed = await account.signTransaction(transaction)
    expect(signed).toBe(await owner.signTransaction(transaction))
    expect(requests).toEqual([{ message: serializeTransaction(transaction) }])
    expect(await recoverTransactionAddress({ serializedTransaction: signed as `0x02${string}` })).toBe(owner.address)
  })

  it('signs an EIP-7702 transaction with an authorization of its own', async () => {
    const { account, owner, requests } = setUp()
    const parameters = { contractAddress: to, chainId: 8453, nonce: 8 } as const
    const authorization = await account.signAuthorization?.(parameters)
    expect(authorization).toEqual(await owner.signAuthorization(parameters))
    expect(requests[0]?.context).toEqual({ eip7702Auth: { address: to, chainId: 8453, nonce: 8 } })
    const authorizationList = authorization ? [authorization] : []
    const transaction = { ...common, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, authorizationList } as const
    expect(await account.signTransaction(transaction)).toBe(await owner.signTransaction(transaction))
  })

  it('signs a digest, and says that it is one', async () => {
    const { account, owner, requests } = setUp()
    const hash = keccak256('0x1234')
    expect(await account.sign?.({ hash })).toBe(await owner.sign({ hash }))
    expect(requests).toEqual([{ message: hash.slice(2), isFormatted: true }])
  })

  it('signs by the digest what is too long for the operation', async () => {
    const { account, owner, requests } = setUp()
    const transaction = { ...common, maxFeePerGas: 2n, data: `0x${'ab'.repeat(9000)}` } as const
    expect(await account.signTransaction(transaction)).toBe(await owner.signTransaction(transaction))
    expect(requests[0]).toMatchObject({
      message: keccak256(serializeTransaction(transaction)).slice(2),
      isFormatted: true,
    })
  })

  it('sends a transaction by a client of viem, which brings its serializer', async () => {
    const { account, owner } = setUp()
    const sent: `0x${string}`[] = []
    const answers: Record<string, unknown> = { eth_chainId: toHex(base.id), eth_getTransactionCount: '0x7' }
    const transport = custom({
      async request({ method, params }) {
        if (method === 'eth_sendRawTransaction') sent.push(params[0])
        return answers[method] ?? `0x${'22'.repeat(32)}`
      },
    })
    const client = createWalletClient({ account, chain: base, transport })
    await client.sendTransaction({ to, value: 1n, gas: 21_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, nonce: 7 })
    const [serializedTransaction = '0x'] = sent
    expect(await recoverTransactionAddress({ serializedTransaction: serializedTransaction as `0x02${string}` })).toBe(
      owner.address,
    )
    expect(parseTransaction(serializedTransaction)).toMatchObject({ chainId: base.id, to, value: 1n, nonce: 7 })
  })

  it('refuses what only a serializer of the app can write', async () => {
    const { account } = setUp()
    const error = await rejection(account.signTransaction({ ...common, type: 'cip64', chainId: mainnet.id } as never))
    expect(error).toMatchObject({ name: 'CeremonyError', reason: 'unsupported' })
  })

  it('refuses a wallet of another chain', () => {
    const { wallet } = createKeyWallet()
    const solana: SigningWallet = { ...wallet, chain: 'SVM' }
    expect(() => toViemAccount(solana)).toThrow(TypeError)
  })
})
