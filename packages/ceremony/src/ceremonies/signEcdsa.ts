import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { assert } from '../errors.ts'
import { deriveKey } from '../keys/derivation.ts'
import { holderOf } from '../keys/keySets.ts'
import { secp256k1Group } from '../keys/secp256k1Group.ts'
import { lagrange, sum } from '../keys/sharing.ts'
import { verifyEcdsa } from '../keys/signatures.ts'
import { dealTriple, multiplyShares, type TripleShare } from '../keys/triples.ts'
import type { Outcome, Step, Turn } from './ceremony.ts'
import { textOf, textsOf, type Message } from './messages.ts'
import { indicesOf } from './parties.ts'
import type { SignPlan } from './plans.ts'
import { createSigning } from './sign.ts'
import { handOut, messagesOf, signersOf, type Aggregate } from './signature.ts'

const { Point } = secp256k1
const { hexOf, scalarOf, randomScalar } = secp256k1Group
const { Fn } = Point

/** Two products are shared: nonce by mask, and key by mask. */
const products = 2

const isFirst = ({ plan, keygenId }: Turn<SignPlan>) => plan.signers[0] === keygenId

/** Sums a scalar that every signer sent. */
const total = (turn: Turn<SignPlan>, step: number, read: (message: Message | undefined) => string) =>
  sum(
    Fn,
    messagesOf(turn, step).map((message) => scalarOf(read(message))),
  )

/** The dealer's step: two triples, a share of each for every signer. */
function dealTriples({ plan, randomBytes }: Turn<SignPlan>): Outcome {
  const triples = Array.from({ length: products }, () => dealTriple(plan.signers.length, randomBytes))
  return {
    message(to): Message {
      const shares = triples.flatMap((triple) => triple[plan.signers.indexOf(to)] ?? [])
      return {
        a: shares.map(({ a }) => hexOf(a)),
        b: shares.map(({ b }) => hexOf(b)),
        c: shares.map(({ c }) => hexOf(c)),
      }
    },
    result: { kind: 'done' },
  }
}

/** This party's shares of the two triples. */
function triplesOf({ plan, received }: Turn<SignPlan>): TripleShare[] {
  const message = received[0]?.[plan.dealer ?? '']
  const [a, b, c] = ['a', 'b', 'c'].map((name) => textsOf(message, name, products).map(scalarOf))
  return Array.from({ length: products }, (_, i) => ({ a: a?.[i] ?? 0n, b: b?.[i] ?? 0n, c: c?.[i] ?? 0n }))
}

/** This party's summand of the derived private key. */
function keySummand(turn: Turn<SignPlan>): bigint {
  const { plan, keygenId, share } = turn
  assert(share, 'share_missing')
  const { keySet, signers } = plan
  const factor = lagrange(Fn, holderOf(keySet, keygenId).index, indicesOf(keySet, signers))
  const summand = Fn.mul(factor, scalarOf(share.signingShare))
  return isFirst(turn) ? Fn.add(summand, deriveKey(keySet, plan).add) : summand
}

/** Turn 1: a nonce `k` and a mask `φ`. Opens both factors of both products behind the triples. */
function openFactors(turn: Turn<SignPlan>): Outcome {
  const [k, mask] = [randomScalar(turn.randomBytes), randomScalar(turn.randomBytes)]
  const factors = [k, keySummand(turn)]
  const triples = triplesOf(turn)
  const message: Message = {
    // Uncompressed, since its readers would need a square root.
    noncePoint: Point.BASE.multiply(k).toHex(false),
    d: triples.map(({ a }, i) => hexOf(Fn.sub(factors[i] ?? 0n, a))),
    e: triples.map(({ b }) => hexOf(Fn.sub(mask, b))),
  }
  return { memory: { scalars: { mask: hexOf(mask) } }, message: () => message }
}

/** Turn 2: shares of `k · φ`, which everybody may know, and of `x · φ`, which nobody may. */
function multiply(turn: Turn<SignPlan>): Outcome {
  const [nonceMask = 0n, keyMask = 0n] = triplesOf(turn).map((triple, i) => {
    const d = total(turn, 1, (message) => textsOf(message, 'd', products)[i] ?? '')
    const e = total(turn, 1, (message) => textsOf(message, 'e', products)[i] ?? '')
    const product = multiplyShares(Fn, triple, { d, e })
    return isFirst(turn) ? Fn.add(product, Fn.mul(d, e)) : product
  })
  return {
    memory: { scalars: { mask: textOf(turn.memory.scalars, 'mask'), keyMask: hexOf(keyMask) } },
    message: () => ({ nonceMask: hexOf(nonceMask) }),
  }
}

/** The signature's nonce point. */
function noncePointOf(turn: Turn<SignPlan>): typeof Point.BASE {
  const points = messagesOf(turn, 1).map((message) => Point.fromHex(textOf(message, 'noncePoint')))
  const point = points.reduce((sum, point) => sum.add(point))
  assert(!point.is0(), 'signature_invalid')
  return point
}

/** Turn 3: this party's summand of `s = (m · φ + r · x · φ) / (k · φ) = (m + r · x) / k`. */
function signPart(turn: Turn<SignPlan>): Outcome {
  const r = Fn.create(noncePointOf(turn).toAffine().x)
  const m = Fn.create(bytesToNumberBE(hexToBytes(turn.plan.message)))
  const mask = scalarOf(textOf(turn.memory.scalars, 'mask'))
  const keyMask = scalarOf(textOf(turn.memory.scalars, 'keyMask'))
  const nonceMask = total(turn, 2, (message) => textOf(message, 'nonceMask'))
  assert(nonceMask !== 0n, 'signature_invalid')
  const part = Fn.div(Fn.add(Fn.mul(m, mask), Fn.mul(r, keyMask)), nonceMask)
  return { memory: {}, message: () => ({ part: hexOf(part) }) }
}

/** Sums the parts, with the lower of the two `s` that are valid. */
function aggregate(turn: Turn<SignPlan>): Aggregate {
  const { x, y } = noncePointOf(turn).toAffine()
  const r = Fn.create(x)
  const s = total(turn, 3, (message) => textOf(message, 'part'))
  const isHigh = s > Fn.ORDER / 2n
  const isOdd = (y % 2n === 1n) !== isHigh
  const recovery = (x === r ? 0 : 2) + (isOdd ? 1 : 0)
  return { signature: hexOf(r) + hexOf(isHigh ? Fn.neg(s) : s), recovery: String(recovery) }
}

/**
 * ECDSA of summed shares: a dealer's triples, then three turns of the signers. A dealer that works together with all
 * signers but one learns the share of that one: this is the weakness of dealt triples.
 */
const steps: readonly Step<SignPlan>[] = [
  {
    from: ({ dealer = '' }) => [dealer],
    to: signersOf,
    run: (turn) => (turn.keygenId === turn.plan.dealer ? dealTriples(turn) : {}),
  },
  { from: signersOf, to: signersOf, run: openFactors },
  { from: signersOf, to: signersOf, run: multiply },
  { from: signersOf, to: ({ coordinator }) => [coordinator], run: signPart },
  ...handOut(aggregate, () => verifyEcdsa),
]

export const signEcdsa = createSigning({
  hasDealer: true,
  message: /^[0-9a-f]{64}$/,
  groupOf: () => secp256k1Group,
  steps,
})
