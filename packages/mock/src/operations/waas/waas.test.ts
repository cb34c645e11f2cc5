import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import {
  createSharedWallet,
  enableWaas,
  type SharedWallet,
  signedIn,
  waasSettings,
} from '../../../test/people/waasPeople.ts'

const host = createHost()
let token: string
let wallet: SharedWallet

beforeEach(async () => {
  await enableWaas(host)
  ;({ token } = await signedIn(host))
  wallet = await createSharedWallet(host, token, { chain: 'SVM' })
})

const waitForFactor = () => host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })

describe('waas.getByAddress', () => {
  it('returns the profile with the credential of only that wallet', async () => {
    const other = await createSharedWallet(host, token, { chain: 'EVM' })
    const { body: profile } = await host.call('profile.get', { token })
    expect(profile.verifiedCredentials).toHaveLength(3)
    for (const { walletId, address } of [wallet, other]) {
      const { body } = await host.call('waas.getByAddress', { token, params: { walletAddress: address } })
      const credentials = profile.verifiedCredentials.filter(({ id }) => id === walletId)
      expect(body).toEqual({ ...profile, verifiedCredentials: credentials })
      expect(body.verifiedCredentials).toMatchObject([{ address, wallet_properties: { version: 'V3' } }])
    }
    // Letters of EVM addresses are compared without regard to capitals.
    const walletAddress = other.address.toLowerCase()
    const { body } = await host.call('waas.getByAddress', { token, params: { walletAddress } })
    expect(body.verifiedCredentials).toMatchObject([{ id: other.walletId }])
  })

  it("does not find another user's wallet, one that is linked, or any other text", async () => {
    const bob = await signedIn(host, 'bob@example.com')
    const linked = await host.mock.create.wallet(bob.userId)
    for (const walletAddress of [wallet.address, linked.publicKey, 'nobody'])
      expect(await host.refuse('waas.getByAddress', { token: bob.token, params: { walletAddress } })).toMatchObject({
        status: 404,
        code: 'not_found',
      })
  })

  it('refuses an address of no form, a call without a session, and one that waits for its second factor', async () => {
    const refuse = (input: object) =>
      host.refuse('waas.getByAddress', { token, params: { walletAddress: wallet.address }, ...input })
    expect((await refuse({ params: { walletAddress: 'a'.repeat(256) } })).status).toBe(400)
    expect((await refuse({ token: null })).status).toBe(401)
    await waitForFactor()
    expect(await refuse({})).toMatchObject({ status: 403, code: 'mfa_required' })
  })
})

describe('waas.updateSettings', () => {
  const body = { hasDeniedDelegatedAccess: true }
  const params = () => ({ walletId: wallet.walletId })

  it('shows the refusal of delegated access with the wallet, and takes it back', async () => {
    for (const hasDeniedDelegatedAccess of [true, false]) {
      const reply = await host.call('waas.updateSettings', {
        token,
        params: params(),
        body: { hasDeniedDelegatedAccess },
      })
      expect(reply.body).toEqual({ walletId: wallet.walletId, settings: { hasDeniedDelegatedAccess } })
      const { body: profile } = await host.call('profile.get', { token })
      const credential = profile.verifiedCredentials.find(({ id }) => id === wallet.walletId)
      expect(credential?.wallet_properties?.settings).toEqual({ hasDeniedDelegatedAccess })
    }
  })

  it('refuses to deny what the environment requires', async () => {
    const delegatedAccess = { enabled: true, requiresDelegation: true }
    await host.mock.settings.patch({ sdk: { waas: { ...waasSettings, delegatedAccess } } })
    expect(await host.refuse('waas.updateSettings', { token, params: params(), body })).toMatchObject({
      status: 422,
      code: 'invalid_update',
    })
    const allowed = { token, params: params(), body: { hasDeniedDelegatedAccess: false } }
    expect((await host.call('waas.updateSettings', allowed)).status).toBe(200)
  })

  it("refuses another user's wallet, an unknown one, and calls that are malformed or not signed in", async () => {
    const bob = await signedIn(host, 'bob@example.com')
    const refuse = (input: object) => host.refuse('waas.updateSettings', { token, params: params(), body, ...input })
    expect((await refuse({ token: bob.token })).status).toBe(404)
    expect((await refuse({ params: { walletId: unknownId } })).status).toBe(404)
    expect((await refuse({ body: {} })).status).toBe(400)
    expect((await refuse({ token: null })).status).toBe(401)
    expect((await refuse({ body: '{}', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    await waitForFactor()
    expect((await refuse({})).status).toBe(403)
  })
})

describe('the public settings', () => {
  it('name the relay where shared wallets can be made, and the one that the settings name', async () => {
    const relayOf = async () => (await host.call('sdkSettings.get')).body.sdk?.waas?.relayUrl
    expect(await relayOf()).toBe(`${host.mock.baseUrl}/__mock/relay`)
    await host.mock.settings.patch({ sdk: { waas: { ...waasSettings, relayUrl: 'https://relay.example.com' } } })
    expect(await relayOf()).toBe('https://relay.example.com')
  })
})
