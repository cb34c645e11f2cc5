/** Judges the effects of a request by rules. This loads `ox`, so import it lazily. */
import type { Account } from '@latchkey/chains/chains'
import { everything, nativeAsset } from '@latchkey/signing/policyChains'
import type { Grant, PolicyEffects } from '@latchkey/signing/policyEffects'
import type { ViolationKind } from '../../store/policyRecords.ts'
import { shownAddress } from '../chains/shownAddress.ts'
import type { SigningRule } from './policyRules.ts'
import {
  grantsEverything,
  isAllowedBy,
  isDeniedBy,
  isOnNetwork,
  isAboutRequest,
  limitedAmount,
  limitedFees,
  matchCall,
  mentionedAccounts,
} from './ruleMatching.ts'

/** Why a request is refused. */
export interface Refusal {
  readonly violation: ViolationKind
  /** A sentence for people. */
  readonly reason: string
  /** The rule that refuses it. Absent where no rule allows it. */
  readonly ruleId?: string
  /** Of a limit: the token, absent for the chain's own currency. */
  readonly asset?: Account
  /** Of a limit: what would be moved, in the smallest unit. */
  readonly amount?: bigint
  readonly limit?: bigint
}

/** An amount that a request moves, charged to a rule with a limit. */
export interface Charge {
  readonly ruleId: string
  /** In the smallest unit. */
  readonly amount: bigint
}

export interface Judging {
  readonly effects: PolicyEffects
  /** The amount that earlier requests of the wallet have moved under a rule, with reservations. */
  spent(ruleId: string): bigint
}

/** Judges a transaction: returns the reason of its refusal, or the charges to rules with limits. */
export function judge(rules: readonly SigningRule[], judging: Judging): Refusal | readonly Charge[] {
  const { effects } = judging
  for (const rule of rules) {
    const refusal = rule.isAllow ? undefined : deny(rule, judging, mentionedAccounts(rules, effects))
    if (refusal) return refusal
  }
  const [hidden] = effects.hidden
  if (hidden !== undefined) return undecodable(hidden)
  const allowed = rules.filter(({ isAllow }) => isAllow)
  const refusal = allowed.length > 0 ? refusalOfAllowRules(allowed, judging) : undefined
  if (refusal) return refusal
  return rules
    .filter(({ limit }) => limit)
    .map((rule) => ({ ruleId: rule.ruleId, amount: limitedAmount(rule, effects) }))
    .filter(({ amount }) => amount > 0n)
}

export const isRefusal = (result: Refusal | readonly Charge[]): result is Refusal => !Array.isArray(result)

const undecodable = (reason: string): Refusal => ({ violation: 'undecodable', reason })

function deny(rule: SigningRule, judging: Judging, mentioned: readonly Grant[]): Refusal | undefined {
  const { effects } = judging
  const { ruleId, name, limit, functions, constraints } = rule
  if (limit) return grantsEverything(rule, effects) ? powerRefusal(rule) : limitRefusal(rule, judging)
  const grants = [...effects.grants, ...(functions ? [] : mentioned)]
  const isAboutEverything = rule.accounts.size === 0 && !functions
  if (!grants.some((grant) => isDeniedBy(rule, grant)) && !(isAboutEverything && grants.length === 0)) return undefined
  const deniedPart = constraints.length > 0 ? 'argument_denied' : 'function_denied'
  const violation = functions ? deniedPart : 'address_denied'
  return { violation, reason: `The rule "${name}" denies this.`, ruleId }
}

const powerRefusal = ({ ruleId, name }: SigningRule): Refusal => ({
  violation: 'value_limit',
  reason: `The rule "${name}" has a limit, and this gives somebody all that the account has.`,
  ruleId,
})

function limitRefusal(rule: SigningRule, { effects, spent }: Judging): Refusal | undefined {
  const { ruleId, name, limit } = rule
  if (!limit) return undefined
  const { asset, maxPerCall, totalLimit } = limit
  const named = asset === nativeAsset || asset === everything ? {} : { asset }
  const amount = limitedAmount(rule, effects)
  const withFees = limitedFees(rule, effects) > 0n ? ' with its fees' : ''
  if (maxPerCall !== undefined && amount > maxPerCall) {
    const reason = `The rule "${name}" lets one request move ${maxPerCall} at most, and this moves ${amount}${withFees}.`
    return { violation: 'value_limit', reason, ruleId, ...named, amount, limit: maxPerCall }
  }
  const total = spent(ruleId) + amount
  if (totalLimit === undefined || amount === 0n || total <= totalLimit) return undefined
  const reason = `The rule "${name}" lets a wallet move ${totalLimit} in total, and with this it would be ${total}.`
  return { violation: 'value_limit', reason, ruleId, ...named, amount: total, limit: totalLimit }
}

function refusalOfAllowRules(rules: readonly SigningRule[], judging: Judging): Refusal | undefined {
  const { effects } = judging
  const isClosed = (chainId: number | undefined) => rules.some((rule) => isOnNetwork(rule, chainId))
  const limits = new Map(rules.map((rule) => [rule, limitRefusal(rule, judging)]))
  const refusalOfFees = unpaidFees(rules, effects, limits)
  if (refusalOfFees) return refusalOfFees
  const isCovered = (grant: Grant) => rules.some((rule) => isAllowedBy(rule, grant) && fits(rule, grant, limits))
  for (const grant of effects.grants) {
    if (grant.isCommon || !isClosed(grant.chainId) || isCovered(grant)) continue
    return refusalOfGrant(rules, grant, limits)
  }
  for (const call of effects.calls) {
    if (call.isDecoded || !isClosed(call.chainId)) continue
    const isDescribed = rules.some((rule) => isOnNetwork(rule, call.chainId) && matchCall(rule, call) === 'match')
    if (!isDescribed) return undecodable('It calls a function that neither the service nor a rule describes.')
  }
  const unknown = effects.unknown.find(({ chainId }) => isClosed(chainId))
  return unknown && undecodable(unknown.reason)
}

/**
 * The refusal of fees that are too high. Fees have no recipient whom a rule could allow. So if one of the rules that
 * the request needs limits the currency, one of them must have room for the fees.
 */
function unpaidFees(rules: readonly SigningRule[], effects: PolicyEffects, limits: Limits): Refusal | undefined {
  if (effects.fees.every(({ amount }) => amount === 0n)) return undefined
  const needed = rules.filter((rule) => isAboutRequest(rule, effects))
  const limited = needed.filter(({ limit }) => limit?.asset === nativeAsset)
  const hasRoom = needed.some((rule) => !rule.limit || (limited.includes(rule) && limits.get(rule) === undefined))
  const [first] = limited
  return first && !hasRoom ? limits.get(first) : undefined
}

type Limits = ReadonlyMap<SigningRule, Refusal | undefined>

/** Whether a rule's limit allows a grant. A rule with a limit allows only its own asset. */
function fits(rule: SigningRule, { asset, amount }: Grant, limits: Limits): boolean {
  if (!rule.limit) return true
  if (asset === everything) return false
  return amount === 0n || (asset === rule.limit.asset && limits.get(rule) === undefined)
}

function refusalOfGrant(rules: readonly SigningRule[], grant: Grant, limits: Limits): Refusal {
  const about = rules.filter((rule) => isAllowedBy(rule, grant))
  const limited = about.find(({ limit }) => limit?.asset === grant.asset)
  const refusal = limited && limits.get(limited)
  if (refusal) return refusal
  const { call } = grant
  const matches = call ? rules.map((rule) => [rule, matchCall(rule, call)] as const) : []
  const [withOtherArguments] = matches.find(([, match]) => match === 'function' || match === 'malformed') ?? []
  if (withOtherArguments) {
    const reason = `The rule "${withOtherArguments.name}" allows this function with other arguments.`
    return { violation: 'argument_denied', reason, ruleId: withOtherArguments.ruleId }
  }
  const [withOtherFunctions] = matches.find(([, match]) => match === 'target') ?? []
  if (withOtherFunctions) {
    const reason = `The rule "${withOtherFunctions.name}" allows other functions of this contract.`
    return { violation: 'function_denied', reason, ruleId: withOtherFunctions.ruleId }
  }
  return { violation: 'address_denied', reason: `No rule allows this for ${shownAddress(grant.account)}.` }
}
