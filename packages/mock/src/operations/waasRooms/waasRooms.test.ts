import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { createSharedWallet, enableWaas, signedIn, signInRoom } from '../../../test/people/waasPeople.ts'

const host = createHost()
let token: string

beforeEach(async () => {
  await enableWaas(host)
  ;({ token } = await signedIn(host))
})

const scheme = { thresholdSignatureScheme: 'TWO_OF_TWO' as const }

describe('waasRooms.createRooms', () => {
  it('opens five rooms unless it is told how many, and at most twenty', async () => {
    const { walletId } = await createSharedWallet(host, token, { chain: 'SVM' })
    const input = { token, params: { walletId } }
    const create = async (roomCount?: number) =>
      (await host.call('waasRooms.createRooms', { ...input, body: { roomType: 'threshold', roomCount } })).body.roomIds
    expect(new Set(await create()).size).toBe(5)
    expect(await create(20)).toHaveLength(20)
    expect(await create(1)).toHaveLength(1)
    for (const roomCount of [0, 21, 1.5])
      expect(
        await host.refuse('waasRooms.createRooms', { ...input, body: { roomType: 'threshold', roomCount } }),
      ).toMatchObject({ status: 400, code: 'validation_failed' })
    expect((await host.refuse('waasRooms.createRooms', { ...input, body: { roomType: 'half' } })).status).toBe(400)
  })

  it('opens none of the rooms that would be too many', async () => {
    const { walletId } = await createSharedWallet(host, token, { chain: 'SVM' })
    const input = { token, params: { walletId }, body: { roomType: 'full' as const, roomCount: 19 } }
    for (let call = 0; call < 5; call++) await host.call('waasRooms.createRooms', input)
    expect(await host.refuse('waasRooms.createRooms', input)).toMatchObject({ status: 429, code: 'too_many_requests' })
    const five = { ...input, body: { ...input.body, roomCount: 5 } }
    expect((await host.call('waasRooms.createRooms', five)).body.roomIds).toHaveLength(5)
  })

  it('refuses a wallet of somebody else, an unknown one, and a call without a session or JSON', async () => {
    const { walletId } = await createSharedWallet(host, token, { chain: 'SVM' })
    const bob = await signedIn(host, 'bob@example.com')
    const body = { roomType: 'threshold' }
    expect((await host.refuse('waasRooms.createRooms', { token: bob.token, params: { walletId }, body })).status).toBe(
      404,
    )
    expect((await host.refuse('waasRooms.createRooms', { token, params: { walletId: unknownId }, body })).status).toBe(
      404,
    )
    expect((await host.refuse('waasRooms.createRooms', { token: null, params: { walletId }, body })).status).toBe(401)
    const text = { token, params: { walletId }, body: '{}', headers: { 'content-type': 'text/plain' } }
    expect((await host.refuse('waasRooms.createRooms', text)).status).toBe(415)
  })
})

describe('waasRooms.createWithoutWallet', () => {
  it('opens rooms for any wallet of the scheme that the user has later', async () => {
    const body = { roomType: 'threshold' as const, ...scheme }
    const { roomIds } = (await host.call('waasRooms.createWithoutWallet', { token, body })).body
    expect(roomIds).toHaveLength(5)
    const wallet = await createSharedWallet(host, token, { chain: 'SVM' })
    const sign = { message: '0a0b', roomId: roomIds[0] }
    await host.call('waas.signMessage', { token, params: { walletId: wallet.walletId }, body: sign })
    expect((await signInRoom(host, wallet, { roomId: roomIds[0] as string, message: '0a0b' })).kind).toBe('signature')
  })

  it('does not let them be used for a wallet of another scheme', async () => {
    const body = { roomType: 'threshold' as const, thresholdSignatureScheme: 'TWO_OF_THREE' as const, roomCount: 1 }
    const [roomId] = (await host.call('waasRooms.createWithoutWallet', { token, body })).body.roomIds
    const { walletId } = await createSharedWallet(host, token, { chain: 'SVM' })
    const refusal = await host.refuse('waas.signMessage', {
      token,
      params: { walletId },
      body: { message: '0a', roomId },
    })
    expect(refusal).toMatchObject({ status: 400, code: 'bad_request' })
  })

  it('refuses a call without a scheme, a session or JSON, and too many rooms', async () => {
    const refuse = (input: object) => host.refuse('waasRooms.createWithoutWallet', { token, ...input })
    expect((await refuse({ body: { roomType: 'threshold' } })).status).toBe(400)
    expect((await refuse({ body: { roomType: 'threshold', ...scheme, roomCount: 21 } })).status).toBe(400)
    expect((await refuse({ body: { roomType: 'threshold', ...scheme }, token: null })).status).toBe(401)
    expect((await refuse({ body: '{}', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    const body = { roomType: 'full', ...scheme, roomCount: 20 }
    for (let call = 0; call < 5; call++) await host.call('waasRooms.createWithoutWallet', { token, body })
    expect((await refuse({ body })).status).toBe(429)
  })

  it('refuses a session that waits for its second factor', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    const body = { roomType: 'threshold', ...scheme }
    expect(await host.refuse('waasRooms.createWithoutWallet', { token, body })).toMatchObject({
      status: 403,
      code: 'mfa_required',
    })
    const params = { walletId: unknownId }
    const input = { token, params, body: { roomType: 'threshold' } }
    expect((await host.refuse('waasRooms.createRooms', input)).code).toBe('mfa_required')
    expect((await host.refuse('waas.signMessage', { token, params, body: { message: 'a' } })).code).toBe('mfa_required')
  })
})
