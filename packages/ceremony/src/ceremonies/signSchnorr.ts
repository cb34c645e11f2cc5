import type { FrostPublic, FrostSecret, NonceCommitments } from '@noble/curves/abstract/frost.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { assert, orFail } from '../errors.ts'
import { deriveKey } from '../keys/derivation.ts'
import { derivePoint, deriveScalar } from '../keys/derivedShares.ts'
import { chanceFrom, frosts } from '../keys/frost.ts'
import { groups } from '../keys/groups.ts'
import { holderOf, sizeOf } from '../keys/keySets.ts'
import { verifiers } from '../keys/verifiers.ts'
import type { Step, Turn } from './ceremony.ts'
import { textOf } from './messages.ts'
import type { SignPlan } from './plans.ts'
import { createSigning } from './sign.ts'
import { handOut, messagesOf, signersOf, type Aggregate } from './signature.ts'

const frostOf = ({ keySet }: SignPlan) => frosts[keySet.curve]

const identifierOf = (plan: SignPlan, keygenId: string) =>
  frostOf(plan).Identifier.fromNumber(holderOf(plan.keySet, keygenId).index)

/** The derived key as the library has it, with the verifying shares of the signers. */
function publicOf(plan: SignPlan): FrostPublic {
  const { keySet, signers } = plan
  const derived = deriveKey(keySet, plan)
  const { threshold, total } = sizeOf(keySet)
  const verifyingShares = signers.map((signer) => {
    const point = derivePoint(keySet, derived, holderOf(keySet, signer).verifyingShare)
    return [identifierOf(plan, signer), hexToBytes(point)] as const
  })
  return {
    signers: { min: threshold, max: total },
    commitments: [hexToBytes(derived.point)],
    verifyingShares: Object.fromEntries(verifyingShares),
  }
}

function secretOf({ plan, keygenId, share }: Turn<SignPlan>): FrostSecret {
  assert(share, 'share_missing')
  const { Fn, scalarOf } = groups[plan.keySet.curve]
  const scalar = deriveScalar(plan.keySet, deriveKey(plan.keySet, plan), scalarOf(share.signingShare))
  return { identifier: identifierOf(plan, keygenId), signingShare: Uint8Array.from(Fn.toBytes(scalar)) }
}

function commitmentsOf(turn: Turn<SignPlan>): NonceCommitments[] {
  const messages = messagesOf(turn, 0)
  return turn.plan.signers.map((signer, i) => ({
    identifier: identifierOf(turn.plan, signer),
    hiding: hexToBytes(textOf(messages[i], 'hiding')),
    binding: hexToBytes(textOf(messages[i], 'binding')),
  }))
}

/** The signers whose part does not fit what they committed to. */
function wrongSigners(turn: Turn<SignPlan>, key: FrostPublic, parts: readonly Uint8Array[]): string[] {
  const { plan } = turn
  const commitments = commitmentsOf(turn)
  return plan.signers.filter((signer, i) => {
    const part = parts[i]
    const verify = () =>
      part && frostOf(plan).verifyShare(key, commitments, hexToBytes(plan.message), identifierOf(plan, signer), part)
    try {
      return !verify()
    } catch {
      return true
    }
  })
}

/** Puts the parts together. */
function aggregate(turn: Turn<SignPlan>): Aggregate {
  const { plan } = turn
  const key = publicOf(plan)
  const parts = messagesOf(turn, 1).map((message) => hexToBytes(textOf(message, 'part')))
  const byIdentifier = plan.signers.map((signer, i) => [identifierOf(plan, signer), parts[i] ?? new Uint8Array()])
  const signature = orFail(
    'signature_invalid',
    () => frostOf(plan).aggregate(key, commitmentsOf(turn), hexToBytes(plan.message), Object.fromEntries(byIdentifier)),
    () => wrongSigners(turn, key, parts),
  )
  return { signature: bytesToHex(signature), recovery: '' }
}

/** FROST (RFC 9591): round one and round two, and the aggregation of section 5.3. */
const steps: readonly Step<SignPlan>[] = [
  {
    from: signersOf,
    to: signersOf,
    run(turn) {
      const { nonces, commitments } = frostOf(turn.plan).commit(secretOf(turn), chanceFrom(turn.randomBytes))
      return {
        memory: { scalars: { hiding: bytesToHex(nonces.hiding), binding: bytesToHex(nonces.binding) } },
        message: () => ({ hiding: bytesToHex(commitments.hiding), binding: bytesToHex(commitments.binding) }),
      }
    },
  },
  {
    from: signersOf,
    to: ({ coordinator }) => [coordinator],
    run(turn) {
      const { plan, memory } = turn
      const nonces = {
        hiding: hexToBytes(textOf(memory.scalars, 'hiding')),
        binding: hexToBytes(textOf(memory.scalars, 'binding')),
      }
      const part = orFail('signature_invalid', () =>
        frostOf(plan).signShare(secretOf(turn), publicOf(plan), nonces, commitmentsOf(turn), hexToBytes(plan.message)),
      )
      return { memory: {}, message: () => ({ part: bytesToHex(part) }) }
    },
  },
  ...handOut(aggregate, ({ keySet }) => verifiers[keySet.curve]),
]

export const signSchnorr = createSigning({
  hasDealer: false,
  message: /^([0-9a-f]{2})*$/,
  groupOf: (curve) => groups[curve],
  steps,
})
