import type { CeremonyEngine, CeremonyInput, WalletChain } from '../engine.ts'
import { relayOf, type RelayOptions } from './relay.ts'

/** The parties' maths once it is loaded. */
let loaded: typeof import('./ceremonies.ts') | undefined

/** The larger part of this package, loaded with the first ceremony. */
async function loadCeremonies() {
  loaded ??= await import('./ceremonies.ts')
  return loaded
}

/** A page that only signs on EVM loads two thirds of the code. */
const loadSigning = (chain: WalletChain) =>
  loaded === undefined && chain === 'EVM' ? import('./ecdsaSigning.ts') : loadCeremonies()

/**
 * Plays the ceremonies by the documented relay protocol `latchkey-1`, which `@latchkey/mock` serves. It is a faithful
 * simulation and not made for custody: in production, pass the engine of your vendor instead.
 *
 * It accepts the relay's plan of a room only if the plan is what the wallet asked for, and computes the digest of a
 * message itself. It stores new shares before it sends the boxes that make them valid, and repeats a post after a
 * failed connection.
 *
 * @param options - The options of requests to the relay. No credential is sent.
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
    async sign(input) {
      const { sign } = await loadSigning(input.chain)
      return sign(relay(input), input)
    },
    refresh: async (input) => (await loadCeremonies()).refresh(relay(input), input),
    reshare: async (input) => (await loadCeremonies()).reshare(relay(input), input),
    export: async (input) => (await loadCeremonies()).exportKey(relay(input), input),
  }
}
