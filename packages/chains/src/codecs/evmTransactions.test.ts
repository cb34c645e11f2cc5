import { readHex } from '@latchkey/base/bytes'
import { createRecoverableAccount } from '@latchkey/crypto/chains/recoverable'
import { type Hex as ViemHex, keccak256, serializeTransaction, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import {
  type NewEvmTransaction,
  readAuthorization,
  readEvmTransaction,
  serializeEvmTransaction,
  signEvmTransaction,
} from './evmTransactions.ts'

const account = privateKeyToAccount(`0x${'17'.repeat(32)}`)
const from = account.address.toLowerCase()
const to = '0x00000000000000000000000000000000000b0b01' as const
const common = { chainId: 1, to, nonce: 7, value: 10n ** 18n, gas: 21_000n, data: '0xabcd' } as const
const fees = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1n } as const
const accessList = [{ address: to, storageKeys: [`0x${'01'.repeat(32)}`] }] as const
const authorization = await account.signAuthorization({ chainId: 0, address: to, nonce: 3 })

const cases: Record<string, TransactionSerializable> = {
  legacy: { ...common, type: 'legacy', gasPrice: 5n },
  eip2930: { ...common, type: 'eip2930', gasPrice: 5n, accessList },
  eip1559: { ...common, ...fees, type: 'eip1559' },
  eip7702: { ...common, ...fees, type: 'eip7702', authorizationList: [authorization] },
}

describe('readEvmTransaction', () => {
  it.each(Object.entries(cases))('reads what viem signs as %s', async (type, transaction) => {
    const raw = await account.signTransaction(transaction)
    const read = readEvmTransaction(raw)
    expect(read).toMatchObject({ type, hash: keccak256(raw), from, to, chainId: 1, nonce: 7n, gas: 21_000n })
    expect(read).toMatchObject({ value: 10n ** 18n, data: '0xabcd' })
    if (type === 'legacy' || type === 'eip2930') expect(read.gasPrice).toBe(5n)
    else expect(read).toMatchObject(fees)
    if (type === 'eip2930') expect(read.accessList).toEqual(accessList)
    if (type === 'eip7702')
      expect(read.authorizationList).toMatchObject([{ chainId: 0, address: to, nonce: 3n, authority: from }])
    else expect(read).not.toHaveProperty('authorizationList')
    // Chain 1 and the parity (EIP-155).
    expect(read.v).toBe(type === 'legacy' ? 37 + read.yParity : undefined)
  })

  it('reads a payment without data, as no bytes', async () => {
    const raw = await account.signTransaction({ type: 'eip1559', chainId: 1, to, value: 1n, ...fees })
    expect(readEvmTransaction(raw)).toMatchObject({ data: '0x', nonce: 0n, gas: 0n })
  })

  it('reads a signature whose r or s begins with a zero, which is written without it', async () => {
    // Of all nonces of this account, the first ones with such an r and such an s.
    for (const [part, nonce] of [
      ['r', 442],
      ['s', 127],
    ] as const) {
      const read = readEvmTransaction(await account.signTransaction({ ...common, ...fees, nonce }))
      expect(read[part]).toMatch(/^0x00/)
      expect(read.from).toBe(from)
    }
  })

  it('reads a creation of a contract, and a legacy transaction without replay protection', async () => {
    const raw = await account.signTransaction({ type: 'legacy', gasPrice: 1n, data: '0x60' })
    expect(readEvmTransaction(raw)).toMatchObject({ from, nonce: 0n, value: 0n, data: '0x60' })
    expect(readEvmTransaction(raw)).not.toHaveProperty('to')
    expect(readEvmTransaction(raw)).not.toHaveProperty('chainId')
  })

  it.each([
    ['nothing', '0x', 'has to be hex'],
    ['text', 'transaction', 'has to be hex'],
    ['half a byte', '0x123', 'has to be hex'],
    ['hex without its mark', 'c0', 'has to be hex'],
    ['a blob transaction', '0x03c0', 'transaction type not supported'],
    ['an empty list', '0xc0', 'rlp: the transaction cannot be decoded'],
    ['a list that ends too early', '0xf86b', 'rlp: the transaction cannot be decoded'],
    ['too few fields', '0x02c20102', 'rlp: the transaction cannot be decoded'],
    [
      'a transaction without a signature',
      serializeTransaction(cases.eip1559 as TransactionSerializable),
      'invalid sender',
    ],
  ])('refuses %s', (_, raw, message) => {
    expect(() => readEvmTransaction(raw)).toThrow(message)
    expect(() => readEvmTransaction(raw)).toThrow(expect.objectContaining({ name: 'TransactionFormatError' }))
  })

  it('refuses a signature in the upper half of its range, which would give a second hash', async () => {
    const raw = await account.signTransaction(cases.eip1559 as TransactionSerializable)
    const { r, s, yParity } = readEvmTransaction(raw)
    const order = 0xff_ff_ff_ff_ff_ff_ff_ff_ff_ff_ff_ff_ff_ff_ff_fe_ba_ae_dc_e6_af_48_a0_3b_bf_d2_5e_8c_d0_36_41_41n
    const highS = `0x${(order - BigInt(s)).toString(16).padStart(64, '0')}` as ViemHex
    const mirrored = serializeTransaction(cases.eip1559 as TransactionSerializable, {
      r,
      s: highS,
      yParity: 1 - yParity,
    })
    expect(() => readEvmTransaction(mirrored)).toThrow('invalid sender')
  })

  it('refuses another spelling of the same fields', async () => {
    const raw = await account.signTransaction({ ...common, ...fees, type: 'eip1559', data: undefined, value: 5n })
    // The value 5 as two bytes with a zero before it; the list is a byte longer then.
    const padded = raw
      .replace(
        /^0x02f8(..)/,
        (_, length: string) => `0x02f8${(Number.parseInt(length, 16) + 2).toString(16).padStart(2, '0')}`,
      )
      .replace(`94${to.slice(2)}05`, `94${to.slice(2)}820005`)
    expect(padded).not.toBe(raw)
    expect(() => readEvmTransaction(padded)).toThrow('canonical')
  })
})

describe('serializeEvmTransaction', () => {
  it.each(Object.entries(cases))('writes what viem signs as %s, as it was sent', async (_, transaction) => {
    const raw = await account.signTransaction(transaction)
    expect(serializeEvmTransaction(readEvmTransaction(raw))).toBe(raw)
  })
})

describe('signEvmTransaction', () => {
  const signer = createRecoverableAccount(new Uint8Array(32).fill(0x17))
  const content: NewEvmTransaction = { ...common, ...fees, nonce: 7n }

  // The first nonces whose signatures have these parities.
  it.each([
    [1, 0],
    [0, 1],
  ])('signs as viem does, with the parity %i', async (yParity, nonce) => {
    const raw = signEvmTransaction({ ...content, nonce: BigInt(nonce) }, signer)
    expect(raw).toBe(await account.signTransaction({ ...common, ...fees, type: 'eip1559', nonce }))
    expect(readEvmTransaction(raw).yParity).toBe(yParity)
  })

  it('signs a transaction that delegates accounts as viem does', async () => {
    const read = readEvmTransaction(await account.signTransaction(cases.eip7702 as never))
    const { authorizationList } = read
    expect(signEvmTransaction({ ...content, ...(authorizationList && { authorizationList }) }, signer)).toBe(
      serializeEvmTransaction(read),
    )
    expect(authorizationList).toHaveLength(1)
  })
})

describe('an authorization', () => {
  it('has its authority also where r or s is written without the zeros before it', async () => {
    // Of all nonces of this account, the first ones with such an r and such an s.
    for (const nonce of [284, 54]) {
      const { r, s, yParity = 0 } = await account.signAuthorization({ chainId: 0, address: to, nonce })
      const [short, other] = [r, s].map((part) => part.replace(/^0x00/, '0x') as ViemHex)
      expect(`${short}${other}`).toHaveLength(2 * 66 - 2)
      const signed = { chainId: 0, address: to, nonce: BigInt(nonce), r: short ?? r, s: other ?? s, yParity }
      expect(readAuthorization(signed).authority).toBe(from)
    }
  })

  it('has no authority where its parity is neither 0 nor 1, or r has 33 bytes', () => {
    const { r, s, yParity = 0 } = authorization
    const signed = { chainId: 0, address: to, nonce: 3n, r, s, yParity }
    expect(readAuthorization(signed).authority).toBe(from)
    expect(readAuthorization({ ...signed, yParity: yParity + 27 })).not.toHaveProperty('authority')
    expect(readAuthorization({ ...signed, r: `0x00${r.slice(2)}` })).not.toHaveProperty('authority')
  })

  it('has no authority where its signature is of nobody', () => {
    const zero = `0x${'00'.repeat(32)}` as const
    const raw = signEvmTransaction(
      {
        ...common,
        ...fees,
        nonce: 7n,
        authorizationList: [{ chainId: 0, address: to, nonce: 3n, r: zero, s: zero, yParity: 0 }],
      },
      createRecoverableAccount(readHex('17'.repeat(32)) ?? expect.fail()),
    )
    expect(readEvmTransaction(raw).authorizationList).toEqual([
      { chainId: 0, address: to, nonce: 3n, r: expect.anything(), s: expect.anything(), yParity: 0 },
    ])
  })
})
