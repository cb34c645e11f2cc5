import type { Plan } from '@latchkey/ceremony'
import { hashMessage, keccak256, recoverAddress, stringToHex } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import {
  delegate,
  deliver,
  enableDelegation,
  type Grant,
  grantOf,
  playAsDelegate,
  signAsDelegate,
} from '../../../test/people/delegates.ts'
import { createDeviceWallet, playForShares } from '../../../test/people/deviceWallets.ts'
import { joinAtRelay, playRoom, postToRelay } from '../../../test/people/waasDevice.ts'
import { evmSignature } from '../../../test/people/waasPeople.ts'
import type { Received } from '../../../test/support/webhookReceiver.ts'

const host = createHost()

let received: Received[]
beforeEach(async () => {
  received = await enableDelegation(host)
})

const digest = hashMessage('Paid by the agent')
const message = { message: digest, isFormatted: true }
const callOf = ({ walletId, walletApiKey }: Pick<Grant, 'walletId' | 'walletApiKey'>) => ({
  params: { walletId },
  headers: { 'x-wallet-api-key': walletApiKey },
  body: message,
})
const open = async (grant: Grant) => (await host.call('delegatedAccess.signMessage', callOf(grant))).body.roomId
const refuse = (grant: Pick<Grant, 'walletId' | 'walletApiKey'>, more: object = {}) =>
  host.refuse('delegatedAccess.signMessage', { ...callOf(grant), ...more })
const invalidKey = { status: 401, body: { code: 'wallet_api_key_invalid' } }

describe('delegatedAccess.signMessage', () => {
  it('lets the server sign under the address of the wallet, without the user', async () => {
    const { wallet, grant } = await delegate(host, received)
    await host.call('users.revokeSessions', { params: { userId: wallet.userId } })
    const signature = evmSignature(await signAsDelegate(host, grant, digest))
    expect(await recoverAddress({ hash: digest, signature })).toBe(wallet.address)
    const [event] = (await host.call('events.list')).body
    expect(event).toMatchObject({
      eventName: 'wallet.signature',
      data: { walletId: wallet.walletId, userId: wallet.userId, by: 'delegate', digest },
    })
  })

  it('computes what is signed from the request, as for the user', async () => {
    const { wallet, grant } = await delegate(host, received)
    const text = 'A text is hashed first'
    const { body: room } = await host.call('delegatedAccess.signMessage', { ...callOf(grant), body: { message: text } })
    const hash = keccak256(stringToHex(text))
    const { roomId } = room
    const signature = evmSignature(await playAsDelegate(host, { roomId, party: grant.party, digest: hash }))
    expect(await recoverAddress({ hash, signature })).toBe(wallet.address)
    const other = await open(grant)
    await joinAtRelay(host.mock, other, [grant.party.identity.keygenId])
    const more = { message: keccak256('0x01').slice(2) } as Partial<Plan>
    await expect(playRoom(host.mock, other, { parties: [grant.party], more })).rejects.toThrow('another plan')
    const refusal = await refuse(grant, { body: { message: 'no hex', isFormatted: true } })
    expect(refusal).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  it('signs with wallets of Solana as well', async () => {
    const wallet = await createDeviceWallet(host, { chain: 'SVM' })
    const { grant } = await delegate(host, received, wallet)
    const { signature } = await signAsDelegate(host, grant, '0a0b')
    expect(signature).toMatch(/^[0-9a-f]{128}$/)
  })

  it('asks for no second factor, and tells the user of transactions alike', async () => {
    const { grant, wallet } = await delegate(host, received)
    await host.mock.settings.patch({
      security: { mfa: { enabled: true, actions: [{ action: 'wallet.waas.sign', required: true }] } },
    })
    await host.mock.create.totp(wallet.userId)
    expect((await host.call('delegatedAccess.signMessage', callOf(grant))).status).toBe(200)
  })

  it('is refused what the policies of the environment forbid', async () => {
    const { grant } = await delegate(host, received)
    const address = '0x52908400098527886E0F7030069857D2E4169EE7'
    const rule = { name: 'No Mallory', ruleType: 'deny' as const, chain: 'EVM' as const, addresses: [address] }
    await host.call('waasPolicies.create', { body: { rulesToAdd: [rule] } })
    expect(await refuse(grant)).toMatchObject({ status: 403, body: { code: 'policy_denied' } })
  })

  it('takes a room that the same API token has opened in advance, and no other', async () => {
    const { grant, wallet } = await delegate(host, received)
    const { encodedJwts } = (await host.call('waasWallets.authenticate')).body
    const rooms = async (token: string) =>
      (
        await host.call('waasRooms.createWithoutWallet', {
          token,
          body: { roomType: 'threshold', thresholdSignatureScheme: 'TWO_OF_THREE', roomCount: 1 },
        })
      ).body.roomIds[0]
    const roomId = await rooms(encodedJwts.jwt ?? '')
    const { body } = await host.call('delegatedAccess.signMessage', { ...callOf(grant), body: { ...message, roomId } })
    expect(body.roomId).toBe(roomId)
    const ofUser = await rooms(wallet.token)
    const refusal = await refuse(grant, { body: { ...message, roomId: ofUser } })
    expect(refusal).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })

  it('refuses an API token without the scope, and one of a member', async () => {
    const { grant } = await delegate(host, received)
    const { rawToken } = (
      await host.call('tokens.create', { body: { note: 'Narrow', scopes: ['environment.users.read'] } })
    ).body.token
    expect(await refuse(grant, { token: rawToken })).toMatchObject({ status: 403, body: { code: 'missing_scope' } })
    const { token } = await host.mock.create.admin({ role: 'developer' })
    expect(await refuse(grant, { token })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await refuse(grant, { token: null })).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  })

  it('refuses a call without the wallet API key, with an unknown one, and with that of another wallet', async () => {
    const { grant } = await delegate(host, received)
    const { grant: other } = await delegate(host, received)
    expect(await refuse(grant, { headers: {} })).toMatchObject(invalidKey)
    expect(await refuse({ ...grant, walletApiKey: 'lk_wallet_unknown' })).toMatchObject(invalidKey)
    expect(await refuse({ ...grant, walletApiKey: other.walletApiKey })).toMatchObject(invalidKey)
  })

  it('finds no wallet that is unknown or of another environment', async () => {
    const { grant } = await delegate(host, received)
    expect((await refuse({ ...grant, walletId: unknownId })).status).toBe(404)
    const { live } = host.mock.defaults.environments
    const call = { ...callOf(grant), params: { walletId: grant.walletId, environmentId: live.id }, token: live.token }
    expect((await host.refuse('delegatedAccess.signMessage', call)).status).toBe(404)
  })

  it("lets neither the user's share into the room, nor the server's share into a room of the user", async () => {
    const { grant, user, wallet } = await delegate(host, received)
    const ofDelegate = await open(grant)
    const join = (roomId: string, keygenId: string) =>
      postToRelay(host.mock, `${roomId}/join`, { protocol: 'latchkey-1', parties: [keygenId] })
    expect((await join(ofDelegate, user.identity.keygenId)).status).toBe(404)
    const { body: room } = await host.call('waas.signMessage', {
      token: wallet.token,
      params: { walletId: wallet.walletId },
      body: message,
    })
    expect((await join(room.roomId, grant.party.identity.keygenId)).status).toBe(404)
  })

  it('refuses the old share and wallet API key after a refresh', async () => {
    const { grant, user, wallet, delegate: share } = await delegate(host, received)
    const { walletId, token } = wallet
    const { body: room } = await host.call('waas.refresh', { token, params: { walletId } })
    const [renewedUser, renewed] = await playForShares(host, room.roomId, [user, share])
    expect(await refuse(grant)).toMatchObject(invalidKey)
    const again = { wallet, user: renewedUser!, delegate: renewed! }
    await deliver(host, again)
    await host.mock.clock.settle()
    const next = grantOf(received.at(-1)?.body as { data: unknown })
    const stale = { ...next, party: grant.party }
    await expect(signAsDelegate(host, stale, digest)).rejects.toThrow()
    const signature = evmSignature(await signAsDelegate(host, next, digest))
    expect(await recoverAddress({ hash: digest, signature })).toBe(wallet.address)
  })

  it('streams the events of the room to a server that asks for them', async () => {
    const { grant } = await delegate(host, received)
    const { id, token } = host.mock.defaults.environments.sandbox
    const path = `/api/v0/environments/${id}/waas/${grant.walletId}/delegatedAccess/signMessage`
    const response = await host.fetch(host.mock.baseUrl + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'x-wallet-api-key': grant.walletApiKey,
      },
      body: JSON.stringify(message),
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    await response.body?.cancel()
  })
})
