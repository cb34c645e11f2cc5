import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import {
  createVendorWallets,
  embeddedOf,
  enableVendor,
  vendorPerson,
  type VendorPerson,
} from '../../../test/people/vendorPeople.ts'

const host = createHost()
let ada: VendorPerson
let walletId: string
let token: string

beforeEach(async () => {
  await enableVendor(host)
  ada = await vendorPerson(host)
  const { jwt, wallets } = await createVendorWallets(host, ada)
  token = jwt
  walletId = wallets[0]!.id
})

const profile = async () => (await host.call('profile.get', { token: (await host.mock.signIn(ada.userId)).token })).body
const softDelete = () => host.call('vendorWallets.softDelete', { token, params: { walletId } })
const restore = () => host.call('vendorWallets.restore', { token, params: { walletId } })
const walletEvents = async () =>
  (await host.call('events.list')).body.map(({ eventName }) => eventName).filter((name) => name.startsWith('wallet.'))

describe('vendorWallets.softDelete', () => {
  it('takes the wallet away, which only the list of the environment still shows', async () => {
    expect((await softDelete()).status).toBe(204)
    expect(embeddedOf(await profile())).toEqual([])
    const { wallets } = (await host.call('wallets.list')).body
    expect(wallets).toMatchObject([{ id: walletId, userId: ada.userId, deletedAt: host.mock.clock.iso() }])
    expect((await walletEvents())[0]).toBe('wallet.deleted')
  })

  it('lets the administration recover the wallet', async () => {
    await softDelete()
    const { body } = await host.call('wallets.recover', { body: { userId: ada.userId } })
    expect(body.data?.wallets).toMatchObject([{ id: walletId }])
  })
})

describe('vendorWallets.restore', () => {
  it('gives the wallet back as it was, for 30 days', async () => {
    const before = embeddedOf(await profile())
    await softDelete()
    await host.mock.clock.advance({ days: 29, hours: 23 })
    token = (await host.mock.signIn(ada.userId)).token
    expect((await restore()).status).toBe(204)
    expect(embeddedOf(await profile())).toEqual(before)
    expect((await walletEvents())[0]).toBe('wallet.created')
    await softDelete()
    await host.mock.clock.advance({ days: 30 })
    token = (await host.mock.signIn(ada.userId)).token
    expect((await host.refuse('vendorWallets.restore', { token, params: { walletId } })).status).toBe(404)
  })

  it('does not give back what the administration deleted', async () => {
    await host.call('wallets.delete', { params: { walletId } })
    expect((await host.refuse('vendorWallets.restore', { token, params: { walletId } })).status).toBe(404)
  })

  it('refuses when the user has another wallet on the chain by now', async () => {
    await softDelete()
    await createVendorWallets(host, { ...ada, token })
    expect(await host.refuse('vendorWallets.restore', { token, params: { walletId } })).toMatchObject({
      status: 422,
      code: 'wallet_account_exists_for_chain',
    })
  })
})

describe.each(['vendorWallets.softDelete', 'vendorWallets.restore'] as const)('%s', (id) => {
  it("does not find another user's wallet, an unknown one, or one that is not embedded", async () => {
    const bob = await vendorPerson(host, 'bob@example.com')
    const linked = await host.mock.create.wallet(bob.userId)
    if (id === 'vendorWallets.restore') await softDelete()
    for (const other of [walletId, unknownId, linked.id])
      expect(await host.refuse(id, { token: bob.token, params: { walletId: other } })).toMatchObject({
        status: 404,
        body: undefined,
      })
  })

  it('refuses a malformed id, a call without a session, and one that waits for its second factor', async () => {
    const refuse = (input: object) => host.refuse(id, { token, params: { walletId }, ...input })
    expect((await refuse({ params: { walletId: 'no-uuid' } })).status).toBe(400)
    expect((await refuse({ token: null })).status).toBe(401)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await refuse({})).toMatchObject({ status: 403, code: 'mfa_required' })
  })
})
