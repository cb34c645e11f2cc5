import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { setWaas } from '../../../test/people/deviceWallets.ts'
import {
  createVendorWallets,
  enableVendor,
  vendorPerson,
  type VendorPerson,
} from '../../../test/people/vendorPeople.ts'
import type { CustodyKey } from '../../control/device/custodyControl.ts'

const host = createHost()
let ada: VendorPerson
let target: CustodyKey

beforeEach(async () => {
  await enableVendor(host)
  ada = await vendorPerson(host)
  target = await host.mock.custody.createKey()
})

/** A wallet, and an activity that exports its key. */
async function exported(embeddedWalletProvider: 'turnkey' | 'turnkeyhd' = 'turnkeyhd') {
  const { jwt: token, wallets } = await createVendorWallets(host, ada, { embeddedWalletProvider })
  const { id: walletId, address } = wallets[0]!
  const { activityId } = await host.mock.custody.exportActivity(walletId, target.publicKey)
  return { token, address, params: { walletId, activityId } }
}

const take = (input: { token: string; params: Record<string, string> }) =>
  host.call('vendorWallets.getExportBundle', input)
const refuse = (input: { token: string | null; params: Record<string, string> }) =>
  host.refuse('vendorWallets.getExportBundle', input)

describe('vendorWallets.getExportBundle', () => {
  it('hands out the secret of the second generation, which opens at the address of the wallet', async () => {
    const { address, ...input } = await exported()
    const opened = await target.openExport((await take(input)).body.exportBundle)
    expect(opened).toEqual({ address, path: "m/44'/60'/0'/0/0", mnemonic: expect.any(String) })
    expect(mnemonicToAccount(opened.mnemonic!).address).toBe(address)
  })

  it('hands out the key of the first generation, which opens at the address of the wallet', async () => {
    const { address, ...input } = await exported('turnkey')
    const opened = await target.openExport((await take(input)).body.exportBundle)
    expect(opened).toEqual({ address, path: "m/44'/60'/0'/0/0", privateKey: expect.any(String) })
    expect(privateKeyToAddress(`0x${opened.privateKey}`)).toBe(address)
  })

  it('opens only with the target key', async () => {
    const { exportBundle } = (await take(await exported())).body
    const other = await host.mock.custody.createKey()
    await expect(other.openExport(exportBundle)).rejects.toThrow()
    await expect(target.open(exportBundle)).rejects.toThrow()
  })

  it('fires its event once, and sends a mail where the settings say so', async () => {
    await host.mock.settings.patch({ security: { notifications: { waasPrivateKeyExport: true } } })
    const { address, ...input } = await exported()
    await take(input)
    const { body: events } = await host.call('events.list')
    const exports = events.filter(({ eventName }) => eventName === 'wallet.exported')
    expect(exports).toMatchObject([{ data: { id: input.params.walletId, publicKey: address, userId: ada.userId } }])
    expect(host.mock.outbox.email.list()).toMatchObject([
      { to: 'ada@example.com', text: expect.stringContaining(address) },
    ])
    expect((await host.call('wallets.list')).body.count).toBe(1)
  })

  it('refuses an activity the second time, and after five minutes', async () => {
    const { token, params } = await exported()
    await take({ token, params })
    expect(await refuse({ token, params })).toMatchObject({ status: 404, body: undefined })
    const { activityId } = await host.mock.custody.exportActivity({ id: params.walletId }, target.publicKey)
    await host.mock.clock.advance({ minutes: 5 })
    expect((await refuse({ token, params: { ...params, activityId } })).status).toBe(404)
  })

  it('refuses where the settings turn exports off', async () => {
    await setWaas(host, { exportDisabled: true })
    expect(await refuse(await exported())).toMatchObject({ status: 403, code: 'policy_denied' })
  })

  it('does not find the activity of another wallet or user, a request that is no export, or an unknown id', async () => {
    const { token, params } = await exported()
    const bob = await vendorPerson(host, 'bob@example.com')
    const other = await createVendorWallets(host, bob)
    expect((await refuse({ token: bob.token, params })).status).toBe(404)
    const otherWallet = { walletId: other.wallets[0]!.id, activityId: params.activityId }
    expect((await refuse({ token: bob.token, params: otherWallet })).status).toBe(404)
    await host.call('vendorWallets.getDeleteRequestLegacy', { token })
    const requests = host.mock.export().tables.vendorRequests as { id: string; purpose: string }[]
    const deletion = requests.find(({ purpose }) => purpose === 'deleteWallets')!
    for (const activityId of [deletion.id, unknownId])
      expect((await refuse({ token, params: { ...params, activityId } })).status).toBe(404)
  })

  it('refuses malformed ids, a call without a session, and one that waits for its second factor', async () => {
    const { token, params } = await exported()
    for (const name of ['walletId', 'activityId'])
      expect((await refuse({ token, params: { ...params, [name]: 'no-uuid' } })).status).toBe(400)
    expect((await refuse({ token: null, params })).status).toBe(401)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await refuse({ token, params })).toMatchObject({ status: 403, code: 'mfa_required' })
  })
})

describe('mock.custody.exportActivity', () => {
  it('refuses wallets that are not at the vendor, and keys that are none', async () => {
    const { params } = await exported()
    const bob = await vendorPerson(host, 'bob@example.com')
    const { id: linked } = await host.mock.create.wallet(bob.userId)
    for (const walletId of [linked, unknownId])
      await expect(host.mock.custody.exportActivity(walletId, target.publicKey)).rejects.toThrow(TypeError)
    await expect(host.mock.custody.exportActivity(params.walletId, '02')).rejects.toThrow('targetPublicKey')
  })
})
