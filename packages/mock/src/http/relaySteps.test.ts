import { protocol } from '@latchkey/ceremony'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../test/contract/environmentRefusals.ts'
import { idsOf, joinAtRelay, postBoxes, postToRelay } from '../../test/people/waasDevice.ts'
import {
  createSharedWallet,
  enableWaas,
  openAccount,
  type SharedWallet,
  signedIn,
  signInRoom,
} from '../../test/people/waasPeople.ts'
import { relayReplies, relayRequests } from './relayRequests.ts'

const host = createHost()
const message = 'ab'.repeat(32)
let token: string
let wallet: SharedWallet
let party: string

beforeEach(async () => {
  await enableWaas(host)
  ;({ token } = await signedIn(host))
  wallet = await createSharedWallet(host, token)
  ;[party = ''] = idsOf(wallet.parties.map(({ identity }) => identity))
  host.mock.journal.clear()
})

async function openSigning(): Promise<string> {
  const params = { walletId: wallet.walletId }
  return (await host.call('waas.signMessage', { token, params, body: { message, isFormatted: true } })).body.roomId
}

const roomEntries = () => host.mock.journal.list().filter(({ room }) => room)

describe('the journal', () => {
  it('shows all steps of a room as one entry, with how the room ended', async () => {
    const roomId = await openSigning()
    await signInRoom(host, wallet, { roomId, message })
    const entries = roomEntries()
    expect(entries).toMatchObject([
      {
        requestId: roomId,
        at: '2026-01-15T09:30:00.000Z',
        method: 'POST',
        path: `/__mock/relay/rooms/${roomId}`,
        status: 200,
        room: { roomId, kind: 'sign', walletId: wallet.walletId, state: 'completed' },
      },
    ])
    expect(entries[0]?.room?.steps.map(({ step, posted, received }) => [step, posted, received])).toEqual([
      ['relay.join', undefined, undefined],
      ['relay.messages', 0, 2],
      ['relay.messages', 2, 1],
      ['relay.messages', 1, 1],
    ])
    expect(host.mock.journal.list().map(({ operation, room }) => operation ?? room?.kind)).toEqual([
      'waas.signMessage',
      'sign',
    ])
    expect(host.mock.journal.list('waas.signMessage')).toHaveLength(1)
  })

  it('shows no box, plan, share or key of a room', async () => {
    const roomId = await openSigning()
    const plan = await joinAtRelay(host.mock, roomId, [party])
    const { body } = await postBoxes(host.mock, roomId, { from: party, boxes: [] })
    const text = JSON.stringify(host.mock.journal.list())
    const boxes = body.boxes as { sealed: string }[]
    expect(boxes.length).toBeGreaterThan(0)
    const { groupKey, chainCode } = (plan as { keySet: { groupKey: string; chainCode: string } }).keySet
    const secrets = wallet.parties.flatMap(({ identity, share }) => [identity.secretKey, share.signingShare])
    for (const secret of [...boxes.map(({ sealed }) => sealed), ...secrets, groupKey, chainCode])
      expect(text).not.toContain(secret)
  })

  it('shows refusals by their code, and a client that asks again and again as one step', async () => {
    const roomId = await openSigning()
    expect((await postBoxes(host.mock, roomId, { from: party, boxes: [] })).status).toBe(409)
    await joinAtRelay(host.mock, roomId, [party])
    for (let poll = 0; poll < 3; poll++) await postBoxes(host.mock, roomId, { from: party, boxes: [] })
    await postToRelay(host.mock, `${unknownId}/join`, { protocol, parties: [party] })
    const [knownRoom, unknown] = roomEntries()
    expect(knownRoom?.room).toMatchObject({
      state: 'running',
      steps: [
        { step: 'relay.messages', status: 409, code: 'conflict' },
        { step: 'relay.join', status: 200 },
        { step: 'relay.messages', status: 200, times: 3 },
      ],
    })
    expect(unknown).toMatchObject({ status: 404, room: { roomId: unknownId, steps: [{ code: 'not_found' }] } })
    expect(unknown?.room?.kind).toBeUndefined()
  })
})

describe('faults at the relay', () => {
  it('answer a status instead of the step, as often as was set, and leave the room as it was', async () => {
    const roomId = await openSigning()
    host.mock.faults.set('relay.messages', { status: 503 }, 2)
    await joinAtRelay(host.mock, roomId, [party])
    const faulty = { status: 503, body: { code: 'internal_server_error' } }
    expect(await postBoxes(host.mock, roomId, { from: party, boxes: [] })).toMatchObject(faulty)
    expect(await postBoxes(host.mock, roomId, { from: party, boxes: [] })).toMatchObject(faulty)
    expect((await signInRoom(host, wallet, { roomId, message })).kind).toBe('signature')
    expect(roomEntries()[0]?.room?.steps).toMatchObject([
      { step: 'relay.join' },
      { status: 503, times: 2, fault: { id: expect.any(String), status: 503 } },
      {},
      {},
      {},
      {},
    ])
  })

  it('break the connection before a step, and cut an answer off after it', async () => {
    const roomId = await openSigning()
    host.mock.faults.set('relay.join', { networkError: true }, 1)
    await expect(joinAtRelay(host.mock, roomId, [party])).rejects.toThrow(TypeError)
    expect(roomEntries()[0]).toMatchObject({ status: 0, room: { state: 'bound' } })
    host.mock.faults.set('relay.join', { truncate: true }, 1)
    await expect(joinAtRelay(host.mock, roomId, [party])).rejects.toThrow()
    expect(roomEntries()[0]).toMatchObject({ status: 200, room: { state: 'running' } })
    expect((await signInRoom(host, wallet, { roomId, message })).kind).toBe('signature')
  })

  it('delay a step, while others go on', async () => {
    const [delayed, other] = [await openSigning(), await openSigning()]
    host.mock.faults.set('relay.join', { delayMs: 50 }, 1)
    const joining = joinAtRelay(host.mock, delayed, [party])
    await joinAtRelay(host.mock, other, [party])
    expect(roomEntries().map(({ requestId }) => requestId)).toEqual([other])
    await joining
    expect(roomEntries().map(({ requestId }) => requestId)).toEqual([other, delayed])
  })

  it('of all operations reach the relay too, and the name of a step may not be misspelt', async () => {
    const roomId = await openSigning()
    host.mock.faults.set('*', { status: 500 }, 1)
    expect((await postToRelay(host.mock, `${roomId}/join`, { protocol, parties: [party] })).status).toBe(500)
    expect(() => host.mock.faults.set('relay.jion' as 'relay.join', { status: 500 })).toThrow(
      'there is no operation "relay.jion". Did you mean "relay.join"?',
    )
    host.mock.faults.set('relay.join', { status: 500 })
    host.mock.faults.clear('relay.join')
    await joinAtRelay(host.mock, roomId, [party])
  })
})

describe('the document of the relay', () => {
  const url = () => `${host.mock.baseUrl}/__mock/relay/openapi.json`

  it('has the two requests with their bodies and refusals, at the address of the settings', async () => {
    const response = await host.fetch(url())
    const document = await response.json()
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { version: protocol },
      servers: [{ url: `${host.mock.baseUrl}/__mock/relay` }],
    })
    const { id } = host.mock.defaults.environments.sandbox
    const { body: settings } = await host.call('sdkSettings.get', { params: { environmentId: id } })
    expect(document.servers[0].url).toBe(settings.sdk.waas?.relayUrl)
    expect(Object.keys(document.paths)).toEqual(['/rooms/{roomId}/join', '/rooms/{roomId}/messages'])
    const { requestBody, responses } = document.paths['/rooms/{roomId}/messages'].post
    expect(requestBody.content['application/json'].schema).toMatchObject({
      required: ['protocol', 'from', 'boxes'],
      additionalProperties: false,
    })
    expect(Object.keys(responses)).toEqual(['200', '400', '404', '409', '410', '422'])
    expect((await host.fetch(url(), { method: 'POST', body: '{}' })).status).toBe(405)
  })

  it('is served in OpenAPI 3.0 as well', async () => {
    const document = await (await host.fetch(url().replace('openapi', 'openapi-3.0'))).json()
    const { openapi: _, info, ...rest } = await (await host.fetch(url())).json()
    expect(document).toMatchObject({ openapi: '3.0.3', info: { title: info.title }, servers: rest.servers })
    expect(Object.keys(document.paths)).toEqual(Object.keys(rest.paths))
    expect((await host.fetch(url().replace('openapi', 'openapi-2.0'))).status).toBe(404)
  })

  it('describes the replies of every kind of room', async () => {
    const grace = await signedIn(host, 'grace@example.com')
    const params = { walletId: wallet.walletId }
    const scheme = 'TWO_OF_TWO' as const
    const reshare = {
      clientKeygenIds: [party],
      oldThresholdSignatureScheme: scheme,
      newThresholdSignatureScheme: scheme,
    }
    const keygenRooms = [await openAccount(host, grace.token), await openAccount(host, grace.token, { chain: 'SVM' })]
    const used = [
      await openSigning(),
      (await host.call('waas.refresh', { token, params })).body.roomId,
      (await host.call('waas.reshare', { token, params, body: reshare })).body.roomId,
      (await host.call('waas.exportPrivateKey', { token, params, body: { exportId: party } })).body.roomId,
    ]
    const rooms = [
      ...keygenRooms.map(({ roomId, identities }) => ({ roomId, id: idsOf(identities)[0] ?? '' })),
      ...used.map((roomId) => ({ roomId, id: party })),
    ]
    const kinds: string[] = []
    for (const { roomId, id } of rooms) {
      const request = { protocol, parties: [id] }
      expect(relayRequests.join.parse(request)).toEqual(request)
      const { body } = await postToRelay(host.mock, `${roomId}/join`, request)
      kinds.push(relayReplies.join.parse(body).plan.kind)
      const posted = await postBoxes(host.mock, roomId, { from: id, boxes: [] })
      expect(relayReplies.messages.parse(posted.body)).toEqual(posted.body)
    }
    expect(kinds).toEqual(['keygen', 'deal', 'sign', 'refresh', 'reshare', 'export'])
  })
})
