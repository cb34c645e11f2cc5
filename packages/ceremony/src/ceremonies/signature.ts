import { assert, orFail } from '../errors.ts'
import { publicKeyOf } from '../keys/derivation.ts'
import type { VerifyHex } from '../keys/signatures.ts'
import { nobody, type CeremonyResult, type Outcome, type Step, type Turn } from './ceremony.ts'
import { textOf, type Message } from './messages.ts'
import type { SignPlan } from './plans.ts'

export const signersOf = ({ signers }: SignPlan) => signers

/** The messages of a step, in the order of the plan's signers. */
export function messagesOf({ plan, received }: Turn<SignPlan>, step: number): readonly (Message | undefined)[] {
  return plan.signers.map((signer) => received[step]?.[signer])
}

/** @throws {@link CeremonyError} `signature_invalid` */
function resultOf(verify: VerifyHex, plan: SignPlan, { signature, recovery }: Aggregate): CeremonyResult {
  const publicKey = publicKeyOf(plan.keySet, plan)
  const isValid = orFail('signature_invalid', () => verify(signature, plan.message, publicKey))
  assert(isValid, 'signature_invalid')
  return { kind: 'signature', signature, ...(recovery && { recovery: Number(recovery) }), publicKey }
}

/** A combined signature. Recovery is an empty text if the scheme has none. */
export interface Aggregate {
  readonly signature: string
  readonly recovery: string
}

/**
 * The last two steps of signing: the coordinator puts the parts together and verifies the whole before it hands the
 * signature out, and each of the others verifies it again.
 */
export function handOut(
  aggregate: (turn: Turn<SignPlan>) => Aggregate,
  verifierOf: (plan: SignPlan) => VerifyHex,
): readonly Step<SignPlan>[] {
  return [
    {
      from: ({ coordinator }) => [coordinator],
      to: signersOf,
      run(turn): Outcome {
        const { plan, keygenId } = turn
        if (keygenId !== plan.coordinator) return {}
        const { signature, recovery } = aggregate(turn)
        return {
          message: () => ({ signature, recovery }),
          result: resultOf(verifierOf(plan), plan, { signature, recovery }),
        }
      },
    },
    {
      from: nobody,
      to: nobody,
      run({ plan, received }) {
        const message = received.at(-1)?.[plan.coordinator]
        const sent = { signature: textOf(message, 'signature'), recovery: textOf(message, 'recovery') }
        return { result: resultOf(verifierOf(plan), plan, sent) }
      },
    },
  ]
}
