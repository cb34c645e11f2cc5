import { hashMessage } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { createAppUser, enableMfa, proveByApp } from '../../../test/people/secondFactor.ts'
import {
  createSharedWallet,
  enableWaas,
  type SharedWallet,
  signedIn,
  signInRoom,
} from '../../../test/people/waasPeople.ts'

const host = createHost()
const digest = hashMessage('Welcome aboard')
const body = { message: digest, isFormatted: true }
const message = digest.slice(2)
let token: string
let wallet: SharedWallet

beforeEach(async () => {
  await enableWaas(host)
  ;({ token } = await signedIn(host, 'carol@example.com'))
  wallet = await createSharedWallet(host, token)
})

const params = () => ({ walletId: wallet.walletId })
const open = async (more: Record<string, unknown> = {}) =>
  (await host.call('waas.signMessage', { token, params: params(), body: { ...body, ...more } })).body
const refuse = (more: Record<string, unknown>, asToken = token) =>
  host.refuse('waas.signMessage', { token: asToken, params: params(), body: { ...body, ...more } })
const createRooms = async (roomType: 'threshold' | 'full', roomCount?: number) =>
  (await host.call('waasRooms.createRooms', { token, params: params(), body: { roomType, roomCount } })).body.roomIds

describe('waas.signMessage', () => {
  it('opens a room for the parties of the service, and says which', async () => {
    expect(await open()).toEqual({
      roomId: expect.any(String),
      serverKeygenIds: wallet.serverKeygenIds,
      walletId: wallet.walletId,
    })
  })

  it('uses a room that was opened in advance, once', async () => {
    const [roomId] = await createRooms('threshold', 1)
    expect((await open({ roomId })).roomId).toBe(roomId)
    const used = { status: 400, body: { code: 'bad_request', error: 'roomId must be a room that was not used yet.' } }
    expect(await refuse({ roomId })).toMatchObject(used)
    await signInRoom(host, wallet, { roomId: roomId as string, message })
    expect(await refuse({ roomId })).toMatchObject(used)
  })

  it('refuses a room of all parties, an unknown one, one for another wallet and one of another user', async () => {
    const [full] = await createRooms('full', 1)
    const refused = (error: string) => ({
      status: 400,
      body: { code: 'bad_request', error: `roomId must be ${error}` },
    })
    expect(await refuse({ roomId: full })).toMatchObject(refused('a room of the type threshold.'))
    expect(await refuse({ roomId: unknownId })).toMatchObject(refused('a room of the caller.'))
    const other = await createSharedWallet(host, token, { chain: 'SVM' })
    const { body: ofOther } = await host.call('waasRooms.createRooms', {
      token,
      params: { walletId: other.walletId },
      body: { roomType: 'threshold' },
    })
    expect(await refuse({ roomId: ofOther.roomIds[0] })).toMatchObject(refused('a room for this wallet.'))
    const bob = await signedIn(host, 'bob@example.com')
    const { body: ofBob } = await host.call('waasRooms.createWithoutWallet', {
      token: bob.token,
      body: { roomType: 'threshold', thresholdSignatureScheme: 'TWO_OF_TWO' },
    })
    expect(await refuse({ roomId: ofBob.roomIds[0] })).toMatchObject(refused('a room of the caller.'))
  })

  it('refuses a room that is ten minutes old', async () => {
    const [roomId] = await createRooms('threshold', 1)
    await host.mock.clock.advance({ minutes: 10 })
    expect(await refuse({ roomId })).toMatchObject({
      status: 400,
      body: { code: 'bad_request', error: 'roomId must be a room that has not expired yet.' },
    })
  })

  it("does not find another user's wallet, an unknown, a deleted or another environment's, nor one that is not shared", async () => {
    const bob = await signedIn(host, 'bob@example.com')
    expect(await refuse({}, bob.token)).toMatchObject({ status: 404, code: 'not_found' })
    const linked = await host.mock.create.wallet(bob.userId)
    for (const walletId of [unknownId, linked.id])
      expect((await host.refuse('waas.signMessage', { token: bob.token, params: { walletId }, body })).status).toBe(404)
    await host.call('wallets.delete', { params: params() })
    expect((await refuse({})).status).toBe(404)
  })

  it('refuses a call without a session, without JSON, and with an unknown field', async () => {
    expect((await host.refuse('waas.signMessage', { token: null, params: params(), body })).status).toBe(401)
    expect((await refuse({ isFormatted: 'yes' })).status).toBe(400)
    expect((await refuse({ context: { evmMessage: 'Welcome aboard', chain: 'EVM' } })).status).toBe(400)
    const text = { token, params: params(), body: '{}', headers: { 'content-type': 'text/plain' } }
    expect((await host.refuse('waas.signMessage', text)).status).toBe(415)
  })

  it('tells of a signature in an event, without the signature', async () => {
    const { roomId } = await open({ context: { evmMessage: 'Welcome aboard' } })
    const { signature } = await signInRoom(host, wallet, { roomId, message })
    const { body: events } = await host.call('events.list')
    const signatureEvents = events.filter(({ eventName }) => eventName === 'wallet.signature')
    expect(signatureEvents).toMatchObject([
      {
        data: {
          walletId: wallet.walletId,
          chain: 'EVM',
          publicKey: wallet.address,
          kind: 'message',
          digest,
          by: 'user',
        },
      },
    ])
    expect(JSON.stringify(events)).not.toContain(signature.slice(0, 64))
  })

  it('writes to the user of a signed transaction where the settings say so', async () => {
    const transaction = '0x02e501808080808094742d35cc6634c0532925a3b844bc454e4438f44e8080c0'
    const signTransaction = async () => {
      const { body: room } = await host.call('waas.signMessage', {
        token,
        params: params(),
        body: { message: transaction },
      })
      const { keccak256 } = await import('viem')
      await signInRoom(host, wallet, { roomId: room.roomId, message: keccak256(transaction).slice(2) })
    }
    await signTransaction()
    const mails = () => host.mock.outbox.email.list('carol@example.com')
    expect(mails()).toEqual([])
    await host.mock.settings.patch({ security: { notifications: { waasSignedTransaction: true } } })
    await signTransaction()
    const { roomId } = await open()
    await signInRoom(host, wallet, { roomId, message })
    expect(mails().map(({ subject }) => subject)).toEqual(['Your wallet signed a transaction'])
  })
})

describe('waas.signMessage with a second factor', () => {
  const action = { actions: [{ action: 'wallet.waas.sign' as const, required: true }] }

  it('opens the room with a proof of the factor, once for a single-use token, and not without', async () => {
    const { userId, app } = await createAppUser(host)
    const first = (await host.mock.signIn(userId)).token
    const { token: proved, mfaToken } = await proveByApp(host, app, {
      token: first,
      createMfaToken: { singleUse: true },
    })
    const solanaWallet = await createSharedWallet(host, proved, { chain: 'SVM' })
    await enableMfa(host, action)
    const input = (headers: Record<string, string> = {}) => ({
      token: proved,
      params: { walletId: solanaWallet.walletId },
      body: { message: 'hello' },
      headers,
    })
    const header = { 'x-mfa-auth-token': mfaToken as string }
    expect(await host.refuse('waas.signMessage', input())).toMatchObject({ status: 403, code: 'mfa_required' })
    // A request that is refused for another reason does not use the token up.
    const malformed = { ...input(header), body: { message: 'hello', roomId: unknownId } }
    expect((await host.refuse('waas.signMessage', malformed)).status).toBe(400)
    const { body: room } = await host.call('waas.signMessage', input(header))
    expect(await host.refuse('waas.signMessage', input(header))).toMatchObject({ status: 401, code: 'unauthorized' })
    expect((await signInRoom(host, solanaWallet, { roomId: room.roomId, message: '68656c6c6f' })).kind).toBe(
      'signature',
    )
  })

  it('refuses the proof of another session', async () => {
    const { userId, app } = await createAppUser(host)
    const proved = await proveByApp(host, app, { token: (await host.mock.signIn(userId)).token })
    const provedWallet = await createSharedWallet(host, proved.token, { chain: 'SVM' })
    const other = await proveByApp(host, app, {
      token: (await host.mock.signIn(userId)).token,
      createMfaToken: { singleUse: false },
    })
    await enableMfa(host, action)
    const refusal = await host.refuse('waas.signMessage', {
      token: proved.token,
      params: { walletId: provedWallet.walletId },
      body: { message: 'hello' },
      headers: { 'x-mfa-auth-token': other.mfaToken as string },
    })
    expect(refusal).toMatchObject({ status: 401, code: 'unauthorized' })
  })
})
