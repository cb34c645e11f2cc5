import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { base64url, from, appOrigin, flip } from '../../../test/people/passkeyCeremonies.ts'
import {
  createVendorWallets,
  embeddedOf,
  enableVendor,
  vendorPerson,
  type VendorPerson,
} from '../../../test/people/vendorPeople.ts'

const host = createHost()
let ada: VendorPerson

beforeEach(async () => {
  await enableVendor(host)
  ada = await vendorPerson(host)
})

const uuid = expect.stringMatching(/^[\da-f-]{36}$/)
const walletsOf = async (token: string) => embeddedOf((await host.call('profile.get', { token })).body)
const events = async () => (await host.call('events.list')).body.map(({ eventName }) => eventName)
const refuse = (body: unknown, { token = ada.token, ...input }: { token?: string | null; headers?: object } = {}) =>
  host.refuse('vendorWallets.create', { token, body, ...from(appOrigin), ...input } as never)
const entry = { embeddedWalletProvider: 'turnkeyhd', chain: 'EVM' }

describe('vendorWallets.create', () => {
  it('creates wallets of the second generation below one secret, with the passkey that secures them', async () => {
    const { wallets, user } = await createVendorWallets(host, ada, { chains: ['EVM', 'SOL'] })
    const properties = {
      version: 'V2',
      isAuthenticatorAttached: true,
      isSessionKeyCompatible: true,
      vendorSubOrganizationId: uuid,
      vendorUserId: uuid,
      vendorHDWalletId: uuid,
    }
    expect(wallets).toMatchObject([
      { chain: 'eip155', address: expect.stringMatching(/^0x[\da-fA-F]{40}$/), properties },
      { chain: 'solana', properties },
    ])
    expect(wallets[0]?.properties.vendorHDWalletId).toBe(wallets[1]?.properties.vendorHDWalletId)
    expect(await walletsOf(ada.token)).toEqual(wallets)
    expect((await events()).filter((name) => name === 'wallet.created')).toHaveLength(2)
    const { vendorHDWalletId } = wallets[0]!.properties
    const listed = (await host.call('wallets.list')).body.wallets
    expect(listed).toMatchObject(wallets.map(() => ({ userId: user.id, vendorHDWalletId })))
    const { passkeys } = (await host.call('passkeys.list', { token: ada.token })).body
    expect(passkeys).toMatchObject([{ origin: appOrigin }])
  })

  it('creates wallets of the first generation with a key each, and those in shares where they are active', async () => {
    const { wallets } = await createVendorWallets(host, ada, {
      embeddedWalletProvider: 'turnkey',
      chains: ['EVM', 'SUI'],
    })
    const ids = wallets.map(({ properties: { version, vendorPrivateKeyId } }) => [version, vendorPrivateKeyId])
    expect(ids).toEqual([
      ['V1', uuid],
      ['V1', uuid],
    ])
    expect(ids[0]?.[1]).not.toBe(ids[1]?.[1])
    const { providers = [] } = (await host.call('providers.list')).body
    await host.call('providers.disable', { params: { providerId: providers[0]!.id } })
    await host.mock.create.provider({ provider: 'dynamic' })
    const bob = await vendorPerson(host, 'bob@example.com')
    const shared = await createVendorWallets(host, bob, { embeddedWalletProvider: 'dynamicWaas', withPasskey: false })
    expect(shared.wallets).toMatchObject([{ properties: { version: 'V3', thresholdSignatureScheme: 'TWO_OF_TWO' } }])
  })

  it('answers with new tokens of the same session, and the former token ends after a moment', async () => {
    const { jwt, user, wallets } = await createVendorWallets(host, ada)
    const { body: session } = await host.call('profile.get', { token: jwt })
    expect(session.sessionId).toBe(user.sessionId)
    await host.mock.clock.advance({ seconds: 11 })
    expect((await host.refuse('profile.get', { token: ada.token })).status).toBe(401)
    expect(await walletsOf(jwt)).toEqual(wallets)
  })

  it('gives the passkey its name, and takes one passkey for several wallets of a user', async () => {
    const embeddedWalletSpecificOpts = await host.mock.custody.createPasskey({
      authenticator: ada.authenticator,
      origin: appOrigin,
    })
    const passkeyAlias = 'Phone of Ada'
    const entries = ['EVM', 'SOL'].map((chain) => ({
      ...entry,
      chain,
      embeddedWalletSpecificOpts,
      passkeyAlias,
      isAuthenticatorAttached: true,
    }))
    await host.call('vendorWallets.create', { token: ada.token, body: { embeddedWallets: entries } })
    const { passkeys } = (await host.call('passkeys.list', { token: ada.token })).body
    expect(passkeys.map(({ alias }) => alias)).toEqual([passkeyAlias])
    const bob = await vendorPerson(host, 'bob@example.com')
    const again = { embeddedWallets: [{ ...entry, embeddedWalletSpecificOpts }] }
    expect(await refuse(again, { token: bob.token })).toMatchObject({ status: 422, code: 'duplicate_exists' })
  })

  it('refuses a passkey of another challenge, page or key, and creates nothing then', async () => {
    const proof = await host.mock.custody.createPasskey({ authenticator: ada.authenticator, origin: appOrigin })
    const elsewhere = await host.mock.custody.createPasskey({
      authenticator: ada.authenticator,
      origin: 'https://evil.example.net',
    })
    const { attestation } = proof
    for (const embeddedWalletSpecificOpts of [
      { ...proof, challenge: base64url('another challenge') },
      { ...proof, attestation: { ...attestation, attestationObject: flip(attestation.attestationObject, 90) } },
      { ...proof, attestation: { ...attestation, credentialId: base64url('another passkey') } },
      elsewhere,
    ]) {
      const body = {
        embeddedWallets: [
          { ...entry, chain: 'SOL' },
          { ...entry, embeddedWalletSpecificOpts },
        ],
      }
      expect(await refuse(body)).toMatchObject({ status: 422, code: 'other_verify_failure' })
    }
    expect(await walletsOf(ada.token)).toEqual([])
  })

  it('refuses what the environment does not make, a second wallet on a chain, and a passkey for shares', async () => {
    const of = (...embeddedWallets: object[]) => ({ embeddedWallets })
    const noV3 = await refuse(of({ ...entry, embeddedWalletProvider: 'dynamicWaas' }))
    expect(noV3).toMatchObject({ status: 422, code: 'no_compatible_wallet_service_enabled' })
    const twice = await refuse(of(entry, entry))
    expect(twice).toMatchObject({ status: 422, code: 'too_many_embedded_wallets_per_chain_for_user' })
    const attached = await refuse(of({ ...entry, isAuthenticatorAttached: true }))
    expect(attached).toMatchObject({ status: 400, code: 'validation_failed' })
    const withKey = { ...entry, embeddedWalletProvider: 'turnkey', sessionPublicKey: '02' }
    expect(await refuse(of(withKey))).toMatchObject({ status: 422, code: 'no_hd_wallet_found' })
    const noKey = await refuse(of({ ...entry, sessionPublicKey: `02${'f'.repeat(64)}` }))
    expect(noKey).toMatchObject({ status: 422, code: 'invalid_session_public_key' })
    await host.mock.settings.patch({
      sdk: { embeddedWallets: { chainConfigurations: [{ name: 'evm', enabled: true, primary: true }] } },
    })
    const otherChain = await refuse(of({ ...entry, chain: 'TON' }))
    expect(otherChain).toMatchObject({ status: 422, code: 'invalid_embedded_wallet_chains_configuration' })
    const { providers = [] } = (await host.call('providers.list')).body
    await host.call('providers.disable', { params: { providerId: providers[0]!.id } })
    expect(await refuse(of(entry))).toMatchObject({ status: 422, code: 'provider_not_available' })
    await host.mock.create.provider({ provider: 'dynamic' })
    const proof = await host.mock.custody.createPasskey({ authenticator: ada.authenticator, origin: appOrigin })
    const shares = { ...entry, embeddedWalletProvider: 'dynamicWaas', embeddedWalletSpecificOpts: proof }
    expect(await refuse(of(shares))).toMatchObject({ status: 422, code: 'wallet_not_support_passkey' })
  })

  it('refuses a malformed body, a call without a session, and a session that waits for its second factor', async () => {
    const body = { embeddedWallets: [entry] }
    expect(await refuse({ embeddedWallets: [] })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect((await refuse(body, { token: null })).status).toBe(401)
    expect((await refuse('{}', { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await refuse(body)).toMatchObject({ status: 403, body: { error: { code: 'mfa_required' } } })
  })
})

describe('the passkey of an embedded wallet', () => {
  it('cannot be deleted while it secures a wallet, and nobody signs in with it', async () => {
    const { jwt } = await createVendorWallets(host, ada)
    const { passkeys } = (await host.call('passkeys.list', { token: jwt })).body
    const passkeyId = passkeys[0]!.id
    const refusal = await host.refuse('passkeys.delete', { token: jwt, body: { passkeyId } })
    expect(refusal).toMatchObject({ status: 422, code: 'cannot_delete_passkey_linked_to_embedded_wallet' })
    const { body: profile } = await host.call('profile.get', { token: jwt })
    const credential = profile.verifiedCredentials.find(({ format }) => format === 'passkey')
    expect(credential?.signInEnabled).toBe(false)
    const unlinking = { verifiedCredentialId: credential?.id }
    expect(await host.refuse('walletSignIn.unlink', { token: jwt, body: unlinking })).toMatchObject({
      code: 'cannot_delete_passkey_linked_to_embedded_wallet',
    })
  })

  it('is no second factor: it is not offered as one, and does not answer for one', async () => {
    await host.mock.settings.patch({
      security: {
        mfa: { enabled: true, availableMethods: ['passkey'], methods: [{ type: 'passkey', enabled: true }] },
      },
    })
    const { jwt } = await createVendorWallets(host, ada)
    const { body: options } = await host.call('passkeys.getAuthenticationOptions', { token: jwt, ...from(appOrigin) })
    expect(options.allowCredentials).toEqual([])
    const body = {
      ...(await ada.authenticator.get(options, { origin: appOrigin })),
      createMfaToken: { singleUse: true },
    }
    const refusal = await host.refuse('mfa.authenticatePasskey', { token: jwt, body, ...from(appOrigin) })
    expect(refusal).toMatchObject({ status: 422, code: 'passkey_not_found' })
    // So a user who has no other factor can register one.
    expect((await host.call('mfaDevices.createPasskey', { token: jwt, ...from(appOrigin) })).status).toBe(200)
  })
})

describe('vendorWallets.upgrade', () => {
  const upgrade = (body: object, token: string | null = ada.token) =>
    host.refuse('vendorWallets.upgrade', { token, body })

  it('makes wallets of the first generation ones of the second, at the same address and with the same passkey', async () => {
    const before = await createVendorWallets(host, ada, { embeddedWalletProvider: 'turnkey', chains: ['EVM', 'BTC'] })
    const { publicKey: sessionPublicKey } = await host.mock.custody.createKey()
    const { body, status } = await host.call('vendorWallets.upgrade', { token: before.jwt, body: { sessionPublicKey } })
    expect(status).toBe(201)
    const after = embeddedOf(body.user)
    expect(after.map(({ id, address }) => [id, address])).toEqual(
      before.wallets.map(({ id, address }) => [id, address]),
    )
    const [hdWalletId] = after.map(({ properties }) => properties.vendorHDWalletId)
    for (const [i, { properties }] of after.entries()) {
      const { vendorPrivateKeyId: _, ...rest } = before.wallets[i]!.properties
      const upgraded = { version: 'V2', isSessionKeyCompatible: true, vendorHDWalletId: hdWalletId }
      expect(properties).toEqual({ ...rest, ...upgraded })
    }
    expect(hdWalletId).toEqual(uuid)
    expect(body.jwt).not.toBe(before.jwt)
  })

  it('upgrades a deleted wallet, too, which may come back', async () => {
    const { jwt: token, wallets } = await createVendorWallets(host, ada, {
      embeddedWalletProvider: 'turnkey',
      chains: ['EVM', 'SOL'],
    })
    const params = { walletId: wallets[1]!.id }
    await host.call('vendorWallets.softDelete', { token, params })
    await host.call('vendorWallets.upgrade', { token, body: {} })
    await host.call('vendorWallets.restore', { token, params })
    expect((await walletsOf(token)).map(({ properties: { version } }) => version)).toEqual(['V2', 'V2'])
  })

  it('refuses a user without a wallet of the first generation, a key of no curve, and calls that are malformed', async () => {
    expect(await upgrade({})).toMatchObject({ status: 422, code: 'no_v1_embedded_wallet_found' })
    await createVendorWallets(host, ada)
    expect(await upgrade({})).toMatchObject({ status: 422, code: 'no_v1_embedded_wallet_found' })
    const bob = await vendorPerson(host, 'bob@example.com')
    await createVendorWallets(host, bob, { embeddedWalletProvider: 'turnkey' })
    const badKey = await upgrade({ sessionPublicKey: '04ab' }, bob.token)
    expect(badKey).toMatchObject({ status: 422, code: 'invalid_session_public_key' })
    expect((await walletsOf(bob.token))[0]?.properties.version).toBe('V1')
    expect((await upgrade({ sessionPublicKey: ' ' })).status).toBe(400)
    expect((await upgrade({}, null)).status).toBe(401)
    const text = { token: ada.token, body: '{}', headers: { 'content-type': 'text/plain' } }
    expect((await host.refuse('vendorWallets.upgrade', text)).status).toBe(415)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect((await upgrade({})).status).toBe(403)
  })

  it('refuses where the second generation is not active', async () => {
    const { providers = [] } = (await host.call('providers.list')).body
    await host.call('providers.disable', { params: { providerId: providers[0]!.id } })
    expect(await upgrade({})).toMatchObject({ status: 422, code: 'no_compatible_wallet_service_enabled' })
  })
})
