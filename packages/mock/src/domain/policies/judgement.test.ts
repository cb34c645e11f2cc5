import type { ContractCall, Grant, PolicyEffects } from '@latchkey/signing/policyEffects'
import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect, it } from 'vitest'
import { readFunctions } from './abiFunctions.ts'
import { isRefusal, judge } from './judgement.ts'
import type { SigningRule } from './policyRules.ts'

const friend = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const mallory = '0x52908400098527886E0F7030069857D2E4169EE7'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const accountOf = (address: string) => `eip155:${address.toLowerCase()}`

const ruleOf = (fields: Partial<SigningRule> = {}): SigningRule => ({
  ruleId: 'rule',
  name: 'A rule',
  isAllow: false,
  chain: 'EVM',
  accounts: new Set(),
  chainIds: new Set(),
  constraints: [],
  ...fields,
})
const deny = (fields: Partial<SigningRule> = {}) => ruleOf(fields)
const allow = (fields: Partial<SigningRule> = {}) => ruleOf({ isAllow: true, ...fields })
const about = (...addresses: string[]) => ({ accounts: new Set(addresses.map(accountOf)) })
const on = (...chainIds: number[]) => ({ chainIds: new Set(chainIds) })
const native = (limit: { maxPerCall?: bigint; totalLimit?: bigint }) => ({ limit: { asset: 'native', ...limit } })

const payment = (to: string, fields: Partial<Grant> = {}): Grant => ({
  account: accountOf(to),
  chainId: 1,
  asset: 'native',
  amount: 7n,
  ...fields,
})
const effectsOf = (fields: Partial<PolicyEffects>): PolicyEffects => ({
  kind: 'transaction',
  grants: [payment(friend)],
  calls: [],
  fees: [],
  unknown: [],
  hidden: [],
  ...fields,
})
const verdict = (rules: readonly SigningRule[], effects: Partial<PolicyEffects> = {}, spent: bigint = 0n) =>
  judge(rules, { effects: effectsOf(effects), spent: (ruleId) => (ruleId === 'rule' ? spent : 0n) })

const inputs = ['address', 'uint256'].map((type) => ({ type }))
const functions = readFunctions([{ type: 'function', name: 'buy', inputs }])!
const buy = (to: string, amount = 7n) =>
  AbiFunction.encodeData(AbiFunction.from('function buy(address,uint256)'), [to as `0x${string}`, amount])
const callOf = (data: string, fields: Partial<ContractCall> = {}): ContractCall => ({
  target: accountOf(token),
  chainId: 1,
  data,
  isDecoded: false,
  ...fields,
})
const calling = (data: string, fields?: Partial<ContractCall>) => {
  const call = callOf(data, fields)
  return { calls: [call], grants: [payment(token, { amount: 0n, call })] }
}
const equals = (value: bigint) => ({ constraints: [{ operator: 'equal' as const, index: 1, value }] })

describe('without a rule', () => {
  it('a transaction passes, and what is hidden does not', () => {
    expect(verdict([])).toEqual([])
    expect(verdict([], { hidden: ['It hides.', 'It hides more.'] })).toEqual({
      violation: 'undecodable',
      reason: 'It hides.',
    })
  })
})

describe('a rule that denies', () => {
  it('refuses whom it is about', () => {
    expect(verdict([deny(about(mallory)), deny({ ruleId: 'other', ...about(friend) })])).toEqual({
      violation: 'address_denied',
      reason: 'The rule "A rule" denies this.',
      ruleId: 'other',
    })
    expect(verdict([deny(about(mallory))])).toEqual([])
  })

  it('refuses everything where it is about everybody, even if nobody gets anything', () => {
    expect(verdict([deny()], { grants: [] })).toMatchObject({ violation: 'address_denied' })
    expect(verdict([deny(about(mallory))], { grants: [] })).toEqual([])
    expect(verdict([deny(on(10))])).toEqual([])
    expect(verdict([deny({ functions })], { grants: [] })).toEqual([])
  })

  it('refuses functions, or calls with some arguments', () => {
    expect(verdict([deny({ functions })], calling(buy(friend)))).toMatchObject({ violation: 'function_denied' })
    expect(verdict([deny({ functions, ...equals(7n) })], calling(buy(friend)))).toMatchObject({
      violation: 'argument_denied',
    })
    expect(verdict([deny({ functions, ...equals(8n) })], calling(buy(friend)))).toEqual([])
  })

  it('finds an account in the arguments of a function that another rule describes', () => {
    const describing = deny({ functions, ...about(friend) })
    expect(verdict([deny({ ruleId: 'denied', ...about(mallory) }), describing], calling(buy(mallory)))).toMatchObject({
      violation: 'address_denied',
      ruleId: 'denied',
    })
    expect(verdict([deny(about(mallory))], calling(buy(mallory)))).toEqual([])
  })

  it('comes before what is hidden, and before what is allowed', () => {
    expect(verdict([allow(), deny({ ruleId: 'denied', ...about(friend) })], { hidden: ['It hides.'] })).toMatchObject({
      violation: 'address_denied',
      ruleId: 'denied',
    })
  })

  it('refuses what goes beyond its limit, and charges the rest to it', () => {
    expect(verdict([deny(native({ maxPerCall: 7n }))])).toEqual([{ ruleId: 'rule', amount: 7n }])
    expect(verdict([deny(native({ maxPerCall: 6n }))])).toEqual({
      violation: 'value_limit',
      reason: 'The rule "A rule" lets one request move 6 at most, and this moves 7.',
      ruleId: 'rule',
      amount: 7n,
      limit: 6n,
    })
  })

  it('lets nobody whom it is about get everything where it has a limit', () => {
    const grants = [payment(friend, { asset: 'everything' })]
    const limit = native({ maxPerCall: 100n })
    expect(verdict([deny({ ...limit, ...about(friend) })], { grants })).toEqual({
      violation: 'value_limit',
      reason: 'The rule "A rule" has a limit, and this gives somebody all that the account has.',
      ruleId: 'rule',
    })
    expect(verdict([deny({ ...limit, ...about(mallory) })], { grants })).toEqual([])
  })
})

describe('a limit', () => {
  it('counts fees, and says so', () => {
    const fees = [{ amount: 2n, chainId: 1 }]
    expect(verdict([deny(native({ maxPerCall: 8n }))], { fees })).toMatchObject({
      reason: 'The rule "A rule" lets one request move 8 at most, and this moves 9 with its fees.',
      amount: 9n,
      limit: 8n,
    })
  })

  it('names its token, and no currency', () => {
    const grants = [payment(friend, { asset: accountOf(token) })]
    const limited = (maxPerCall: bigint) => deny({ limit: { asset: accountOf(token), maxPerCall } })
    expect(verdict([limited(6n)], { grants })).toMatchObject({ asset: accountOf(token) })
    expect(verdict([limited(7n)], { grants })).toEqual([{ ruleId: 'rule', amount: 7n }])
    expect(verdict([deny(native({ maxPerCall: 6n }))])).not.toHaveProperty('asset')
  })

  it('in total counts what has been moved before', () => {
    const rule = deny(native({ totalLimit: 10n }))
    expect(verdict([rule], {}, 3n)).toEqual([{ ruleId: 'rule', amount: 7n }])
    expect(verdict([rule], {}, 4n)).toEqual({
      violation: 'value_limit',
      reason: 'The rule "A rule" lets a wallet move 10 in total, and with this it would be 11.',
      ruleId: 'rule',
      amount: 11n,
      limit: 10n,
    })
    const ofToken = deny({ limit: { asset: accountOf(token), totalLimit: 10n } })
    const grants = [payment(friend, { asset: accountOf(token) })]
    expect(verdict([ofToken], { grants }, 4n)).toMatchObject({ asset: accountOf(token) })
  })

  it('in total lets pass what moves nothing, even if it is exceeded', () => {
    expect(verdict([deny(native({ totalLimit: 10n }))], { grants: [] }, 11n)).toEqual([])
  })

  it('in one request does not look at what has been moved before', () => {
    expect(verdict([deny(native({ maxPerCall: 7n }))], {}, 100n)).toEqual([{ ruleId: 'rule', amount: 7n }])
  })

  it('is charged by each rule that has one', () => {
    const rules = [
      deny({ ruleId: 'first', ...native({ maxPerCall: 7n }) }),
      deny({ ruleId: 'other', ...native({ totalLimit: 7n }), ...about(mallory) }),
      allow({ ruleId: 'third', ...native({ totalLimit: 7n }) }),
      allow({ ruleId: 'fourth' }),
    ]
    expect(verdict(rules)).toEqual([
      { ruleId: 'first', amount: 7n },
      { ruleId: 'third', amount: 7n },
    ])
  })
})

describe('rules that allow', () => {
  it('refuse whoever is in none of them', () => {
    expect(verdict([allow(about(friend))])).toEqual([])
    expect(verdict([allow(about(friend))], { grants: [payment(friend), payment(mallory)] })).toEqual({
      violation: 'address_denied',
      reason: `No rule allows this for ${mallory}.`,
    })
    expect(verdict([allow(about(friend)), allow(about(mallory))], { grants: [payment(mallory)] })).toEqual([])
  })

  it('say nothing about whom no rule needs, and about other networks', () => {
    expect(verdict([allow(about(friend))], { grants: [payment(mallory, { isCommon: true })] })).toEqual([])
    expect(verdict([allow({ ...about(friend), ...on(10) })], { grants: [payment(mallory)] })).toEqual([])
    expect(
      verdict([allow({ ...about(friend), ...on(10) }), allow({ ...about(friend), ...on(1) })], {
        grants: [payment(mallory)],
      }),
    ).toMatchObject({ violation: 'address_denied' })
  })

  it('with a limit allow only its asset, up to the limit', () => {
    const rule = allow({ ...about(friend), ...native({ maxPerCall: 7n }) })
    expect(verdict([rule])).toEqual([{ ruleId: 'rule', amount: 7n }])
    expect(verdict([rule], { grants: [payment(friend, { amount: 8n })] })).toMatchObject({
      violation: 'value_limit',
      ruleId: 'rule',
      amount: 8n,
      limit: 7n,
    })
    const inToken = { asset: accountOf(token) }
    expect(verdict([rule], { grants: [payment(friend, inToken)] })).toMatchObject({ violation: 'address_denied' })
    expect(verdict([rule], { grants: [payment(friend, { ...inToken, amount: 0n })] })).toEqual([])
    expect(verdict([rule], { grants: [payment(friend, { asset: 'everything', amount: 0n })] })).toMatchObject({
      violation: 'address_denied',
    })
  })

  it.each([[[]], [[{ amount: 0n }]]])(
    'name who is not allowed before a limit that is exceeded, with fees of %o',
    (fees) => {
      const grants = [payment(mallory), payment(friend, { amount: 8n })]
      const rule = allow({ ...about(friend), ...native({ maxPerCall: 7n }) })
      expect(verdict([rule], { grants, fees })).toMatchObject({ violation: 'address_denied' })
    },
  )

  it('do not name the limit of another asset', () => {
    const grants = [payment(friend), payment(friend, { asset: accountOf(token) })]
    const rule = allow({ ...about(friend), limit: { asset: accountOf(token), maxPerCall: 6n } })
    expect(verdict([rule], { grants })).toMatchObject({ violation: 'address_denied' })
  })

  it('let one rule without a limit be enough', () => {
    const limited = allow({ ...about(friend), ...native({ maxPerCall: 1n }) })
    expect(verdict([limited, allow({ ruleId: 'other', ...about(friend) })])).toEqual([{ ruleId: 'rule', amount: 7n }])
    const everything = { grants: [payment(friend, { asset: 'everything' })] }
    expect(verdict([limited, allow({ ruleId: 'other', ...about(friend) })], everything)).toEqual([])
  })

  it('allow a call by its function, and say why they do not', () => {
    const rule = allow({ functions, ...about(token), ...equals(7n) })
    const first = allow({ ruleId: 'first', name: 'Another', ...about(mallory) })
    expect(verdict([first, rule], calling(buy(friend)))).toEqual([])
    expect(verdict([first, rule], calling(buy(friend, 8n)))).toEqual({
      violation: 'argument_denied',
      reason: 'The rule "A rule" allows this function with other arguments.',
      ruleId: 'rule',
    })
    expect(verdict([first, rule], calling(buy(friend).slice(0, 80)))).toMatchObject({
      violation: 'argument_denied',
      ruleId: 'rule',
    })
    expect(verdict([first, rule], calling('0x12345678'))).toEqual({
      violation: 'function_denied',
      reason: 'The rule "A rule" allows other functions of this contract.',
      ruleId: 'rule',
    })
    expect(verdict([first], calling(buy(friend)))).toMatchObject({ violation: 'address_denied' })
  })
})

describe('what nobody can decode', () => {
  const undecodable = { violation: 'undecodable', reason: expect.any(String) }

  it('is refused by rules that allow, unless one of them describes it', () => {
    expect(verdict([allow(about(token))], calling('0x12345678'))).toEqual(undecodable)
    expect(verdict([allow(about(token))], calling('0x12345678', { isDecoded: true }))).toEqual([])
    expect(verdict([allow(about(token)), allow({ functions })], calling(buy(friend)))).toEqual([])
    expect(verdict([allow(about(token)), allow({ functions })], calling('0x12345678'))).toEqual(undecodable)
  })

  it('is refused only on the networks of the rules', () => {
    const elsewhere = (chainId: number) => ({ calls: [callOf('0x12345678', { chainId })], grants: [] })
    const rules = [allow({ ...about(token), ...on(1) }), allow({ functions, ...on(10) })]
    expect(verdict(rules, elsewhere(1))).toEqual(undecodable)
    expect(verdict(rules, elsewhere(137))).toEqual([])
    // The rule that describes the function is of another network.
    expect(verdict(rules, { calls: [callOf(buy(friend))], grants: [] })).toEqual(undecodable)
    expect(verdict(rules, { calls: [callOf(buy(friend), { chainId: 10 })], grants: [] })).toEqual([])
  })

  it('is refused as a part that is unknown, only on the networks of the rules', () => {
    const unknown = [
      { reason: 'It is elsewhere.', chainId: 137 },
      { reason: 'It is here.', chainId: 1 },
    ]
    expect(verdict([allow(on(1))], { unknown })).toEqual({ violation: 'undecodable', reason: 'It is here.' })
    expect(verdict([allow(on(10))], { unknown })).toEqual([])
    expect(verdict([deny(about(mallory))], { unknown })).toEqual([])
  })
})

describe('fees under rules that allow', () => {
  const fees = [{ amount: 5n, chainId: 1 }]
  const grants = [payment(friend, { amount: 0n })]

  it('have to fit into a limit of the currency', () => {
    const limited = (maxPerCall: bigint) => allow({ ...about(friend), ...native({ maxPerCall }) })
    expect(verdict([limited(5n)], { fees, grants })).toEqual([{ ruleId: 'rule', amount: 5n }])
    expect(verdict([limited(4n)], { fees, grants })).toMatchObject({ violation: 'value_limit', amount: 5n, limit: 4n })
    expect(verdict([limited(4n)], { fees: [{ amount: 0n }], grants })).toEqual([])
  })

  it('need room in one of several rules', () => {
    const small = allow({ ruleId: 'small', ...about(friend), ...native({ maxPerCall: 4n }) })
    const large = allow({ ruleId: 'large', ...about(friend), ...native({ maxPerCall: 5n }) })
    expect(isRefusal(verdict([small, large], { fees, grants }))).toBe(false)
    expect(isRefusal(verdict([small, allow(about(friend))], { fees, grants }))).toBe(false)
    expect(verdict([small, { ...small, ruleId: 'other' }], { fees, grants })).toMatchObject({ ruleId: 'small' })
  })

  it('do not fit into rules that the request does not need, or that limit a token', () => {
    const small = allow({ ruleId: 'small', ...about(friend), ...native({ maxPerCall: 4n }) })
    expect(verdict([small, allow(about(mallory))], { fees, grants })).toMatchObject({ ruleId: 'small' })
    const ofToken = allow({ ruleId: 'token', ...about(friend), limit: { asset: accountOf(token), maxPerCall: 9n } })
    expect(verdict([small, ofToken], { fees, grants })).toMatchObject({ ruleId: 'small' })
    expect(verdict([ofToken], { fees, grants })).toEqual([])
  })
})
