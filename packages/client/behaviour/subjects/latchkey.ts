import { createTransport } from '../../src/calls/createTransport.ts'
import * as events from '../../src/generated/operations/events.ts'
import * as gates from '../../src/generated/operations/gates.ts'
import { createUserJwtVerifier } from '../../src/jwt.ts'
import { bearer } from '../../src/policies/auth.ts'
import type { Subject } from '../subject.ts'

const gateId = '01900000-0000-7000-8000-000000000002'

export const latchkey: Subject = {
  name: '@latchkey/client',
  open({ token, ...options }) {
    const api = createTransport({ ...options, auth: bearer(token) })
    return {
      get: async (environmentId, choice) => ({ data: await gates.get(api, { environmentId, gateId }, choice) }),
      create: async (environmentId, { name }, choice) => ({
        data: await gates.create(api, { environmentId, body: { name, outcome: 'block', rules: [] } }, choice),
      }),
      walk: (environmentId) => events.list(api, { environmentId }),
    }
  },
  verifier: createUserJwtVerifier,
}
