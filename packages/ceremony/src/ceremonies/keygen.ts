import type { DKG_Round1, DKG_Round2, DKG_Secret } from '@noble/curves/abstract/frost.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { assert, orFail } from '../errors.ts'
import { chanceFrom, frosts } from '../keys/frost.ts'
import { groups } from '../keys/groups.ts'
import { chainCodeOf, type KeyShare } from '../keys/keySets.ts'
import { schemes } from '../keys/schemes.ts'
import { acknowledge } from './acknowledgement.ts'
import type { Ceremony, Turn } from './ceremony.ts'
import { textOf, textsOf, type Message } from './messages.ts'
import { assertSchemeParties } from './parties.ts'
import type { KeygenPlan } from './plans.ts'

const { DKG, Identifier } = frosts['secp256k1-ecdsa']

/** Threshold and total, as the library calls them. */
const signersOf = ({ scheme }: KeygenPlan) => ({ min: schemes[scheme].threshold, max: schemes[scheme].total })

const identifierOf = (plan: KeygenPlan, keygenId: string) => Identifier.fromNumber(plan.parties.indexOf(keygenId) + 1)

const othersOf = ({ plan, keygenId }: Turn<KeygenPlan>) => plan.parties.filter((party) => party !== keygenId)

/** Reads the others' messages of round 1. */
function roundOneOf(turn: Turn<KeygenPlan>): DKG_Round1[] {
  const { plan, received } = turn
  return othersOf(turn).map((party) => {
    const message = received[0]?.[party]
    return {
      identifier: identifierOf(plan, party),
      commitment: textsOf(message, 'commitments', schemes[plan.scheme].threshold).map((point) => hexToBytes(point)),
      proofOfKnowledge: hexToBytes(textOf(message, 'proof')),
    }
  })
}

/** The library's state after round 2, from what is kept as JSON. It checks the proofs of knowledge. */
function roundTwoOf(turn: Turn<KeygenPlan>): { secret: DKG_Secret; shares: Record<string, DKG_Round2> } {
  const { plan, keygenId, memory, received } = turn
  const { threshold } = schemes[plan.scheme]
  const secret: DKG_Secret = {
    identifier: BigInt(plan.parties.indexOf(keygenId) + 1),
    coefficients: textsOf(memory.scalars, 'coefficients', threshold).map((scalar) => BigInt(`0x${scalar}`)),
    commitment: textsOf(received[0]?.[keygenId], 'commitments', threshold).map((point) => hexToBytes(point)),
    signers: signersOf(plan),
    step: 1,
  }
  const shares = orFail('dealing_invalid', () => DKG.round2(secret, roundOneOf(turn)))
  return { secret, shares }
}

function sharesOf(turn: Turn<KeygenPlan>): DKG_Round2[] {
  return othersOf(turn).map((party) => ({
    identifier: identifierOf(turn.plan, party),
    signingShare: hexToBytes(textOf(turn.received[1]?.[party], 'signingShare')),
  }))
}

/** Round 3: checks the shares against the commitments, and adds them up. */
function makeShare(turn: Turn<KeygenPlan>): KeyShare {
  const { plan, keygenId } = turn
  const { curve, scheme } = plan
  const { secret } = roundTwoOf(turn)
  const shares = sharesOf(turn)
  const key = orFail('dealing_invalid', () => DKG.round3(secret, roundOneOf(turn), shares))
  const parties = plan.parties.map((party, i) => {
    const verifyingShare = key.public.verifyingShares[identifierOf(plan, party)]
    assert(verifyingShare, 'dealing_invalid')
    return { keygenId: party, index: i + 1, verifyingShare: bytesToHex(verifyingShare) }
  })
  const [commitment] = key.public.commitments
  assert(commitment, 'dealing_invalid')
  const groupKey = bytesToHex(commitment)
  const chainCode = chainCodeOf(curve, groupKey, plan.walletId)
  const keySet = { curve, scheme, generation: 1, groupKey, chainCode, parties }
  return { keySet, keygenId, signingShare: bytesToHex(key.secret.signingShare) }
}

const partiesOf = ({ parties }: KeygenPlan) => parties

/**
 * Distributed key generation of FROST (Komlo and Goldberg 2020, figure 1), as the library has it: commitments with
 * proofs of knowledge, then shares. Taproot's tweak is applied when a key is used, so the shares are those of the bare
 * suite for both kinds of signatures.
 */
export const keygen: Ceremony<KeygenPlan> = {
  participants: partiesOf,
  assertPlan({ curve, scheme, parties, coordinator }) {
    const isMadeTogether = curve === 'secp256k1-ecdsa' || curve === 'secp256k1-bip340'
    assert(isMadeTogether, 'invalid_plan', { detail: 'A key of this curve is dealt.' })
    assertSchemeParties(scheme, parties, coordinator)
  },
  steps: () => [
    {
      from: partiesOf,
      to: partiesOf,
      run({ plan, keygenId, randomBytes }) {
        const chance = chanceFrom(randomBytes)
        const { secret, public: round1 } = DKG.round1(identifierOf(plan, keygenId), signersOf(plan), undefined, chance)
        const { hexOf } = groups[plan.curve]
        const message: Message = {
          commitments: round1.commitment.map((point) => bytesToHex(point)),
          proof: bytesToHex(round1.proofOfKnowledge),
        }
        return {
          memory: { scalars: { coefficients: (secret.coefficients ?? []).map(hexOf) } },
          message: () => message,
        }
      },
    },
    {
      from: partiesOf,
      to: partiesOf,
      run(turn) {
        const { shares } = roundTwoOf(turn)
        return {
          message(to): Message {
            const share = shares[identifierOf(turn.plan, to)]
            return share ? { signingShare: bytesToHex(share.signingShare) } : {}
          },
        }
      },
    },
    ...acknowledge({ holders: partiesOf, participants: partiesOf }, makeShare),
  ],
}
