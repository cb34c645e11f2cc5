import { toHex, utf8 } from '@latchkey/base/bytes'
import type { SolanaRunner } from '@latchkey/chains/chains'
import { associatedTokenAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { programs } from '@latchkey/chains/codecs/solanaInstructions'
import {
  createAccount,
  createTokenAccount,
  memo,
  tokenInstruction,
  transactionOf,
  transferSol,
  transferTokens,
} from '@latchkey/chains/test/solanaWallet'
import { address, type Address, type Instruction } from '@solana/kit'
import { describe, expect, it } from 'vitest'
import { decodeSvmRequest } from './svmRequests.ts'
import { unlimited } from './unlimited.ts'

const wallet = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const shop = 'Ay7bgYiHsdWXDdmxWcfCF8YpbYYFQqDMKPaM1iCxmFMp'
const somebody = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const foreignProgram = 'Stake11111111111111111111111111111111111111'
const table = 'Vote111111111111111111111111111111111111111'
const otherTable = 'Config1111111111111111111111111111111111111'
const recentBlockhash = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'
const oldBlockhash = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR'
const [mainnet, devnet] = [101, 103]
const accountAt = (key: string) => `solana:${key}`

interface Ledger {
  /** The addresses in lookup tables, by network. */
  readonly tables?: Readonly<Record<number, Readonly<Record<string, readonly string[]>>>>
  /** The owners of token accounts of USDC on every network. */
  readonly owners?: Readonly<Record<string, string>>
}

/** Chains where one blockhash is recent on mainnet, and a fee is 5 lamports more than the number of its network. */
const chainsOf = ({ tables = {}, owners = {} }: Ledger) => {
  const runner = {
    networkOf: (blockhash: string) => (blockhash === recentBlockhash ? mainnet : undefined),
    lookupTables: (networkId: number) => (key: string) => tables[networkId]?.[key],
    tokenAccount: (_: number, key: string) => (owners[key] ? { owner: owners[key], mint: usdc } : undefined),
    feeOf: (...[networkId]: readonly [number, unknown]) => (networkId === 0 ? undefined : BigInt(networkId) + 5n),
  }
  return { solana: async () => runner as SolanaRunner }
}

interface Asked extends Ledger {
  readonly blockhash?: string
  readonly feePayer?: string
  readonly named?: readonly string[]
  /** The lookup tables by which the message names accounts. */
  readonly lookups?: Record<Address, Address[]>
}

const decode = (signed: string, ledger: Ledger = {}, named: readonly string[] = []) =>
  decodeSvmRequest(chainsOf(ledger), {
    chain: 'SVM',
    account: accountAt(wallet),
    named: named.map(accountAt),
    request: { message: 'is not read' },
    signed,
  })

function effectsOf(instructions: readonly Instruction[], asked: Asked = {}) {
  const { blockhash = recentBlockhash, feePayer = wallet, named = [], lookups = {}, ...ledger } = asked
  const { messageBytes } = transactionOf({ instructions, blockhash, feePayer: address(feePayer), tables: lookups })
  return decode(toHex(Uint8Array.from(messageBytes)), ledger, named)
}

const onMainnet = { chainId: mainnet }
const plain = (key: string, fields: object = {}) => ({
  account: accountAt(key),
  asset: 'native',
  amount: 0n,
  ...onMainnet,
  ...fields,
})
const common = (key: string, fields: object = {}) => plain(key, { isCommon: true, ...fields })
const foreign = (accounts: readonly string[], data = Uint8Array.of(9)): Instruction => ({
  programAddress: address(foreignProgram),
  accounts: accounts.map((key, index) => ({ address: address(key), role: index % 2 === 0 ? 1 : 0 })),
  data,
})
const grantsTo = async (key: string, effects: ReturnType<typeof effectsOf>) =>
  (await effects).grants.filter(({ account }) => account === accountAt(key))

describe('a payment of lamports', () => {
  it('goes to its recipient by a program that needs no rule, on the network of its blockhash', async () => {
    expect(await effectsOf([transferSol(wallet, shop, 7n)])).toEqual({
      kind: 'transaction',
      grants: [common(programs.system), plain(shop, { amount: 7n })],
      calls: [],
      fees: [{ amount: 106n, ...onMainnet }],
      unknown: [],
      hidden: [],
    })
  })

  it('counts on every network with a blockhash that none has had', async () => {
    const { grants, fees } = await effectsOf([transferSol(wallet, shop, 7n)], { blockhash: oldBlockhash })
    expect(grants).toHaveLength(2)
    expect(fees).toEqual([{ amount: 106n }])
    for (const grant of grants) expect(grant).not.toHaveProperty('chainId')
  })

  it('costs the wallet nothing where somebody else pays the fee', async () => {
    expect((await effectsOf([transferSol(wallet, shop, 7n)], { feePayer: somebody })).fees).toEqual([])
  })

  it('to the wallet itself is common', async () => {
    const [grant] = await grantsTo(wallet, effectsOf([transferSol(somebody, wallet, 7n)]))
    expect(grant).toEqual(common(wallet, { amount: 7n }))
  })

  it('names a writable account whose role nobody knows', async () => {
    const payment = transferSol(wallet, shop, 7n)
    const more = [
      { address: address(somebody), role: 1 },
      { address: address(usdc), role: 0 },
    ]
    const effects = effectsOf([{ ...payment, accounts: [...(payment.accounts ?? []), ...more] }])
    expect((await effects).grants).toEqual([common(programs.system), plain(shop, { amount: 7n }), plain(somebody)])
  })
})

describe('bytes that are no transaction', () => {
  it('give nothing as a text, or as an off-chain message', async () => {
    expect((await decode(toHex(utf8('Hello')))).kind).toBe('message')
    const offchain = `ff${toHex(utf8('solana offchain'))}9f`
    expect((await decode(offchain)).kind).toBe('message')
    expect((await decode('no hex')).kind).toBe('message')
  })

  it('are hidden when they are no off-chain message either', async () => {
    for (const signed of ['9f9f', `fe${toHex(utf8('solana offchain'))}9f`, `9fff${toHex(utf8('solana offchain'))}`])
      expect(await decode(signed)).toEqual({
        kind: 'transaction',
        grants: [],
        calls: [],
        fees: [],
        unknown: [],
        hidden: [expect.stringContaining('not text')],
      })
  })
})

describe('a lookup table', () => {
  const lookups = { [address(table)]: [address(shop)] }
  const pay = [transferSol(wallet, shop, 7n)]

  it('is read on the network of the blockhash', async () => {
    const tables = { [mainnet]: { [table]: [shop] }, [devnet]: { [table]: [somebody] } }
    expect((await effectsOf(pay, { lookups, tables })).grants).toEqual([
      common(programs.system),
      plain(shop, { amount: 7n }),
    ])
  })

  it('is read on each network with a blockhash that none has had', async () => {
    const tables = { [mainnet]: { [table]: [shop] }, [devnet]: { [table]: [somebody] } }
    const { grants, fees } = await effectsOf(pay, { lookups, tables, blockhash: oldBlockhash })
    const paid = grants.filter(({ amount }) => amount === 7n)
    expect(paid.map(({ account }) => account)).toEqual([shop, somebody].map(accountAt))
    expect(fees).toEqual([{ amount: 106n }])
  })

  it('is left out on networks that do not have it', async () => {
    const tables = { [devnet]: { [table]: [somebody] } }
    const { grants, fees, hidden } = await effectsOf(pay, { lookups, tables, blockhash: oldBlockhash })
    expect(grants.filter(({ amount }) => amount === 7n)).toMatchObject([{ account: accountAt(somebody) }])
    expect([fees, hidden]).toEqual([[{ amount: 108n }], []])
  })

  it('is hidden where no network has it, and the other accounts take part', async () => {
    const effects = await effectsOf(pay, { lookups, tables: { [mainnet]: { [otherTable]: [shop] } } })
    expect(effects).toEqual({
      kind: 'transaction',
      grants: [wallet, programs.system].map((key) => ({ account: accountAt(key), asset: 'native', amount: 0n })),
      calls: [],
      fees: [{ amount: 0n, ...onMainnet }],
      unknown: [],
      hidden: [expect.stringContaining('lookup table')],
    })
  })
})

describe('an instruction that cannot be decoded', () => {
  it('of an unknown program is unknown, and its writable accounts take part', async () => {
    const { grants, unknown, hidden } = await effectsOf([foreign([shop, somebody, usdc])])
    expect(grants).toEqual([plain(foreignProgram), plain(shop), plain(usdc)])
    expect([unknown, hidden]).toEqual([[{ reason: expect.any(String), ...onMainnet }], []])
  })

  it('of an unknown program names an account that it may write, although another instruction knows its role', async () => {
    // It takes the right of a delegate back, which gives nothing to anybody.
    const revoke = tokenInstruction(5, [
      [shop, 'w'],
      [wallet, 's'],
    ])
    expect(await grantsTo(shop, effectsOf([revoke]))).toEqual([])
    const effects = effectsOf([revoke, foreign([shop])])
    expect(await grantsTo(shop, effects)).toEqual([plain(shop)])
  })

  it('of an unknown program counts on every network with a blockhash that none has had', async () => {
    const { unknown, grants } = await effectsOf([foreign([shop])], { blockhash: oldBlockhash })
    for (const each of [...unknown, ...grants]) expect(each).not.toHaveProperty('chainId')
  })

  it('of a usual program is hidden', async () => {
    const programAddress = address(programs.token)
    const { grants, unknown, hidden } = await effectsOf([{ ...foreign([shop], Uint8Array.of(99)), programAddress }])
    expect(grants).toEqual([common(programs.token), plain(shop)])
    expect([unknown, hidden]).toEqual([[], [expect.stringContaining(programs.token)]])
  })

  it.each([programs.memo, programs.memo1])('gives nothing as a note of %s', async (program) => {
    const note = { ...memo('Thank you', wallet), programAddress: address(program) }
    expect(await effectsOf([note])).toMatchObject({ grants: [common(program)], unknown: [], hidden: [] })
  })
})

describe('a payment of tokens', () => {
  const [own, shops] = [associatedTokenAddress(wallet, usdc), associatedTokenAddress(shop, usdc)]
  const pay = transferTokens(usdc, { from: wallet, to: shop }, { amount: 7n })
  const checked = transferTokens(usdc, { from: wallet, to: shop }, { amount: 7n, decimals: 6 })
  const asset = accountAt(usdc)

  it('goes to the owner of the token account, in what its mint is', async () => {
    const owners = { [own]: wallet, [shops]: shop }
    const paid = plain(shops, { asset, amount: 7n, aliases: [accountAt(shop)] })
    for (const each of [pay, checked])
      expect(await effectsOf([each], { owners })).toMatchObject({ grants: [common(programs.token), paid], hidden: [] })
  })

  it('goes to a person whom a rule names, by an account that does not exist yet', async () => {
    const [grant] = await grantsTo(shops, effectsOf([checked], { named: [somebody, shop] }))
    expect(grant).toEqual(plain(shops, { asset, amount: 7n, aliases: [accountAt(shop)] }))
  })

  it('is hidden where nobody knows who gets it', async () => {
    const { hidden, grants } = await effectsOf([checked])
    expect(hidden).toEqual([expect.stringContaining(shops)])
    expect(grants.at(-1)).toEqual(plain(shops, { asset, amount: 7n }))
  })

  it('could be of any token where nobody knows its mint', async () => {
    const [grant] = await grantsTo(shops, effectsOf([pay], { owners: { [shops]: shop } }))
    expect(grant).toMatchObject({ asset: 'everything', amount: 7n })
  })

  it('is common only to an account of the wallet', async () => {
    const to = transferTokens(usdc, { from: shop, to: wallet, authority: wallet }, { amount: 7n })
    const [grant] = await grantsTo(own, effectsOf([to], { owners: { [own]: wallet, [shops]: shop } }))
    expect(grant).toMatchObject({ isCommon: true, aliases: [accountAt(wallet)] })
  })

  it('is not common to an account that the message gives to somebody else', async () => {
    const to = transferTokens(usdc, { from: shop, to: wallet, authority: wallet }, { amount: 7n })
    const gives = tokenInstruction(
      18,
      [
        [own, 'w'],
        [usdc, 'r'],
      ],
      { bytes: Uint8Array.of(18, ...new Uint8Array(32).fill(1)) },
    )
    const [grant] = await grantsTo(own, effectsOf([to, gives], { owners: { [own]: wallet, [shops]: shop } }))
    expect(grant?.aliases).toHaveLength(2)
    expect(grant).not.toHaveProperty('isCommon')
  })

  it('gives everything where an account is closed', async () => {
    const close = tokenInstruction(9, [
      [own, 'w'],
      [shop, 'w'],
      [wallet, 's'],
    ])
    const [grant] = await grantsTo(shop, effectsOf([close], { owners: { [own]: wallet } }))
    expect(grant).toEqual(plain(shop, { asset: 'everything', amount: unlimited }))
  })
})

describe('a new account', () => {
  const account = somebody
  const create = (program: string) =>
    effectsOf([createAccount({ from: wallet, account, program }, { lamports: 7n, space: 1n })])

  it('gives its program power over it, which needs no rule for a usual program', async () => {
    expect((await create(programs.token)).grants).toEqual([
      common(programs.system),
      plain(account, { amount: 7n }),
      common(programs.token),
    ])
    expect((await create(foreignProgram)).grants.at(-1)).toEqual(plain(foreignProgram))
  })

  it('of tokens belongs to its wallet', async () => {
    const created = associatedTokenAddress(shop, usdc)
    const [grant] = await grantsTo(created, effectsOf([createTokenAccount(wallet, { wallet: shop, mint: usdc })]))
    expect(grant).toEqual(plain(created, { aliases: [accountAt(shop)] }))
  })

  it('needs a rule where lamports go to a usual program', async () => {
    const [grant] = await grantsTo(programs.memo, effectsOf([transferSol(wallet, programs.memo, 7n)]))
    expect(grant).toEqual(plain(programs.memo, { amount: 7n }))
  })
})
