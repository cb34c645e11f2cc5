import {
  hashMessage,
  hashTypedData,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  stringToHex,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { hashAuthorization, recoverAuthorizationAddress } from 'viem/utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { playRoom } from '../../../test/people/waasDevice.ts'
import {
  createSharedWallet,
  enableWaas,
  evmSignature,
  type SharedWallet,
  sign,
  type Signature,
  signedIn,
  waasSettings,
} from '../../../test/people/waasPeople.ts'

const host = createHost()
let token: string
let wallet: SharedWallet

beforeEach(async () => {
  await enableWaas(host)
  ;({ token } = await signedIn(host))
  wallet = await createSharedWallet(host, token)
})

const signBody = (body: Record<string, unknown>, message: string) => sign(host, token, { wallet, body, message })
const refuse = (body: Record<string, unknown>) =>
  host.refuse('waas.signMessage', { token, params: { walletId: wallet.walletId }, body })

const to = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const typedData = {
  domain: { name: 'Harbour', version: '1', chainId: 1, verifyingContract: to },
  types: {
    Berth: [
      { name: 'ship', type: 'string' },
      { name: 'length', type: 'uint256' },
    ],
  },
  primaryType: 'Berth',
  message: { ship: 'Ada', length: '12' },
} as const

describe('waas.signMessage on EVM', () => {
  it('signs a personal message that viem verifies', async () => {
    const digest = hashMessage('Welcome aboard')
    const body = { message: digest, isFormatted: true, context: { evmMessage: 'Welcome aboard' } }
    const signature = evmSignature(await signBody(body, digest))
    expect(
      await verifyMessage({ address: wallet.address as `0x${string}`, message: 'Welcome aboard', signature }),
    ).toBe(true)
  })

  it('signs raw bytes of a personal message', async () => {
    const raw = '0x00ff10' as const
    const digest = hashMessage({ raw })
    const body = { message: digest, isFormatted: true, context: { evmMessage: { raw } } }
    const signature = evmSignature(await signBody(body, digest))
    const address = wallet.address as `0x${string}`
    expect(await verifyMessage({ address, message: { raw }, signature })).toBe(true)
  })

  it('signs typed data that viem verifies', async () => {
    const digest = hashTypedData(typedData as never)
    const body = { message: digest, isFormatted: true, context: { evmTypedData: typedData } }
    const signature = evmSignature(await signBody(body, digest))
    const address = wallet.address as `0x${string}`
    expect(await verifyTypedData({ ...(typedData as object), address, signature } as never)).toBe(true)
  })

  const fees = { gas: 21_000n, nonce: 3, value: 10n ** 18n, to, data: '0x' } as const
  it.each([
    ['legacy', { ...fees, chainId: 1, gasPrice: 7n, type: 'legacy' }],
    ['EIP-1559', { ...fees, chainId: 8453, maxFeePerGas: 9n, maxPriorityFeePerGas: 2n, type: 'eip1559' }],
    [
      'EIP-7702',
      {
        ...fees,
        chainId: 10,
        maxFeePerGas: 9n,
        maxPriorityFeePerGas: 2n,
        type: 'eip7702',
        authorizationList: [
          { address: to, chainId: 10, nonce: 4, r: `0x${'1'.repeat(64)}`, s: `0x${'2'.repeat(64)}`, yParity: 0 },
        ],
      },
    ],
  ] as const)('signs a %s transaction whose sender is the wallet', async (_, transaction) => {
    const message = serializeTransaction(transaction as never) as `0x${string}`
    const { chainId, gas, nonce, value } = transaction
    const evmTransaction = { to, chainId, gas: String(gas), nonce, value: `0x${value.toString(16)}` }
    const { signature, recovery = 0 } = await signBody({ message, context: { evmTransaction } }, keccak256(message))
    const v = BigInt(27 + recovery)
    const parts = { v, r: `0x${signature.slice(0, 64)}`, s: `0x${signature.slice(64)}`, yParity: recovery } as const
    const serialized = serializeTransaction(parseTransaction(message as never), parts as never)
    expect(await recoverTransactionAddress({ serializedTransaction: serialized as never })).toBe(wallet.address)
  })

  it('signs the digest of a transaction, with all its fields in the context', async () => {
    const transaction = { ...fees, chainId: 1, maxFeePerGas: 9n, maxPriorityFeePerGas: 2n, type: 'eip1559' } as const
    const message = keccak256(serializeTransaction(transaction))
    const evmTransaction = {
      to,
      chainId: 1,
      gas: '21000',
      nonce: 3,
      value: String(fees.value),
      maxFeePerGas: '9',
      maxPriorityFeePerGas: '0x2',
    }
    const body = { message, isFormatted: true, context: { evmTransaction } }
    expect((await signBody(body, message)).kind).toBe('signature')
  })

  it('signs a delegation that viem recovers the wallet from', async () => {
    const authorization = { address: to, chainId: 0, nonce: 7 } as const
    const digest = hashAuthorization(authorization)
    const body = { message: digest, isFormatted: true, context: { eip7702Auth: authorization } }
    const signature = evmSignature(await signBody(body, digest))
    expect(await recoverAuthorizationAddress({ authorization, signature })).toBe(wallet.address)
  })

  const operation = {
    sender: to,
    nonce: 1n,
    callData: '0x1234',
    callGasLimit: 100n,
    verificationGasLimit: 200n,
    preVerificationGas: 300n,
    maxFeePerGas: 9n,
    maxPriorityFeePerGas: 2n,
    signature: '0x',
  } as const
  const asTexts = (fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))

  it.each([
    [
      '0.6',
      '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
      { initCode: `${to}aabb`, paymasterAndData: '0x' },
      { factory: to, factoryData: '0xaabb' },
    ],
    [
      '0.7',
      '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
      {
        factory: to,
        factoryData: '0xaabb',
        paymaster: to,
        paymasterData: '0xcc',
        paymasterVerificationGasLimit: 5n,
        paymasterPostOpGasLimit: 6n,
      },
      undefined,
    ],
  ] as const)('signs a user operation of entry point %s', async (...[version, entryPoint, more, shown]) => {
    const userOperation = { ...operation, ...more }
    const hash = getUserOperationHash({
      chainId: 8453,
      entryPointAddress: entryPoint,
      entryPointVersion: version,
      userOperation: userOperation as never,
    })
    const evmUserOperation = { chainId: 8453, entryPoint, operation: asTexts({ ...operation, ...(shown ?? more) }) }
    // Accounts ask for the hash, or for the personal message of it.
    for (const digest of [hash, hashMessage({ raw: hash })]) {
      const body = { message: digest, isFormatted: true, context: { evmUserOperation } }
      expect((await signBody(body, digest)).signature).toHaveLength(128)
    }
    const changed = { ...evmUserOperation, chainId: 1 }
    const body = { message: hash, isFormatted: true, context: { evmUserOperation: changed } }
    expect(await refuse(body)).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('signs the Keccak-256 of a text that is not hex', async () => {
    const digest = keccak256(stringToHex('plain text'))
    expect((await signBody({ message: 'plain text' }, digest)).kind).toBe('signature')
  })

  it('signs with each pair of a key of two in three, and with each three of a key of three in five', async () => {
    await host.mock.settings.patch({ sdk: { waas: { ...waasSettings, allowMultipleWaasWalletsPerChain: true } } })
    const digest = hashMessage('threshold')
    for (const [thresholdSignatureScheme, counts] of [
      ['TWO_OF_THREE', [1]],
      ['THREE_OF_FIVE', [1, 2]],
    ] as const) {
      const shared = await createSharedWallet(host, token, { thresholdSignatureScheme })
      for (const count of counts) {
        const body = { message: digest, isFormatted: true }
        const { body: room } = await host.call('waas.signMessage', {
          token,
          params: { walletId: shared.walletId },
          body,
        })
        const parties = shared.parties.slice(-count)
        const { results } = await playRoom(host.mock, room.roomId, { parties, more: { message: digest.slice(2) } })
        const signatures = Object.values(results) as Signature[]
        expect(signatures).toHaveLength(count)
        for (const result of signatures) {
          const address = shared.address as `0x${string}`
          expect(await verifyMessage({ address, message: 'threshold', signature: evmSignature(result) })).toBe(true)
        }
      }
    }
  })

  it('refuses every part of a context that hashes to other bytes than the message', async () => {
    const digest = hashMessage('Welcome aboard')
    const transaction = serializeTransaction({ chainId: 1, to, value: 1n, gasPrice: 1n, gas: 21_000n, nonce: 0 })
    const formatted = [
      { evmMessage: 'Welcome' },
      { evmMessage: { raw: 'no hex' } },
      { evmTypedData: typedData },
      { eip7702Auth: { address: to, chainId: 1, nonce: 0 } },
      { evmTransaction: { to, chainId: 1, value: '1' } },
      { evmUserOperation: {} },
      { evmMessage: 'Welcome aboard', evmTypedData: typedData },
      { svmMessage: 'Welcome aboard' },
      { suiTransaction: { chainId: 'sui', serializedTransaction: 'AAAA' } },
    ]
    const refused = { status: 400, code: 'validation_failed' }
    for (const context of formatted)
      expect(await refuse({ message: digest, isFormatted: true, context }), JSON.stringify(context)).toMatchObject(
        refused,
      )
    for (const evmTransaction of [
      { to: `0x${'1'.repeat(40)}`, chainId: 1 },
      { to, chainId: 2 },
      { to, chainId: 1, value: '2' },
      { to, chainId: 1, data: '0x00' },
      { to, chainId: 1, nonce: 1 },
      { to, chainId: 1, gas: 'much' },
    ])
      expect(await refuse({ message: transaction, context: { evmTransaction } })).toMatchObject(refused)
  })

  it('refuses a formatted message that is not a digest', async () => {
    for (const message of ['', '0x', 'text', `0x${'1'.repeat(62)}`, 'zz'.repeat(32)])
      expect(await refuse({ message, isFormatted: true })).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})
