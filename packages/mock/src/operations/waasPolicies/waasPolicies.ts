import { addRules, deleteRules, policyOf, presentPolicy, updateRules } from '../../domain/policies/policies.ts'
import { existing } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const waasPolicies = {
  get({ backend, params }) {
    return { status: 200, body: presentPolicy(existing(policyOf(backend, params.environmentId), 'policy')) }
  },
  async create({ backend, params, body }) {
    const policy = await addRules(backend, params.environmentId, body.rulesToAdd)
    return { status: 201, body: { message: 'The rules were added.', ...presentPolicy(policy) } }
  },
  async update({ backend, params, body }) {
    const policy = await updateRules(backend, params.environmentId, body.rulesToUpdate)
    return { status: 200, body: { message: 'The rules were replaced.', ...presentPolicy(policy) } }
  },
  delete({ backend, params, body }) {
    const policy = deleteRules(backend, params.environmentId, body.ruleIdsToDelete)
    return { status: 200, body: { message: 'The rules were deleted.', ...presentPolicy(policy) } }
  },
} satisfies ResourceOperations<'waasPolicies'>
