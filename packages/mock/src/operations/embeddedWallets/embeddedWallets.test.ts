import { isAddressOf } from '@latchkey/crypto/chainAddresses'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'
import { requestEmailCode, signInByEmail } from '../../../test/people/oneTimeCodes.ts'
import { walletPeople } from '../../../test/people/walletPeople.ts'

const host = createHost()
const { person, walletsOf, userOf, eventsNow } = walletPeople(host)

const email = 'ada@example.com'
const byEmail = { identifier: email, type: 'email' } as const
const create = (body: unknown) => host.call('embeddedWallets.create', { body })
const refuse = (body: unknown) => host.refuse('embeddedWallets.create', { body })
const chainsOf = async (userId: string) => (await walletsOf(userId)).map(({ chain }) => chain)
const names = async () => (await eventsNow()).map(({ eventName }) => eventName).reverse()

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'dynamic' })
})

describeEnvironmentRefusals(host, {
  'embeddedWallets.listVersions': {},
  'embeddedWallets.create': { body: byEmail },
  'embeddedWallets.createFromFrame': { body: { email, fid: 3621, chains: ['EVM'] } },
})

describe('embeddedWallets.create', () => {
  it('creates a user for an address, with a wallet that every operation shows', async () => {
    const { status, body } = await create(byEmail)
    const user = body.user
    const [wallet] = await walletsOf(user?.id ?? '')
    expect(status).toBe(201)
    expect(user).toEqual(await userOf(user?.id ?? ''))
    expect(wallet).toMatchObject({
      name: 'embedded',
      chain: 'EVM',
      provider: 'embeddedWallet',
      properties: { version: 'V3', derivationPath: "m/44'/60'/0'/0/0" },
      lastSelectedAt: null,
    })
    expect(isAddressOf('EVM', wallet?.publicKey ?? '')).toBe(true)
    expect(user).toMatchObject({
      email,
      wallets: [wallet],
      verifiedCredentials: [
        { format: 'email', signInEnabled: true },
        {
          format: 'blockchain',
          address: wallet?.publicKey,
          wallet_provider: 'embeddedWallet',
          embedded_wallet_id: wallet?.id,
          signInEnabled: false,
        },
      ],
    })
    expect((await host.call('wallets.get', { params: { walletId: wallet?.id as string } })).body).toEqual(wallet)
    expect((await host.call('wallets.list')).body.wallets).toMatchObject([{ id: wallet?.id, signInEnabled: false }])
    expect(await names()).toEqual(['user.created', 'wallet.created'])
  })

  it('answers 200 and changes nothing if all wallets exist, for any spelling of the address', async () => {
    const first = await create(byEmail)
    await host.mock.clock.advance({ minutes: 1 })
    const second = await create({ ...byEmail, identifier: 'Ada@Example.com', chains: ['EVM', 'EVM'] })
    expect([second.status, second.body]).toEqual([200, first.body])
    expect((await names()).length).toBe(2)
  })

  it('creates wallets of each chain, each once, and later the missing ones', async () => {
    const { body } = await create({ ...byEmail, chains: ['EVM', 'SOL', 'EVM'], chain: 'SUI' })
    const userId = body.user?.id ?? ''
    const { status } = await create({ ...byEmail, chains: ['BTC', 'SOL', 'TON'] })
    expect(status).toBe(201)
    const wallets = await walletsOf(userId)
    expect(wallets.map(({ chain }) => chain)).toEqual(['EVM', 'SOL', 'SUI', 'BTC', 'TON'])
    for (const { chain, publicKey } of wallets)
      expect(isAddressOf(chain, publicKey), `${chain} ${publicKey}`).toBe(true)
    const bitcoin = (await userOf(userId))?.verifiedCredentials?.find(({ chain }) => chain === 'bip122')
    expect(bitcoin?.wallet_additional_addresses).toMatchObject([
      { type: 'ordinals', address: expect.stringMatching(/^bc1p/) },
      { type: 'payment', address: bitcoin?.address },
    ])
  })

  it('gives every user other keys, and shows the secret in no reply and no event', async () => {
    const [first, second] = [await create(byEmail), await create({ ...byEmail, identifier: 'bob@example.com' })]
    expect(first.body.user?.wallets?.[0]?.publicKey).not.toBe(second.body.user?.wallets?.[0]?.publicKey)
    const seeds = host.mock.export().tables.embeddedSeeds as { id: string; entropy: string }[]
    expect(seeds).toHaveLength(2)
    const visible = JSON.stringify([
      first.body,
      await eventsNow(),
      (await host.call('wallets.list')).body,
      (await host.call('users.list')).body,
    ])
    for (const { id, entropy } of seeds) for (const secret of [id, entropy]) expect(visible).not.toContain(secret)
    await host.call('users.delete', { params: { userId: first.body.user?.id as string } })
    expect(host.mock.export().tables.embeddedSeeds).toHaveLength(1)
  })

  it('belongs to the user who later signs in with the address, and the token names the wallet', async () => {
    const { body } = await create(byEmail)
    await host.mock.create.provider({ provider: 'emailOnly' })
    const signedIn = (await signInByEmail(host, email)).body.user
    expect(signedIn).toMatchObject({
      id: body.user?.id,
      newUser: true,
      verifiedCredentials: [{ format: 'email' }, { wallet_provider: 'embeddedWallet' }],
    })
  })

  it('lets the owner of an address sign in as the user that a server gave the address to', async () => {
    const {
      body: { user },
    } = await host.call('users.create', { body: { email } })
    await create(byEmail)
    await host.mock.create.provider({ provider: 'emailOnly' })
    expect((await signInByEmail(host, email)).body.user.id).toBe(user?.id)
  })

  it('finds users by each kind of identifier', async () => {
    await host.mock.settings.patch({
      security: {
        externalAuth: { enabled: true, iss: 'https://issuer.example.com', jwksUrl: 'https://issuer.example.com/jwks' },
      },
    })
    const { id } = await host.mock.create.user({
      oauthAccounts: [{ provider: 'github', accountId: '42', username: 'ada' }],
    })
    const social = { socialProvider: 'github' } as const
    for (const body of [
      { identifier: id, type: 'id' },
      { identifier: 'ada', type: 'socialUsername', ...social },
      { identifier: '42', type: 'socialAccountId', ...social },
    ]) {
      expect((await create(body)).body.user?.id).toBe(id)
    }
    const created = [
      { identifier: '+4915123456789', type: 'phoneNumber' },
      {
        identifier: '0151 23456789',
        type: 'phoneNumber',
        smsCountryCode: { isoCountryCode: 'DE', phoneCountryCode: '49' },
      },
      { identifier: 'user-7', type: 'externalUserId' },
      { identifier: 'user-7', type: 'externalUserId' },
      { identifier: '43', type: 'socialAccountId', ...social },
      { identifier: '43', type: 'socialAccountId', ...social },
    ]
    const users = []
    for (const body of created) users.push(await create(body))
    expect(users.map(({ status }) => status)).toEqual([201, 200, 201, 200, 201, 200])
    for (const i of [0, 2, 4]) expect(users[i + 1]?.body.user?.id).toBe(users[i]?.body.user?.id)
    expect(users[0]?.body.user).toMatchObject({
      phoneNumber: '+4915123456789',
      verifiedCredentials: [
        {
          format: 'phoneNumber',
          phoneNumber: '15123456789',
          phoneCountryCode: '49',
          isoCountryCode: 'DE',
          signInEnabled: true,
        },
        {},
      ],
    })
    expect(users[2]?.body.user).toMatchObject({
      verifiedCredentials: [{ format: 'externalUser', public_identifier: 'user-7', signInEnabled: true }, {}],
    })
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['what is no address', { identifier: 'ada', type: 'email' }, 'invalid_email'],
    ['what is no number', { identifier: '12', type: 'phoneNumber' }, 'invalid_phone'],
    ['an unknown id', { identifier: '00000000-0000-7000-8000-00000000dead', type: 'id' }, 'invalid_user'],
    ['an unknown username', { identifier: 'nobody', type: 'socialUsername', socialProvider: 'github' }, 'invalid_user'],
    ['a username without its provider', { identifier: 'ada', type: 'socialUsername' }, 'provider_not_available'],
    [
      'an account of a provider that has none',
      { identifier: '1', type: 'socialAccountId', socialProvider: 'turnkey' },
      'provider_not_available',
    ],
    [
      'a foreign user where there is no issuer',
      { identifier: 'user-7', type: 'externalUserId' },
      'invalid_external_auth',
    ],
  ])('refuses %s, and stores nothing', async (_, body, code) => {
    expect(await refuse(body)).toMatchObject({ status: 422, code })
    expect((await host.call('users.list')).body.count).toBe(0)
  })

  it('refuses a username that two users have, and an id of another environment', async () => {
    for (const accountId of ['1', '2'])
      await host.mock.create.user({ oauthAccounts: [{ provider: 'github', accountId, username: 'ada' }] })
    const { id } = await host.mock.create.user({}, { environmentId: host.mock.defaults.environments.live.id })
    expect(await refuse({ identifier: 'ada', type: 'socialUsername', socialProvider: 'github' })).toMatchObject({
      status: 422,
      code: 'invalid_user',
    })
    expect(await refuse({ identifier: id, type: 'id' })).toMatchObject({ status: 422, code: 'invalid_user' })
  })

  it('refuses an id in upper case', async () => {
    const { body } = await create(byEmail)
    expect(await refuse({ identifier: body.user?.id?.toUpperCase(), type: 'id' })).toMatchObject({
      status: 422,
      code: 'invalid_user',
    })
  })

  it.each([
    { identifier: email },
    { type: 'email' },
    { ...byEmail, type: 'name' },
    { ...byEmail, chains: ['FLOW'] },
    { ...byEmail, chains: [] },
  ])('refuses %o as malformed', async (body) => {
    expect(await refuse(body)).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('uses the chains of the settings, and refuses others', async () => {
    const chainConfigurations = [
      { name: 'SOL', enabled: true, primary: true },
      { name: 'EVM', enabled: false, primary: false },
      { name: 'SUI', enabled: true, primary: false },
    ]
    await host.mock.settings.patch({ sdk: { embeddedWallets: { chainConfigurations } } })
    expect(await refuse({ ...byEmail, chains: ['SOL', 'EVM'] })).toMatchObject({
      status: 422,
      code: 'invalid_embedded_wallet_chains_configuration',
    })
    const { body } = await create(byEmail)
    expect(await chainsOf(body.user?.id ?? '')).toEqual(['SOL', 'SUI'])
  })

  it('refuses to sign in with the wallet, to link it, and to link another wallet', async () => {
    const { body } = await create(byEmail)
    const params = { userId: body.user?.id as string }
    const wallet = { chain: 'EVM', walletName: 'metamask', walletProvider: 'browserExtension' } as const
    expect(
      await host.refuse('wallets.create', {
        params,
        body: { ...wallet, publicWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7' },
      }),
    ).toMatchObject({ code: 'linked_embedded_wallet' })
    const other = { userId: (await host.mock.create.user()).id }
    const address = body.user?.wallets?.[0]?.publicKey as string
    expect(
      await host.refuse('wallets.create', { params: other, body: { ...wallet, publicWalletAddress: address } }),
    ).toMatchObject({ code: 'reassign_wallet_error' })
  })
})

describe('embedded wallets that are deleted', () => {
  it('are recovered with the same address, unless another one was created on their chain', async () => {
    const { body } = await create(byEmail)
    const userId = body.user?.id as string
    const [first] = await walletsOf(userId)
    const remove = (walletId = '') => host.call('wallets.delete', { params: { walletId } })
    await remove(first?.id)
    expect((await host.call('wallets.recover', { body: { userId } })).body.data?.wallets).toEqual([first])
    await remove(first?.id)
    expect((await create(byEmail)).status).toBe(201)
    const [second] = await walletsOf(userId)
    expect(second?.publicKey).not.toBe(first?.publicKey)
    expect(second?.properties?.derivationPath).toBe("m/44'/60'/0'/0/1")
    const {
      body: { data },
    } = await host.call('wallets.recover', { body: { userId } })
    expect(data).toMatchObject({
      wallets: [],
      notRecovered: [{ walletId: first?.id, code: 'wallet_account_exists_for_chain' }],
    })
    await host.mock.settings.patch({
      sdk: {
        waas: {
          passcodeRequired: false,
          onSignUp: { promptBackupOptions: false, promptClientShareExport: false },
          backupOptions: [],
          allowMultipleWaasWalletsPerChain: true,
        },
      },
    })
    expect((await host.call('wallets.recover', { body: { userId } })).body.data?.wallets).toEqual([first])
    expect((await eventsNow('wallet')).map(({ eventName }) => eventName).reverse()).toEqual([
      'wallet.created',
      'wallet.deleted',
      'wallet.created',
      'wallet.deleted',
      'wallet.created',
      'wallet.created',
    ])
  })
})

describe('embedded wallets of a merged user', () => {
  it('move with their secret, from which further wallets are derived', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    const { body } = await create(byEmail)
    const [seed] = host.mock.export().tables.embeddedSeeds as object[]
    const { id, token } = await person(await host.mock.wallets.sol())
    await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, email) })
    await host.call('profile.merge', { token })
    await create({ identifier: id, type: 'id', chains: ['EVM', 'SUI'] })
    const wallets = (await walletsOf(id)).filter(({ provider }) => provider === 'embeddedWallet')
    expect(wallets.map(({ chain }) => chain)).toEqual(['EVM', 'SUI'])
    expect(wallets[0]).toEqual(body.user?.wallets?.[0])
    expect(host.mock.export().tables.embeddedSeeds).toEqual([{ ...seed, userId: id }])
  })

  it('move while they are deleted, too, and only one per chain can be recovered', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    const {
      body: { user: other },
    } = await create({ ...byEmail, chains: ['EVM', 'SUI'] })
    const { id, token } = await person(await host.mock.wallets.sol())
    const wallet = (await create({ identifier: id, type: 'id', chains: ['EVM'] })).body.user?.wallets?.find(
      ({ provider }) => provider === 'embeddedWallet',
    )
    for (const { id: walletId } of [...(other?.wallets ?? []), ...(wallet ? [wallet] : [])])
      await host.call('wallets.delete', { params: { walletId } })
    expect(await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, email) })).toMatchObject(
      { code: 'merge_accounts_confirmation' },
    )
    await host.call('profile.merge', { token })
    expect((host.mock.export().tables.embeddedSeeds as { userId: string }[]).map(({ userId }) => userId)).toEqual([
      id,
      id,
    ])
    const {
      body: { data },
    } = await host.call('wallets.recover', { body: { userId: id } })
    const [evm, sui] = other?.wallets ?? []
    expect(data).toMatchObject({
      wallets: [{ id: evm?.id }, { id: sui?.id }],
      notRecovered: [{ walletId: wallet?.id, code: 'wallet_account_exists_for_chain' }],
    })
    expect((await create({ identifier: id, type: 'id', chains: ['BTC'] })).status).toBe(201)
  })
})

describe('embeddedWallets.createFromFrame', () => {
  const frame = (body: Record<string, unknown> = {}) =>
    host.call('embeddedWallets.createFromFrame', { body: { email, fid: 3621, chains: ['EVM'], ...body } })

  it('creates a user with the address and the account, and finds the user by each', async () => {
    const { status, body } = await frame()
    expect(status).toBe(201)
    expect(body.user).toMatchObject({
      email,
      verifiedCredentials: [
        { format: 'email', signInEnabled: true },
        { oauth_provider: 'farcaster', oauth_account_id: '3621', signInEnabled: true },
        { wallet_provider: 'embeddedWallet' },
      ],
    })
    const again = await frame()
    expect([again.status, again.body]).toEqual([200, body])
    expect(await names()).toEqual(['user.created', 'user.social.linked', 'wallet.created'])
  })

  it('adds the other one to a user who has one of them', async () => {
    const byAddress = await host.mock.create.user({ email })
    expect((await frame()).body.user).toMatchObject({ id: byAddress.id, oauthAccounts: [{ provider: 'farcaster' }] })
    const byAccount = await host.mock.create.user({ oauthAccounts: [{ provider: 'farcaster', accountId: '7' }] })
    expect((await frame({ fid: 7, email: 'bob@example.com' })).body.user).toMatchObject({
      id: byAccount.id,
      email: 'bob@example.com',
    })
  })

  it('refuses an address and an account of two users, and an invalid Farcaster id', async () => {
    await host.mock.create.user({ email })
    await host.mock.create.user({ oauthAccounts: [{ provider: 'farcaster', accountId: '3621' }] })
    for (const fid of [3621, 0, -1, 1.5]) {
      expect(
        await host.refuse('embeddedWallets.createFromFrame', { body: { email, fid, chains: ['EVM'] } }),
        String(fid),
      ).toMatchObject({ status: 422, code: 'invalid_user' })
    }
    for (const body of [
      { email, fid: 1 },
      { email, chains: ['EVM'] },
      { email, fid: 1, chains: [] },
    ])
      expect(await host.refuse('embeddedWallets.createFromFrame', { body })).toMatchObject({ status: 400 })
  })
})
