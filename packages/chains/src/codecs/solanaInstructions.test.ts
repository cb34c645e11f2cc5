import { concat, readBase58, toBase58 } from '@latchkey/base/bytes'
import { describe, expect, it } from 'vitest'
import { decodeInstruction, memoPrograms, nativeMint, programs } from './solanaInstructions.ts'

const account = (index: number) => ({
  address: toBase58(new Uint8Array(32).fill(index + 1)),
  isSigner: false,
  isWritable: true,
})
const accounts = Array.from({ length: 7 }, (_, index) => account(index))
const decode = (program: string, ...data: (number | Uint8Array)[]) =>
  decodeInstruction({
    program,
    accounts,
    data: concat(...data.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : part))),
  })

const amount = Uint8Array.of(7, 0, 0, 0, 0, 0, 0, 1)

it('has the programs of memos and the mint of the currency at their addresses on mainnet', () => {
  expect([...memoPrograms]).toEqual([
    'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
    'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  ])
  expect(nativeMint).toBe('So11111111111111111111111111111111111111112')
})

describe('an instruction of Solana', () => {
  it('has the name that its tag says, with its accounts, its fields and further accounts', () => {
    expect(decode(programs.token, 3, amount)).toEqual({
      program: 'spl-token',
      name: 'transfer',
      accounts: { source: account(0), destination: account(1), authority: account(2) },
      fields: { amount: 2n ** 56n + 7n },
      furtherAccounts: accounts.slice(3),
    })
  })

  it.each([
    [[], 'create'],
    [[0], 'create'],
    [[1], 'createIdempotent'],
  ])('of the program of associated accounts needs no tag for the first one: %o', (data, name) => {
    expect(decode(programs.associatedToken, ...data)?.name).toBe(name)
  })

  it('of an extension belongs only to Token-2022, and has its name from further bytes', () => {
    const data = [26, 1, amount, 2, amount]
    expect(decode(programs.token2022, ...data)).toMatchObject({
      name: 'transferCheckedWithFee',
      fields: { amount: 2n ** 56n + 7n, decimals: 2, fee: 2n ** 56n + 7n },
    })
    expect(decode(programs.token, ...data)).toBeUndefined()
    expect(decode(programs.token2022, 26, 99, amount, 2, amount)).toBeUndefined()
    const harvest = decode(programs.token2022, 26, 4)
    expect(harvest?.name).toBe('harvestWithheldTokensToMint')
    const rename = [215, 228, 166, 228, 84, 100, 86, 123]
    expect(decode(programs.token2022, ...rename, new Uint8Array(32))?.name).toBe('updateTokenMetadataAuthority')
    expect(decode(programs.token2022, ...rename.with(7, 124), new Uint8Array(32))).toBeUndefined()
    expect(decode(programs.token2022, ...rename.with(1, 229), new Uint8Array(32))).toBeUndefined()
  })

  it.each<[number[], object]>([
    [[0], { __kind: 'name' }],
    [[1], { __kind: 'symbol' }],
    [[2], { __kind: 'uri' }],
    [[3, 2, 0, 0, 0, 0x68, 0x69], { __kind: 'key', key: 'hi' }],
  ])('changes a part of metadata, or a field with a name of its own: %o', (part, field) => {
    const update = [221, 233, 49, 45, 181, 202, 220, 200]
    expect(decode(programs.token2022, ...update, ...part, 1, 0, 0, 0, 0x4c)?.fields).toEqual({ field, value: 'L' })
    expect(decode(programs.token2022, ...update, 4, 1, 0, 0, 0, 0x4c)).toBeUndefined()
  })

  it('adds addresses to a lookup table, as many as it counts', () => {
    const newAddresses = [account(4).address, account(5).address]
    const bytes = newAddresses.map((address) => readBase58(address) ?? expect.fail())
    const extend = Uint8Array.of(2, 0, 0, 0)
    expect(decode(programs.lookupTable, extend, 2, 0, 0, 0, 0, 0, 0, 0, ...bytes)).toMatchObject({
      name: 'extendLookupTable',
      fields: { newAddresses },
    })
    expect(decode(programs.lookupTable, extend, 3, 0, 0, 0, 0, 0, 0, 0, ...bytes)).toBeUndefined()
  })

  it('has no address where all of its bytes are zero, and any other otherwise', () => {
    const zeros = new Uint8Array(32)
    // Each begins with a zero, whose digit is 1, or ends with that digit.
    const others = ['1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPNE', 'So11111111111111111111111111111111111111111']
    const pointerOf = (authority: Uint8Array) => decode(programs.token2022, 39, 0, authority, zeros)?.fields
    expect(pointerOf(zeros)).toEqual({ authority: null, metadataAddress: null })
    for (const other of others) {
      const bytes = readBase58(other) ?? expect.fail()
      expect(bytes).toHaveLength(32)
      expect(pointerOf(bytes)).toEqual({ authority: other, metadataAddress: null })
    }
  })

  it.each<[string, string, readonly number[]]>([
    ['of another program', programs.memo, [3]],
    ['with an unknown tag', programs.token, [250]],
    ['without data', programs.token, []],
    ['whose data is cut', programs.token, [3, 7, 0]],
  ])('is not decoded: %s', (_, program, data) => {
    expect(decode(program, ...data)).toBeUndefined()
  })

  it('is not decoded where accounts are missing', () => {
    const data = concat(Uint8Array.of(3), amount)
    expect(decodeInstruction({ program: programs.token, accounts: accounts.slice(0, 2), data })).toBeUndefined()
    expect(decodeInstruction({ program: programs.token, accounts: accounts.slice(0, 3), data })).toMatchObject({
      furtherAccounts: [],
    })
  })
})
