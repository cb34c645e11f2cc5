import { defined } from '@latchkey/base/defined'
import type { policyRoutes } from '@latchkey/contract/routes/policyRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `policyRoutes`. */
export const policyHandlers: HandlersOf<typeof policyRoutes> = {
  'POST policies/explain': (mock, question) => mock.policies.explain(defined(question)),
  'POST policies/disguises': async (mock, input) => ({ disguises: await mock.policies.disguises(input) }),
}
