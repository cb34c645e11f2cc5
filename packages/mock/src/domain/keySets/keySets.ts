import { newRecord } from '@latchkey/base/newRecord'
import type { KeySet, PartySecrets, Scheme } from '@latchkey/ceremony'
import type { KeySetParty, WalletKeySet } from '../../store/roomRecords.ts'
import type { Backend, ReadStore } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { loadCeremony } from './ceremony.ts'
import { sealingOf } from './sealing.ts'

/** The key set of a wallet; `undefined` for a wallet whose key is not shared. */
export function keySetOf(
  { store }: { readonly store: Pick<ReadStore, 'keySets'> },
  walletId: string,
): WalletKeySet | undefined {
  return store.keySets.find('byWallet', [walletId])
}

/** The input of a new key set. */
type KeySetInput = Pick<
  WalletKeySet,
  'environmentId' | 'walletId' | 'chain' | 'addressType' | 'isImported' | 'keySet'
> & {
  /** The service's parties, each with its share. */
  readonly services: readonly PartySecrets[]
}

/** Keeps the key set of a new wallet. */
export async function createKeySet(backend: Backend, { services, ...input }: KeySetInput): Promise<WalletKeySet> {
  const { seal } = await sealingOf(backend)
  return backend.store.keySets.insert({
    ...newRecord(backend),
    ...input,
    parties: partiesOf(input.keySet, services),
    serverShares: seal(services),
  })
}

/** The next generation of a key set. */
interface NewShares {
  readonly keySet: KeySet
  /** The service's parties, each with its share. */
  readonly services: readonly PartySecrets[]
  /** A party whose share the environment's own server gets. */
  readonly delegatedKeygenId?: string | undefined
  /** Delegates that are parties of the key set and have no share any more. */
  readonly retired?: readonly string[] | undefined
}

/** Replaces the shares of a key set by those of the next generation. All former shares no longer sign. */
export async function replaceShares(
  backend: Backend,
  record: WalletKeySet,
  { keySet, services, delegatedKeygenId, retired = [] }: NewShares,
): Promise<WalletKeySet> {
  const { seal } = await sealingOf(backend)
  const parties = partiesOf(keySet, services).map((party): KeySetParty => {
    if (retired.includes(party.keygenId)) return { ...party, side: 'delegated', retiredAt: backend.clock.iso() }
    return party.keygenId === delegatedKeygenId ? { ...party, side: 'delegated' } : party
  })
  return backend.store.keySets.put({ ...record, keySet, parties, serverShares: seal(services) })
}

function partiesOf({ parties }: KeySet, services: readonly PartySecrets[]): KeySetParty[] {
  const serviceIds = new Set(services.map(({ identity }) => identity.keygenId))
  return parties.map(({ keygenId }) => ({ keygenId, side: serviceIds.has(keygenId) ? 'server' : 'client' }))
}

/** New parties without shares. */
export async function createParties({ random }: Backend, count: number): Promise<PartySecrets[]> {
  const { createIdentity } = await loadCeremony()
  const randomBytes = (length: number) => random.bytes(length)
  return Array.from({ length: count }, () => ({ identity: createIdentity(randomBytes) }))
}

/** New parties of the service, as many as a scheme has on its side. */
export async function createServiceParties(backend: Backend, scheme: Scheme): Promise<PartySecrets[]> {
  const { total, clients } = (await loadCeremony()).schemes[scheme]
  return createParties(backend, total - clients)
}

/**
 * Checks the parties of the user in a new key set.
 *
 * @throws {@link DomainError} `invalidKeygenIds`, `validationFailed` for an id that is no key
 */
export async function assertClientIds(scheme: Scheme, keygenIds: readonly string[]): Promise<void> {
  const { isPartyId, schemes } = await loadCeremony()
  const { clients } = schemes[scheme]
  const areComplete = keygenIds.length === clients && new Set(keygenIds).size === clients
  assert(areComplete, 'invalidKeygenIds', { message: `${scheme} takes ${clients} different clientKeygenIds.` })
  assert(keygenIds.every(isPartyId), 'validationFailed', {
    message: 'clientKeygenIds must be public keys of X25519 in base58, to which the shares are sealed.',
  })
}

/** The parties of the user that hold a share. */
export function clientIdsOf(record: WalletKeySet): string[] {
  return idsOfSide(record, 'client')
}

/** The party of the environment's own server, if it holds a share. */
export function delegateIdsOf(record: WalletKeySet): string[] {
  return idsOfSide(record, 'delegated')
}

/** The parties of the service that hold a share. */
export function serverIdsOf(record: WalletKeySet): string[] {
  return idsOfSide(record, 'server')
}

function idsOfSide({ parties }: WalletKeySet, side: KeySetParty['side']): string[] {
  return parties.filter((party) => party.side === side && party.retiredAt === undefined).map(({ keygenId }) => keygenId)
}
