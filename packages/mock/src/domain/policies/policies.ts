import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { PolicyRule, WaasPolicy } from '../../store/policyRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { existing } from '../shared/recordGuards.ts'
import { readRule } from './policyRules.ts'

type Schemas = components['schemas']

/** The policy of an environment; `undefined` until it gets its first rule. */
export function policyOf({ store }: Pick<Backend, 'store'>, environmentId: string): WaasPolicy | undefined {
  return store.waasPolicies.find('byEnvironment', [environmentId])
}

/**
 * Adds rules, and creates the policy with the first ones.
 *
 * @throws {@link DomainError} `invalidUpdate`
 */
export async function addRules(
  backend: Backend,
  environmentId: string,
  added: readonly Schemas['WaasPolicyRule'][],
): Promise<WaasPolicy> {
  const newRules = added.map((rule): PolicyRule => ({ ...rule, ruleId: rule.ruleId ?? backend.newId() }))
  for (const rule of newRules) await readRule(rule)
  const { store, clock } = backend
  const policy = policyOf(backend, environmentId) ?? { ...newRecord(backend), environmentId, rules: [] }
  const rules = [...policy.rules, ...newRules]
  assertDistinct(rules.map(({ ruleId }) => ruleId))
  return store.waasPolicies.put({ ...policy, rules, updatedAt: clock.iso() })
}

/** Replaces rules. @throws {@link DomainError} `invalidUpdate` */
export async function updateRules(
  backend: Backend,
  environmentId: string,
  updated: readonly Schemas['WaasPolicyRule'][],
): Promise<WaasPolicy> {
  const ids = updated.map(({ ruleId }) => existing(ruleId, 'invalidUpdate', { message: 'ruleId must be given.' }))
  assertDistinct(ids)
  const replacements = new Map(updated.map((rule, index) => [ids[index], { ...rule, ruleId: ids[index] as string }]))
  for (const rule of replacements.values()) await readRule(rule)
  const policy = policyWith(backend, environmentId, ids)
  for (const { ruleId, valueLimit } of policy.rules) {
    const replacement = replacements.get(ruleId)
    if (replacement && replacement.valueLimit?.asset !== valueLimit?.asset) forgetSpending(backend, policy, ruleId)
  }
  const rules = policy.rules.map((rule) => replacements.get(rule.ruleId) ?? rule)
  return backend.store.waasPolicies.put({ ...policy, rules, updatedAt: backend.clock.iso() })
}

/** Deletes rules. The policy stays without the last one. @throws {@link DomainError} `invalidUpdate` */
export function deleteRules(backend: Backend, environmentId: string, ruleIds: readonly string[]): WaasPolicy {
  const policy = policyWith(backend, environmentId, ruleIds)
  for (const ruleId of ruleIds) forgetSpending(backend, policy, ruleId)
  const rules = policy.rules.filter(({ ruleId }) => !ruleIds.includes(ruleId))
  return backend.store.waasPolicies.put({ ...policy, rules, updatedAt: backend.clock.iso() })
}

export function presentPolicy({
  id: policyId,
  environmentId,
  createdAt,
  updatedAt,
  rules,
}: WaasPolicy): Schemas['WaasPolicyResponse'] {
  return { policyId, projectEnvironmentId: environmentId, createdAt, updatedAt, policyContent: [...rules] }
}

/** A policy that has all of these rules. */
function policyWith(backend: Backend, environmentId: string, ruleIds: readonly string[]): WaasPolicy {
  const policy = policyOf(backend, environmentId)
  const present = new Set(policy?.rules.map(({ ruleId }) => ruleId))
  assert(policy && ruleIds.every((ruleId) => present.has(ruleId)), 'invalidUpdate', {
    message: 'The policy has no rule with one of these ids.',
  })
  return policy
}

function assertDistinct(ruleIds: readonly string[]): void {
  assert(new Set(ruleIds).size === ruleIds.length, 'invalidUpdate', {
    message: 'ruleId must differ from those of the other rules.',
  })
}

/** Deletes the sums that all wallets have moved under a rule. */
function forgetSpending({ store }: Backend, { environmentId }: WaasPolicy, ruleId: string): void {
  for (const { id } of store.policySpending.scan('byRule', [environmentId, ruleId])) store.policySpending.delete(id)
}
