import { defined } from '@latchkey/base/defined'
import type { Box, CeremonyResult, CeremonyState, KeyShare, Identity, PartySecrets } from '@latchkey/ceremony'
import type { Seat } from '../../store/roomRecords.ts'
import { inCeremony, loadCeremony } from '../keySets/ceremony.ts'
import { sealingOf } from '../keySets/sealing.ts'
import type { Backend } from '../shared/backend.ts'

/** The sealed state of a seat once the ceremony runs. */
interface SeatState {
  readonly state: CeremonyState
  readonly result?: CeremonyResult | undefined
}

/** Seals the service's parties into seats, before they join. */
export async function sealParties(backend: Backend, parties: readonly PartySecrets[]): Promise<Seat[]> {
  const { seal } = await sealingOf(backend)
  return parties.map((party) => ({ keygenId: party.identity.keygenId, sealed: seal(party) }))
}

/** The reverse of {@link sealParties}. */
export async function openParties(backend: Backend, seats: readonly Seat[]): Promise<PartySecrets[]> {
  const { open } = await sealingOf(backend)
  return seats.map(({ sealed }) => open(sealed))
}

/** The result of a ceremony for a party of the service. */
export interface ServiceResult {
  readonly identity: Identity
  readonly result: CeremonyResult
}

/** The service's side of a ceremony after a turn. */
export interface ServiceTurn {
  readonly seats: readonly Seat[]
  /** Boxes for client parties. */
  readonly boxes: readonly Box[]
  /** Set once all parties of the service have finished; without parties that only dealt triples. */
  readonly results?: readonly ServiceResult[]
}

/**
 * Lets the service's parties join and take the first step.
 *
 * @throws {@link DomainError} what {@link inCeremony} throws
 */
export async function seatParties(
  backend: Backend,
  plan: CeremonyState['plan'],
  parties: readonly PartySecrets[],
): Promise<ServiceTurn> {
  const ceremony = await loadCeremony()
  const states = inCeremony(ceremony, () =>
    parties.map((party) => ({ keygenId: party.identity.keygenId, state: ceremony.join(plan, party) })),
  )
  return play(backend, states, { boxes: [], isFirst: true })
}

/**
 * Gives boxes to the service's parties, which then play as many steps as they can.
 *
 * @throws {@link DomainError} what {@link inCeremony} throws. Nothing has changed then.
 */
export async function playSeats(backend: Backend, seats: readonly Seat[], boxes: readonly Box[]): Promise<ServiceTurn> {
  const { open } = await sealingOf(backend)
  const states = seats.map(({ keygenId, sealed }) => ({ keygenId, ...open<SeatState>(sealed) }))
  return play(backend, states, { boxes, isFirst: false })
}

type Seated = SeatState & { readonly keygenId: string }

async function play(
  backend: Backend,
  seated: readonly Seated[],
  { boxes, isFirst }: { readonly boxes: readonly Box[]; readonly isFirst: boolean },
): Promise<ServiceTurn> {
  const [ceremony, { seal }] = await Promise.all([loadCeremony(), sealingOf(backend)])
  const randomBytes = (length: number) => backend.random.bytes(length)
  const states = new Map(seated.map((seat) => [seat.keygenId, seat]))
  const outgoing: Box[] = []
  let waiting = [...boxes]
  let due = isFirst ? [...states.keys()] : recipientsOf(waiting)
  while (due.length > 0) {
    for (const keygenId of due) {
      const seat = states.get(keygenId) as Seated
      const mine = waiting.filter(({ to }) => to === keygenId)
      waiting = waiting.filter(({ to }) => to !== keygenId)
      const turn = inCeremony(ceremony, () => ceremony.step(seat.state, mine, randomBytes))
      states.set(keygenId, { keygenId, state: turn.state, result: turn.result ?? seat.result })
      for (const box of turn.boxes) (states.has(box.to) ? waiting : outgoing).push(box)
    }
    due = recipientsOf(waiting)
  }
  const played = [...states.values()]
  // A dealer of triples has no further steps, and its secret numbers must not be stored.
  const remaining = played.filter(({ state, result }) => !(state.isFinished && result?.kind === 'done'))
  const isOver = played.every(({ state }) => state.isFinished)
  const results = remaining.flatMap(({ state: { identity }, result }) => (result ? [{ identity, result }] : []))
  return {
    seats: remaining.map(({ keygenId, ...seat }) => ({ keygenId, sealed: seal(seat) })),
    boxes: outgoing,
    ...defined({ results: isOver ? results : undefined }),
  }
}

const recipientsOf = (boxes: readonly Box[]) => [...new Set(boxes.map(({ to }) => to))]

/** A party of the service with its share. */
export type PartyWithShare = PartySecrets & { readonly share: KeyShare }

/** The shares that a ceremony made for parties of the service. */
export function sharesIn(results: readonly ServiceResult[]): PartyWithShare[] {
  return results.flatMap(({ identity, result }) => (result.kind === 'share' ? [{ identity, share: result.share }] : []))
}
