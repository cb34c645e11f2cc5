import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { hexToBytes } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { setWaas } from '../../../test/people/deviceWallets.ts'
import { requestEmailCode, signInByEmail } from '../../../test/people/oneTimeCodes.ts'
import { appOrigin, from } from '../../../test/people/passkeyCeremonies.ts'
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

const page = () => ({ authenticator: ada.authenticator, origin: appOrigin })
const walletEvents = async () =>
  (await host.call('events.list')).body.map(({ eventName }) => eventName).filter((name) => name.startsWith('wallet.'))
const send = async (
  id: 'vendorWallets.delete' | 'vendorWallets.createAccount',
  token: string,
  request: { type: string },
) =>
  host.call(id, {
    token,
    body: { vendorSignedRequest: await host.mock.custody.stamp(request, page()) },
    ...from(appOrigin),
  })
const accountRequest = (token: string, chain: string) =>
  host.call('vendorWallets.getAccountRequest', { token, query: { chain } })

describe('vendorWallets.createAccount', () => {
  it('adds the chain of the request below the secret of the wallet', async () => {
    const { jwt, wallets } = await createVendorWallets(host, ada, { chains: ['SOL'] })
    const { body: request } = await accountRequest(jwt, 'EVM')
    const { vendorHDWalletId, vendorSubOrganizationId } = wallets[0]!.properties
    expect(request).toEqual({
      type: 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS',
      timestampMs: String(host.mock.clock.now()),
      organizationId: vendorSubOrganizationId,
      parameters: {
        walletId: vendorHDWalletId,
        accounts: [
          {
            curve: 'CURVE_SECP256K1',
            pathFormat: 'PATH_FORMAT_BIP32',
            path: "m/44'/60'/0'/0/0",
            addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
          },
        ],
      },
    })
    const { body } = await send('vendorWallets.createAccount', jwt, request)
    const created = embeddedOf(body.user).find(({ chain }) => chain === 'eip155')
    expect(created?.properties).toEqual({ ...wallets[0]?.properties, derivationPath: "m/44'/60'/0'/0/0" })
    const [seed] = host.mock.export().tables.embeddedSeeds as { entropy: string }[]
    const mnemonic = entropyToMnemonic(hexToBytes(`0x${seed!.entropy}`), wordlist)
    const { privateKey } = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive("m/44'/60'/0'/0/0")
    expect(created?.address).toBe(privateKeyToAddress(`0x${Buffer.from(privateKey!).toString('hex')}`))
    expect((await walletEvents())[0]).toBe('wallet.created')
    expect(body.jwt).not.toBe(jwt)
  })

  it('names an account for each address of Bitcoin', async () => {
    const { jwt } = await createVendorWallets(host, ada)
    const { accounts } = (await accountRequest(jwt, 'BTC')).body.parameters
    expect(accounts.map(({ path, addressFormat }) => [path, addressFormat])).toEqual([
      ["m/84'/0'/0'/0/0", 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'],
      ["m/86'/0'/0'/0/0", 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR'],
    ])
  })

  it('refuses a chain that the user has got since the request was written', async () => {
    const { jwt } = await createVendorWallets(host, ada)
    const { body: request } = await accountRequest(jwt, 'SOL')
    const vendorSignedRequest = await host.mock.custody.stamp(request, page())
    await createVendorWallets(host, { ...ada, token: jwt }, { chains: ['SOL'], withPasskey: false })
    const refusal = await host.refuse('vendorWallets.createAccount', { token: jwt, body: { vendorSignedRequest } })
    expect(refusal).toMatchObject({ status: 422, code: 'wallet_account_exists_for_chain' })
  })

  it('refuses a request whose account another wallet has by now, where users have several on a chain', async () => {
    await setWaas(host, { allowMultipleWaasWalletsPerChain: true })
    const { jwt } = await createVendorWallets(host, ada)
    const { body: request } = await accountRequest(jwt, 'EVM')
    expect(request.parameters.accounts[0]?.path).toBe("m/44'/60'/0'/0/1")
    const vendorSignedRequest = await host.mock.custody.stamp(request, page())
    await createVendorWallets(host, { ...ada, token: jwt }, { withPasskey: false })
    const refusal = await host.refuse('vendorWallets.createAccount', { token: jwt, body: { vendorSignedRequest } })
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_verification' })
  })
})

describe('vendorWallets.getAccountRequest', () => {
  const refuse = (token: string | null, chain = 'SOL') =>
    host.refuse('vendorWallets.getAccountRequest', { token, query: { chain } })

  it('refuses users without a wallet of the second generation, a chain twice, and one that is not enabled', async () => {
    expect(await refuse(ada.token)).toMatchObject({ status: 404, body: undefined })
    const bob = await vendorPerson(host, 'bob@example.com')
    await createVendorWallets(host, bob, { embeddedWalletProvider: 'turnkey' })
    expect(await refuse(bob.token)).toMatchObject({ status: 422, code: 'no_hd_wallet_found' })
    await createVendorWallets(host, ada)
    expect(await refuse(ada.token, 'EVM')).toMatchObject({ status: 422, code: 'wallet_account_exists_for_chain' })
    await host.mock.settings.patch({
      sdk: { embeddedWallets: { chainConfigurations: [{ name: 'evm', enabled: true, primary: true }] } },
    })
    expect(await refuse(ada.token)).toMatchObject({ code: 'invalid_embedded_wallet_chains_configuration' })
  })

  it('refuses a chain that is none, a call without a session, and one that waits for its second factor', async () => {
    expect((await refuse(ada.token, 'DOGE')).status).toBe(400)
    expect((await refuse(null)).status).toBe(401)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect((await refuse(ada.token)).status).toBe(403)
  })
})

describe('vendorWallets.delete', () => {
  const chains = ['EVM', 'SOL'] as const
  const requestFor = async (token: string, walletId: string) =>
    (await host.call('vendorWallets.getDeleteRequest', { token, params: { walletId } })).body

  it('destroys the secret with the wallets of all its chains, deleted ones as well, and its passkey', async () => {
    const { jwt, wallets } = await createVendorWallets(host, ada, { chains })
    await host.call('vendorWallets.softDelete', { token: jwt, params: { walletId: wallets[1]!.id } })
    const request = await requestFor(jwt, wallets[0]!.id)
    expect(request).toEqual({
      type: 'ACTIVITY_TYPE_DELETE_WALLETS',
      timestampMs: expect.any(String),
      organizationId: wallets[0]?.properties.vendorSubOrganizationId,
      parameters: { walletIds: [wallets[0]?.properties.vendorHDWalletId], deleteWithoutExport: true },
    })
    await send('vendorWallets.delete', jwt, request)
    expect((await host.call('wallets.list')).body.count).toBe(0)
    expect((await host.call('passkeys.list', { token: jwt })).body.count).toBe(0)
    expect((await host.call('profile.get', { token: jwt })).body.verifiedCredentials).toMatchObject([
      { format: 'email' },
    ])
    expect((await walletEvents()).slice(0, 2)).toEqual(['wallet.deleted', 'wallet.deleted'])
    const { tables } = host.mock.export() as { tables: Record<string, unknown[]> }
    expect([tables.vendorWallets, tables.vendorRequests]).toEqual([[], []])
  })

  it('never gives a destroyed address to another wallet', async () => {
    const first = await createVendorWallets(host, ada, { chains })
    await send('vendorWallets.delete', first.jwt, await requestFor(first.jwt, first.wallets[0]!.id))
    const second = await createVendorWallets(host, { ...ada, token: first.jwt }, { chains })
    const addresses = [...first.wallets, ...second.wallets].map(({ address }) => address)
    expect(new Set(addresses).size).toBe(4)
  })

  it('destroys one key of the first generation, and leaves the others with their passkey', async () => {
    const { jwt, wallets } = await createVendorWallets(host, ada, { embeddedWalletProvider: 'turnkey', chains })
    const request = await requestFor(jwt, wallets[1]!.id)
    expect(request.parameters.walletIds).toEqual([wallets[1]?.properties.vendorPrivateKeyId])
    await send('vendorWallets.delete', jwt, request)
    expect(embeddedOf((await host.call('profile.get', { token: jwt })).body)).toEqual([wallets[0]])
    expect((await host.call('passkeys.list', { token: jwt })).body.count).toBe(1)
  })

  it('takes no session key for a wallet of the first generation', async () => {
    const { jwt: token } = await createVendorWallets(host, ada, { chains: ['SOL'] })
    const { wallets } = await createVendorWallets(
      host,
      { ...ada, token },
      { embeddedWalletProvider: 'turnkey', chains: ['TON'] },
    )
    const key = await host.mock.custody.createKey()
    await host.call('vendorWallets.registerSessionKey', { token, body: { publicKey: key.publicKey } })
    const request = await requestFor(token, wallets.at(-1)!.id)
    const body = { vendorSignedRequest: await host.mock.custody.stamp(request, key) }
    expect(await host.refuse('vendorWallets.delete', { token, body })).toMatchObject({
      status: 422,
      code: 'other_verify_failure',
    })
  })

  it('is accepted from a user who was merged into another one, with the passkey from before', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    const { body: other } = await signInByEmail(host, 'ada2@example.com')
    const authenticator = host.mock.authenticator()
    const { wallets } = await createVendorWallets(
      host,
      { token: String(other.jwt), authenticator },
      { chains: ['SOL'] },
    )
    await host.mock.clock.advance({ minutes: 1 })
    const refusal = await host.refuse('emailSignIn.verify', {
      token: ada.token,
      body: await requestEmailCode(host, 'ada2@example.com'),
    })
    expect(refusal.code).toBe('merge_accounts_confirmation')
    const mergeUserResolutions = [{ userId: ada.userId, fieldKey: 'email', type: 'standard' }]
    await host.call('profile.resolveMerge', { token: ada.token, body: { mergeUserResolutions } })
    const request = await requestFor(ada.token, wallets[0]!.id)
    const vendorSignedRequest = await host.mock.custody.stamp(request, { authenticator, origin: appOrigin })
    const input = { token: ada.token, body: { vendorSignedRequest }, ...from(appOrigin) }
    expect((await host.call('vendorWallets.delete', input)).status).toBe(204)
    expect(embeddedOf((await host.call('profile.get', { token: ada.token })).body)).toEqual([])
  })

  it('needs no stamp for a wallet that no passkey secures, and refuses that for any other', async () => {
    const { jwt: token } = await createVendorWallets(host, ada, { withPasskey: false })
    expect((await host.call('vendorWallets.delete', { token })).status).toBe(204)
    expect(await walletEvents()).toContain('wallet.deleted')
    await createVendorWallets(host, { ...ada, token })
    expect(await host.refuse('vendorWallets.delete', { token })).toMatchObject({
      status: 422,
      code: 'other_verify_failure',
    })
  })
})

describe('vendorWallets.getDeleteRequestLegacy', () => {
  it('writes the request for the oldest wallet', async () => {
    const { jwt: token, wallets } = await createVendorWallets(host, ada)
    await createVendorWallets(host, { ...ada, token }, { chains: ['TON'] })
    const { body: request } = await host.call('vendorWallets.getDeleteRequestLegacy', { token })
    expect(request.parameters.walletIds).toEqual([wallets[0]?.properties.vendorHDWalletId])
  })
})

describe('vendorWallets.getDeleteRequest', () => {
  it('refuses an id that is no UUID', async () => {
    const refusal = await host.refuse('vendorWallets.getDeleteRequest', {
      token: ada.token,
      params: { walletId: 'no-uuid' },
    })
    expect(refusal).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe.each(['vendorWallets.getDeleteRequest', 'vendorWallets.getDeleteRequestLegacy'] as const)('%s', (id) => {
  it("does not find another user's wallet, an unknown one, a deleted one, or one whose key is in shares", async () => {
    const { jwt, wallets } = await createVendorWallets(host, ada)
    const params = { walletId: wallets[0]!.id }
    const bob = await vendorPerson(host, 'bob@example.com')
    expect(await host.refuse(id, { token: bob.token, params })).toMatchObject({ status: 404, body: undefined })
    expect((await host.refuse(id, { token: bob.token, params: { walletId: unknownId } })).status).toBe(404)
    await host.call('vendorWallets.softDelete', { token: jwt, params })
    expect((await host.refuse(id, { token: jwt, params })).status).toBe(404)
    const { providers = [] } = (await host.call('providers.list')).body
    await host.call('providers.disable', { params: { providerId: providers[0]!.id } })
    await host.mock.create.provider({ provider: 'dynamic' })
    const shared = await createVendorWallets(host, bob, { embeddedWalletProvider: 'dynamicWaas', withPasskey: false })
    const sharedParams = { walletId: shared.wallets[0]!.id }
    expect((await host.refuse(id, { token: bob.token, params: sharedParams })).status).toBe(404)
  })

  it('refuses a call without a session, and one that waits for its second factor', async () => {
    const { jwt: token, wallets } = await createVendorWallets(host, ada)
    const params = { walletId: wallets[0]!.id }
    expect((await host.refuse(id, { token: null, params })).status).toBe(401)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect((await host.refuse(id, { token, params })).status).toBe(403)
  })
})
