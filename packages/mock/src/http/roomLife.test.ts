import { createRandom } from '@latchkey/base/random'
import { type Box, createIdentity, join, type Plan, step } from '@latchkey/ceremony'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  chanceOf,
  createParties,
  idsOf,
  joinAtRelay,
  playRoom,
  postBoxes,
  postToRelay,
} from '../../test/people/waasDevice.ts'
import { createSharedWallet, enableWaas, openAccount, signedIn, signInRoom } from '../../test/people/waasPeople.ts'
import type { Mock } from '../mock/createMock.ts'

const host = createHost()
let token: string

beforeEach(async () => {
  await enableWaas(host)
  ;({ token } = await signedIn(host))
})

const walletIds = ({ export: dump }: Pick<Mock, 'export'>) =>
  (dump().tables.wallets as { id: string }[]).map(({ id }) => id)

describe('the state in the middle of a ceremony', () => {
  it('forks: both branches finish on their own, with different keys', async () => {
    const { roomId, walletId, identities } = await openAccount(host, token)
    await joinAtRelay(host.mock, roomId, idsOf(identities))
    const fork = host.mock.fork()
    const parties = identities.map((identity) => ({ identity }))
    const [one, two] = [
      await playRoom(host.mock, roomId, { parties, seed: 'one' }),
      await playRoom(fork, roomId, { parties, seed: 'two' }),
    ]
    expect([walletIds(host.mock), walletIds(fork)]).toEqual([[walletId], [walletId]])
    expect(Object.values(one.results)[0]).not.toEqual(Object.values(two.results)[0])
  })

  it('is restored from a snapshot and from an export, and goes on', async () => {
    const { roomId, walletId, identities } = await openAccount(host, token, { chain: 'SVM' })
    await joinAtRelay(host.mock, roomId, idsOf(identities))
    const parties = identities.map((identity) => ({ identity }))
    const snapshot = host.mock.snapshot()
    const dump = host.mock.export()
    for (const restore of [() => host.mock.restore(snapshot), () => host.mock.import(dump)]) {
      await playRoom(host.mock, roomId, { parties })
      expect(walletIds(host.mock)).toEqual([walletId])
      restore()
      expect(walletIds(host.mock)).toEqual([])
    }
  })
})

describe('the secrets of a ceremony', () => {
  it('are in no journal, event, log or dump', async () => {
    const wallet = await createSharedWallet(host, token, { chain: 'SVM', thresholdSignatureScheme: 'TWO_OF_THREE' })
    const params = { walletId: wallet.walletId }
    const { body: room } = await host.call('waas.signMessage', { token, params, body: { message: '0a0b' } })
    await signInRoom(host, wallet, { roomId: room.roomId, message: '0a0b' })
    const shown = JSON.stringify([
      host.mock.journal.list(),
      host.mock.export().tables,
      (await host.call('events.list')).body,
    ])
    const secrets = wallet.parties.flatMap(({ identity, share }) => [
      identity.secretKey,
      share.signingShare,
      ...(share.seedShares ?? []),
    ])
    for (const secret of secrets) expect(shown).not.toContain(secret)
    // Neither those of the service, whose names would be in the clear.
    expect(JSON.stringify(host.mock.export().tables)).not.toMatch(/signingShare|secretKey"|seedShares/)
  })
})

describe('a room as a stream of events', () => {
  const open = (body: Record<string, unknown>, path = 'create') =>
    host.fetch(`${host.mock.baseUrl}/api/v0/sdk/${host.mock.defaults.environments.sandbox.id}/waas/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify(body),
    })
  const read = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
    const { value } = await reader.read()
    const [, name, data] = /^event: (\w+)\ndata: (.*)\n\n$/.exec(new TextDecoder().decode(value)) ?? []
    return { name, data: JSON.parse(data ?? 'null') as Record<string, unknown> }
  }
  const begin = async (seed: string) => {
    const identities = createParties(seed)
    const response = await open({ chain: 'SVM', clientKeygenIds: idsOf(identities) })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = response.body!.getReader()
    const created = await read(reader)
    expect(created.name).toBe('room_created')
    return { identities, reader, roomId: created.data.roomId as string, walletId: created.data.walletId }
  }

  it('tells of the wallet when the ceremony is over, and ends', async () => {
    const { identities, reader, roomId, walletId } = await begin('stream')
    await playRoom(host.mock, roomId, { parties: identities.map((identity) => ({ identity })) })
    const { body } = await host.call('wallets.get', { params: { walletId: walletId as string } })
    expect(await read(reader)).toEqual({
      name: 'ceremony_complete',
      data: { walletId, accountAddress: body.publicKey },
    })
    expect((await reader.read()).done).toBe(true)
  })

  it('is the reply of every operation that opens a room', async () => {
    const { walletId, parties, serverKeygenIds } = await createSharedWallet(host, token)
    const [keygenId = ''] = parties.map(({ identity }) => identity.keygenId)
    const scheme = 'TWO_OF_TWO'
    const replies = await Promise.all([
      open({ message: 'hello', isFormatted: false }, `${walletId}/signMessage`),
      open({}, `${walletId}/refresh`),
      open(
        { clientKeygenIds: [keygenId], oldThresholdSignatureScheme: scheme, newThresholdSignatureScheme: scheme },
        `${walletId}/reshare`,
      ),
      open({ exportId: keygenId }, `${walletId}/privateKey/export`),
      open({ chain: 'SVM', clientKeygenIds: [keygenId], thresholdSignatureScheme: scheme }, 'privateKey/import'),
    ])
    for (const { status, headers, body } of replies) {
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
      const reader = body!.getReader()
      const { name, data } = await read(reader)
      expect(name).toBe('room_created')
      expect(data.serverKeygenIds).toHaveLength(serverKeygenIds.length)
      await reader.cancel()
    }
  })

  it('tells why a room has failed, has expired, or has lost its session', async () => {
    await host.mock.rooms.failNext('keygen', 'party_left')
    const failing = await begin('failing')
    await playRoom(host.mock, failing.roomId, { parties: failing.identities.map((identity) => ({ identity })) }).catch(
      () => undefined,
    )
    expect(await read(failing.reader)).toMatchObject({ name: 'error', data: { code: 'conflict' } })
    const expiring = await begin('expiring')
    await host.mock.clock.advance({ minutes: 10 })
    expect(await read(expiring.reader)).toMatchObject({ name: 'error', data: { code: 'room_expired' } })
    const orphaned = await begin('orphaned')
    await host.call('sessions.revoke', { token })
    expect(await read(orphaned.reader)).toMatchObject({ name: 'error', data: { code: 'session_revoked' } })
    for (const { reader } of [failing, expiring, orphaned]) expect((await reader.read()).done).toBe(true)
  })

  it('ends when the state is reset, and may be left early', async () => {
    const left = await begin('left')
    await left.reader.cancel()
    await host.mock.clock.advance({ minutes: 10 })
    const watched = await begin('watched')
    host.mock.reset()
    expect(await read(watched.reader)).toMatchObject({ name: 'error', data: { code: 'not_found' } })
  })
})

describe('ten thousand random sequences of messages', () => {
  it('give no 5xx, and make no half of a wallet', async () => {
    const random = createRandom('sequences')
    const pick = <T>(list: readonly T[]): T => list[random.bytes(1)[0]! % list.length] as T
    const rooms = await Promise.all(
      ['SVM', 'SUI', 'TON'].map(async (chain) => openAccount(host, token, { chain: chain as 'SVM' })),
    )
    const stranger = createIdentity(random.bytes)
    const parties = await Promise.all(
      rooms.map(async ({ roomId, identities }) => {
        const [identity] = identities
        const plan = (await joinAtRelay(host.mock, roomId, idsOf(identities))) as Plan
        const chance = chanceOf(roomId)
        const first = step(join(plan, { identity: identity! }), [], chance)
        const { body } = await postBoxes(host.mock, roomId, { from: identity!.keygenId, boxes: first.boxes })
        const second = step(first.state, body.boxes as Box[], chance)
        return { roomId, id: identity!.keygenId, boxes: [...(body.boxes as Box[]), ...second.boxes] }
      }),
    )
    const tampered = (box: Box): Box =>
      pick([
        () => box,
        () => box,
        () => ({ ...box, sealed: `${box.sealed.slice(0, -2)}AA` }),
        () => ({ ...box, step: pick([0, 1, 2, 3, 9]) }),
        () => ({ ...box, from: stranger.keygenId }),
        () => ({ ...box, to: pick(parties).id }),
        () => ({ ...box, sealed: pick(parties.flatMap(({ boxes }) => boxes)).sealed }),
      ])()
    const statuses = new Map<number, number>()
    const snapshot = host.mock.snapshot()
    let wholeWallets = 0
    /** A wallet has its credential, its key set and a completed room, or nothing of it is there. */
    const assertWhole = () => {
      const { tables } = host.mock.export()
      const walletIdsAfterwards = walletIds(host.mock).sort()
      const idsIn = (rows: unknown, name: string, where: (row: Record<string, unknown>) => boolean) =>
        (rows as Record<string, unknown>[])
          .filter(where)
          .map((row) => row[name])
          .sort()
      expect(idsIn(tables.keySets, 'walletId', () => true)).toEqual(walletIdsAfterwards)
      expect(idsIn(tables.credentials, 'id', ({ format }) => format === 'blockchain')).toEqual(walletIdsAfterwards)
      expect(idsIn(tables.rooms, 'walletId', ({ state }) => state === 'completed')).toEqual(walletIdsAfterwards)
      wholeWallets += walletIdsAfterwards.length
    }
    for (let sequence = 0; sequence < 10_000; sequence++) {
      const target = pick(parties)
      const source = pick([target, target, pick(parties)])
      const boxes = Array.from({ length: 1 + (random.bytes(1)[0]! % 2) }, () => tampered(pick(source.boxes)))
      const from = pick([target.id, source.id, stranger.keygenId])
      const { status } = await postToRelay(host.mock, `${target.roomId}/messages`, {
        protocol: 'latchkey-1',
        from,
        boxes,
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (sequence % 20 === 19) {
        assertWhole()
        host.mock.restore(snapshot)
      }
    }
    assertWhole()
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
    for (const status of [200, 404, 422]) expect(statuses.get(status)).toBeGreaterThan(100)
    expect(wholeWallets).toBeGreaterThan(10)
  })
})
