import { createLocalJWKSet, jwtVerify } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { claimsOf, embeddedOf, vendorPerson } from '../../../test/people/vendorPeople.ts'
import { siteHeaders, walletPeople } from '../../../test/people/walletPeople.ts'

const host = createHost()
const { signed } = walletPeople(host)
let token: string
let userId: string
let providerId: string

beforeEach(async () => {
  providerId = String((await host.mock.create.provider({ provider: 'coinbaseWaas' })).id)
  ;({ token, userId } = await vendorPerson(host))
})

const asEmbedded = { walletName: 'embedded', walletProvider: 'embeddedWallet' }
/** Links a wallet that the provider has created in the browser, as its device does. */
async function link() {
  const body = { ...(await signed(await host.mock.wallets.evm())), ...asEmbedded }
  const { body: reply } = await host.call('walletSignIn.link', { token, body, headers: siteHeaders })
  return embeddedOf(reply.user).at(-1)!
}
/** Gives the user such a wallet, as a server does. */
async function give() {
  const { address: publicWalletAddress } = await host.mock.wallets.evm()
  const body = { publicWalletAddress, chain: 'EVM', ...asEmbedded }
  await host.call('wallets.create', { params: { userId }, body })
  return embeddedOf((await host.call('profile.get', { token })).body).at(-1)!
}
const waitForFactor = () => host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
const noMpc = { status: 422, code: 'invalid_mpc_environment' }

describe('a wallet that the provider creates in the browser', () => {
  it('is linked by its signature, or by a server, and nobody signs in with it', async () => {
    const linked = await link()
    expect(linked.properties).toEqual({ claimed: true, source: 'service' })
    const wallet = await host.mock.wallets.evm()
    const body = { ...(await signed(wallet)), ...asEmbedded }
    const refusal = await host.refuse('walletSignIn.verify', { body, headers: siteHeaders })
    expect(refusal).toMatchObject({ status: 422, code: 'provider_not_available' })
    const { body: profile } = await host.call('profile.get', { token })
    const credential = profile.verifiedCredentials.find(({ id }) => id === linked.id)
    expect(credential).toMatchObject({ signInEnabled: false, embedded_wallet_id: linked.id })
    const created = (await host.call('events.list')).body.filter(({ eventName }) => eventName === 'wallet.created')
    expect(created).toHaveLength(1)
  })

  it('cannot be linked where another provider is enabled', async () => {
    await host.call('providers.disable', { params: { providerId } })
    const body = { ...(await signed(await host.mock.wallets.evm())), ...asEmbedded }
    const refusal = await host.refuse('walletSignIn.link', { token, body, headers: siteHeaders })
    expect(refusal).toMatchObject({ status: 422, code: 'provider_not_available' })
  })
})

describe('walletSecrets.getAuthToken', () => {
  it('issues a token of one minute that the provider verifies, and that opens no operation', async () => {
    const { token: mpcToken } = (await host.call('walletSecrets.getAuthToken', { token, query: { type: 'mpc' } })).body
    const { body: jwks } = await host.call('jwks.get')
    const { payload, protectedHeader } = await jwtVerify(mpcToken, createLocalJWKSet(jwks as never), {
      currentDate: new Date(host.mock.clock.now()),
    })
    expect(protectedHeader.typ).toBe('mpc+jwt')
    expect(payload).toMatchObject({ sub: userId, scope: 'wallets:mpc', exp: payload.iat! + 60 })
    const { token: withoutType } = (await host.call('walletSecrets.getAuthToken', { token })).body
    expect(claimsOf(withoutType)).toMatchObject({ scope: 'wallets:mpc' })
    expect(await host.refuse('profile.get', { token: mpcToken })).toMatchObject({ status: 401 })
    expect((await host.refuse('walletSecrets.getAuthToken', { token: mpcToken })).status).toBe(401)
  })

  it('refuses another provider, a type that is none, no session, and one that waits for its factor', async () => {
    const refuse = (input: object = {}) => host.refuse('walletSecrets.getAuthToken', { token, ...input })
    expect((await refuse({ query: { type: 'other' } })).status).toBe(400)
    expect((await refuse({ token: null })).status).toBe(401)
    await host.call('providers.disable', { params: { providerId } })
    expect(await refuse()).toMatchObject(noMpc)
    await host.mock.create.provider({ provider: 'dynamic' })
    expect(await refuse()).toMatchObject(noMpc)
    await waitForFactor()
    expect(await refuse()).toMatchObject({ status: 403, body: { error: { code: 'mfa_required' } } })
  })
})

describe.each(['walletSecrets.getPasscode', 'walletSecrets.getBackup'] as const)('%s', (id) => {
  const read = async () => (await host.call(id, { token })).body

  it('makes the secret of the oldest wallet once, and shows it in no other reply or table', async () => {
    const { id: walletId } = await link()
    await link()
    const first = await read()
    expect(first).toEqual({ walletId, secret: expect.stringMatching(/^\w{22}$/), source: 'service' })
    expect(await read()).toEqual(first)
    expect(JSON.stringify(host.mock.export())).not.toContain(first.secret)
    const other = id === 'walletSecrets.getBackup' ? 'walletSecrets.getPasscode' : 'walletSecrets.getBackup'
    expect((await host.call(other, { token })).body.secret).not.toBe(first.secret)
    expect(JSON.stringify(host.mock.journal.list())).not.toContain(first.secret)
  })

  it('keeps the secret of a wallet that is deleted and restored', async () => {
    const { id: walletId } = await link()
    const before = await read()
    await host.call('vendorWallets.softDelete', { token, params: { walletId } })
    expect(await host.refuse(id, { token })).toMatchObject({ status: 404, body: undefined })
    await host.call('vendorWallets.restore', { token, params: { walletId } })
    expect(await read()).toEqual(before)
  })

  it('refuses users without such a wallet, other providers, no session, and one that waits for its factor', async () => {
    const bob = await vendorPerson(host, 'bob@example.com')
    await link()
    expect(await host.refuse(id, { token: bob.token })).toMatchObject({ status: 404, body: undefined })
    expect((await host.refuse(id, { token: null })).status).toBe(401)
    await host.call('providers.disable', { params: { providerId } })
    expect(await host.refuse(id, { token })).toMatchObject(noMpc)
    await waitForFactor()
    expect(await host.refuse(id, { token })).toMatchObject({ status: 403, body: { error: { code: 'mfa_required' } } })
  })
})

describe('walletSecrets.claim', () => {
  const refuse = (walletId: string, input = {}) =>
    host.refuse('walletSecrets.claim', { token, body: { walletId }, ...input })

  it('records that the user has taken over a wallet, and gives the session new tokens', async () => {
    const { id: walletId, properties } = await give()
    expect(properties).toEqual({ claimed: false, source: 'service' })
    const { body, status } = await host.call('walletSecrets.claim', { token, body: { walletId } })
    expect(status).toBe(200)
    expect(embeddedOf(body.user).at(-1)?.properties).toEqual({ claimed: true, source: 'service' })
    expect(claimsOf(body.jwt).jti).not.toBe(claimsOf(token).jti)
    expect(claimsOf(body.jwt).sid).toBe(claimsOf(token).sid)
  })

  it('refuses wallets of others, unknown ones, ones that are not of the provider, and other providers', async () => {
    const { id: walletId } = await give()
    const bob = await vendorPerson(host, 'bob@example.com')
    const linked = await host.mock.create.wallet(bob.userId)
    for (const other of [walletId, unknownId, linked.id])
      expect(await refuse(other, { token: bob.token })).toMatchObject({ status: 422, code: 'invalid_wallet_id' })
    await host.call('providers.disable', { params: { providerId } })
    expect(await refuse(walletId)).toMatchObject(noMpc)
  })

  it('refuses malformed calls, calls without a session, and one that waits for its second factor', async () => {
    const { id: walletId } = await give()
    expect((await refuse('no-uuid')).status).toBe(400)
    expect((await refuse(walletId, { token: null })).status).toBe(401)
    expect((await refuse(walletId, { body: '{}', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    await waitForFactor()
    expect(await refuse(walletId)).toMatchObject({ status: 403, body: { error: { code: 'mfa_required' } } })
  })
})
