import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { requestEmailCode } from '../../../test/people/oneTimeCodes.ts'
import {
  claimsOf,
  createVendorWallets,
  enableVendor,
  vendorPerson,
  type VendorPerson,
} from '../../../test/people/vendorPeople.ts'

const host = createHost()
const hour = 3_600_000
let ada: VendorPerson

beforeEach(async () => {
  await enableVendor(host)
  ada = await vendorPerson(host)
})

const register = (token: string, body: object) => host.call('vendorWallets.registerSessionKey', { token, body })
const refuse = (token: string | null, body: unknown, input = {}) =>
  host.refuse('vendorWallets.registerSessionKey', { token, body, ...input })
const claimedKey = async (token: string) =>
  claimsOf((await host.call('sessions.refresh', { token })).body.jwt).session_public_key

describe('vendorWallets.registerSessionKey', () => {
  it('registers a key for the duration of the settings, which the next token names', async () => {
    const { jwt } = await createVendorWallets(host, ada)
    const { publicKey } = await host.mock.custody.createKey()
    const { body } = await register(jwt, { publicKey })
    expect(body).toEqual({ publicKey, expiresAt: host.mock.clock.now() + hour })
    expect(claimsOf(jwt).session_public_key).toBeUndefined()
    expect(await claimedKey(jwt)).toBe(publicKey)
  })

  it('answers the same for the same key, and the claim ends with the key', async () => {
    const { jwt } = await createVendorWallets(host, ada)
    const { publicKey } = await host.mock.custody.createKey()
    const { body } = await register(jwt, { publicKey })
    await host.mock.clock.advance({ minutes: 59 })
    expect((await register(jwt, { publicKey })).body).toEqual(body)
    await host.mock.clock.advance({ minutes: 1 })
    expect(await claimedKey(jwt)).toBeUndefined()
  })

  it('lasts as long as the tokens of the session where the settings have no duration', async () => {
    host.mock.reset()
    await host.mock.create.provider({ provider: 'turnkey' })
    await host.mock.settings.patch({ sdk: { embeddedWallets: { defaultWalletVersion: 'V2' } } })
    ada = await vendorPerson(host)
    const { jwt } = await createVendorWallets(host, ada)
    const { publicKey } = await host.mock.custody.createKey()
    const { expiresAt } = (await register(jwt, { publicKey })).body
    expect(expiresAt).toBe(host.mock.clock.now() + 2 * hour)
  })

  it('replaces a key with the signature of the present one, and refuses without it', async () => {
    const { jwt } = await createVendorWallets(host, ada)
    const [first, second] = [await host.mock.custody.createKey(), await host.mock.custody.createKey()]
    await register(jwt, { publicKey: first.publicKey })
    const { publicKey } = second
    for (const prevSessionKeySignature of [
      undefined,
      await second.sign(publicKey),
      await first.sign(first.publicKey),
      'no signature',
    ])
      expect(await refuse(jwt, { publicKey, prevSessionKeySignature })).toMatchObject({
        status: 422,
        code: 'other_verify_failure',
      })
    expect(await claimedKey(jwt)).toBe(first.publicKey)
    const prevSessionKeySignature = await first.sign(publicKey)
    expect((await register(jwt, { publicKey, prevSessionKeySignature })).body.publicKey).toBe(publicKey)
  })

  it('needs no signature for an expired key, nor in another session', async () => {
    const { jwt } = await createVendorWallets(host, ada)
    const [first, second] = [await host.mock.custody.createKey(), await host.mock.custody.createKey()]
    await register(jwt, { publicKey: first.publicKey })
    const other = await host.mock.signIn(ada.userId)
    expect((await register(other.token, { publicKey: second.publicKey })).status).toBe(200)
    await host.mock.clock.advance({ minutes: 60 })
    expect((await register(jwt, { publicKey: second.publicKey })).status).toBe(200)
  })

  it('protects the key of a sign-in in the same way', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    const [first, second] = [await host.mock.custody.createKey(), await host.mock.custody.createKey()]
    const proof = await requestEmailCode(host, 'bob@example.com')
    const { jwt = '' } = (
      await host.call('emailSignIn.signIn', { body: { ...proof, sessionPublicKey: first.publicKey } })
    ).body
    await createVendorWallets(host, { ...ada, token: jwt })
    expect(await refuse(jwt, { publicKey: second.publicKey })).toMatchObject({ code: 'other_verify_failure' })
    expect((await register(jwt, { publicKey: first.publicKey })).status).toBe(200)
  })

  it('takes the key for one wallet, and then for another one', async () => {
    const { jwt, wallets } = await createVendorWallets(host, ada, { chains: ['EVM', 'SOL'] })
    const { publicKey } = await host.mock.custody.createKey()
    const { body } = await register(jwt, { publicKey, walletId: wallets[0]?.id })
    expect((await register(jwt, { publicKey, walletId: wallets[1]?.id })).body).toEqual(body)
  })

  it('registers the key of a creation', async () => {
    const { publicKey: sessionPublicKey } = await host.mock.custody.createKey()
    const { jwt } = await createVendorWallets(host, ada, { sessionPublicKey })
    expect(claimsOf(jwt).session_public_key).toBe(sessionPublicKey)
  })

  it('refuses a key that is not one of P-256, and users without a wallet of the second generation', async () => {
    const { publicKey } = await host.mock.custody.createKey()
    expect(await refuse(ada.token, { publicKey })).toMatchObject({ status: 422, code: 'no_hd_wallet_found' })
    const { jwt, wallets } = await createVendorWallets(host, ada, { embeddedWalletProvider: 'turnkey' })
    const walletId = wallets[0]!.id
    expect(await refuse(jwt, { publicKey, walletId })).toMatchObject({ status: 422, code: 'no_hd_wallet_found' })
    const bob = await vendorPerson(host, 'bob@example.com')
    for (const id of [walletId, unknownId])
      expect(await refuse(bob.token, { publicKey, walletId: id })).toMatchObject({ code: 'invalid_wallet_id' })
    for (const badKey of ['02', `${publicKey}00`, `05${publicKey.slice(2)}`, `02${'f'.repeat(64)}`])
      expect(await refuse(jwt, { publicKey: badKey })).toMatchObject({
        status: 422,
        code: 'invalid_session_public_key',
      })
  })

  it('refuses malformed calls, calls without a session, and one that waits for its second factor', async () => {
    const { publicKey } = await host.mock.custody.createKey()
    expect((await refuse(ada.token, {})).status).toBe(400)
    expect((await refuse(null, { publicKey })).status).toBe(401)
    expect((await refuse(ada.token, '{}', { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect((await refuse(ada.token, { publicKey })).status).toBe(403)
  })
})
