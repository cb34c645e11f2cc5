import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { appOrigin, base64url, flip, from } from '../../../test/people/passkeyCeremonies.ts'
import {
  createVendorWallets,
  embeddedOf,
  enableVendor,
  vendorPerson,
  type VendorPerson,
} from '../../../test/people/vendorPeople.ts'

const host = createHost()
let ada: VendorPerson
let token: string
let walletId: string

beforeEach(async () => {
  await enableVendor(host)
  ada = await vendorPerson(host)
  const { jwt, wallets } = await createVendorWallets(host, ada)
  token = jwt
  walletId = wallets[0]!.id
})

const walletsOf = async () => embeddedOf((await host.call('profile.get', { token })).body)
const page = ({ authenticator } = ada) => ({ authenticator, origin: appOrigin })
const deleteRequest = async () =>
  (await host.call('vendorWallets.getDeleteRequest', { token, params: { walletId } })).body
const accountRequest = async () =>
  (await host.call('vendorWallets.getAccountRequest', { token, query: { chain: 'SOL' } })).body
const sessionKey = async (input = {}) => {
  const key = await host.mock.custody.createKey()
  await host.call('vendorWallets.registerSessionKey', { token, body: { publicKey: key.publicKey, ...input } })
  return key
}

const reversed = (fields: object) => Object.fromEntries(Object.entries(fields).reverse())

/** The two operations that take a stamped request. */
const stamped = [
  { id: 'vendorWallets.delete', request: deleteRequest, status: 204, wallets: 0 },
  { id: 'vendorWallets.createAccount', request: accountRequest, status: 201, wallets: 2 },
] as const

describe.each(stamped)('a stamped request of $id', ({ id, request, status, wallets }) => {
  const send = (vendorSignedRequest: object) =>
    host.call(id, { token, body: { vendorSignedRequest }, ...from(appOrigin) })
  const refuse = async (vendorSignedRequest: object, input: object = {}) => {
    const refusal = await host.refuse(id, { token, body: { vendorSignedRequest }, ...from(appOrigin), ...input })
    return [refusal.status, refusal.code]
  }
  const unknown = [422, 'invalid_verification']
  const wrong = [422, 'other_verify_failure']

  it('is accepted from the passkey of the wallet', async () => {
    expect((await send(await host.mock.custody.stamp(await request(), page()))).status).toBe(status)
    expect(await walletsOf()).toHaveLength(wallets)
  })

  it('is accepted from a session key of the wallet', async () => {
    const key = await sessionKey({ walletId })
    expect((await send(await host.mock.custody.stamp(await request(), key))).status).toBe(status)
    expect(await walletsOf()).toHaveLength(wallets)
  })

  it('is accepted with its keys in another order, and once in any order', async () => {
    const key = await sessionKey({ walletId })
    const written = await request()
    const { parameters } = written
    const reordered = Object.fromEntries(Object.entries({ ...written, parameters: reversed(parameters) }).reverse())
    const signed = await host.mock.custody.stamp(reordered as typeof written, key)
    expect(signed.body).not.toBe(JSON.stringify(written))
    expect((await send(signed)).status).toBe(status)
    expect(await walletsOf()).toHaveLength(wallets)
    if (wallets > 0) expect(await refuse(await host.mock.custody.stamp(written, key))).toEqual(unknown)
  })

  it('is refused with another value, a field more or less, or what is no JSON', async () => {
    const key = await sessionKey()
    const written = await request()
    const { organizationId: _, ...less } = written
    for (const changed of [
      { ...written, more: 1 },
      { ...written, parameters: { ...written.parameters, more: 1 } },
      less,
    ])
      expect(await refuse(await host.mock.custody.stamp(changed as typeof written, key))).toEqual(unknown)
    const signed = await host.mock.custody.stamp(written, key)
    for (const body of ['', '{', 'null', '[]']) expect(await refuse({ ...signed, body })).toEqual(unknown)
    expect(await walletsOf()).toHaveLength(1)
  })

  it('is refused when one byte of the body changed, whether or not the client stamps the change', async () => {
    const key = await sessionKey()
    const written = await request()
    const signed = await host.mock.custody.stamp(written, key)
    expect(await refuse({ ...signed, body: `${signed.body} ` })).toEqual(wrong)
    const changed = { ...written, timestampMs: String(Number(written.timestampMs) + 1) }
    expect(await refuse(await host.mock.custody.stamp(changed, key))).toEqual(unknown)
    expect(await walletsOf()).toHaveLength(1)
    // The refusals have not used it up.
    expect((await send(signed)).status).toBe(status)
  })

  it('is refused with the stamp of another body', async () => {
    const [first, second] = [await request(), await request()]
    expect(first).not.toEqual(second)
    const signed = await host.mock.custody.stamp(first, page())
    const { stamp } = await host.mock.custody.stamp(second, page())
    expect(await refuse({ ...signed, stamp })).toEqual(wrong)
    const key = await sessionKey()
    expect(await refuse({ ...signed, stamp: (await host.mock.custody.stamp(second, key)).stamp })).toEqual(wrong)
  })

  it('is refused with a stamp longer than a header, before anything reads it', async () => {
    const signed = await host.mock.custody.stamp(await request(), await sessionKey())
    const { stampHeaderName } = signed.stamp
    const stampOf = (length: number) => ({ stampHeaderName, stampHeaderValue: `${'='.repeat(length - 1)}a` })
    expect(await refuse({ ...signed, stamp: stampOf(8192) })).toEqual(wrong)
    expect(await refuse({ ...signed, stamp: stampOf(8193) })).toEqual([400, 'validation_failed'])
  })

  it('is refused the second time', async () => {
    // After the first deletion there is a wallet left.
    await createVendorWallets(host, { ...ada, token }, { chains: ['SUI'], withPasskey: false })
    const signed = await host.mock.custody.stamp(await request(), page())
    expect((await send(signed)).status).toBe(status)
    expect(await refuse(signed)).toEqual(unknown)
  })

  it('is refused after five minutes', async () => {
    const key = await sessionKey()
    const signed = await host.mock.custody.stamp(await request(), key)
    await host.mock.clock.advance({ minutes: 5 })
    expect(await refuse(signed)).toEqual(unknown)
  })

  it('is refused from the passkey or the key of another wallet', async () => {
    const other = { ...ada, authenticator: host.mock.authenticator(), token }
    const { wallets: more } = await createVendorWallets(host, other, { chains: ['TON'] })
    expect(await refuse(await host.mock.custody.stamp(await request(), page(other)))).toEqual(wrong)
    const key = await sessionKey({ walletId: more.at(-1)?.id })
    expect(await refuse(await host.mock.custody.stamp(await request(), key))).toEqual(wrong)
    const stranger = await host.mock.custody.createKey()
    expect(await refuse(await host.mock.custody.stamp(await request(), stranger))).toEqual(wrong)
  })

  it('is refused from another user, whose wallets it does not name', async () => {
    const bob = await vendorPerson(host, 'bob@example.com')
    const { jwt } = await createVendorWallets(host, bob)
    const signed = await host.mock.custody.stamp(await request(), page())
    expect(await refuse(signed, { token: jwt })).toEqual(unknown)
    const body = { vendorSignedRequest: signed }
    const { live } = host.mock.defaults.environments
    const elsewhere = await host.refuse(id, { token, body, params: { environmentId: live.id } })
    expect(elsewhere.status).toBe(401)
  })

  it('is refused from a session key that has expired, and from that of a session that has ended', async () => {
    const key = await sessionKey()
    await host.mock.clock.advance({ minutes: 60 })
    expect(await refuse(await host.mock.custody.stamp(await request(), key))).toEqual(wrong)
    const { token: other } = await host.mock.signIn(ada.userId)
    const second = await host.mock.custody.createKey()
    await host.call('vendorWallets.registerSessionKey', { token: other, body: { publicKey: second.publicKey } })
    await host.call('sessions.revoke', { token: other })
    expect(await refuse(await host.mock.custody.stamp(await request(), second))).toEqual(wrong)
  })

  it('is refused for another URL, header, scheme or form of signature', async () => {
    const key = await sessionKey()
    const signed = await host.mock.custody.stamp(await request(), key)
    const fields = JSON.parse(atob(signed.stamp.stampHeaderValue)) as Record<string, string>
    const stampOf = (value: unknown) => ({
      stamp: { ...signed.stamp, stampHeaderValue: base64url(JSON.stringify(value)) },
    })
    for (const change of [
      { url: 'https://custody.example.com/public/v1/submit/export_wallet' },
      { url: 'public/v1/submit' },
      { stamp: { ...signed.stamp, stampHeaderName: 'X-Signature' } },
      { stamp: { ...signed.stamp, stampHeaderValue: 'no stamp' } },
      stampOf({ ...fields, scheme: 'SIGNATURE_SCHEME_SECP256K1' }),
      stampOf({ ...fields, publicKey: 'no key' }),
      stampOf({ ...fields, signature: fields.signature?.replace(/..$/, '') }),
      stampOf({ ...fields, signature: 'no hex' }),
      stampOf({ publicKey: fields.publicKey }),
      stampOf(null),
    ])
      expect(await refuse({ ...signed, ...change }), JSON.stringify(change)).toEqual(wrong)
    expect((await send(signed)).status).toBe(status)
  })

  it('is refused with an answer of the passkey that was changed, or comes from another page', async () => {
    const signed = await host.mock.custody.stamp(await request(), page())
    const answer = JSON.parse(signed.stamp.stampHeaderValue) as Record<string, string>
    for (const change of [
      { signature: flip(answer.signature!) },
      { authenticatorData: flip(answer.authenticatorData!) },
      { credentialId: base64url('another passkey') },
      { clientDataJson: base64url('{"challenge":"a","origin":"https://evil.example.net"}') },
    ]) {
      const stampHeaderValue = JSON.stringify({ ...answer, ...change })
      expect(await refuse({ ...signed, stamp: { ...signed.stamp, stampHeaderValue } })).toEqual(wrong)
    }
    expect(await refuse(signed, from('https://other.example.com'))).toEqual(wrong)
    expect((await send(signed)).status).toBe(status)
  })

  it('refuses malformed calls, calls without a session, and one that waits for its second factor', async () => {
    const body = { vendorSignedRequest: { body: '{}' } }
    expect((await host.refuse(id, { token, body })).status).toBe(400)
    expect((await host.refuse(id, { token: null, body })).status).toBe(401)
    const text = { token, body: '{}', headers: { 'content-type': 'text/plain' } }
    expect((await host.refuse(id, text)).status).toBe(415)
    const signed = await host.mock.custody.stamp(await request(), page())
    const nobody = await vendorPerson(host, 'nobody@example.com')
    const missing = await host.refuse(id, { token: nobody.token, body: { vendorSignedRequest: signed } })
    expect(missing).toMatchObject({ status: 404, body: undefined })
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    const refusal = await host.refuse(id, { token, body: { vendorSignedRequest: signed } })
    expect(refusal).toMatchObject({ status: 403, body: { error: { code: 'mfa_required' } } })
  })
})
