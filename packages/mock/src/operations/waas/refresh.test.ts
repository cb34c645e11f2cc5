import { type Box, join, type Plan, step } from '@latchkey/ceremony'
import { hashMessage } from 'viem'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import {
  createDeviceWallet,
  createPerson,
  type DeviceWallet,
  type Holder,
  playForShares,
  setWalletSettings,
} from '../../../test/people/deviceWallets.ts'
import { expectKeyOf, openExport } from '../../../test/people/exportedKeys.ts'
import { chanceOf, idsOf, joinAtRelay, postBoxes, postToRelay } from '../../../test/people/waasDevice.ts'

const host = createHost()

const callOf = ({ walletId, token }: Pick<DeviceWallet, 'walletId' | 'token'>) => ({ params: { walletId }, token })
const open = async (wallet: DeviceWallet) => (await host.call('waas.refresh', callOf(wallet))).body
const refresh = async (wallet: DeviceWallet, holders = wallet.parties) =>
  playForShares(host, (await open(wallet)).roomId, holders)
const propertiesOf = async ({ walletId }: DeviceWallet) =>
  (await host.call('wallets.get', { params: { walletId } })).body.properties

describe('waas.refresh', () => {
  it.each(['TWO_OF_TWO', 'TWO_OF_THREE', 'THREE_OF_FIVE'] as const)(
    'keeps key and address of a wallet of %s, in shares of the next generation',
    async (thresholdSignatureScheme) => {
      const wallet = await createDeviceWallet(host, { thresholdSignatureScheme })
      const holders = await refresh(wallet)
      expect(holders).toHaveLength(wallet.parties.length)
      const [before, after] = [wallet.parties[0]?.share, holders[0]?.share]
      expect(after?.keySet).toMatchObject({ generation: 2, groupKey: before?.keySet.groupKey })
      expect(after?.signingShare).not.toBe(before?.signingShare)
      await expectKeyOf(host, wallet, holders)
    },
  )

  it('names the parties of the service, which stay the same', async () => {
    const wallet = await createDeviceWallet(host)
    expect(await open(wallet)).toEqual({
      roomId: expect.any(String),
      serverKeygenIds: wallet.serverKeygenIds,
      walletId: wallet.walletId,
    })
  })

  it('makes the shares before useless', async () => {
    const wallet = await createDeviceWallet(host)
    await refresh(wallet)
    const [holder] = wallet.parties
    const { roomId } = await openExport(host, wallet, holder?.identity.keygenId)
    const plan = await joinAtRelay(host.mock, roomId, idsOf(wallet.parties.map(({ identity }) => identity)))
    expect(() => join(plan, holder!)).toThrow(expect.objectContaining({ code: 'share_outdated' }))
  })

  it('makes a share before that is passed off as a new one fail at the service', async () => {
    const wallet = await createDeviceWallet(host)
    const [holder] = (await refresh(wallet)) as [Holder]
    const message = hashMessage('Welcome aboard')
    const { roomId } = (
      await host.call('waas.signMessage', { ...callOf(wallet), body: { message, isFormatted: true } })
    ).body
    const plan = { ...(await joinAtRelay(host.mock, roomId, [holder.identity.keygenId])), message: message.slice(2) }
    const signingShare = wallet.parties[0]!.share.signingShare
    let turn = step({ ...join(plan as Plan, holder), share: { ...holder.share, signingShare } }, [], chanceOf('old'))
    const replies = []
    for (let post = 0; post < 4 && replies.at(-1)?.status !== 422; post++) {
      const reply = await postBoxes(host.mock, roomId, { from: holder.identity.keygenId, boxes: turn.boxes })
      replies.push(reply)
      if (reply.status === 200) turn = step(turn.state, reply.body.boxes as Box[], chanceOf(`old ${post}`))
    }
    expect(replies.at(-1)).toMatchObject({ status: 422, body: { code: 'other_verify_failure' } })
  })

  it('forgets the backups of the shares before, and no longer asks for a refresh', async () => {
    const wallet = await createDeviceWallet(host)
    const backup = { encryptedAccountCredentials: ['sealed'], passwordEncrypted: true }
    const { keyShares } = (await host.call('keyShares.backUp', { ...callOf(wallet), body: backup })).body
    const service = { location: 'service', externalKeyShareId: keyShares[0]?.externalKeyShareId }
    const locations = [service, { location: 'external' }]
    await host.call('keyShares.markLocations', { ...callOf(wallet), body: { locations } })
    setWalletSettings(host, wallet.walletId, { shouldRefreshOnNextSignOn: true })
    await refresh(wallet)
    expect((await host.call('keyShares.recover', callOf(wallet))).body).toEqual({ keyShares: [] })
    const { keyShares: shown, settings } = (await propertiesOf(wallet)) ?? {}
    expect([shown, settings]).toEqual([[], {}])
    const refusal = await host.refuse('keyShares.markLocations', { ...callOf(wallet), body: { locations: [service] } })
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_key_shares_length' })
  })

  it('that is abandoned leaves shares and backups as they were', async () => {
    const wallet = await createDeviceWallet(host)
    await host.call('keyShares.markLocation', { ...callOf(wallet), body: { location: 'external' } })
    const { roomId } = await open(wallet)
    await joinAtRelay(host.mock, roomId, idsOf(wallet.parties.map(({ identity }) => identity)))
    await host.mock.clock.advance({ minutes: 11 })
    expect((await propertiesOf(wallet))?.keyShares).toHaveLength(1)
    await expectKeyOf(host, wallet, wallet.parties)
  })

  it('ends the other rooms in which the shares before take part', async () => {
    const wallet = await createDeviceWallet(host)
    const parties = idsOf(wallet.parties.map(({ identity }) => identity))
    const { roomId } = await open(wallet)
    await joinAtRelay(host.mock, roomId, parties)
    await refresh(wallet)
    const { status, body } = await postToRelay(host.mock, `${roomId}/join`, { protocol: 'latchkey-1', parties })
    expect([status, body.code]).toEqual([409, 'conflict'])
  })

  it('needs all parties of the user', async () => {
    const wallet = await createDeviceWallet(host, { thresholdSignatureScheme: 'TWO_OF_THREE' })
    const { roomId } = await open(wallet)
    const [one] = wallet.parties
    const join = (...parties: (string | undefined)[]) =>
      postToRelay(host.mock, `${roomId}/join`, { protocol: 'latchkey-1', parties })
    expect((await join(one?.identity.keygenId)).status).toBe(400)
    const stranger = (await createDeviceWallet(host, { chain: 'SVM' })).parties[0]?.identity.keygenId
    expect((await join(one?.identity.keygenId, stranger)).status).toBe(404)
  })

  it("answers for somebody else's wallet, an unknown one and one without shares as for one that is not there", async () => {
    const wallet = await createDeviceWallet(host)
    const { userId, token } = await createPerson(host)
    const { id: external } = await host.mock.create.wallet(userId)
    for (const walletId of [wallet.walletId, unknownId, external])
      expect(await host.refuse('waas.refresh', callOf({ walletId, token }))).toMatchObject({ status: 404 })
  })
})
