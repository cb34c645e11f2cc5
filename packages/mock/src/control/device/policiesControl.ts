import type { DisguiseInput, PolicyDisguise } from '@latchkey/signing/disguises/disguise'
import { policyDisguises } from '@latchkey/signing/disguises/policyDisguises'
import {
  explainRequest,
  type PolicyExplanation,
  type PolicyQuestion,
} from '../../domain/flows/keys/policyExplanation.ts'
import { DomainError } from '../../domain/shared/errors.ts'
import { transact, type World } from '../../world/world.ts'

/** The policies of embedded wallets. */
export interface PoliciesControl {
  /**
   * Judges a request of `waas.signMessage` by the policies: whether they allow it, and if not, by which rule and why.
   * It has no other effect: no room, no event, no reservation.
   *
   * @throws TypeError for an unknown wallet, and for a request that is malformed
   * @example
   * const { isAllowed, reason } = await mock.policies.explain({ walletId: wallet.walletId, message })
   */
  explain(question: PolicyQuestion): Promise<PolicyExplanation>
  /**
   * Makes requests to sign that give an address value or power, in every way that the mock knows: openly, in batches,
   * in user operations, by typed data. A policy that denies the address has to refuse all of them.
   *
   * @throws TypeError for a text that is not an address of EVM or Solana
   * @example
   * for (const { request } of await mock.policies.disguises({ address: mallory })) await expectRefusal(request)
   */
  disguises(input: DisguiseInput): Promise<PolicyDisguise[]>
}

export function createPoliciesControl(world: World): PoliciesControl {
  return {
    async explain(question) {
      try {
        return await transact(world, (backend) => explainRequest(backend, question))
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        throw new TypeError(`Failed to call "policies.explain()": ${error.message}`, { cause: error })
      }
    },
    disguises: policyDisguises,
  }
}
