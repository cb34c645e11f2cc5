import { table } from '@latchkey/store/table'
import type * as policies from './policyRecords.ts'

/** The tables of the policies of embedded wallets. */
export const policyTables = {
  waasPolicies: table<policies.WaasPolicy>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: { byEnvironment: { columns: ['environmentId'], unique: 'duplicate_exists' } },
  }),
  signaturePolicies: table<policies.SignaturePolicy>()({
    ownedBy: { keySets: 'byKeySet' },
    indexes: { byKeySet: { columns: ['keySetId', 'createdAt'] }, byExpiry: { columns: ['expiresAt'] } },
  }),
  policySpending: table<policies.PolicySpending>()({
    ownedBy: { keySets: 'byKeySet' },
    indexes: {
      byKeySet: { columns: ['keySetId', 'ruleId'], unique: 'duplicate_exists' },
      byRule: { columns: ['environmentId', 'ruleId'] },
    },
  }),
  policyViolations: table<policies.PolicyViolation>()({
    ownedBy: { keySets: 'byKeySet' },
    remembers: ['ruleId', 'policyId'],
    indexes: { byKeySet: { columns: ['keySetId', 'createdAt'] } },
  }),
}
