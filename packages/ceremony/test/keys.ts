import { expect } from 'vitest'
import type { CeremonyResult } from '../src/ceremonies/ceremony.ts'
import type { Plan, SignPlan } from '../src/ceremonies/plans.ts'
import type { Curve } from '../src/keys/group.ts'
import type { KeySet, KeyShare } from '../src/keys/keySets.ts'
import { schemes, type Scheme } from '../src/keys/schemes.ts'
import { createIdentity, type Identity } from '../src/parties/identity.ts'
import type { PartySecrets } from '../src/party.ts'
import { play, type PlayOptions } from './play.ts'
import { seededBytes } from './seededBytes.ts'

const idsOf = (identities: readonly Identity[]) => identities.map(({ keygenId }) => keygenId)

export function createIdentities(count: number, seed: string): Identity[] {
  const randomBytes = seededBytes(`identities ${seed}`)
  return Array.from({ length: count }, () => createIdentity(randomBytes))
}

/** A key in shares, each with the identity of its party. */
export interface Wallet {
  readonly keySet: KeySet
  readonly parties: readonly (PartySecrets & { readonly share: KeyShare })[]
}

/** The party of a triple dealer. */
export const [tripleDealer] = createIdentities(1, 'dealer') as [Identity]

/** The shares that a play ended in. Fails unless every one of the identities has a share of the same key set. */
export function walletOf(results: Readonly<Record<string, CeremonyResult>>, identities: readonly Identity[]): Wallet {
  const parties = identities.map((identity) => {
    const result = results[identity.keygenId]
    if (result?.kind !== 'share') throw new Error(`A party has no share: ${result?.kind}`)
    return { identity, share: result.share }
  })
  const keySets = parties.map(({ share }) => share.keySet)
  keySets.forEach((keySet) => expect(keySet).toEqual(keySets[0]))
  return { keySet: keySets[0] as KeySet, parties }
}

/** Makes a key as a wallet does: together, or on ed25519 and for a given key by a dealer. */
export function makeWallet(
  curve: Curve,
  scheme: Scheme,
  { secret, seed = '' }: { secret?: string; seed?: string } = {},
) {
  const identities = createIdentities(schemes[scheme].total, `${curve} ${scheme} ${seed}`)
  const [dealer] = identities as [Identity]
  const coordinator = dealer.keygenId
  const common = {
    roomId: `make ${curve} ${scheme} ${seed}`,
    scheme,
    parties: idsOf(identities),
    walletId: 'wallet',
    coordinator,
  }
  const plan: Plan =
    curve === 'ed25519' || secret
      ? { kind: 'deal', curve, dealer: dealer.keygenId, ...common }
      : { kind: 'keygen', curve, ...common }
  const parties = identities.map((identity) => ({ identity, secret: identity === dealer ? secret : undefined }))
  return walletOf(play(plan, parties).results, identities)
}

/** Parties of a wallet by index, counted from 1. */
export function partiesAt({ parties }: Wallet, indices: readonly number[]): Wallet['parties'] {
  return indices.map((index) => parties[index - 1] as Wallet['parties'][number])
}

/** The message, and what else is not as usual. */
type SignFields = Pick<SignPlan, 'message'> & Partial<SignPlan>

/** The plan by which parties of a wallet sign. */
export function signPlan(
  { keySet }: { keySet: KeySet },
  signers: readonly PartySecrets[],
  { message, ...more }: SignFields,
): SignPlan {
  const ids = idsOf(signers.map(({ identity }) => identity))
  const dealer = keySet.curve === 'secp256k1-ecdsa' ? tripleDealer.keygenId : undefined
  const coordinator = ids.at(-1) as string
  return { kind: 'sign', roomId: `sign ${message}`, keySet, signers: ids, coordinator, message, dealer, ...more }
}

/** Lets parties of a wallet sign. Gives the coordinator's result; fails unless everybody has the same. */
export function signWith(
  wallet: { keySet: KeySet },
  signers: readonly PartySecrets[],
  { randomBytes, ...fields }: SignFields & Pick<PlayOptions, 'randomBytes'>,
) {
  const plan = signPlan(wallet, signers, fields)
  const dealer = plan.dealer ? [{ identity: tripleDealer }] : []
  const { results } = play(plan, [...dealer, ...signers], { randomBytes })
  const signatures = plan.signers.map((signer) => results[signer])
  signatures.forEach((signature) => expect(signature).toEqual(signatures[0]))
  const [result] = signatures
  if (result?.kind !== 'signature') throw new Error('There is no signature.')
  return result
}
