import { join } from '@latchkey/ceremony'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { createDeviceWallet, createPerson, type DeviceWallet, setWaas } from '../../../test/people/deviceWallets.ts'
import { addressOfExported, exportKey, openExport } from '../../../test/people/exportedKeys.ts'
import { createParties, idsOf, joinAtRelay, playRoom, postToRelay } from '../../../test/people/waasDevice.ts'

const host = createHost()

const exported = async () =>
  (await host.call('events.list')).body.filter(({ eventName }) => eventName === 'wallet.exported')
const refuse = ({ walletId, token }: Pick<DeviceWallet, 'walletId' | 'token'>, body: object) =>
  host.refuse('waas.exportPrivateKey', { params: { walletId }, token, body })
const partyOf = ({ parties }: DeviceWallet) => parties[0]?.identity.keygenId ?? ''
const mails = (to: string) => host.mock.outbox.email.list(to)

describe('waas.exportPrivateKey', () => {
  it.each([
    ['EVM', {}, 'EVM'],
    ['SVM', {}, 'SVM'],
    ['SUI', {}, 'SUI'],
    ['TON', {}, 'TON'],
    ['BTC', { addressType: 'native_segwit' }, 'native_segwit'],
    ['BTC', { addressType: 'taproot' }, 'taproot'],
  ] as const)(
    'gives the key of a wallet on %s %j, which a library opens at its address',
    async (chain, more, oracle) => {
      const wallet = await createDeviceWallet(host, { chain, ...more })
      const text = await exportKey(host, wallet, { format: chain })
      expect(await addressOfExported[oracle](text)).toBe(wallet.address)
    },
  )

  it.each(['TWO_OF_THREE', 'THREE_OF_FIVE'] as const)('needs one party of the user with %s', async (scheme) => {
    const wallet = await createDeviceWallet(host, { thresholdSignatureScheme: scheme })
    const [, second] = wallet.parties
    expect(addressOfExported.EVM(await exportKey(host, wallet, { holders: [second!] }))).toBe(wallet.address)
  })

  it('fires wallet.exported once, when the shares have left, and the wallet stays', async () => {
    const wallet = await createDeviceWallet(host)
    const { roomId, ...room } = await openExport(host, wallet, partyOf(wallet))
    expect(room).toEqual({ serverKeygenIds: wallet.serverKeygenIds, walletId: wallet.walletId })
    await joinAtRelay(host.mock, roomId, [partyOf(wallet)])
    expect(await exported()).toEqual([])
    await playRoom(host.mock, roomId, { parties: wallet.parties })
    await playRoom(host.mock, roomId, { parties: wallet.parties })
    const { body } = await host.call('wallets.get', { params: { walletId: wallet.walletId } })
    expect(await exported()).toMatchObject([{ data: { ...body, userId: wallet.userId } }])
    expect(JSON.stringify(await exported())).not.toContain('share":')
  })

  it('sends an e-mail where the settings ask for it', async () => {
    const wallet = await createDeviceWallet(host)
    const { body } = await host.call('users.get', { params: { userId: wallet.userId } })
    const email = body.user?.email ?? ''
    await exportKey(host, wallet)
    expect(mails(email)).toEqual([])
    await host.mock.settings.patch({ security: { notifications: { waasPrivateKeyExport: true } } })
    await exportKey(host, wallet)
    expect(mails(email)).toMatchObject([{ text: expect.stringContaining(wallet.address) }])
  })

  it('refuses where the settings turn exports off', async () => {
    const wallet = await createDeviceWallet(host)
    await setWaas(host, { exportDisabled: true })
    expect(await refuse(wallet, { exportId: partyOf(wallet) })).toMatchObject({ status: 403, code: 'policy_denied' })
    expect(await exported()).toEqual([])
  })

  it('refuses a party that holds no share of the user, and an address type of another wallet', async () => {
    const wallet = await createDeviceWallet(host, { chain: 'BTC', addressType: 'taproot' })
    const [stranger] = createParties('stranger')
    for (const exportId of [stranger!.keygenId, wallet.serverKeygenIds[0], 'nobody'])
      expect(await refuse(wallet, { exportId })).toMatchObject({ status: 422, code: 'invalid_update' })
    const body = { exportId: partyOf(wallet), addressType: 'native_segwit' }
    expect(await refuse(wallet, body)).toMatchObject({ status: 422, code: 'invalid_update' })
    expect((await openExport(host, wallet, partyOf(wallet))).walletId).toBe(wallet.walletId)
  })

  it('opens the shares for no other party, not even of the user', async () => {
    const wallet = await createDeviceWallet(host, { thresholdSignatureScheme: 'TWO_OF_THREE' })
    const [first, second] = wallet.parties
    const { roomId } = await openExport(host, wallet, first!.identity.keygenId)
    const other = { protocol: 'latchkey-1', parties: [second!.identity.keygenId] }
    expect((await postToRelay(host.mock, `${roomId}/join`, other)).status).toBe(400)
    const plan = await joinAtRelay(host.mock, roomId, idsOf([first!.identity]))
    expect(() => join({ ...plan, roomId: 'another' }, { identity: second!.identity })).toThrow()
  })

  it("answers for somebody else's wallet, an unknown one and one without shares as for one that is not there", async () => {
    const wallet = await createDeviceWallet(host)
    const { userId, token } = await createPerson(host)
    const { id: external } = await host.mock.create.wallet(userId)
    for (const walletId of [wallet.walletId, unknownId, external])
      expect(await refuse({ walletId, token }, { exportId: 'x' })).toMatchObject({ status: 404 })
  })
})
