import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  createDeviceWallet,
  type DeviceWallet,
  type Holder,
  playForShares,
} from '../../../test/people/deviceWallets.ts'
import { expectKeyOf } from '../../../test/people/exportedKeys.ts'
import { openBackup, sealBackup } from '../../../test/people/sealedBackups.ts'

const host = createHost()

const callOf = ({ walletId, token }: DeviceWallet) => ({ params: { walletId }, token })

/** Backs up all shares of a device, each encrypted with a password, as the device of a user does. */
async function backUp(wallet: DeviceWallet, password: string): Promise<void> {
  const encryptedAccountCredentials = await Promise.all(wallet.parties.map((party) => sealBackup(party, password)))
  const body = { encryptedAccountCredentials, passwordEncrypted: true }
  const { keyShares } = (await host.call('keyShares.backUp', { ...callOf(wallet), body })).body
  const locations = keyShares.map(({ externalKeyShareId }, i) => ({
    location: 'service',
    externalKeyShareId,
    keygenId: wallet.parties[i]?.identity.keygenId,
  }))
  await host.call('keyShares.markLocations', { ...callOf(wallet), body: { locations } })
}

/** Signs the user in on a device that has no share, and recovers the shares there. */
async function recoverElsewhere(wallet: DeviceWallet, password: string): Promise<DeviceWallet> {
  const { token } = await host.mock.signIn(wallet.userId)
  const { token: backupToken } = (await host.call('keyShares.getToken', { token })).body
  const { keyShares } = (await host.call('keyShares.recover', { ...callOf(wallet), token: backupToken })).body
  const texts = keyShares.map(({ encryptedAccountCredential = '' }) => encryptedAccountCredential)
  const parties = await Promise.all(texts.map((text) => openBackup<Holder>(text, password)))
  return { ...wallet, token, parties }
}

describe('a backup with a password', () => {
  it.each(['TWO_OF_TWO', 'TWO_OF_THREE', 'THREE_OF_FIVE'] as const)(
    'lets another device of the user sign with the wallet, with %s',
    async (thresholdSignatureScheme) => {
      const wallet = await createDeviceWallet(host, { thresholdSignatureScheme })
      await backUp(wallet, 'correct horse')
      const elsewhere = await recoverElsewhere(wallet, 'correct horse')
      expect(elsewhere.parties).toEqual(wallet.parties)
      await expectKeyOf(host, elsewhere, elsewhere.parties)
    },
  )

  it('does not open with another password', async () => {
    const wallet = await createDeviceWallet(host)
    await backUp(wallet, 'correct horse')
    await expect(recoverElsewhere(wallet, 'battery staple')).rejects.toThrow()
  })

  it('has to be made again after a refresh, whose shares it then holds', async () => {
    const wallet = await createDeviceWallet(host)
    await backUp(wallet, 'correct horse')
    const { roomId } = (await host.call('waas.refresh', callOf(wallet))).body
    const refreshed = { ...wallet, parties: await playForShares(host, roomId, wallet.parties) }
    expect((await recoverElsewhere(wallet, 'correct horse')).parties).toEqual([])
    await backUp(refreshed, 'correct horse')
    const elsewhere = await recoverElsewhere(refreshed, 'correct horse')
    expect(elsewhere.parties[0]?.share.keySet.generation).toBe(2)
    await expectKeyOf(host, elsewhere, elsewhere.parties)
  })

  it('comes back with a wallet that the administration deletes and recovers', async () => {
    const wallet = await createDeviceWallet(host)
    await backUp(wallet, 'correct horse')
    await host.call('wallets.delete', { params: { walletId: wallet.walletId } })
    expect((await host.refuse('keyShares.recover', callOf(wallet))).status).toBe(404)
    await host.call('wallets.recover', { body: { userId: wallet.userId } })
    expect((await recoverElsewhere(wallet, 'correct horse')).parties).toEqual(wallet.parties)
  })

  it('is gone with its user', async () => {
    const wallet = await createDeviceWallet(host)
    await backUp(wallet, 'correct horse')
    await host.call('users.delete', { params: { userId: wallet.userId } })
    const { tables } = host.mock.export() as { tables: Record<string, readonly unknown[]> }
    expect([tables.keyShareBackups, tables.keySets, tables.rooms]).toEqual([[], [], []])
  })
})
