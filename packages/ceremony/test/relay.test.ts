import { describe, expect, it } from 'vitest'
import { join, step } from '../src/allCeremonies.ts'
import type { Plan } from '../src/ceremonies/plans.ts'
import type { Box } from '../src/parties/sealedMessages.ts'
import type { PartySecrets } from '../src/party.ts'
import { createIdentities, makeWallet, partiesAt, signPlan, tripleDealer } from './keys.ts'
import { seededBytes } from './seededBytes.ts'

/** A relay with the service's parties behind it: takes a client's boxes, and answers with those for the client. */
function createRelay(plan: Plan, services: readonly PartySecrets[]) {
  const randomBytes = seededBytes('relay')
  const states = new Map(services.map((party) => [party.identity.keygenId, join(plan, party)]))
  let waiting: Box[] = []
  const stepParty = (keygenId: string) => {
    const state = states.get(keygenId)
    const mine = waiting.filter(({ to }) => to === keygenId)
    if (!state || (state.step > 0 && mine.length === 0)) return
    waiting = waiting.filter(({ to }) => to !== keygenId)
    const next = step(state, mine, randomBytes)
    waiting.push(...next.boxes)
    states.set(keygenId, next.state)
    if (next.state.isFinished) states.delete(keygenId)
  }
  return {
    post(from: string, boxes: readonly Box[]): Box[] {
      waiting.push(...boxes)
      // Services wait for each other too, so each gets as many turns as there are services.
      for (const _ of services) [...states.keys()].forEach(stepParty)
      const answer = waiting.filter(({ to }) => to === from)
      waiting = waiting.filter(({ to }) => to !== from)
      return answer
    },
  }
}

/** Plays a client over a relay. Gives how often it posted, what came of it, and how many boxes it did not post. */
function playClient(plan: Plan, client: PartySecrets, services: readonly PartySecrets[]) {
  const relay = createRelay(plan, services)
  const randomBytes = seededBytes('client')
  let turn = step(join(plan, client), [], randomBytes)
  let posts = 0
  while (!turn.result && posts < 9) {
    posts += 1
    turn = step(turn.state, relay.post(client.identity.keygenId, turn.boxes), randomBytes)
  }
  return { posts, kind: turn.result?.kind, left: turn.boxes.length }
}

describe('a client that posts its boxes to a relay', () => {
  const [client, service] = createIdentities(2, 'relay') as [PartySecrets['identity'], PartySecrets['identity']]
  const planOfRoom = {
    roomId: 'room',
    scheme: 'TWO_OF_TWO',
    parties: [client.keygenId, service.keygenId],
    walletId: 'wallet',
    coordinator: service.keygenId,
  } as const
  const dealt = { kind: 'deal', curve: 'ed25519', dealer: service.keygenId, ...planOfRoom } as const

  it('makes a key together with the service in two posts', () => {
    const plan = { kind: 'keygen', curve: 'secp256k1-ecdsa', ...planOfRoom } as const
    expect(playClient(plan, { identity: client }, [{ identity: service }])).toEqual({
      posts: 2,
      kind: 'share',
      left: 0,
    })
  })

  it('gets a key that the service deals in two posts', () => {
    expect(playClient(dealt, { identity: client }, [{ identity: service }])).toEqual({
      posts: 2,
      kind: 'share',
      left: 0,
    })
  })

  it('imports a key in one post', () => {
    const imported = { ...dealt, dealer: client.keygenId }
    const importer = { identity: client, secret: '9d'.repeat(32) }
    expect(playClient(imported, importer, [{ identity: service }])).toEqual({ posts: 1, kind: 'share', left: 0 })
  })

  it.each([
    ['ed25519', 2],
    ['secp256k1-bip340', 2],
    ['secp256k1-ecdsa', 3],
  ] as const)('signs on %s in %i posts', (curve, posts) => {
    const wallet = makeWallet(curve, 'TWO_OF_TWO')
    const [client, service] = partiesAt(wallet, [1, 2]) as [PartySecrets, PartySecrets]
    const plan = signPlan(wallet, [client, service], { message: '5a'.repeat(32) })
    const services = plan.dealer ? [{ identity: tripleDealer }, service] : [service]
    expect(playClient(plan, client, services)).toEqual({ posts, kind: 'signature', left: 0 })
  })

  it('refreshes, reshares in two posts, and exports in one', () => {
    const wallet = makeWallet('secp256k1-ecdsa', 'TWO_OF_TWO')
    const [client, service] = partiesAt(wallet, [1, 2]) as [PartySecrets, PartySecrets]
    const { keySet } = wallet
    const holders = keySet.parties.map(({ keygenId }) => keygenId)
    const playPlan = (plan: Plan) => playClient(plan, client, [service])
    const { keygenId: coordinator } = service.identity
    const common = { roomId: 'room', keySet, holders, coordinator }
    expect(playPlan({ kind: 'refresh', ...common })).toEqual({ posts: 2, kind: 'share', left: 0 })
    const resharePlan = { kind: 'reshare', scheme: 'TWO_OF_TWO', parties: holders, ...common } as const
    expect(playPlan(resharePlan)).toEqual({ posts: 2, kind: 'share', left: 0 })
    const exportPlan = { kind: 'export', recipient: client.identity.keygenId, ...common } as const
    expect(playPlan(exportPlan)).toEqual({ posts: 1, kind: 'privateKey', left: 0 })
  })
})
