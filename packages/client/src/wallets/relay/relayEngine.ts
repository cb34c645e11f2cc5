import type { CeremonyEngine, CeremonyInput } from '../engine.ts'
import { relayOf, type RelayOptions } from './relay.ts'

/** The parties' maths: the larger part of this package, loaded with the first ceremony. */
const loadCeremonies = () => import('./ceremonies.ts')

/**
 * Speaks the documented relay `latchkey-1`, which `@latchkey/mock` serves. It is a faithful play of the protocol and
 * not custody: in production, hand in the engine of your vendor instead.
 *
 * It takes the relay's plan of a room only if it is what the wallet asked for, and computes the digest of a message
 * itself. New shares are stored before the boxes that make them count are sent. Posts are sent again after a failed
 * connection.
 *
 * @param options - How the relay is asked. No credential is sent.
 * @throws {@link CeremonyError} in a ceremony: `relay_unsupported` when the relay speaks another protocol,
 * `plan_refused`, `share_missing`, `share_outdated`, `room_expired` and others.
 * @example const party = createWalletParty({ client, engine: relayEngine(), storage: indexedDbShares() })
 */
export function relayEngine(options: RelayOptions = {}): CeremonyEngine {
  const relay = ({ room, signal }: CeremonyInput) => relayOf(room, options, signal)
  return {
    createParties: async (count) => (await loadCeremonies()).createParties(count),
    keygen: async (input) => (await loadCeremonies()).keygen(relay(input), input),
    checkPrivateKey: async (chain, privateKey) => (await loadCeremonies()).checkPrivateKey(chain, privateKey),
    readStoredShare: async (input) => (await loadCeremonies()).readStoredShare(input),
    import: async (input) => (await loadCeremonies()).importKey(relay(input), input),
    sign: async (input) => (await loadCeremonies()).sign(relay(input), input),
    refresh: async (input) => (await loadCeremonies()).refresh(relay(input), input),
    reshare: async (input) => (await loadCeremonies()).reshare(relay(input), input),
    export: async (input) => (await loadCeremonies()).exportKey(relay(input), input),
  }
}
