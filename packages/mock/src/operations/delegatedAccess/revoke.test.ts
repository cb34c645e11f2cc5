import { hashMessage } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals, unknownId } from '../../../test/contract/environmentRefusals.ts'
import {
  createReceiver,
  delegate,
  deliver,
  enableDelegation,
  type Grant,
  reshareForDelegate,
  seal,
  signAsDelegate,
} from '../../../test/people/delegates.ts'
import { createDeviceWallet, type Holder, playForShares } from '../../../test/people/deviceWallets.ts'
import { requestEmailCode } from '../../../test/people/oneTimeCodes.ts'
import { createParties, idsOf, joinAtRelay, playRoom, postToRelay } from '../../../test/people/waasDevice.ts'
import type { Received } from '../../../test/support/webhookReceiver.ts'

const host = createHost()

let received: Received[]
beforeEach(async () => {
  received = await enableDelegation(host)
})

const digest = hashMessage('Paid by the agent')
const callOf = ({ walletId, walletApiKey }: Grant) => ({
  params: { walletId },
  headers: { 'x-wallet-api-key': walletApiKey },
  body: { message: digest, isFormatted: true },
})
const invalidKey = { status: 401, body: { code: 'wallet_api_key_invalid' } }
const settingsOf = async (walletId: string) =>
  (await host.call('wallets.get', { params: { walletId } })).body.properties?.settings
const namesNow = async () => {
  await host.mock.clock.settle()
  return received.map(({ body }) => body.eventName)
}

describeEnvironmentRefusals(host, {
  'delegatedAccess.revoke': { body: { walletIds: [unknownId] } },
  'delegatedAccess.delete': {
    params: async () => ({ walletId: (await delegate(host, received)).wallet.walletId }),
  },
})

describe('delegatedAccess.revoke', () => {
  it('takes back two of three wallets if the third one is unknown', async () => {
    const [one, two] = [await delegate(host, received), await delegate(host, received)]
    const walletIds = [one.wallet.walletId, unknownId, two.wallet.walletId]
    const { body } = await host.call('delegatedAccess.revoke', { body: { walletIds } })
    expect(body).toEqual({
      results: [
        { walletId: one.wallet.walletId, success: true },
        { walletId: unknownId, success: false, error: expect.any(String) },
        { walletId: two.wallet.walletId, success: true },
      ],
      total: 3,
      succeeded: 2,
      failed: 1,
    })
    expect(await host.refuse('delegatedAccess.signMessage', callOf(one.grant))).toMatchObject(invalidKey)
    expect((await namesNow()).filter((name) => name === 'wallet.delegation.revoked')).toHaveLength(2)
  })

  it('answers 200 even if all wallets fail, and counts a repeated wallet once', async () => {
    const { wallet } = await delegate(host, received)
    const walletIds = [wallet.walletId, wallet.walletId]
    const { body } = await host.call('delegatedAccess.revoke', { body: { walletIds } })
    expect([body.succeeded, body.failed]).toEqual([1, 1])
    expect((await host.call('delegatedAccess.revoke', { body: { walletIds } })).body.failed).toBe(2)
  })

  it('refuses no wallets, and more than a hundred', async () => {
    for (const count of [0, 101]) {
      const body = { walletIds: Array.from({ length: count }, () => unknownId) }
      expect((await host.refuse('delegatedAccess.revoke', { body })).status).toBe(400)
    }
  })

  it('does not reach the wallets of another environment', async () => {
    const { wallet, grant } = await delegate(host, received)
    const { live } = host.mock.defaults.environments
    const body = { walletIds: [wallet.walletId] }
    const call = { params: { environmentId: live.id }, token: live.token, body }
    expect((await host.call('delegatedAccess.revoke', call)).body.failed).toBe(1)
    expect(await signAsDelegate(host, grant, digest)).toMatchObject({ kind: 'signature' })
  })
})

describe('delegatedAccess.delete', () => {
  const revoke = (walletId: string) => host.call('delegatedAccess.delete', { params: { walletId } })

  it('ends the right to sign, also in a room that was opened before', async () => {
    const { grant } = await delegate(host, received)
    const [{ body: bound }, { body: running }] = [
      await host.call('delegatedAccess.signMessage', callOf(grant)),
      await host.call('delegatedAccess.signMessage', callOf(grant)),
    ]
    const { keygenId } = grant.party.identity
    await joinAtRelay(host.mock, running.roomId, [keygenId])
    await revoke(grant.walletId)
    expect(await host.refuse('delegatedAccess.signMessage', callOf(grant))).toMatchObject(invalidKey)
    for (const { roomId } of [bound, running]) {
      const joined = await postToRelay(host.mock, `${roomId}/join`, { protocol: 'latchkey-1', parties: [keygenId] })
      expect(joined).toMatchObject({ status: 409, body: { error: 'The delegated access was revoked.' } })
    }
  })

  it('asks the device of the user to share the key anew, which clears the flag', async () => {
    const { wallet, user } = await delegate(host, received)
    const { walletId, token } = wallet
    await revoke(walletId)
    expect(await settingsOf(walletId)).toMatchObject({ revokeOnNextSignOn: true })
    const credentials = (await host.call('profile.get', { token })).body.verifiedCredentials
    const shown = credentials?.find(({ id }) => id === walletId)?.wallet_properties?.settings
    expect(shown).toMatchObject({ revokeOnNextSignOn: true })
    const clientKeygenIds = idsOf([user.identity])
    const { body: room } = await host.call('waas.reshare', {
      token,
      params: { walletId },
      body: {
        clientKeygenIds,
        oldThresholdSignatureScheme: 'TWO_OF_THREE',
        newThresholdSignatureScheme: 'TWO_OF_TWO',
        revokeDelegation: true,
      },
    })
    const [holder] = await playForShares(host, room.roomId, [user])
    expect(holder?.share.keySet.parties).toHaveLength(2)
    expect(await settingsOf(walletId)).toEqual({})
  })

  it('shows when the wallet API key was withdrawn', async () => {
    const { wallet } = await delegate(host, received)
    await host.mock.clock.advance({ minutes: 1 })
    await revoke(wallet.walletId)
    const { body } = await host.call('wallets.list')
    const [key] = body.wallets?.find(({ id }) => id === wallet.walletId)?.delegatedAccessWalletApiKeys ?? []
    expect(key?.deletedAt).toBe(host.mock.clock.iso())
  })

  it('refuses a second time, and further deliveries of the share', async () => {
    const delegated = await delegate(host, received)
    const { walletId, token } = delegated.wallet
    await revoke(walletId)
    expect((await host.refuse('delegatedAccess.delete', { params: { walletId } })).status).toBe(404)
    const body = { encryptedDelegatedShare: seal('again') }
    const refusal = await host.refuse('delegatedAccess.deliver', { token, params: { walletId }, body })
    expect(refusal).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })

  it('leaves the share of the server out of every ceremony', async () => {
    const { wallet, user, delegate: share } = await delegate(host, received)
    await revoke(wallet.walletId)
    const { body: room } = await host.call('waas.refresh', {
      token: wallet.token,
      params: { walletId: wallet.walletId },
    })
    const parties = idsOf([user.identity, share.identity])
    const joined = await postToRelay(host.mock, `${room.roomId}/join`, { protocol: 'latchkey-1', parties })
    expect(joined).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  it.each(['is granted', 'was revoked'])(
    'lets the user renew the shares without the server while it %s',
    async (state) => {
      const { wallet, user, grant } = await delegate(host, received)
      const { walletId, token } = wallet
      if (state === 'was revoked') await revoke(walletId)
      const refresh = async (parties: readonly Holder[]) => {
        const { body: room } = await host.call('waas.refresh', { token, params: { walletId } })
        return playForShares(host, room.roomId, parties)
      }
      const renewed = await refresh([user])
      expect(await host.refuse('delegatedAccess.signMessage', callOf(grant))).toMatchObject(invalidKey)
      expect((await namesNow()).filter((name) => name === 'wallet.delegation.revoked')).toHaveLength(1)
      expect(await settingsOf(walletId)).toEqual({})
      const body = { encryptedDelegatedShare: seal('again') }
      expect((await host.refuse('delegatedAccess.deliver', { token, params: { walletId }, body })).status).toBe(400)
      const request = { message: digest, isFormatted: true }
      const { body: room } = await host.call('waas.signMessage', { token, params: { walletId }, body: request })
      const { results } = await playRoom(host.mock, room.roomId, {
        parties: renewed,
        more: { message: digest.slice(2) },
      })
      expect(Object.values(results)).toMatchObject([{ kind: 'signature' }])
      expect(await refresh(renewed)).toHaveLength(1)
    },
  )

  it('of a share that waited for a webhook sends it nowhere', async () => {
    const [webhook] = (await host.call('webhooks.list')).body.data ?? []
    await host.call('webhooks.delete', { params: { webhookId: webhook?.webhookId ?? '' } })
    const delegated = await reshareForDelegate(host)
    await deliver(host, delegated)
    await revoke(delegated.wallet.walletId)
    await createReceiver(host)
    expect((await namesNow()).filter((name) => name !== 'ping')).toEqual([])
  })
})

describe('a delegation', () => {
  const reshare = (
    { walletId, token }: { readonly walletId: string; readonly token: string },
    user: Holder,
    more: object,
  ) =>
    host.call('waas.reshare', {
      token,
      params: { walletId },
      body: {
        clientKeygenIds: idsOf([user.identity]),
        oldThresholdSignatureScheme: 'TWO_OF_THREE',
        newThresholdSignatureScheme: 'TWO_OF_TWO',
        ...more,
      },
    })

  it('ends when its user shares the key anew to revoke it', async () => {
    const { wallet, user, grant } = await delegate(host, received)
    const { body: room } = await reshare(wallet, user, { revokeDelegation: true })
    expect(await signAsDelegate(host, grant, digest)).toMatchObject({ kind: 'signature' })
    await playForShares(host, room.roomId, [user])
    expect(await host.refuse('delegatedAccess.signMessage', callOf(grant))).toMatchObject(invalidKey)
    expect((await namesNow()).at(-1)).toBe('wallet.delegation.revoked')
  })

  it('is not lost by a reshare that does not say so', async () => {
    const { wallet } = await delegate(host, received)
    const refusal = await host.refuse('waas.reshare', {
      token: wallet.token,
      params: { walletId: wallet.walletId },
      body: {
        clientKeygenIds: idsOf(createParties('other', 2)),
        oldThresholdSignatureScheme: 'TWO_OF_THREE',
        newThresholdSignatureScheme: 'TWO_OF_THREE',
      },
    })
    expect(refusal).toMatchObject({ status: 422, body: { code: 'invalid_update' } })
  })

  it('ends when the administration deletes the wallet, and does not come back with it', async () => {
    const { wallet, grant } = await delegate(host, received)
    const { walletId, userId } = wallet
    await host.call('wallets.delete', { params: { walletId } })
    expect((await namesNow()).at(-1)).toBe('wallet.delegation.revoked')
    await host.call('wallets.recover', { body: { userId } })
    expect(await host.refuse('delegatedAccess.signMessage', callOf(grant))).toMatchObject(invalidKey)
    expect(await settingsOf(walletId)).toMatchObject({ revokeOnNextSignOn: true })
  })

  it('ends with the user, and leaves no record', async () => {
    const { wallet } = await delegate(host, received)
    await host.call('users.delete', { params: { userId: wallet.userId } })
    const { tables } = host.mock.export() as { tables: Record<string, readonly unknown[]> }
    expect([tables.delegations, tables.keySets, tables.rooms]).toEqual([[], [], []])
    expect((await namesNow()).filter((name) => name === 'wallet.delegation.revoked')).toHaveLength(1)
  })

  it('of the other user ends when two users are merged', async () => {
    const wallet = await createDeviceWallet(host)
    const { grant } = await delegate(host, received, wallet)
    const external = await host.mock.wallets.evm()
    const body = {
      wallets: [
        {
          publicWalletAddress: external.address,
          chain: 'EVM' as const,
          walletName: 'metamask',
          walletProvider: 'browserExtension' as const,
        },
      ],
    }
    const userId = (await host.call('users.create', { body })).body.user?.id ?? ''
    const { token } = await host.mock.signIn(userId)
    const email = (await host.call('users.get', { params: { userId: wallet.userId } })).body.user?.email ?? ''
    await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, email) })
    await host.call('profile.merge', { token })
    expect(await host.refuse('delegatedAccess.signMessage', callOf(grant))).toMatchObject(invalidKey)
    expect((await namesNow()).filter((name) => name === 'wallet.delegation.revoked')).toHaveLength(1)
    expect(await settingsOf(wallet.walletId)).toMatchObject({ revokeOnNextSignOn: true })
  })
})
