import type { Derivation, KeyShare, PartySecrets } from '@latchkey/ceremony'
import { CeremonyError } from '../../shared/ceremonyError.ts'
import type { EngineSecret } from '../engine.ts'

/** The secret of a party that has a share, as JSON. */
export interface ShareSecret {
  /** Hex of the party's X25519 key. */
  readonly secretKey: string
  readonly share: KeyShare
  readonly derivation: Derivation
}

/** A party of this client with its share. */
export interface Holder extends PartySecrets {
  readonly share: KeyShare
  readonly derivation: Derivation
}

export const identityOf = ({ keygenId, secret }: EngineSecret) => ({ keygenId, secretKey: secret })

function holderOf({ keygenId, secret }: EngineSecret): Holder {
  const { secretKey, share, derivation } = JSON.parse(secret) as ShareSecret
  return { identity: { keygenId, secretKey }, share, derivation }
}

export const idsOf = (parties: readonly PartySecrets[]) => parties.map(({ identity }) => identity.keygenId)

export function missing(roomId: string, sentence: string): CeremonyError {
  return new CeremonyError('share_missing', sentence, { room: roomId })
}

/** The first of the shares, and all of them. */
export function holdersOf(
  shares: readonly EngineSecret[],
  roomId: string,
): { holders: readonly Holder[]; first: Holder } {
  const holders = shares.map(holderOf)
  const [first] = holders
  if (!first) throw missing(roomId, 'This device has no share of the wallet.')
  return { holders, first }
}
