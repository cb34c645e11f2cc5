import { functionOf } from '@latchkey/chains/codecs/evmSignatures'
import type { ContractCall, Grant, PolicyEffects } from '@latchkey/signing/policyEffects'
import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect, it } from 'vitest'
import { readFunctions } from './abiFunctions.ts'
import type { SigningRule } from './policyRules.ts'
import {
  grantsEverything,
  isAboutRequest,
  isAllowedBy,
  isDeniedBy,
  isOnNetwork,
  limitedAmount,
  limitedFees,
  matchCall,
  mentionedAccounts,
} from './ruleMatching.ts'

const friend = `0x${'0e'.repeat(20)}`
const mallory = `0x${'0f'.repeat(20)}`
const token = `0x${'0d'.repeat(20)}`
const accountOf = (address: string) => `eip155:${address}`

const ruleOf = (fields: Partial<SigningRule> = {}): SigningRule => ({
  ruleId: 'rule',
  name: 'A rule',
  isAllow: true,
  chain: 'EVM',
  accounts: new Set(),
  chainIds: new Set(),
  constraints: [],
  ...fields,
})
const about = (...addresses: string[]) => ({ accounts: new Set(addresses.map(accountOf)) })
const on = (...chainIds: number[]) => ({ chainIds: new Set(chainIds) })

const grantOf = (fields: Partial<Grant> = {}): Grant => ({
  account: accountOf(friend),
  chainId: 1,
  asset: 'native',
  amount: 7n,
  ...fields,
})
const effectsOf = (fields: Partial<PolicyEffects> = {}): PolicyEffects => ({
  kind: 'transaction',
  grants: [],
  calls: [],
  fees: [],
  unknown: [],
  hidden: [],
  ...fields,
})

const inputs = ['address', 'uint256'].map((type) => ({ type }))
const functions = readFunctions([
  { type: 'function', name: 'transfer', inputs },
  { type: 'function', name: 'mint', inputs },
])!
const encode = (name: string, to: string, amount: bigint) =>
  AbiFunction.encodeData(AbiFunction.from('function f(address,uint256)'), [to as `0x${string}`, amount]).replace(
    /^0x.{8}/,
    AbiFunction.getSelector(`function ${name}(address,uint256)`),
  )
const callOf = (data: string, target = token): ContractCall => ({
  target: accountOf(target),
  chainId: 1,
  data,
  isDecoded: false,
})
const transfer = callOf(encode('transfer', friend, 7n))
const amountBelow = (value: bigint) => ({ constraints: [{ operator: 'less' as const, index: 1, value }] })

describe('isOnNetwork', () => {
  it('is true of all networks for a rule without networks', () => {
    expect([isOnNetwork(ruleOf(), 1), isOnNetwork(ruleOf(), undefined)]).toEqual([true, true])
  })

  it('is true of the networks of the rule, and of what counts on all networks', () => {
    expect([1, 10, 137, undefined].map((chainId) => isOnNetwork(ruleOf(on(1, 10)), chainId))).toEqual([
      true,
      true,
      false,
      true,
    ])
  })
})

describe('matchCall', () => {
  it('matches a function of the rule, at its contract or at all contracts', () => {
    expect(matchCall(ruleOf({ functions }), transfer)).toBe('match')
    expect(matchCall(ruleOf({ functions, ...about(token) }), transfer)).toBe('match')
    expect(matchCall(ruleOf({ functions, ...about(friend) }), transfer)).toBeUndefined()
  })

  it('matches nothing by a rule that is not about calls', () => {
    expect(matchCall(ruleOf(about(token)), transfer)).toBeUndefined()
  })

  it('knows a function by its selector in any case', () => {
    const data = `0x${transfer.data.slice(2).toUpperCase()}`
    expect(matchCall(ruleOf({ functions }), callOf(data))).toBe('match')
  })

  it('says how far another call matches', () => {
    const rule = ruleOf({ functions, ...amountBelow(7n) })
    expect(matchCall(rule, callOf(encode('transfer', friend, 6n)))).toBe('match')
    expect(matchCall(rule, transfer)).toBe('function')
    expect(matchCall(rule, callOf('0x12345678'))).toBe('target')
    expect(matchCall(rule, callOf(transfer.data.slice(0, 80)))).toBe('malformed')
  })

  it('needs every constraint, and an argument for each', () => {
    const constraints = [...amountBelow(8n).constraints, { operator: 'equal' as const, index: 0, value: mallory }]
    expect(matchCall(ruleOf({ functions, constraints }), transfer)).toBe('function')
    const beyond = [{ operator: 'notEqual' as const, index: 2, value: 1n }]
    expect(matchCall(ruleOf({ functions, constraints: beyond }), transfer)).toBe('function')
  })
})

describe('isAllowedBy', () => {
  it('is true of the accounts of the rule, and of all without any', () => {
    expect(isAllowedBy(ruleOf(about(friend)), grantOf())).toBe(true)
    expect(isAllowedBy(ruleOf(about(mallory)), grantOf())).toBe(false)
    expect(isAllowedBy(ruleOf(), grantOf())).toBe(true)
  })

  it('is true of one who stands for an account', () => {
    const grant = grantOf({ account: accountOf(mallory), aliases: [accountOf(token), accountOf(friend)] })
    expect(isAllowedBy(ruleOf(about(friend)), grant)).toBe(true)
  })

  it('needs a rule for every network on which a grant counts', () => {
    expect(isAllowedBy(ruleOf(on(1)), grantOf())).toBe(true)
    expect(isAllowedBy(ruleOf(on(10)), grantOf())).toBe(false)
    expect(isAllowedBy(ruleOf(on(1)), grantOf({ chainId: undefined }))).toBe(false)
    expect(isAllowedBy(ruleOf(), grantOf({ chainId: undefined }))).toBe(true)
  })

  it('is true by a rule about calls only of what the call gives', () => {
    const rule = ruleOf({ functions, ...about(token) })
    expect(isAllowedBy(rule, grantOf({ call: transfer }))).toBe(true)
    expect(isAllowedBy(rule, grantOf({ call: callOf('0x12345678') }))).toBe(false)
    expect(isAllowedBy(rule, grantOf())).toBe(false)
    // The rule names the contract, and not whoever is paid without a call.
    expect(isAllowedBy(rule, grantOf({ account: accountOf(token) }))).toBe(false)
  })

  it('is true of the limited token, which is called in order to pay, but not of a payment to it', () => {
    const rule = ruleOf({ ...about(friend), limit: { asset: accountOf(token), maxPerCall: 5n } })
    const called = grantOf({ account: accountOf(token), amount: 0n, isToken: true })
    expect(isAllowedBy(rule, called)).toBe(true)
    expect(isAllowedBy(rule, { ...called, amount: 1n })).toBe(false)
    expect(isAllowedBy(rule, { ...called, account: accountOf(mallory) })).toBe(false)
    const { isToken: _, ...plain } = called
    expect(isAllowedBy(rule, plain)).toBe(false)
    expect(isAllowedBy(ruleOf(about(friend)), called)).toBe(false)
  })
})

describe('isDeniedBy', () => {
  it('is true of the accounts of the rule, on its networks', () => {
    expect(isDeniedBy(ruleOf(about(friend)), grantOf())).toBe(true)
    expect(isDeniedBy(ruleOf(about(mallory)), grantOf())).toBe(false)
    expect(isDeniedBy(ruleOf(on(10)), grantOf())).toBe(false)
    expect(isDeniedBy(ruleOf(on(10)), grantOf({ chainId: undefined }))).toBe(true)
  })

  it('is true by a rule about calls of a call that matches, or that does not decode', () => {
    const rule = ruleOf({ functions, ...amountBelow(8n) })
    expect(isDeniedBy(rule, grantOf({ call: transfer }))).toBe(true)
    expect(isDeniedBy(rule, grantOf({ call: callOf(transfer.data.slice(0, 80)) }))).toBe(true)
    expect(isDeniedBy(rule, grantOf({ call: callOf(encode('transfer', friend, 8n)) }))).toBe(false)
    expect(isDeniedBy(rule, grantOf({ call: callOf('0x12345678') }))).toBe(false)
    expect(isDeniedBy(rule, grantOf())).toBe(false)
  })
})

describe('isAboutRequest', () => {
  it('is true of a rule about everybody, even if nobody gets anything', () => {
    expect(isAboutRequest(ruleOf(), effectsOf())).toBe(true)
    expect(isAboutRequest(ruleOf({ functions }), effectsOf())).toBe(false)
    expect(isAboutRequest(ruleOf(about(friend)), effectsOf())).toBe(false)
  })

  it('is true of a rule that covers one of the grants', () => {
    const grants = [grantOf({ account: accountOf(mallory) }), grantOf()]
    expect(isAboutRequest(ruleOf(about(friend)), effectsOf({ grants }))).toBe(true)
    expect(isAboutRequest(ruleOf(about(token)), effectsOf({ grants }))).toBe(false)
  })

  it('covers what counts on every network by a rule that denies on one, and not by one that allows', () => {
    const grants = [grantOf({ chainId: undefined })]
    const rule = { ...about(friend), ...on(1) }
    expect(isAboutRequest(ruleOf({ ...rule, isAllow: false }), effectsOf({ grants }))).toBe(true)
    expect(isAboutRequest(ruleOf({ ...rule, isAllow: true }), effectsOf({ grants }))).toBe(false)
  })
})

describe('the amount that a limit counts', () => {
  const native = { limit: { asset: 'native', maxPerCall: 5n } } as const
  const fees = [{ amount: 2n, chainId: 1 }, { amount: 3n, chainId: 10 }, { amount: 4n }]

  it('has the fees on the networks of the rule, if it limits the currency', () => {
    expect(limitedFees(ruleOf(native), effectsOf({ fees }))).toBe(9n)
    expect(limitedFees(ruleOf({ ...native, ...on(1) }), effectsOf({ fees }))).toBe(6n)
    expect(limitedFees(ruleOf({ limit: { asset: accountOf(token) } }), effectsOf({ fees }))).toBe(0n)
    expect(limitedFees(ruleOf(), effectsOf({ fees }))).toBe(0n)
  })

  it('has no fees of a request that the rule is not about', () => {
    expect(limitedFees(ruleOf({ ...native, ...about(friend) }), effectsOf({ fees }))).toBe(0n)
    const grants = [grantOf({ amount: 0n })]
    expect(limitedFees(ruleOf({ ...native, ...about(friend) }), effectsOf({ fees, grants }))).toBe(9n)
  })

  it('has what the accounts of the rule get of its asset, with the fees', () => {
    const grants = [
      grantOf({ amount: 10n }),
      grantOf({ amount: 20n }),
      grantOf({ amount: 40n, account: accountOf(mallory) }),
      grantOf({ amount: 80n, asset: accountOf(token) }),
      grantOf({ amount: 160n, isCommon: true }),
    ]
    expect(limitedAmount(ruleOf({ ...native, ...about(friend) }), effectsOf({ grants, fees }))).toBe(39n)
    const ofToken = ruleOf({ limit: { asset: accountOf(token) } })
    expect(limitedAmount(ofToken, effectsOf({ grants, fees }))).toBe(80n)
  })
})

describe('grantsEverything', () => {
  it('is true where an account of the rule gets everything', () => {
    const everything = grantOf({ asset: 'everything' })
    expect(grantsEverything(ruleOf(about(friend)), effectsOf({ grants: [grantOf(), everything] }))).toBe(true)
    expect(grantsEverything(ruleOf(about(mallory)), effectsOf({ grants: [everything] }))).toBe(false)
    expect(grantsEverything(ruleOf(about(friend)), effectsOf({ grants: [grantOf()] }))).toBe(false)
  })
})

describe('mentionedAccounts', () => {
  const pair = { type: 'tuple', components: [{ type: 'address', name: 'to' }, { type: 'uint256' }] }
  const unnamed = { type: 'tuple', components: [{ type: 'address' }] }
  const described = (...types: object[]) => readFunctions([{ type: 'function', name: 'f', inputs: types }])!
  const mentioned = (types: readonly object[], signature: string, ...args: unknown[]) => {
    const data = AbiFunction.encodeData(functionOf(`function ${signature}`), args as never)
    const rules = [ruleOf({ isAllow: false }), ruleOf({ functions: described(...types) })]
    return mentionedAccounts(rules, effectsOf({ calls: [callOf(data)] })).map(({ account }) => account)
  }

  it('are the addresses in the arguments of a function that some rule describes, by the call', () => {
    const call = callOf(encode('mint', friend.replaceAll('e', 'E'), 7n))
    expect(mentionedAccounts([ruleOf(), ruleOf({ functions })], effectsOf({ calls: [call] }))).toEqual([
      { account: accountOf(friend), chainId: 1, asset: 'native', amount: 0n, call },
    ])
  })

  it('are nobody where no rule describes the function, or the arguments do not decode', () => {
    const calls = [callOf('0x12345678'), callOf(transfer.data.slice(0, 80))]
    expect(mentionedAccounts([ruleOf({ functions })], effectsOf({ calls }))).toEqual([])
    expect(mentionedAccounts([ruleOf()], effectsOf({ calls: [transfer] }))).toEqual([])
  })

  it('are found in lists and tuples', () => {
    expect(mentioned([{ type: 'address[]' }], 'f(address[])', [friend, mallory])).toEqual(
      [friend, mallory].map(accountOf),
    )
    expect(mentioned([{ type: 'address[1][]' }], 'f(address[1][])', [[friend], [mallory]])).toEqual(
      [friend, mallory].map(accountOf),
    )
    expect(mentioned([pair], 'f((address to,uint256))', [friend, 7n])).toEqual([accountOf(friend)])
    expect(mentioned([unnamed], 'f((address))', [friend])).toEqual([accountOf(friend)])
    expect(
      mentioned([{ ...pair, type: 'tuple[]' }], 'f((address to,uint256)[])', [
        [friend, 7n],
        [mallory, 8n],
      ]),
    ).toEqual([friend, mallory].map(accountOf))
  })

  it('are not found in other arguments', () => {
    expect(mentioned([{ type: 'bytes32' }], 'f(bytes32)', `0x${'0e'.repeat(32)}`)).toEqual([])
  })
})
