import type { Account } from '@latchkey/chains/chains'
import { everything, nativeAsset } from '@latchkey/signing/policyChains'
import type { ContractCall, Grant, PolicyEffects } from '@latchkey/signing/policyEffects'
import { comparable, holds, type RuleFunction } from './abiFunctions.ts'
import type { SigningRule } from './policyRules.ts'

/**
 * Whether a rule applies to a network. A grant without a network counts on all of them, so every rule applies to it.
 */
export const isOnNetwork = ({ chainIds }: SigningRule, chainId: number | undefined): boolean =>
  chainIds.size === 0 || chainId === undefined || chainIds.has(chainId)

/** Whether a rule applies to all networks on which a grant counts. */
const appliesEverywhere = ({ chainIds }: SigningRule, chainId: number | undefined): boolean =>
  chainIds.size === 0 || (chainId !== undefined && chainIds.has(chainId))

const hasAccount = ({ accounts }: SigningRule, account: Account) => accounts.size === 0 || accounts.has(account)

const names = (rule: SigningRule, { account, aliases = [] }: Grant) =>
  [account, ...aliases].some((each) => hasAccount(rule, each))

/** How far a call matches a rule about calls. */
type CallMatch = 'target' | 'function' | 'malformed' | 'match'

/**
 * Compares a call with a rule about calls.
 *
 * @returns How far it matches: `target` for another function of the contract, `function` for other arguments,
 * `malformed` for data that does not decode; `undefined` for another contract.
 */
export function matchCall(rule: SigningRule, call: ContractCall): CallMatch | undefined {
  const { functions, constraints } = rule
  if (!functions || !hasAccount(rule, call.target)) return undefined
  const called = functionOf(functions, call)
  if (!called) return 'target'
  const args = called.decode(call.data as `0x${string}`)
  if (!args) return 'malformed'
  const isMatch = constraints.every(({ index, operator, value }) => {
    const input = called.inputs[index]
    return input !== undefined && holds(operator, comparable(input, args[index]), value)
  })
  return isMatch ? 'match' : 'function'
}

const functionOf = (functions: readonly RuleFunction[], { data }: ContractCall) =>
  functions.find(({ selector }) => data.slice(0, 10).toLowerCase() === selector)

/** Whether an `allow` rule covers a grant, by address or by the call. Limits are not checked here. */
export function isAllowedBy(rule: SigningRule, grant: Grant): boolean {
  if (!appliesEverywhere(rule, grant.chainId)) return false
  const { call } = grant
  if (rule.functions) return call !== undefined && matchCall(rule, call) === 'match'
  // The limited token is called in order to pay a recipient, who needs a rule as well.
  const isLimitedToken = grant.isToken === true && rule.limit?.asset === grant.account
  return names(rule, grant) || (isLimitedToken && grant.amount === 0n)
}

/** Whether a `deny` rule covers a grant. Limits are not checked here. */
export function isDeniedBy(rule: SigningRule, grant: Grant): boolean {
  if (!isOnNetwork(rule, grant.chainId)) return false
  const { call } = grant
  if (!rule.functions) return names(rule, grant)
  const match = call && matchCall(rule, call)
  return match === 'match' || match === 'malformed'
}

const sumOf = (parts: readonly { readonly amount: bigint }[]) => parts.reduce((sum, { amount }) => sum + amount, 0n)

/** Whether a rule covers a grant. Limits are not checked here. */
const isAbout = (rule: SigningRule, grant: Grant) => (rule.isAllow ? isAllowedBy : isDeniedBy)(rule, grant)

/** Whether a rule covers any grant of a request. */
export const isAboutRequest = (rule: SigningRule, { grants }: PolicyEffects): boolean =>
  (rule.accounts.size === 0 && !rule.functions) || grants.some((grant) => isAbout(rule, grant))

/** The fees that count for a rule's limit: those in its asset, of requests that the rule covers. */
export function limitedFees(rule: SigningRule, effects: PolicyEffects): bigint {
  if (rule.limit?.asset !== nativeAsset || !isAboutRequest(rule, effects)) return 0n
  return sumOf(effects.fees.filter(({ chainId }) => isOnNetwork(rule, chainId)))
}

/** The amount of the limited asset that a request moves to accounts which the rule covers, with its fees. */
export function limitedAmount(rule: SigningRule, effects: PolicyEffects): bigint {
  const limited = effects.grants.filter(({ asset, isCommon }) => asset === rule.limit?.asset && !isCommon)
  return sumOf(limited.filter((grant) => isAbout(rule, grant))) + limitedFees(rule, effects)
}

/** Whether an account that the rule covers gets power over everything that the wallet has. */
export const grantsEverything = (rule: SigningRule, { grants }: PolicyEffects): boolean =>
  grants.some((grant) => grant.asset === everything && isDeniedBy(rule, grant))

/** The addresses in the arguments of calls of functions that some rule has described. */
export function mentionedAccounts(rules: readonly SigningRule[], { calls }: PolicyEffects): Grant[] {
  const functions = rules.flatMap(({ functions: each = [] }) => each)
  return calls.flatMap((call) => {
    const called = functionOf(functions, call)
    const args = called?.decode(call.data as `0x${string}`)
    if (!called || !args) return []
    const addresses = called.inputs.flatMap((input, index) => addressesIn(input, args[index]))
    return addresses.map((address): Grant => {
      const account = `eip155:${address.toLowerCase()}`
      return { account, chainId: call.chainId, asset: 'native', amount: 0n, call }
    })
  })
}

function addressesIn(input: RuleFunction['inputs'][number], value: unknown): string[] {
  const { type, components = [] } = input
  if (type === 'address') return [String(value)]
  if (type.endsWith(']')) {
    const item = { ...input, type: type.slice(0, type.lastIndexOf('[')) }
    return (value as readonly unknown[]).flatMap((each) => addressesIn(item, each))
  }
  if (type !== 'tuple') return []
  const fields = value as Readonly<Record<string, unknown>>
  const keyOf = ({ name = '' }: (typeof components)[number], index: number) => (Array.isArray(value) ? index : name)
  return components.flatMap((each, index) => addressesIn(each, fields[keyOf(each, index)]))
}
