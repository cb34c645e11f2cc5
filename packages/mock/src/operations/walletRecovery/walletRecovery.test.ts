import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { appOrigin, base64url, flip, from } from '../../../test/people/passkeyCeremonies.ts'
import {
  createVendorWallets,
  embeddedOf,
  enableVendor,
  vendorPerson,
  type VendorPerson,
} from '../../../test/people/vendorPeople.ts'
import type { CustodyKey } from '../../control/device/custodyControl.ts'

const host = createHost()
let ada: VendorPerson
let token: string
let walletId: string
let target: CustodyKey

beforeEach(async () => {
  await enableVendor(host)
  ada = await vendorPerson(host)
  const { jwt, wallets } = await createVendorWallets(host, ada, { chains: ['EVM', 'SOL'] })
  token = jwt
  walletId = wallets[0]!.id
  target = await host.mock.custody.createKey()
})

const sentTo = (to = 'ada@example.com') => host.mock.outbox.email.list().filter((mail) => mail.to === to)
/** The key in the latest e-mail. */
const sentKey = (to?: string) => target.open(String(sentTo(to).at(-1)?.code))
const emailAuth = () =>
  host.call('walletRecovery.startEmailAuth', {
    token,
    body: { walletId, vendorEmailAuthTargetPublicKey: target.publicKey },
  })
const startRecovery = () =>
  host.call('walletRecovery.startPasskeyRecovery', {
    token,
    body: { walletId, vendorRecoveryTargetPublicKey: target.publicKey },
  })
/** A recovery that has begun, and the body that completes it. */
async function recovery(authenticator = host.mock.authenticator()) {
  const { vendorRecoveryUserId } = (await startRecovery()).body
  const key = await sentKey()
  const proof = await host.mock.custody.recoverPasskey({ authenticator, origin: appOrigin, key, vendorRecoveryUserId })
  return { authenticator, vendorRecoveryUserId, key, body: { walletId, ...proof } }
}
const complete = (body: object) =>
  host.call('walletRecovery.completePasskeyRecovery', { token, body, ...from(appOrigin) })
const accountRequest = async () =>
  (await host.call('vendorWallets.getAccountRequest', { token, query: { chain: 'SUI' } })).body
const stampedWith = async (signer: Parameters<typeof host.mock.custody.stamp>[1]) => ({
  token,
  body: { vendorSignedRequest: await host.mock.custody.stamp(await accountRequest(), signer) },
  ...from(appOrigin),
})
const wrong = { status: 422, code: 'other_verify_failure' }

describe('walletRecovery.startEmailAuth', () => {
  it('sends an API key that only the target key opens, and that stamps', async () => {
    const { body } = await emailAuth()
    const { vendorUserId } = embeddedOf((await host.call('profile.get', { token })).body)[0]!.properties
    expect(body).toEqual({ vendorUserId, vendorApiKeyId: expect.stringMatching(/^[\da-f-]{36}$/) })
    const [mail] = sentTo()
    expect(mail?.text).toContain(mail?.code)
    const other = await host.mock.custody.createKey()
    await expect(other.open(String(mail?.code))).rejects.toThrow()
    const key = await sentKey()
    expect((await host.call('vendorWallets.createAccount', await stampedWith(key))).status).toBe(201)
    // The state knows only the public key.
    expect(JSON.stringify(host.mock.export().tables.vendorWallets)).toContain(key.publicKey)
  })

  it('sends a key that no longer stamps after 15 minutes', async () => {
    await emailAuth()
    const key = await sentKey()
    await host.mock.clock.advance({ minutes: 14, seconds: 59 })
    token = (await host.mock.signIn(ada.userId)).token
    const inTime = await stampedWith(key)
    await host.mock.clock.advance({ seconds: 1 })
    expect(await host.refuse('vendorWallets.createAccount', inTime)).toMatchObject(wrong)
    const late = await stampedWith(key)
    expect(await host.refuse('vendorWallets.createAccount', late)).toMatchObject(wrong)
  })

  it('takes a target key that is not compressed, and keeps earlier keys', async () => {
    await emailAuth()
    const first = await sentKey()
    const { p256 } = await import('@noble/curves/nist.js')
    const vendorEmailAuthTargetPublicKey = p256.Point.fromHex(target.publicKey).toHex(false)
    await host.call('walletRecovery.startEmailAuth', { token, body: { walletId, vendorEmailAuthTargetPublicKey } })
    expect((await sentKey()).publicKey).not.toBe(first.publicKey)
    expect((await host.call('vendorWallets.createAccount', await stampedWith(first))).status).toBe(201)
  })
})

describe('walletRecovery.completePasskeyRecovery', () => {
  it('replaces the passkey, whose stamps are refused from then on', async () => {
    const { authenticator, body, vendorRecoveryUserId } = await recovery()
    const { body: reply } = await complete(body)
    expect(reply.jwt).not.toBe(token)
    const { passkeys } = (await host.call('passkeys.list', { token })).body
    expect(passkeys.map(({ credentialId }) => credentialId)).toEqual([body.attestation.credentialId])
    const former = await stampedWith({ authenticator: ada.authenticator, origin: appOrigin })
    expect(await host.refuse('vendorWallets.createAccount', former)).toMatchObject(wrong)
    const present = await stampedWith({ authenticator, origin: appOrigin })
    expect((await host.call('vendorWallets.createAccount', present)).status).toBe(201)
    const { body: events } = await host.call('events.list')
    const recoveries = events.filter(({ eventName }) => eventName.startsWith('user.passkeyRecovery'))
    const data = { userId: ada.userId, walletId, vendorRecoveryUserId }
    expect(recoveries).toMatchObject([
      { eventName: 'user.passkeyRecovery.completed', data },
      { eventName: 'user.passkeyRecovery.started', data },
    ])
  })

  it('ends the API keys that were sent before', async () => {
    await emailAuth()
    const key = await sentKey()
    await complete((await recovery()).body)
    expect(await host.refuse('vendorWallets.createAccount', await stampedWith(key))).toMatchObject(wrong)
  })

  it('gives a passkey to wallets that have none', async () => {
    const bob = await vendorPerson(host, 'bob@example.com')
    const { jwt, wallets } = await createVendorWallets(host, bob, { withPasskey: false })
    expect(wallets[0]?.properties.isAuthenticatorAttached).toBe(false)
    token = jwt
    walletId = wallets[0]!.id
    const { vendorRecoveryUserId } = (await startRecovery()).body
    const key = await sentKey('bob@example.com')
    const input = { authenticator: bob.authenticator, origin: appOrigin, key, vendorRecoveryUserId }
    const { body } = await complete({ walletId, ...(await host.mock.custody.recoverPasskey(input)) })
    expect(embeddedOf(body.user)[0]?.properties.isAuthenticatorAttached).toBe(true)
  })

  const refuse = (body: unknown, input = {}) =>
    host.refuse('walletRecovery.completePasskeyRecovery', { token, body, ...from(appOrigin), ...input })

  it('takes any challenge from the session that began it and has just signed in, and tells the owner', async () => {
    await startRecovery()
    const authenticator = host.mock.authenticator()
    const proof = await host.mock.custody.createPasskey({ authenticator, origin: appOrigin })
    expect((await complete({ walletId, ...proof })).status).toBe(201)
    const { passkeys } = (await host.call('passkeys.list', { token })).body
    expect(passkeys.map(({ credentialId }) => credentialId)).toEqual([proof.attestation.credentialId])
    expect(sentTo().at(-1)).toMatchObject({ subject: 'The passkey of your wallet was replaced' })
    expect(await refuse({ walletId, ...proof })).toMatchObject({ status: 422, code: 'invalid_verification' })
  })

  it('refuses another challenge from another session than the one that began it', async () => {
    await startRecovery()
    const proof = await host.mock.custody.createPasskey({ authenticator: host.mock.authenticator(), origin: appOrigin })
    const { token: other } = await host.mock.signIn(ada.userId)
    expect(await refuse({ walletId, ...proof }, { token: other })).toMatchObject(wrong)
  })

  it('refuses a session that has not read the e-mail, 15 minutes after its sign-in', async () => {
    await host.mock.clock.advance({ minutes: 15 })
    const { vendorRecoveryUserId } = (await startRecovery()).body
    const page = { authenticator: host.mock.authenticator(), origin: appOrigin }
    const guess = await host.mock.custody.createPasskey(page)
    expect(await refuse({ walletId, ...guess })).toMatchObject(wrong)
    const stranger = await host.mock.custody.recoverPasskey({ ...page, key: target, vendorRecoveryUserId })
    expect(await refuse({ walletId, ...stranger })).toMatchObject(wrong)
    const key = await sentKey()
    const other = await host.mock.custody.recoverPasskey({ ...page, key, vendorRecoveryUserId: unknownId })
    expect(await refuse({ walletId, ...other })).toMatchObject(wrong)
  })

  it('refuses a passkey of another challenge, and one that the wallet has', async () => {
    const { body, key, vendorRecoveryUserId } = await recovery()
    const { attestation } = body
    const changed = { ...attestation, attestationObject: flip(attestation.attestationObject, 90) }
    expect(await refuse({ ...body, attestation: changed })).toMatchObject(wrong)
    const otherPage = { authenticator: host.mock.authenticator(), origin: 'https://evil.example.net' }
    const elsewhere = await host.mock.custody.recoverPasskey({ ...otherPage, key, vendorRecoveryUserId })
    expect(await refuse({ walletId, ...elsewhere })).toMatchObject(wrong)
    await complete(body)
    expect(await refuse(body)).toMatchObject({ status: 422, code: 'invalid_verification' })
  })

  it('refuses without a recovery, with that of another wallet, an earlier one, and after 15 minutes', async () => {
    const unknown = { status: 422, code: 'invalid_verification' }
    const proof = await host.mock.custody.createPasskey({ authenticator: ada.authenticator, origin: appOrigin })
    expect(await refuse({ walletId, ...proof })).toMatchObject(unknown)
    const { body } = await recovery()
    const [, other] = embeddedOf((await host.call('profile.get', { token })).body)
    expect(await refuse({ ...body, walletId: other?.id })).toMatchObject(unknown)
    await host.mock.clock.advance({ minutes: 14 })
    await startRecovery()
    await host.mock.clock.advance({ minutes: 1 })
    expect(await refuse(body)).toMatchObject(wrong)
    const late = await recovery()
    await host.mock.clock.advance({ minutes: 15 })
    expect(await refuse(late.body)).toMatchObject(unknown)
  })

  it('asks a user with a second factor for a fresh proof', async () => {
    const { body } = await recovery()
    await host.mock.settings.patch({
      security: { mfa: { enabled: true, availableMethods: ['totp'], methods: [{ type: 'totp', enabled: true }] } },
    })
    const app = await host.mock.create.totp(ada.userId)
    const session = await host.mock.signIn(ada.userId)
    const prove = { code: app.code(), createMfaToken: { singleUse: true } }
    const { jwt = '', mfaToken = '' } = (await host.call('mfa.authenticateTotp', { token: session.token, body: prove }))
      .body
    await host.mock.clock.advance({ minutes: 9 })
    const headers = { origin: appOrigin, 'x-mfa-auth-token': 'no token' }
    expect((await refuse(body, { token: jwt, headers })).status).toBe(401)
    const proved = { token: jwt, body, headers: { ...headers, 'x-mfa-auth-token': mfaToken } }
    expect((await host.call('walletRecovery.completePasskeyRecovery', proved)).status).toBe(201)
  })
})

describe.each([
  ['walletRecovery.startEmailAuth', 'vendorEmailAuthTargetPublicKey', 404],
  ['walletRecovery.startPasskeyRecovery', 'vendorRecoveryTargetPublicKey', 422],
] as const)('%s', (id, field, otherStatus) => {
  const refuse = (body: object, input = {}) =>
    host.refuse(id, { token, body: { walletId, [field]: target.publicKey, ...body }, ...input })

  it('refuses where recovery is turned off, and for a user without an address', async () => {
    await host.call('profile.get', { token })
    const anna = await host.mock.create.user({ username: 'anna' })
    const annaToken = (await host.mock.signIn(await host.mock.create.wallet(anna.id).then(() => anna.id))).token
    const { jwt, wallets } = await createVendorWallets(host, { ...ada, token: annaToken }, { withPasskey: false })
    const refusal = await refuse({ walletId: wallets.at(-1)?.id }, { token: jwt })
    expect(refusal).toMatchObject({ status: 422, code: 'recovery_email_unavailable_or_invalid' })
    await host.mock.settings.patch({ sdk: { embeddedWallets: { emailRecoveryEnabled: false } } })
    expect(await refuse({})).toMatchObject({ status: 422, code: 'email_recovery_disabled' })
    expect(sentTo()).toEqual([])
  })

  it('refuses a target key that is none', async () => {
    for (const publicKey of ['02', `02${'f'.repeat(64)}`, 'no hex'])
      expect(await refuse({ [field]: publicKey })).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it("does not find another user's wallet, an unknown one, or one that is linked", async () => {
    const bob = await vendorPerson(host, 'bob@example.com')
    const linked = await host.mock.create.wallet(bob.userId)
    for (const other of [walletId, unknownId, linked.id])
      expect(await refuse({ walletId: other }, { token: bob.token })).toMatchObject({ status: 404, body: undefined })
    const { providers = [] } = (await host.call('providers.list')).body
    await host.call('providers.disable', { params: { providerId: providers[0]!.id } })
    await host.mock.create.provider({ provider: 'dynamic' })
    const carl = await vendorPerson(host, 'carl@example.com')
    const shared = await createVendorWallets(host, carl, { embeddedWalletProvider: 'dynamicWaas', withPasskey: false })
    const inShares = await refuse({ walletId: shared.wallets[0]?.id }, { token: carl.token })
    expect(inShares.status).toBe(otherStatus)
    if (otherStatus === 422) expect(inShares.code).toBe('wallet_not_support_passkey')
  })

  it('refuses malformed calls, calls without a session, and one that waits for its second factor', async () => {
    expect((await refuse({ walletId: 'no-uuid' })).status).toBe(400)
    expect((await refuse({}, { token: null })).status).toBe(401)
    const text = { token, body: '{}', headers: { 'content-type': 'text/plain' } }
    expect((await host.refuse(id, text)).status).toBe(415)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await refuse({})).toMatchObject({ status: 403, body: { error: { code: 'mfa_required' } } })
  })
})

describe('walletRecovery.startPasskeyRecovery', () => {
  it('refuses where the settings turn the recovery of passkeys off, and e-mail auth goes on', async () => {
    await host.mock.settings.patch({ sdk: { passkeyEmbeddedWalletRecoveryEnabled: false } })
    const body = { walletId, vendorRecoveryTargetPublicKey: target.publicKey }
    const refusal = await host.refuse('walletRecovery.startPasskeyRecovery', { token, body })
    expect(refusal).toMatchObject({ status: 422, code: 'email_recovery_disabled' })
    expect((await emailAuth()).status).toBe(200)
  })
})

describe('walletRecovery.completePasskeyRecovery', () => {
  it("does not find another user's wallet, and refuses malformed calls and calls without a session", async () => {
    const { body } = await recovery()
    const refuse = (input: object) =>
      host.refuse('walletRecovery.completePasskeyRecovery', { token, body, ...from(appOrigin), ...input })
    const bob = await vendorPerson(host, 'bob@example.com')
    expect(await refuse({ token: bob.token })).toMatchObject({ status: 404, body: undefined })
    expect((await refuse({ body: { ...body, challenge: undefined } })).status).toBe(400)
    expect(await refuse({ body: { ...body, challenge: base64url('no signature') } })).toMatchObject(wrong)
    expect((await refuse({ token: null })).status).toBe(401)
    expect((await refuse({ body: '{}', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await refuse({})).toMatchObject({ status: 403, body: { error: { code: 'mfa_required' } } })
  })
})
