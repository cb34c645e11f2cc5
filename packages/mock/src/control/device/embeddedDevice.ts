import { letOthersRun } from '@latchkey/base/clock'
import type { Box, CeremonyResult, Identity, KeyShare, PartySecrets, Plan } from '@latchkey/ceremony'
import { loadCeremony } from '../../domain/keySets/ceremony.ts'
import type { WireReply } from '../../http/respond.ts'
import type { ServiceRequest } from '../../http/serviceRequest.ts'
import type { World } from '../../world/world.ts'
import { createSignIn } from '../objects/signIn.ts'

/** The service as a client reaches it, for a device of a user. */
export interface Service {
  readonly world: World
  readonly serve: (request: ServiceRequest) => Promise<WireReply> | undefined
}

/** A party of the user, with its share of one wallet. */
export interface DeviceParty {
  readonly identity: Identity
  readonly share: KeyShare
}

/** The service has refused a call. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal'
  readonly path: string
  /** 0 without a reply. */
  readonly status: number
  readonly code: string
  /** The service's own sentence. */
  readonly sentence: string

  constructor(path: string, { status, error, code }: { status: number; error?: unknown; code?: unknown }) {
    const sentence = status === 0 ? 'The service gave no answer.' : String(error)
    super(`The call of ${path} failed: ${sentence}`)
    this.path = path
    this.status = status
    this.code = String(code)
    this.sentence = sentence
  }
}

/** The maximum number of posts of a party in a ceremony. */
const maximumPosts = 12

interface ServiceCall {
  readonly token?: string
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls the service over its interface. @throws ServiceRefusal with the service's sentence */
export async function callService(
  { world, serve }: Service,
  path: string,
  { token, body, headers: more }: ServiceCall,
): Promise<Record<string, unknown>> {
  const headers = new Headers({ 'content-type': 'application/json', ...more })
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const text = JSON.stringify(body)
  const reply = await serve({ method: 'POST', url: world.baseUrl + path, headers, text: async () => text })
  const answer = JSON.parse(reply?.text ?? '{}') as Record<string, unknown>
  if (!reply || reply.status >= 400 || reply.status === 0)
    throw new ServiceRefusal(path, { ...answer, status: reply?.status ?? 0 })
  return answer
}

/**
 * The session of a device's user, begun without the steps of a real sign-in. A new one begins when the last has ended.
 *
 * @returns A function that gives the token of the session.
 */
export function createSession({ world }: Service, userId: string): () => Promise<string> {
  let session: { readonly id: string; readonly token: string } | undefined
  return async () => {
    const record = session && world.store.reader.sessions.get(session.id)
    const isOpen = record && !record.revokedAt && record.expiresAt > world.clock.iso()
    if (session && isOpen) return session.token
    const { token, user } = await createSignIn(world)(userId)
    session = { id: user.sessionId ?? '', token }
    return token
  }
}

/** Makes identities for a device. The mock's seed determines them. */
export async function createIdentities({ world }: Service, count: number): Promise<Identity[]> {
  const { createIdentity } = await loadCeremony()
  return Array.from({ length: count }, () => createIdentity((length) => world.random.bytes(length)))
}

/**
 * Plays the parties of a device in a room, over the relay.
 *
 * @param input.more - The parts of the plan that the device knows and the relay does not tell.
 * @returns The results by party.
 */
export async function playRoom(
  service: Service,
  roomId: string,
  { parties, more }: { readonly parties: readonly PartySecrets[]; readonly more?: Partial<Plan> },
): Promise<Readonly<Record<string, CeremonyResult>>> {
  const { join, protocol, step } = await loadCeremony()
  const randomBytes = (length: number) => service.world.random.bytes(length)
  const post = (action: string, body: object) =>
    callService(service, `/__mock/relay/rooms/${roomId}/${action}`, { body: { protocol, ...body } })
  const joined = await post('join', { parties: parties.map(({ identity }) => identity.keygenId) })
  const plan = { ...(joined.plan as Plan), ...more } as Plan
  const players = plan.kind === 'reshare' ? parties.filter(({ identity }) => takesPart(plan, identity)) : parties
  const turns = new Map(players.map((party) => [party.identity.keygenId, step(join(plan, party), [], randomBytes)]))
  const results: Record<string, CeremonyResult> = {}
  const taken = new Set<string>()
  for (let posts = 0; posts < maximumPosts && Object.keys(results).length < players.length; posts++) {
    for (const [from, turn] of turns) {
      if (results[from]) continue
      const answer = await post('messages', { from, boxes: turn.boxes })
      // A step of ed25519 takes tens of milliseconds.
      await letOthersRun()
      // An answer repeats the boxes since the last post that had boxes.
      const newBoxes = (answer.boxes as Box[]).filter(({ sealed }) => !taken.has(sealed))
      for (const { sealed } of newBoxes) taken.add(sealed)
      const next = step(turn.state, newBoxes, randomBytes)
      turns.set(from, next)
      if (next.result) results[from] = next.result
      await letOthersRun()
      if (next.result && next.boxes.length > 0) await post('messages', { from, boxes: next.boxes })
    }
  }
  return results
}

/**
 * Whether a party takes part in a reshare: it gives its share, or gets a new one. A share that is not needed is given
 * up.
 */
const takesPart = ({ holders, parties }: Extract<Plan, { kind: 'reshare' }>, { keygenId }: Identity) =>
  holders.includes(keygenId) || parties.includes(keygenId)

/** Parties with the shares that a room has made for them. */
export function partiesIn(
  results: Readonly<Record<string, CeremonyResult>>,
  parties: readonly PartySecrets[],
): DeviceParty[] {
  return parties.flatMap(({ identity }) => {
    const result = results[identity.keygenId]
    return result?.kind === 'share' ? [{ identity, share: result.share }] : []
  })
}
