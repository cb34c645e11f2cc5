import {
  createIdentity,
  join,
  schemes,
  step,
  type Box,
  type CeremonyState,
  type Identity,
  type KeyShare,
  type PartySecrets,
  type Plan,
  type Scheme,
} from '@latchkey/ceremony'
import type { Fetch } from '../../policies/pipeline.ts'
import type { OpenedRoom } from '../engine.ts'
import type { BitcoinAddressType, WalletChain } from '../engine.ts'
import { keyKindOf } from '../relay/keyKinds.ts'

const relayUrl = 'https://relay.example.com/parties'
const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** A room of the relay: the service's parties in it, and what waits for whom. */
interface TestRoom {
  /** The plan for the client's parties that join. */
  readonly planFor: (clients: readonly string[]) => Plan
  readonly services: readonly PartySecrets[]
  plan?: Plan
  states: Map<string, CeremonyState>
  waiting: Box[]
  answers: Map<string, Box[]>
}

/** The changes that a test makes on the way. */
export interface Tampering {
  /** The plan that a client is shown. */
  plan?: (plan: Record<string, unknown>) => unknown
  box?: (box: Box) => Box
  reply?: (reply: { protocol: string }) => unknown
  /** Called before each post. What it throws reaches the client as a failed connection. */
  before?: (path: string, posts: number) => void
  /** The same after the relay has taken the post. */
  after?: (path: string, posts: number) => void
}

/** A relay with the service's parties behind it, which are played with the code of the client's parties. */
export function createTestRelay(tampering: Tampering = {}) {
  const rooms = new Map<string, TestRoom>()
  const shares = new Map<string, KeyShare>()
  const dealer = createIdentity(randomBytes)
  const requests: { path: string; headers: unknown; credentials: unknown }[] = []
  let services: Identity[] = []
  let posts = 0

  const secretsOf = (identities: readonly Identity[]): PartySecrets[] =>
    identities.map((identity) => ({ identity, share: shares.get(identity.keygenId) }))
  const idsOf = (identities: readonly Identity[]) => identities.map(({ keygenId }) => keygenId)
  const createServices = (scheme: Scheme) =>
    Array.from({ length: schemes[scheme].total - schemes[scheme].clients }, () => createIdentity(randomBytes))

  function open(planFor: (roomId: string) => TestRoom['planFor'], parties: readonly PartySecrets[]): OpenedRoom {
    const roomId = `room-${rooms.size + 1}`
    const room = { planFor: planFor(roomId), services: parties, states: new Map(), waiting: [], answers: new Map() }
    rooms.set(roomId, room)
    return { roomId, relayUrl, walletId: 'wallet', serverKeygenIds: idsOf(services) }
  }

  /** Lets a party of the service take what waits for it. */
  function stepService(room: TestRoom, keygenId: string, state: CeremonyState): void {
    const mine = room.waiting.filter(({ to }) => to === keygenId)
    if (state.step > 0 && mine.length === 0) return
    const { state: next, boxes, result } = step(state, mine, randomBytes)
    room.waiting = [...room.waiting.filter(({ to }) => to !== keygenId), ...boxes]
    room.states.set(keygenId, next)
    if (result?.kind === 'share') shares.set(keygenId, result.share)
    if (result) room.states.delete(keygenId)
  }

  function post(room: TestRoom, from: string, boxes: readonly Box[]): Box[] {
    const key = JSON.stringify([from, boxes])
    const earlier = room.answers.get(key)
    // The answer to a post without boxes may have been lost, too.
    const isRepeated = earlier && (boxes.length > 0 || earlier.length > 0)
    if (isRepeated) return earlier
    room.waiting.push(...boxes)
    for (const _ of room.services) for (const [id, state] of room.states) stepService(room, id, state)
    const answer = room.waiting.filter(({ to }) => to === from)
    room.waiting = room.waiting.filter(({ to }) => to !== from)
    room.answers.set(key, answer)
    return answer
  }

  function answer(path: string, body: { parties: string[]; from: string; boxes: Box[] }): object {
    const [, roomId = '', action] = /rooms\/([^/]+)\/(\w+)$/.exec(path) ?? []
    const room = rooms.get(roomId)
    if (!room) return { status: 404, error: 'There is no such room.', code: 'not_found' }
    if (action === 'messages') return { state: 'running', boxes: post(room, body.from, body.boxes) }
    if (!room.plan) {
      const plan = (room.plan = room.planFor(body.parties))
      room.states = new Map(room.services.map((party) => [party.identity.keygenId, join(plan, party)]))
    }
    const { message: _, ...plan } = room.plan as Plan & { message?: string }
    return { roomId, expiresAt: '0', plan: tampering.plan?.(plan) ?? plan }
  }

  const fetch: Fetch = async (url, init) => {
    const path = url.slice(relayUrl.length + 1)
    requests.push({ path, headers: init?.headers, credentials: init?.credentials })
    init?.signal?.throwIfAborted()
    posts += 1
    tampering.before?.(path, posts)
    const { status = 200, ...reply } = answer(path, JSON.parse(String(init?.body))) as {
      status?: number
      boxes?: Box[]
    }
    tampering.after?.(path, posts)
    const boxes = tampering.box ? reply.boxes?.map(tampering.box) : reply.boxes
    const whole = { protocol: 'latchkey-1', ...reply, ...(boxes && { boxes }) }
    return Response.json(tampering.reply?.(whole) ?? whole, { status })
  }

  return {
    fetch,
    requests,
    /** A room for a new key, or for one that a client brings. */
    keygen(chain: WalletChain, scheme: Scheme, more: { imports?: boolean; addressType?: BitcoinAddressType } = {}) {
      const { curve } = keyKindOf(chain, more.addressType)
      services = createServices(scheme)
      const [coordinator = ''] = idsOf(services)
      return open(
        (roomId) => (clients) => {
          const parties = [...clients, ...idsOf(services)]
          const common = { roomId, scheme, parties, walletId: 'wallet', coordinator }
          if (curve !== 'ed25519' && !more.imports) return { kind: 'keygen', curve, ...common }
          return { kind: 'deal', curve, dealer: more.imports ? String(clients[0]) : coordinator, ...common }
        },
        secretsOf(services),
      )
    },
    /** A room for a signature that was approved. @param derivation - Where the wallet's key is. */
    sign(message: string, derivation: { path?: readonly number[]; taproot?: boolean }) {
      const [share] = secretsOf(services).flatMap(({ share }) => share ?? [])
      if (!share) throw new Error('There is no key yet.')
      const { keySet } = share
      const isEcdsa = keySet.curve === 'secp256k1-ecdsa'
      const signers = secretsOf(services).slice(0, schemes[keySet.scheme].threshold - 1)
      const ids = idsOf(signers.map(({ identity }) => identity))
      return open(
        (roomId) => (clients) => ({
          kind: 'sign',
          roomId,
          keySet,
          signers: [...clients, ...ids],
          coordinator: String(ids[0]),
          message,
          ...derivation,
          ...(isEcdsa && { dealer: dealer.keygenId }),
        }),
        isEcdsa ? [{ identity: dealer }, ...signers] : signers,
      )
    },
    refresh() {
      const parties = secretsOf(services)
      const keySet = parties[0]?.share?.keySet
      if (!keySet) throw new Error('There is no key yet.')
      const [coordinator = ''] = idsOf(services)
      return open((roomId) => () => ({ kind: 'refresh', roomId, keySet, coordinator }), parties)
    },
    /** @param clients - Ids of the client's new parties. */
    reshare(scheme: Scheme, clients: readonly string[], holder: string) {
      const old = secretsOf(services)
      const keySet = old[0]?.share?.keySet
      if (!keySet) throw new Error('There is no key yet.')
      const oldIds = idsOf(services)
      const holders = [holder, ...oldIds.slice(0, schemes[keySet.scheme].threshold - 1)]
      const next = createServices(scheme)
      const [coordinator = ''] = idsOf(next)
      const parties = [...clients, ...idsOf(next)]
      const here = [...old, ...secretsOf(next)].filter(({ identity: { keygenId } }) =>
        [...holders, ...parties].includes(keygenId),
      )
      const room = open(
        (roomId) => () => ({ kind: 'reshare', roomId, keySet, holders, scheme, parties, coordinator }),
        here,
      )
      services = next
      return { ...room, serverKeygenIds: oldIds, newServerKeygenIds: idsOf(next) }
    },
    export(recipient: string, derivation: { path?: readonly number[]; taproot?: boolean }) {
      const parties = secretsOf(services)
      const keySet = parties[0]?.share?.keySet
      if (!keySet) throw new Error('There is no key yet.')
      const senders = parties.slice(0, schemes[keySet.scheme].threshold - 1)
      const holders = [recipient, ...idsOf(senders.map(({ identity }) => identity))]
      return open((roomId) => () => ({ kind: 'export', roomId, keySet, holders, recipient, ...derivation }), senders)
    },
  }
}
