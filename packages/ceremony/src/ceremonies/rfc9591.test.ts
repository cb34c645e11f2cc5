import { secp256k1_FROST } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { createIdentities, signPlan } from '../../test/keys.ts'
import vectors from '../../test/vectors/rfc9591.json' with { type: 'json' }
import { join, step } from '../allCeremonies.ts'
import { groups } from '../keys/groups.ts'
import type { KeySet } from '../keys/keySets.ts'
import { open, pairwiseKey, type Box } from '../parties/sealedMessages.ts'
import type { Message } from './messages.ts'

describe('a room that signs with FROST', () => {
  const vector = vectors.ed25519
  const identities = createIdentities(3, 'rfc9591')
  const { commit, scalarOf } = groups.ed25519
  const keySet: KeySet = {
    curve: 'ed25519',
    scheme: 'TWO_OF_THREE',
    generation: 1,
    groupKey: vector.groupPublicKey,
    parties: vector.shares.map((share, i) => ({
      keygenId: identities[i]?.keygenId ?? '',
      index: i + 1,
      verifyingShare: commit(scalarOf(share)),
    })),
  }
  const parties = vector.signers.map(({ index }) => {
    const identity = identities[index - 1] as (typeof identities)[number]
    const signingShare = vector.shares[index - 1] as string
    return { identity, share: { keySet, keygenId: identity.keygenId, signingShare } }
  })
  const [first, third] = parties as [(typeof parties)[0], (typeof parties)[0]]
  const plan = signPlan({ keySet }, parties, { message: vector.message })

  /** Gives the vector's randomness where 32 bytes are asked for, and zeros for the nonces of boxes. */
  const bytesOf = (signer: (typeof vector.signers)[number] | undefined) => {
    const randomness = [signer?.hidingRandomness, signer?.bindingRandomness]
    return (length: number) => (length === 32 ? hexToBytes(randomness.shift() ?? '') : new Uint8Array(length))
  }
  const read = ({ from, to, ...box }: Box) => {
    const recipient = identities.find(({ keygenId }) => keygenId === to) as (typeof identities)[number]
    const text = open(pairwiseKey(recipient, from), plan.roomId, { from, to, ...box })
    return (JSON.parse(text) as [string, Message])[1]
  }

  it('sends what appendix E.1 of RFC 9591 has, and comes to its signature', () => {
    const [expectedFirst, expectedThird] = vector.signers
    const first1 = step(join(plan, first), [], bytesOf(expectedFirst))
    const third1 = step(join(plan, third), [], bytesOf(expectedThird))
    expect(first1.boxes.map(read)).toEqual([{ hiding: expectedFirst?.hiding, binding: expectedFirst?.binding }])
    expect(third1.boxes.map(read)).toEqual([{ hiding: expectedThird?.hiding, binding: expectedThird?.binding }])

    const first2 = step(first1.state, third1.boxes, bytesOf(undefined))
    const third2 = step(third1.state, first1.boxes, bytesOf(undefined))
    expect(first2.boxes.map(read)).toEqual([{ part: expectedFirst?.part }])
    expect(third2.state.received[1]?.[third.identity.keygenId]).toEqual({ part: expectedThird?.part })

    const { result } = step(third2.state, first2.boxes, bytesOf(undefined))
    expect(result).toEqual({ kind: 'signature', signature: vector.signature, publicKey: vector.groupPublicKey })
  })
})

describe('the suite of secp256k1, whose shares BIP-340 and ECDSA sign from', () => {
  it('comes to the signature of appendix E.5 of RFC 9591', () => {
    const vector = vectors.secp256k1
    const identifierOf = (index: number) => secp256k1_FROST.Identifier.fromNumber(index)
    const { commit, scalarOf } = groups['secp256k1-ecdsa']
    const key = {
      signers: { min: 2, max: 3 },
      commitments: [hexToBytes(vector.groupPublicKey)],
      verifyingShares: Object.fromEntries(
        vector.shares.map((share, i) => [identifierOf(i + 1), hexToBytes(commit(scalarOf(share)))]),
      ),
    }
    const signers = vector.signers.map(({ index, hidingRandomness, bindingRandomness }) => {
      const signingShare = hexToBytes(vector.shares[index - 1] ?? '')
      const randomness = [hidingRandomness, bindingRandomness].map((hex) => hexToBytes(hex))
      const secret = { identifier: identifierOf(index), signingShare }
      return { secret, ...secp256k1_FROST.commit(secret, () => randomness.shift() as Uint8Array<ArrayBuffer>) }
    })
    const commitments = signers.map((signer) => signer.commitments)
    expect(commitments.map(({ hiding, binding }) => [bytesToHex(hiding), bytesToHex(binding)])).toEqual(
      vector.signers.map(({ hiding, binding }) => [hiding, binding]),
    )
    const message = hexToBytes(vector.message)
    const parts = signers.map(({ secret, nonces }) =>
      secp256k1_FROST.signShare(secret, key, nonces, commitments, message),
    )
    expect(parts.map((part) => bytesToHex(part))).toEqual(vector.signers.map(({ part }) => part))
    const byIdentifier = Object.fromEntries(signers.map(({ secret }, i) => [secret.identifier, parts[i] as Uint8Array]))
    expect(bytesToHex(secp256k1_FROST.aggregate(key, commitments, message, byIdentifier))).toBe(vector.signature)
  })
})
