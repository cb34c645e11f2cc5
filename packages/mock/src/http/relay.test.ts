import { type Box, join, type Plan, protocol, step } from '@latchkey/ceremony'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../test/contract/environmentRefusals.ts'
import {
  chanceOf,
  createParties,
  idsOf,
  joinAtRelay,
  playRoom,
  postBoxes,
  postToRelay,
} from '../../test/people/waasDevice.ts'
import {
  createSharedWallet,
  enableWaas,
  openAccount,
  type SharedWallet,
  signedIn,
  signInRoom,
} from '../../test/people/waasPeople.ts'

const host = createHost()
let token: string
let wallet: SharedWallet

beforeEach(async () => {
  await enableWaas(host)
  ;({ token } = await signedIn(host))
  wallet = await createSharedWallet(host, token)
})

const message = 'ab'.repeat(32)
const request = { message, isFormatted: true }

async function openSigning(of: SharedWallet = wallet, asToken = token) {
  const params = { walletId: of.walletId }
  return (await host.call('waas.signMessage', { token: asToken, params, body: request })).body.roomId
}

/** The device's party of a room, after its first step. */
async function begin(roomId: string, { of = wallet, more = { message } as Partial<Plan> } = {}) {
  const [party] = of.parties as [SharedWallet['parties'][number]]
  const id = party.identity.keygenId
  const plan = { ...(await joinAtRelay(host.mock, roomId, [id])), ...more } as Plan
  const chance = chanceOf(roomId)
  return { id, chance, turn: step(join(plan, party), [], chance) }
}

const notFound = { status: 404, body: { code: 'not_found' } }
const refused = { status: 422, body: { code: 'other_verify_failure' } }

describe('joining a room', () => {
  it('gives the plan without its message, and the same again', async () => {
    const roomId = await openSigning()
    const parties = idsOf(wallet.parties.map(({ identity }) => identity))
    const first = await postToRelay(host.mock, `${roomId}/join`, { protocol, parties })
    expect(first).toEqual({
      status: 200,
      body: {
        protocol,
        roomId,
        expiresAt: '2026-01-15T09:40:00.000Z',
        plan: expect.objectContaining({ kind: 'sign', roomId, signers: [...parties, ...wallet.serverKeygenIds] }),
      },
    })
    expect(first.body.plan).not.toHaveProperty('message')
    expect(await postToRelay(host.mock, `${roomId}/join`, { protocol, parties })).toEqual(first)
  })

  it('refuses other parties than those that joined, and parties that the room does not know', async () => {
    const shared = await createSharedWallet(host, token, { chain: 'SVM', thresholdSignatureScheme: 'TWO_OF_THREE' })
    const roomId = await openSigning(shared)
    const [one = '', two = ''] = idsOf(shared.parties.map(({ identity }) => identity))
    const stranger = idsOf(createParties('stranger'))
    const joinAs = (parties: readonly string[]) => postToRelay(host.mock, `${roomId}/join`, { protocol, parties })
    expect(await joinAs(stranger)).toMatchObject(notFound)
    expect(await joinAs(shared.serverKeygenIds)).toMatchObject(notFound)
    // Two clients would leave no place for a party of the service.
    expect(await joinAs([one, two])).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect((await joinAs([one])).status).toBe(200)
    expect(await joinAs([two])).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await postBoxes(host.mock, roomId, { from: two, boxes: [] })).toMatchObject(notFound)
  })

  it('wants all client parties of a new key together', async () => {
    const { roomId, identities } = await openAccount(host, token, {
      chain: 'SVM',
      thresholdSignatureScheme: 'TWO_OF_THREE',
    })
    const body = { protocol, parties: idsOf(identities).slice(0, 1) }
    expect(await postToRelay(host.mock, `${roomId}/join`, body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })

  it('does not know a room that is not there, or that has no purpose yet', async () => {
    const { body } = await host.call('waasRooms.createRooms', {
      token,
      params: { walletId: wallet.walletId },
      body: { roomType: 'threshold' },
    })
    for (const roomId of [unknownId, 'room', body.roomIds[0] as string]) {
      const parties = idsOf(wallet.parties.map(({ identity }) => identity))
      expect(await postToRelay(host.mock, `${roomId}/join`, { protocol, parties })).toMatchObject(notFound)
      expect(await postBoxes(host.mock, roomId, { from: parties[0] as string, boxes: [] })).toMatchObject(notFound)
    }
  })
})

describe('posting to a room', () => {
  it('answers the same post again with the same boxes, also when the room is over', async () => {
    const roomId = await openSigning()
    let { id, chance, turn } = await begin(roomId)
    for (let post = 0; post < 3; post++) {
      const { boxes } = turn
      const first = await postBoxes(host.mock, roomId, { from: id, boxes })
      expect(first.status).toBe(200)
      expect(await postBoxes(host.mock, roomId, { from: id, boxes })).toEqual(first)
      expect(await postBoxes(host.mock, roomId, { from: id, boxes: [] })).toEqual(first)
      turn = step(turn.state, first.body.boxes as Box[], chance)
    }
    expect(turn.result?.kind).toBe('signature')
  })

  it('refuses boxes to a room that is over', async () => {
    const roomId = await openSigning()
    const { id, turn } = await begin(roomId)
    await signInRoom(host, wallet, { roomId, message }).catch(() => undefined)
    const box = { step: 9, from: id, to: wallet.serverKeygenIds[0] as string, sealed: 'AAAA' }
    expect(turn.boxes).toHaveLength(0)
    expect(await postBoxes(host.mock, roomId, { from: id, boxes: [box] })).toMatchObject(notFound)
  })

  it('refuses a client that signs something else than was approved, and goes on with one that does not', async () => {
    const roomId = await openSigning()
    const other = await begin(roomId, { more: { message: 'cd'.repeat(32) } as Partial<Plan> })
    const { body } = await postBoxes(host.mock, roomId, { from: other.id, boxes: other.turn.boxes })
    // The service's boxes do not open for who follows another plan, and its own do not open for the service.
    expect(() => step(other.turn.state, body.boxes as Box[], other.chance)).toThrow(
      expect.objectContaining({ code: 'plan_mismatch' }),
    )
    expect((await signInRoom(host, wallet, { roomId, message })).kind).toBe('signature')
  })

  it('refuses the first box of a client with another message, on a curve where the client speaks first', async () => {
    const shared = await createSharedWallet(host, token, { chain: 'SVM' })
    const roomId = await openSigning(shared)
    const other = await begin(roomId, { of: shared, more: { message: 'cd' } as Partial<Plan> })
    expect(await postBoxes(host.mock, roomId, { from: other.id, boxes: other.turn.boxes })).toMatchObject(refused)
    const clientOfRoom = await begin(roomId, { of: shared })
    expect((await postBoxes(host.mock, roomId, { from: clientOfRoom.id, boxes: clientOfRoom.turn.boxes })).status).toBe(
      200,
    )
  })

  it('refuses a box that was changed, or is of another step, room or sender, and keeps nothing of it', async () => {
    const shared = await createSharedWallet(host, token, { chain: 'SVM' })
    const [roomId, otherId] = [await openSigning(shared), await openSigning(shared)]
    const { id, turn, chance } = await begin(roomId, { of: shared })
    const foreign = await begin(otherId, { of: shared })
    const [box] = turn.boxes as [Box]
    const changed = `${box.sealed.slice(0, -4)}${box.sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    for (const boxes of [
      [{ ...box, sealed: changed }],
      [{ ...box, step: 1 }],
      [{ ...box, from: shared.serverKeygenIds[0] as string }],
      [{ ...box, to: id }],
      [{ ...box, to: idsOf(createParties('stranger'))[0] as string }],
      [box, box],
      foreign.turn.boxes,
    ])
      expect(await postBoxes(host.mock, roomId, { from: id, boxes })).toMatchObject(refused)
    const answer = await postBoxes(host.mock, roomId, { from: id, boxes: turn.boxes })
    const second = step(turn.state, answer.body.boxes as Box[], chance)
    const last = await postBoxes(host.mock, roomId, { from: id, boxes: second.boxes })
    expect(step(second.state, last.body.boxes as Box[], chance).result?.kind).toBe('signature')
  })

  it("refuses the share of another wallet, whose party joins as the wallet's", async () => {
    const roomId = await openSigning()
    const bob = await signedIn(host, 'bob@example.com')
    const { walletId } = wallet
    const theirs = await createSharedWallet(host, bob.token, { chain: 'SVM' })
    expect(theirs.walletId).not.toBe(walletId)
    const parties = idsOf(theirs.parties.map(({ identity }) => identity))
    expect(await postToRelay(host.mock, `${roomId}/join`, { protocol, parties })).toMatchObject(notFound)
  })

  it('wants a party to join first', async () => {
    const roomId = await openSigning()
    const [id = ''] = idsOf(wallet.parties.map(({ identity }) => identity))
    expect(await postBoxes(host.mock, roomId, { from: id, boxes: [] })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
  })

  it('answers 410 from ten minutes on, and ends the room with its session', async () => {
    const [roomId, other] = [await openSigning(), await openSigning()]
    const { id } = await begin(roomId)
    await host.mock.clock.advance({ minutes: 9, seconds: 59 })
    expect((await postBoxes(host.mock, roomId, { from: id, boxes: [] })).status).toBe(200)
    await host.mock.clock.advance({ seconds: 1 })
    const expired = { status: 410, body: { code: 'room_expired' } }
    expect(await postBoxes(host.mock, roomId, { from: id, boxes: [] })).toMatchObject(expired)
    expect(await postToRelay(host.mock, `${other}/join`, { protocol, parties: [id] })).toMatchObject(expired)

    const next = await openSigning()
    await begin(next)
    await host.call('sessions.revoke', { token })
    expect(await postBoxes(host.mock, next, { from: id, boxes: [] })).toMatchObject(notFound)
    expect(await postToRelay(host.mock, `${next}/join`, { protocol, parties: [id] })).toMatchObject(notFound)
  })

  it.each([
    ['party_left', 409, 'conflict'],
    ['share_invalid', 422, 'other_verify_failure'],
    ['expired', 410, 'room_expired'],
  ] as const)('fails once as a test has planned: %s', async (reason, status, code) => {
    await host.mock.rooms.failNext('keygen', reason)
    const { roomId, identities, walletId } = await openAccount(host, token, { chain: 'SUI' })
    const play = (id: string) => playRoom(host.mock, id, { parties: identities.map((identity) => ({ identity })) })
    await expect(play(roomId)).rejects.toThrow(code)
    const again = await postToRelay(host.mock, `${roomId}/join`, { protocol, parties: idsOf(identities) })
    expect(again).toMatchObject({ status, body: { code } })
    expect((await host.refuse('wallets.get', { params: { walletId } })).status).toBe(404)
    const next = await openAccount(host, token, { chain: 'SUI' })
    await play(next.roomId)
    expect((await host.call('wallets.get', { params: { walletId: next.walletId } })).status).toBe(200)
  })
})

describe('the relay', () => {
  it('refuses requests of another form', async () => {
    const roomId = await openSigning()
    const [from = ''] = idsOf(wallet.parties.map(({ identity }) => identity))
    const [to = ''] = wallet.serverKeygenIds
    const box = { step: 0, from, to, sealed: 'AAAA' }
    const malformed: [string, unknown][] = [
      ['join', {}],
      ['join', { protocol: 'latchkey-2', parties: [from] }],
      ['join', { protocol, parties: [] }],
      ['join', { protocol, parties: [from, from] }],
      ['join', { protocol, parties: ['0OIl'] }],
      ['join', { protocol, parties: [from], message }],
      ['join', []],
      ['messages', { protocol, from }],
      ['messages', { protocol, from, boxes: [null] }],
      ['messages', { protocol, from, boxes: [{ ...box, step: -1 }] }],
      ['messages', { protocol, from, boxes: [{ ...box, step: '0' }] }],
      ['messages', { protocol, from, boxes: [{ ...box, sealed: '' }] }],
      ['messages', { protocol, from, boxes: [{ ...box, extra: 1 }] }],
      ['messages', { protocol, from, boxes: Array.from({ length: 33 }, () => box) }],
    ]
    for (const [action, body] of malformed)
      expect(await postToRelay(host.mock, `${roomId}/${action as 'join'}`, body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      })
    const url = `${host.mock.baseUrl}/__mock/relay/rooms/${roomId}/join`
    expect((await host.fetch(url, { method: 'POST', body: '{' })).status).toBe(400)
    expect((await host.fetch(url)).status).toBe(405)
    expect((await host.fetch(url.replace('join', 'leave'), { method: 'POST', body: '{}' })).status).toBe(404)
  })

  it('lets pages of any origin call it', async () => {
    const url = `${host.mock.baseUrl}/__mock/relay/rooms/${unknownId}/join`
    const preflight = await host.fetch(url, { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
    })
  })
})
