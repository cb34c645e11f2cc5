import { join, type Scheme } from '@latchkey/ceremony'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  createDeviceWallet,
  type DeviceWallet,
  type Holder,
  playForShares,
  setWaas,
  setWalletSettings,
} from '../../../test/people/deviceWallets.ts'
import { expectKeyOf, openExport } from '../../../test/people/exportedKeys.ts'
import { createParties, idsOf, joinAtRelay, postToRelay } from '../../../test/people/waasDevice.ts'
import { clientCounts } from '../../../test/people/waasPeople.ts'

const host = createHost()

const callOf = ({ walletId, token }: Pick<DeviceWallet, 'walletId' | 'token'>) => ({ params: { walletId }, token })
const propertiesOf = async ({ walletId }: DeviceWallet) =>
  (await host.call('wallets.get', { params: { walletId } })).body.properties
const bodyOf = (
  oldThresholdSignatureScheme: Scheme,
  newThresholdSignatureScheme: Scheme,
  clientKeygenIds = idsOf(createParties('new', clientCounts[newThresholdSignatureScheme])),
) => ({ clientKeygenIds, oldThresholdSignatureScheme, newThresholdSignatureScheme })
const refuse = (wallet: DeviceWallet, body: object) => host.refuse('waas.reshare', { ...callOf(wallet), body })

/** Shares a key among new parties. The first holder takes part, and stays if it is named. */
async function reshare(
  wallet: DeviceWallet,
  scheme: Scheme,
  { stays = false, ...rest }: { readonly stays?: boolean } & Record<string, unknown> = {},
): Promise<Holder[]> {
  const [holder] = wallet.parties as [Holder]
  const before = holder.share.keySet.scheme
  const added = createParties('new', clientCounts[scheme] - (stays ? 1 : 0)).map((identity) => ({ identity }))
  const clientKeygenIds = idsOf([...(stays ? [holder.identity] : []), ...added.map(({ identity }) => identity)])
  const body = { ...bodyOf(before, scheme, clientKeygenIds), ...rest }
  const { roomId } = (await host.call('waas.reshare', { ...callOf(wallet), body })).body
  return playForShares(host, roomId, [holder, ...added])
}

const allowed: [Scheme, Scheme][] = [
  ['TWO_OF_TWO', 'TWO_OF_TWO'],
  ['TWO_OF_TWO', 'TWO_OF_THREE'],
  ['TWO_OF_TWO', 'THREE_OF_FIVE'],
  ['TWO_OF_THREE', 'TWO_OF_TWO'],
  ['TWO_OF_THREE', 'TWO_OF_THREE'],
  ['TWO_OF_THREE', 'THREE_OF_FIVE'],
  ['THREE_OF_FIVE', 'THREE_OF_FIVE'],
  ['THREE_OF_FIVE', 'TWO_OF_THREE'],
]

describe('waas.reshare', () => {
  it.each(allowed)('shares a key of %s as %s, with the same address', async (before, after) => {
    const wallet = await createDeviceWallet(host, { thresholdSignatureScheme: before })
    const holders = await reshare(wallet, after)
    expect(holders).toHaveLength(clientCounts[after])
    expect(holders[0]?.share.keySet).toMatchObject({ generation: 2, scheme: after })
    expect(await propertiesOf(wallet)).toMatchObject({ thresholdSignatureScheme: after })
    await expectKeyOf(host, wallet, holders)
  })

  it('lets a party with a share stay beside new ones', async () => {
    const wallet = await createDeviceWallet(host)
    const holders = await reshare(wallet, 'TWO_OF_THREE', { stays: true })
    expect(holders[0]?.identity).toEqual(wallet.parties[0]?.identity)
    expect(holders).toHaveLength(2)
    await expectKeyOf(host, wallet, holders)
  })

  it('names the parties of the service, those before and those afterwards', async () => {
    const wallet = await createDeviceWallet(host)
    const body = bodyOf('TWO_OF_TWO', 'THREE_OF_FIVE')
    const { body: room } = await host.call('waas.reshare', { ...callOf(wallet), body })
    expect(room).toEqual({
      roomId: expect.any(String),
      serverKeygenIds: wallet.serverKeygenIds,
      newServerKeygenIds: [expect.any(String), expect.any(String)],
      walletId: wallet.walletId,
    })
    expect(room.newServerKeygenIds).not.toContain(wallet.serverKeygenIds[0])
  })

  it('makes the shares before useless', async () => {
    const wallet = await createDeviceWallet(host)
    await reshare(wallet, 'TWO_OF_TWO', { stays: true })
    const [holder] = wallet.parties
    const { roomId } = await openExport(host, wallet, holder?.identity.keygenId)
    const plan = await joinAtRelay(host.mock, roomId, [holder!.identity.keygenId])
    expect(() => join(plan, holder!)).toThrow(expect.objectContaining({ code: 'share_outdated' }))
  })

  it('takes the parties that leave out of the wallet', async () => {
    const wallet = await createDeviceWallet(host)
    await reshare(wallet, 'TWO_OF_TWO')
    const refusal = await host.refuse('waas.exportPrivateKey', {
      ...callOf(wallet),
      body: { exportId: wallet.parties[0]?.identity.keygenId },
    })
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_update' })
  })

  it('that is abandoned leaves the shares before working', async () => {
    const wallet = await createDeviceWallet(host)
    const [holder] = wallet.parties as [Holder]
    const [added] = createParties('abandoned')
    const body = bodyOf('TWO_OF_TWO', 'TWO_OF_TWO', [added!.keygenId])
    const { roomId } = (await host.call('waas.reshare', { ...callOf(wallet), body })).body
    await joinAtRelay(host.mock, roomId, idsOf([holder.identity, added!]))
    await host.mock.clock.advance({ minutes: 11 })
    expect(await propertiesOf(wallet)).toMatchObject({ thresholdSignatureScheme: 'TWO_OF_TWO' })
    await expectKeyOf(host, wallet, wallet.parties)
  })

  it('forgets backups and settles what the settings asked for', async () => {
    const wallet = await createDeviceWallet(host)
    await host.call('keyShares.markLocation', { ...callOf(wallet), body: { location: 'external' } })
    const settings = {
      reshareOnNextSignOn: 'TWO_OF_THREE',
      shouldRefreshOnNextSignOn: true,
      revokeOnNextSignOn: true,
    } as const
    setWalletSettings(host, wallet.walletId, settings)
    expect((await propertiesOf(wallet))?.settings).toEqual(settings)
    await reshare(wallet, 'TWO_OF_THREE')
    const { keyShares, settings: left } = (await propertiesOf(wallet)) ?? {}
    expect([keyShares, left]).toEqual([[], {}])
  })

  it('settles the revocation of delegated access', async () => {
    const wallet = await createDeviceWallet(host)
    setWalletSettings(host, wallet.walletId, { revokeOnNextSignOn: true })
    await reshare(wallet, 'TWO_OF_TWO', { revokeDelegation: true })
    expect((await propertiesOf(wallet))?.settings).toEqual({})
  })

  it('refuses another old scheme than the present one', async () => {
    const wallet = await createDeviceWallet(host)
    const refusal = await refuse(wallet, bodyOf('TWO_OF_THREE', 'TWO_OF_TWO'))
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_update' })
  })

  it('refuses the step from three of five to two of two', async () => {
    const wallet = await createDeviceWallet(host, { thresholdSignatureScheme: 'THREE_OF_FIVE' })
    const refusal = await refuse(wallet, bodyOf('THREE_OF_FIVE', 'TWO_OF_TWO'))
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_update' })
  })

  it('refuses too few parties of the user, and one that is named twice', async () => {
    const wallet = await createDeviceWallet(host)
    const [one] = createParties('new')
    for (const ids of [[one!.keygenId], [one!.keygenId, one!.keygenId]]) {
      const refusal = await refuse(wallet, bodyOf('TWO_OF_TWO', 'TWO_OF_THREE', ids))
      expect(refusal).toMatchObject({ status: 422, code: 'invalid_key_shares_length' })
    }
  })

  it('needs a present party of the user, and all new ones', async () => {
    const wallet = await createDeviceWallet(host)
    const [added, stranger] = createParties('join', 2)
    const body = bodyOf('TWO_OF_TWO', 'TWO_OF_TWO', [added!.keygenId])
    const { roomId } = (await host.call('waas.reshare', { ...callOf(wallet), body })).body
    const present = wallet.parties[0]!.identity.keygenId
    const join = async (...parties: string[]) =>
      (await postToRelay(host.mock, `${roomId}/join`, { protocol: 'latchkey-1', parties })).status
    expect(await join(added!.keygenId)).toBe(400)
    expect(await join(present)).toBe(400)
    expect(await join(present, added!.keygenId, stranger!.keygenId)).toBe(404)
  })

  it('refuses to make and revoke a delegation at once', async () => {
    const wallet = await createDeviceWallet(host)
    const both = { delegateToProjectEnvironment: true, revokeDelegation: true }
    expect(await refuse(wallet, { ...bodyOf('TWO_OF_TWO', 'TWO_OF_THREE'), ...both })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })

  it('refuses a delegation where it is not enabled, one that the user has denied, and one of the only share', async () => {
    const wallet = await createDeviceWallet(host)
    const body = { ...bodyOf('TWO_OF_TWO', 'TWO_OF_THREE'), delegateToProjectEnvironment: true }
    expect(await refuse(wallet, body)).toMatchObject({ status: 422, code: 'provider_not_available' })
    await setWaas(host, { delegatedAccess: { enabled: true } })
    setWalletSettings(host, wallet.walletId, { hasDeniedDelegatedAccess: true })
    expect((await propertiesOf(wallet))?.settings).toEqual({ hasDeniedDelegatedAccess: true })
    expect(await refuse(wallet, body)).toMatchObject({ status: 422, code: 'invalid_update' })
    setWalletSettings(host, wallet.walletId, { hasDeniedDelegatedAccess: false })
    const onlyShare = { ...bodyOf('TWO_OF_TWO', 'TWO_OF_TWO'), delegateToProjectEnvironment: true }
    expect(await refuse(wallet, onlyShare)).toMatchObject({ status: 422, code: 'invalid_update' })
    expect((await host.call('waas.reshare', { ...callOf(wallet), body })).status).toBe(200)
  })
})
