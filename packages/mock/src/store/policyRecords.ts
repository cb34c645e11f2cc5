import type { Entity } from '@latchkey/store/entity'
/** Records of the policies of embedded wallets. */
import type { components } from '@latchkey/types'

type Schemas = components['schemas']

/** A rule with its id. */
export type PolicyRule = Schemas['WaasPolicyRule'] & { readonly ruleId: string }

/** The rules of an environment, in the order in which they were added. */
export interface WaasPolicy extends Entity {
  readonly environmentId: string
  readonly updatedAt: string
  readonly rules: readonly PolicyRule[]
}

/** A policy that limits for some time what one wallet signs. */
export interface SignaturePolicy extends Entity {
  readonly environmentId: string
  /** Of the wallet. It outlives a wallet that is deleted and recovered. */
  readonly keySetId: string
  /** ISO 8601 instant. */
  readonly expiresAt: string
  readonly rules: readonly Schemas['WaasWalletSignaturePolicyTmpRule'][]
}

/**
 * The amounts that a wallet has moved under a rule with a total limit. Amounts are decimal texts in the smallest unit.
 */
export interface PolicySpending extends Entity {
  readonly environmentId: string
  /** Of the wallet. It outlives a wallet that is deleted and recovered. */
  readonly keySetId: string
  readonly ruleId: string
  /** Of rooms in which the wallet has signed. */
  readonly committed: string
  /** By id of the room. A reservation counts as long as its room can end in a signature. */
  readonly reserved: Readonly<Record<string, string>>
  /** By id of the room: the transaction that it signs, where one needs several signatures. */
  readonly transactions?: Readonly<Record<string, string>>
  /** By id of the transaction: what is committed for it. */
  readonly charged?: Readonly<Record<string, string>>
}

/** Why a policy refuses a request. */
export type ViolationKind = Schemas['PolicyViolation']['violation']

/** A request that a policy has refused. */
export interface PolicyViolation extends Entity {
  readonly environmentId: string
  /** Of the wallet. It outlives a wallet that is deleted and recovered. */
  readonly keySetId: string
  readonly chain: Schemas['WaasChainEnum']
  /** Of EVM and SVM, if the request is bound to a network. */
  readonly chainId?: number
  readonly violation: ViolationKind
  /** The rule that refuses it. Absent where no rule allows it. */
  readonly ruleId?: string
  /** The signature policy of the wallet that refuses it. */
  readonly policyId?: string
  /** Addresses that would get value or power. */
  readonly participants: readonly string[]
  /** Of a limit: the token, absent for the chain's own currency. */
  readonly asset?: string
  /** Of a limit: what the request moves, in the smallest unit. */
  readonly amount?: string
  /** Of a limit: the most that could have been moved. */
  readonly limit?: string
}
