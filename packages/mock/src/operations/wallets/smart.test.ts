import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByEmail } from '../../../test/people/oneTimeCodes.ts'
import { giveSmartWallets, smartOf } from '../../../test/people/smartWalletPeople.ts'
import { claimsOf, walletPeople } from '../../../test/people/walletPeople.ts'

const host = createHost()
const { person, walletsOf, userOf, link, reader, verify, eventsNow } = walletPeople(host)
const providersOf = async (userId: string) => (await walletsOf(userId)).map(({ provider }) => provider)
const [embedded, smart, external] = ['embeddedWallet', 'smartContractWallet', 'browserExtension']

const embeddedUser = async (email = 'ada@example.com') => {
  const { body } = await host.call('embeddedWallets.create', {
    body: { identifier: email, type: 'email', chains: ['EVM'] },
  })
  return body.user?.id ?? ''
}
const both = async (userId: string) => {
  const wallets = await walletsOf(userId)
  const smartWallet = smartOf(wallets)
  const signer = wallets.find(({ id }) => id !== smartWallet.id)
  if (!signer) throw new Error('There is no signer.')
  return { signer, smartWallet }
}

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'dynamic' })
  await host.mock.create.provider({ provider: 'emailOnly' })
})

describe('a smart wallet', () => {
  it('comes with the embedded wallet of a new user, and shows wherever wallets do', async () => {
    await giveSmartWallets(host)
    await host.mock.settings.patch({ sdk: { automaticEmbeddedWalletCreation: true } })
    const { user } = (await signInByEmail(host, 'ada@example.com')).body
    const { signer, smartWallet } = await both(user.id)
    expect([signer.provider, signer.chain, smartWallet.chain, smartWallet.name]).toEqual([
      embedded,
      'EVM',
      'EVM',
      'zerodev',
    ])
    const properties = {
      entryPointVersion: 'v7',
      kernelVersion: 'v3_1',
      ecdsaProviderType: 'vendor_signer_to_ecdsa',
    }
    expect(smartWallet.properties).toEqual(properties)
    expect(smartWallet.publicKey).toMatch(/^0x[\dA-Fa-f]{40}$/)
    const credential = {
      address: smartWallet.publicKey,
      chain: 'eip155',
      refId: signer.id,
      signerRefId: signer.id,
      wallet_provider: smart,
      wallet_properties: properties,
      signInEnabled: true,
      embedded_wallet_id: null,
    }
    expect(smartOf(user.verifiedCredentials)).toMatchObject(credential)
    expect(smartOf((await userOf(user.id))?.verifiedCredentials ?? [])).toMatchObject(credential)
    const { wallets } = (await host.call('wallets.list')).body
    expect(smartOf(wallets)).toMatchObject({ ...properties, signerWalletId: signer.id, userId: user.id })
    expect(
      await host.call('wallets.get', { params: { walletId: smartWallet.id } }).then(({ body }) => body.publicKey),
    ).toBe(smartWallet.publicKey)
    const created = await eventsNow('wallet.created')
    expect(created.map(({ data }) => data?.publicKey).sort()).toEqual([signer.publicKey, smartWallet.publicKey].sort())
  })

  it('has an address that follows from its signer, version, salt and factory, in every environment', async () => {
    const providerId = await giveSmartWallets(host, { settings: { allWallets: true } })
    await host.mock.create.provider({ provider: 'zerodev' }, { environmentId: host.mock.defaults.environments.live.id })
    await host.mock.settings.patch(
      { sdk: { accountAbstraction: { allWallets: true } } },
      { environmentId: host.mock.defaults.environments.live.id },
    )
    const wallet = await host.mock.wallets.evm()
    const addresses = new Set([(await both((await person(wallet)).id)).smartWallet.publicKey])
    const inLive = await host.mock.create.user(
      {
        wallets: [
          {
            publicWalletAddress: wallet.address,
            chain: 'EVM',
            walletName: 'w',
            walletProvider: 'browserExtension',
          },
        ],
      },
      { environmentId: host.mock.defaults.environments.live.id },
    )
    expect(addresses).toContain(smartOf(inLive.wallets ?? []).publicKey)
    for (const body of [{ kernelVersion: 'v3_2' }, { salt: '0x7' }, { factoryAddress: `0x${'fa'.repeat(20)}` }]) {
      await host.call('providers.update', { params: { providerId }, body })
      await host.call('users.delete', { params: { userId: (await person(wallet)).id } })
      const { smartWallet } = await both((await person(wallet)).id)
      expect(addresses).not.toContain(smartWallet.publicKey)
      addresses.add(smartWallet.publicKey)
    }
    const other = await both((await person(await host.mock.wallets.evm())).id)
    expect(addresses).not.toContain(other.smartWallet.publicKey)
  })

  it('comes with every EVM wallet that has a key, if the settings say so, and otherwise only with embedded ones', async () => {
    await giveSmartWallets(host)
    expect(await providersOf((await person(await host.mock.wallets.evm())).id)).toEqual([external])
    await giveSmartWallets(host, { settings: { allWallets: true } })
    const { id, token } = await person(await host.mock.wallets.evm())
    expect(await providersOf(id)).toEqual([external, smart])
    await link(token, await host.mock.wallets.evm())
    expect(await providersOf(id)).toEqual([external, smart, external, smart])
    await link(token, await host.mock.wallets.sol())
    await link(token, await host.mock.wallets.evm({ kind: 'contract' }))
    expect(await providersOf(id)).toEqual([external, smart, external, smart, external, external])
    const { id: userId } = await host.mock.create.user()
    const body = {
      publicWalletAddress: `0x${'ab'.repeat(20)}`,
      chain: 'EVM',
      walletName: 'w',
      walletProvider: external,
    }
    await host.call('wallets.create', { params: { userId }, body })
    expect(await providersOf(userId)).toEqual([external, smart])
  })

  it('comes to users from before the provider if the settings say so, at their next sign-in', async () => {
    const earlier = await host.mock.wallets.evm()
    const { id } = await person(earlier)
    await host.mock.clock.advance({ minutes: 1 })
    await giveSmartWallets(host, { settings: { allWallets: true } })
    await person(earlier)
    expect(await providersOf(id)).toEqual([external])
    await giveSmartWallets(host, { settings: { allWallets: true, allUsers: true } })
    await person(earlier)
    expect(await providersOf(id)).toEqual([external, smart])
    await person(earlier)
    expect(await providersOf(id)).toEqual([external, smart])
  })

  it.each([
    ['the provider is disabled', { enabled: false }, {}],
    ['no account is to be made', { createNewAccounts: false }, {}],
  ])('does not come while %s', async (_, provider, settings) => {
    await host.mock.create.provider({ ...provider, provider: 'zerodev' })
    await host.mock.settings.patch({ sdk: { accountAbstraction: settings } })
    expect(await providersOf(await embeddedUser())).toEqual([embedded])
  })

  it('does not come where the settings do not speak of account abstraction', async () => {
    await host.mock.create.provider({ provider: 'zerodev' })
    expect(await providersOf(await embeddedUser())).toEqual([embedded])
  })

  it('stands for its signer in sessions, unless both are shown as two', async () => {
    await giveSmartWallets(host, { settings: { allWallets: true } })
    const wallet = await host.mock.wallets.evm()
    const first = await verify(wallet)
    const { signer, smartWallet } = await both(first.user.id)
    const selected = async () => {
      const { user, jwt } = await verify(wallet)
      expect((await userOf(user.id))?.lastVerifiedCredentialId).toBe(user.lastVerifiedCredentialId)
      return [user.lastVerifiedCredentialId, claimsOf(jwt).last_authenticated_account_id]
    }
    expect(first.user.lastVerifiedCredentialId).toBe(smartWallet.id)
    expect(await selected()).toEqual([smartWallet.id, smartWallet.id])
    const token = String(first.jwt)
    const select = async (walletId: string) =>
      (await host.call('walletSignIn.select', { token, body: { walletId } })).body.user.lastVerifiedCredentialId
    expect(await select(signer.id)).toBe(smartWallet.id)
    await giveSmartWallets(host, { settings: { allWallets: true, separateSmartWalletAndSigner: true } })
    expect(await selected()).toEqual([signer.id, signer.id])
    expect(await select(signer.id)).toBe(signer.id)
    expect(await select(smartWallet.id)).toBe(smartWallet.id)
  })
})

describe('a smart wallet and its signer', () => {
  beforeEach(() => giveSmartWallets(host, { settings: { allWallets: true } }))

  it('leave together when the signer is unlinked, and the smart wallet can leave without it for good', async () => {
    const { id, token } = await reader()
    const wallet = await host.mock.wallets.evm()
    await link(token, wallet)
    const unlink = async (walletId: string) => host.call('walletSignIn.unlink', { token, body: { walletId } })
    await unlink((await both(id)).smartWallet.id)
    expect(await providersOf(id)).toEqual([external])
    await verify(wallet)
    expect(await providersOf(id)).toEqual([external])
    await unlink((await walletsOf(id))[0]?.id as string)
    await link(token, wallet)
    const { signer, smartWallet } = await both(id)
    await unlink(signer.id)
    expect(await walletsOf(id)).toEqual([])
    expect((await host.call('users.get', { params: { userId: id } })).body.user?.verifiedCredentials).toHaveLength(1)
    expect(smartWallet.publicKey).not.toBe(signer.publicKey)
  })

  it('are the last way to sign in together', async () => {
    const { id, token } = await person(await host.mock.wallets.evm())
    const { signer, smartWallet } = await both(id)
    const refusal = { status: 422, code: 'cannot_delete_last_sign_in_verified_credential' }
    expect(await host.refuse('walletSignIn.unlink', { token, body: { walletId: signer.id } })).toMatchObject(refusal)
    await host.call('walletSignIn.unlink', { token, body: { walletId: smartWallet.id } })
  })

  it('are deleted and recovered together', async () => {
    const { id } = await person(await host.mock.wallets.evm())
    const before = await walletsOf(id)
    await host.call('wallets.delete', { params: { walletId: (await both(id)).signer.id } })
    expect(await walletsOf(id)).toEqual([])
    expect((await eventsNow('wallet.')).map(({ eventName }) => eventName)).toEqual(
      expect.arrayContaining(['wallet.unlinked', 'wallet.deleted']),
    )
    const { data } = (await host.call('wallets.recover', { body: { userId: id } })).body
    expect(data).toMatchObject({ wallets: [{}, {}], notRecovered: [] })
    expect(new Set((await walletsOf(id)).map((wallet) => wallet.id))).toEqual(
      new Set(before.map((wallet) => wallet.id)),
    )
  })

  it('move together to another user', async () => {
    const wallet = await host.mock.wallets.evm()
    const former = await person(wallet)
    await link(former.token, await host.mock.wallets.sol())
    const { signer, smartWallet } = await both(former.id)
    const { id, token } = await reader('bob@example.com')
    await host.call('walletSignIn.transfer', {
      token,
      body: await wallet.request({ nonce: (await host.call('nonces.create')).body.nonce as string }),
      headers: { origin: 'https://app.example.com' },
    })
    expect((await walletsOf(id)).map((each) => each.id)).toEqual([signer.id, smartWallet.id])
    expect(await providersOf(former.id)).toEqual([external])
    const credential = smartOf((await userOf(id))?.verifiedCredentials ?? [])
    expect(credential).toMatchObject({ previous_users: [former.id], signerRefId: signer.id })
  })

  it('leave no row behind with their user', async () => {
    const { id } = await person(await host.mock.wallets.evm())
    const { smartWallet } = await both(id)
    await host.call('users.delete', { params: { userId: id } })
    const { tables } = host.mock.export()
    expect(JSON.stringify([tables.wallets, tables.credentials, tables.deletedWallets])).not.toContain(smartWallet.id)
  })

  it('keep the address when the version is upgraded', async () => {
    const { id: providerId = '' } = await host.mock.create.provider({ provider: 'zerodev', kernelVersion: 'v2_4' })
    const { id } = await person(await host.mock.wallets.evm())
    const { smartWallet } = await both(id)
    expect(smartWallet.properties).toMatchObject({ kernelVersion: 'v2_4', entryPointVersion: 'v6' })
    const update = async (body: object) => {
      await host.call('providers.update', { params: { providerId }, body })
      return (await both(id)).smartWallet
    }
    expect(await update({ kernelVersion: 'v3_1' })).toEqual(smartWallet)
    expect(await update({ enableKernelV3Migration: true })).toEqual({
      ...smartWallet,
      properties: { ...smartWallet.properties, kernelVersion: 'v3_1', entryPointVersion: 'v7' },
    })
    expect((await update({ kernelVersion: 'v2_4' })).properties).toMatchObject({ kernelVersion: 'v3_1' })
  })
})
