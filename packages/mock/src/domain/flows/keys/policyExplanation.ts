import { defined } from '@latchkey/base/defined'
import { everything, nativeAsset } from '@latchkey/signing/policyChains'
import type { components } from '@latchkey/types'
import type { ViolationKind } from '../../../store/policyRecords.ts'
import { shownAddress } from '../../chains/shownAddress.ts'
import { keySetOf } from '../../keySets/keySets.ts'
import { type AnyWallet, anyWallet, type SharedWallet } from '../../keySets/sharedWallets.ts'
import { assessSigning, type SigningQuestion } from '../../policies/approval.ts'
import { policyOf } from '../../policies/policies.ts'
import type { Backend } from '../../shared/backend.ts'
import { existing } from '../../shared/recordGuards.ts'
import { approvedRequest } from './signing.ts'

type Schemas = components['schemas']

/** A request to sign, which is only judged: nothing is signed. */
export type PolicyQuestion = Omit<Schemas['SignMessageWithWaasRequest'], 'roomId'> & {
  readonly walletId: string
  /** Who asks. @default 'user' */
  readonly by?: SigningQuestion['by'] | undefined
}

/** A grant of a request: somebody gets value, or power over it. */
interface ExplainedGrant {
  readonly address: string
  /** Owners of a token account. */
  readonly aliases?: readonly string[]
  /** A token, `native` for the chain's own currency, or `everything`. */
  readonly asset: string
  /** In the smallest unit, in decimal. */
  readonly amount: string
  /** Absent where the request counts on every network. */
  readonly chainId?: number
}

/** The answer of the policies to a request. */
export interface PolicyExplanation {
  readonly isAllowed: boolean
  /** `message`: it gives nobody anything. `raw`: a digest whose meaning is unknown. */
  readonly kind: 'message' | 'raw' | 'transaction'
  /** The kind of the violation; absent where the request is allowed. */
  readonly violation?: ViolationKind
  /** Why it is refused, as a sentence. */
  readonly reason?: string
  /** The rule that refuses it. Absent where no rule allows it. */
  readonly ruleId?: string
  readonly ruleName?: string
  /** The signature policy of the wallet that refuses it. */
  readonly policyId?: string
  /** Addresses that get value or power. */
  readonly participants: readonly string[]
  readonly grants: readonly ExplainedGrant[]
  /** The most that the wallet pays to the network, in the smallest unit. Absent where it pays nothing. */
  readonly fee?: string
  /** The parts that cannot be decoded, as sentences. */
  readonly undecoded: readonly string[]
  /** The amounts that the request would use of rules' limits, in the smallest unit. */
  readonly charges: readonly { readonly ruleId: string; readonly amount: string }[]
}

/**
 * Says what the policies would answer to a request, without a room, an event or a reservation.
 *
 * @throws {@link DomainError} `recordNotFound`, `validationFailed`
 */
export async function explainRequest(backend: Backend, question: PolicyQuestion): Promise<PolicyExplanation> {
  const { walletId, by = 'user', ...request } = question
  const shared: SharedWallet<AnyWallet> = {
    wallet: existing(anyWallet(backend, walletId), 'wallet'),
    keySet: existing(keySetOf(backend, walletId), 'embedded wallet'),
  }
  const { signed } = await approvedRequest(shared.wallet, shared.keySet, request)
  const { effects, participants, refusal, charges } = await assessSigning(backend, shared, { request, signed, by })
  const rules = policyOf(backend, shared.keySet.environmentId)?.rules ?? []
  const rule = rules.find(({ ruleId }) => ruleId === refusal?.ruleId)
  const fee = effects.fees.reduce((sum, { amount }) => sum + amount, 0n)
  const undecodedCalls = effects.calls.filter(({ isDecoded }) => !isDecoded)
  return {
    isAllowed: refusal === undefined,
    kind: effects.kind,
    ...defined({
      violation: refusal?.violation,
      reason: refusal?.reason,
      ruleId: refusal?.ruleId,
      ruleName: rule?.name,
      policyId: refusal?.policyId,
    }),
    participants: participants.map(shownAddress),
    grants: effects.grants.map(({ account, aliases, asset, amount, chainId }) => ({
      address: shownAddress(account),
      ...defined({ aliases: aliases?.map(shownAddress) }),
      asset: asset === nativeAsset || asset === everything ? asset : shownAddress(asset),
      amount: String(amount),
      ...defined({ chainId }),
    })),
    ...defined({ fee: fee > 0n ? String(fee) : undefined }),
    undecoded: [
      ...effects.hidden,
      ...effects.unknown.map(({ reason }) => reason),
      ...undecodedCalls.map(({ target }) => `Nobody knows what the call of ${shownAddress(target)} does.`),
    ],
    charges: charges.map(({ ruleId, amount }) => ({ ruleId, amount: String(amount) })),
  }
}
