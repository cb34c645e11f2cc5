import { assert } from '../errors.ts'
import { digestOfKeySet, type KeyShare } from '../keys/keySets.ts'
import { nobody, type Outcome, type Step, type Turn } from './ceremony.ts'
import { textOf } from './messages.ts'
import type { MakingPlan } from './plans.ts'

/** Who has a share in the end, and who takes part. */
interface Roles<P> {
  holders(plan: P): readonly string[]
  participants(plan: P): readonly string[]
}

/**
 * The last three steps of a ceremony that makes shares. Those with a share acknowledge its key set to the coordinator.
 * When all of them have the same one, it counts for the coordinator, whose own acknowledgement makes it count for the
 * others. Until then everybody keeps what they had.
 *
 * @param makeShare - The share of a holder, from the messages of the steps before.
 */
export function acknowledge<P extends MakingPlan>(
  { holders, participants }: Roles<P>,
  makeShare: (turn: Turn<P>) => KeyShare,
): readonly Step<P>[] {
  return [
    {
      from: holders,
      to: ({ coordinator }) => [coordinator],
      run(turn): Outcome {
        if (!holders(turn.plan).includes(turn.keygenId)) return { memory: {} }
        const newShare = makeShare(turn)
        return { memory: { newShare }, message: () => ({ keySet: digestOfKeySet(newShare.keySet) }) }
      },
    },
    {
      from: ({ coordinator }) => [coordinator],
      to: participants,
      run({ plan, keygenId, memory: { newShare }, received }): Outcome {
        if (keygenId !== plan.coordinator || !newShare) return {}
        const keySet = digestOfKeySet(newShare.keySet)
        const others = holders(plan).filter((holder) => textOf(received.at(-1)?.[holder], 'keySet') !== keySet)
        assert(others.length === 0, 'acknowledgement_mismatch', { parties: others })
        return { message: () => ({ keySet }), result: { kind: 'share', share: newShare } }
      },
    },
    {
      from: nobody,
      to: nobody,
      run({ plan, memory: { newShare }, received }): Outcome {
        if (!newShare) return { result: { kind: 'done' } }
        const keySet = textOf(received.at(-1)?.[plan.coordinator], 'keySet')
        const isSame = keySet === digestOfKeySet(newShare.keySet)
        assert(isSame, 'acknowledgement_mismatch', { parties: [plan.coordinator] })
        return { result: { kind: 'share', share: newShare } }
      },
    },
  ]
}
