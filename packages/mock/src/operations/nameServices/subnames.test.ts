import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { requestEmailCode, signInByEmail } from '../../../test/people/oneTimeCodes.ts'
import { claimsOf, walletPeople } from '../../../test/people/walletPeople.ts'
import type { TestWallet } from '../../control/device/walletControl.ts'

const host = createHost()
const { signed, verify, person, reader, link } = walletPeople(host)
const evm = { chainName: 'EVM' }
let wallet: TestWallet

/** Lets an environment give names below a name. */
async function serve({
  name = 'example.eth',
  chainName = 'EVM' as 'EVM' | 'SOL',
  params = {} as Record<string, string>,
  token = undefined as string | undefined,
} = {}) {
  const owner = await host.mock.wallets[chainName.toLowerCase() as 'evm' | 'sol']()
  await host.mock.chain.registerName({ chain: chainName, name, owner: owner.address })
  const at = { params: { chainName, ...params }, token }
  const { unsignedMessage } = (
    await host.call('nameServices.createMessage', {
      ...at,
      body: { address: owner.address, domain: name, uri: 'https://admin.example.com' },
    })
  ).body
  await host.call('nameServices.create', {
    ...at,
    body: { address: owner.address, domain: name, signature: await owner.sign(unsignedMessage) },
  })
  await host.call('nameServices.enable', at)
}

beforeEach(async () => {
  await serve()
  wallet = await host.mock.wallets.evm()
})

const nameOf = (of: TestWallet = wallet) => host.mock.chain.nameOf(of.address, of.chain)
/** Somebody with a wallet and a username, who has not signed in yet. */
async function named(username: string, of = wallet) {
  const { id } = await host.mock.create.user({ username })
  await host.mock.create.wallet(id, { publicWalletAddress: of.address, chain: of.chain })
  return id
}

describe('a name below the name of an environment', () => {
  it('is given to a user who signs in with a wallet, and shows everywhere, on the chain, too', async () => {
    const id = await named('Ada')
    expect(nameOf()).toBeUndefined()
    const { user, jwt } = await verify(wallet)
    const name_service = { name: 'ada.example.eth' }
    expect(user).toMatchObject({ id, verifiedCredentials: [{ address: wallet.address, name_service }] })
    expect(claimsOf(jwt)).toMatchObject({
      verified_credentials: [{ name_service }],
      blockchain_accounts: [{ name_service }],
      verified_account: { name_service },
    })
    expect((await host.call('users.get', { params: { userId: id } })).body.user?.verifiedCredentials).toMatchObject([
      { name_service },
    ])
    expect(nameOf()).toBe('ada.example.eth')
  })

  it('has a generated label if the username is missing, taken, or not a valid label', async () => {
    await host.mock.chain.registerName({ name: 'taken.example.eth', owner: wallet.address })
    for (const username of [undefined, 'under_score', 'Ünique', '-dash', 'xn--ada', 'taken']) {
      const other = await host.mock.wallets.evm()
      if (username !== undefined) await named(username, other)
      await verify(other)
      expect(nameOf(other), username).toMatch(/^user-[a-z\d]{8}\.example\.eth$/)
    }
  })

  it('is given once, and does not change with the username or further wallets', async () => {
    const { token } = await person(wallet)
    const first = nameOf()
    const second = await host.mock.wallets.evm()
    const { user } = await link(token, second)
    await host.call('users.update', { params: { userId: user.id }, body: { username: 'ada' } })
    await verify(wallet)
    await verify(second)
    expect([nameOf(), nameOf(second)]).toEqual([first, undefined])
  })

  it('is given to a signed-in user who links a wallet, and at the sign-in of a user with a wallet', async () => {
    const { token } = await reader()
    expect((await link(token, wallet)).user.verifiedCredentials).toContainEqual(
      expect.objectContaining({ address: wallet.address, name_service: { name: nameOf() } }),
    )
    expect(nameOf()).toMatch(/\.example\.eth$/)
    const other = await host.mock.wallets.evm()
    const { id } = await host.mock.create.user({ email: 'bob@example.com', username: 'bob' })
    await host.mock.create.wallet(id, { publicWalletAddress: other.address })
    await host.mock.signIn(id)
    expect(nameOf(other)).toBe('bob.example.eth')
  })

  it('is not given for wallets of other chains, in other environments, or while the name service is off', async () => {
    const { live } = host.mock.defaults.environments
    const sol = await host.mock.wallets.sol()
    await verify(sol)
    const liveUser = await host.mock.create.user({ email: 'ada@example.com' }, { environmentId: live.id })
    await host.mock.create.wallet(liveUser.id, { publicWalletAddress: wallet.address }, { environmentId: live.id })
    await host.mock.signIn(liveUser.id)
    await host.call('nameServices.disable', { params: evm })
    await verify(wallet)
    expect([nameOf(), nameOf(sol)]).toEqual([undefined, undefined])
    await host.call('nameServices.enable', { params: evm })
    await verify(wallet)
    expect(nameOf()).toMatch(/\.example\.eth$/)
  })

  it('is given for each chain with a name service', async () => {
    await serve({ name: 'example.sol', chainName: 'SOL' })
    const sol = await host.mock.wallets.sol()
    const id = await named('ada')
    await host.mock.create.wallet(id, { publicWalletAddress: sol.address, chain: 'SOL' })
    await verify(wallet)
    expect([nameOf(), nameOf(sol)]).toEqual(['ada.example.eth', 'ada.example.sol'])
  })

  it('is shown only by the environment that gave it', async () => {
    const { live } = host.mock.defaults.environments
    await verify(wallet)
    const liveUser = await host.mock.create.user({ email: 'ada@example.com' }, { environmentId: live.id })
    await host.mock.create.wallet(liveUser.id, { publicWalletAddress: wallet.address }, { environmentId: live.id })
    const { user } = (
      await host.call('users.get', { params: { environmentId: live.id, userId: liveUser.id }, token: live.token })
    ).body
    expect(
      user?.verifiedCredentials
        ?.filter(({ format }) => format === 'blockchain')
        .map(({ name_service }) => name_service),
    ).toEqual([undefined])
  })

  it('stays when the name service is turned off, and goes when it is deleted', async () => {
    await verify(wallet)
    const name = nameOf()
    await host.call('nameServices.disable', { params: evm })
    expect(nameOf()).toBe(name)
    await host.call('nameServices.delete', { params: evm })
    expect(nameOf()).toBeUndefined()
    expect((await verify(wallet)).user.verifiedCredentials[0]).not.toHaveProperty('name_service')
  })
})

describe('a name that was given', () => {
  it('is free again when its user is deleted', async () => {
    const id = await named('ada')
    await verify(wallet)
    await host.call('users.delete', { params: { userId: id } })
    expect(nameOf()).toBeUndefined()
    const other = await host.mock.wallets.evm()
    await named('ada', other)
    await verify(other)
    expect(nameOf(other)).toBe('ada.example.eth')
  })

  it('is free after its wallet was unlinked, and goes to another wallet at the next sign-in', async () => {
    await named('ada')
    const { token, credentialId } = await person(wallet)
    const second = await host.mock.wallets.evm()
    await link(token, second)
    await host.call('walletSignIn.unlink', { token, body: { verifiedCredentialId: credentialId } })
    expect([nameOf(), nameOf(second)]).toEqual([undefined, undefined])
    await verify(second)
    expect(nameOf(second)).toBe('ada.example.eth')
  })

  it('moves with its wallet to another user', async () => {
    await verify(wallet)
    const name = nameOf()
    const { token } = await reader()
    const { body } = await host.call('walletSignIn.transfer', {
      token,
      body: await signed(wallet, { skipEmptyAccountCheck: true }),
      headers: { origin: 'https://app.example.com' },
    })
    expect(body.user.verifiedCredentials).toContainEqual(
      expect.objectContaining({ address: wallet.address, name_service: { name } }),
    )
    expect(nameOf()).toBe(name)
  })

  it('stays with its wallet when users are merged', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    const other = await host.mock.wallets.evm()
    const joined = (await signInByEmail(host, 'ada@example.com')).body
    await link(String(joined.jwt), other)
    const { token } = await person(wallet)
    const names = [nameOf(), nameOf(other)]
    await host.mock.clock.advance({ minutes: 1 })
    await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, 'ada@example.com') })
    const { user } = (await host.call('profile.merge', { token })).body
    expect([nameOf(), nameOf(other)]).toEqual(names)
    expect(user.verifiedCredentials.flatMap(({ name_service }) => name_service?.name ?? []).sort()).toEqual(
      names.sort(),
    )
  })

  it('cannot be chosen by others if a user or an address on the chain has it', async () => {
    await host.mock.chain.registerName({ name: 'shop.example.eth', owner: wallet.address })
    await named('ada')
    const { token } = await person(wallet)
    const stranger = await reader('bob@example.com')
    const isFree = async (value: string, by: string) =>
      (
        await host.call('profile.checkField', {
          token: by,
          query: { filter: { field: 'name-service-subdomain-handle', value } },
        })
      ).body.available
    expect([
      await isFree('Ada', token),
      await isFree('ada', stranger.token),
      await isFree('shop', token),
      await isFree('free', stranger.token),
    ]).toEqual([true, false, false, true])
  })
})

describe('names of the simulated chain', () => {
  it('show with their wallets, the latest first, after the name from the environment', async () => {
    await host.mock.chain.registerName({ name: 'old.eth', owner: wallet.address })
    await host.mock.chain.registerName({
      name: 'New.ETH',
      owner: wallet.address.toLowerCase(),
      avatar: 'https://example.com/ada.png',
    })
    await host.call('nameServices.disable', { params: evm })
    expect((await verify(wallet)).user.verifiedCredentials).toMatchObject([
      { name_service: { name: 'new.eth', avatar: 'https://example.com/ada.png' } },
    ])
    expect(nameOf()).toBe('new.eth')
    await host.call('nameServices.enable', { params: evm })
    expect((await verify(wallet)).user.verifiedCredentials[0]?.name_service).toEqual({
      name: expect.stringMatching(/^user-.*\.example\.eth$/),
    })
  })

  it('belong to one address at a time', async () => {
    const other = await host.mock.wallets.evm()
    await host.mock.chain.registerName({ name: 'ada.eth', owner: wallet.address })
    await host.mock.chain.registerName({ name: 'ada.eth', owner: other.address })
    expect([nameOf(), nameOf(other)]).toEqual([undefined, 'ada.eth'])
  })

  it('have the spelling of ENSIP-15, with letters and emoji of the world', async () => {
    for (const [text, name] of [
      ['Zoë.ETH', 'zoë.eth'],
      ['Ada🚀️.eth', 'ada🚀.eth'],
      ['_svc.example.com', '_svc.example.com'],
    ] as const) {
      await host.mock.chain.registerName({ name: text, owner: wallet.address })
      expect(nameOf()).toBe(name)
    }
    expect((await verify(wallet)).user.verifiedCredentials[0]?.name_service?.name).toMatch(/\.example\.eth$/)
  })

  it.each([
    [{ name: 'ada' }, 'A name of EVM ends in .eth'],
    [{ name: '' }, 'A name of EVM ends in .eth'],
    [{ name: 'ada.sol', chain: 'SOL' as const }, 'the owner is not an address of SOL'],
    [{ name: 'ada.eth', chain: 'SOL' as const }, 'A name of SOL ends in .sol.'],
    [{ name: 'zoë.sol', chain: 'SOL' as const }, '"ë" (U+00EB) is not a letter from a to z, a digit or a hyphen.'],
    [{ name: 'ada.btc', chain: 'BTC' as const }, 'the mock has no name service of BTC'],
    [{ name: 'a b.eth' }, 'disallowed character: " " {20}'],
    [{ name: 'p\u0430ypal.eth' }, 'illegal mixture: Latin + Cyrillic'],
    [{ name: `${'a'.repeat(250)}.eth` }, 'It is longer than 253 bytes.'],
    [{ name: undefined as unknown as string }, 'the name is not a text'],
  ] as const)('are not registered as %j for a wallet of EVM, and the sentence says why', async (input, problem) => {
    await expect(host.mock.chain.registerName({ ...input, owner: wallet.address })).rejects.toThrow(problem)
    expect(nameOf()).toBeUndefined()
  })
})
