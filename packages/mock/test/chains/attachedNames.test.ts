import { getContract, type Hex, namehash } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import type { TestWallet } from '../../src/control/device/walletControl.ts'
import { createMock } from '../../src/mock/createMock.ts'
import { type Anvil, type AnvilClients, anvilClients, startAnvil } from './anvil.ts'
import { deploy } from './openZeppelin.ts'

const host = createHost()
const networkId = 1
/** The address of the registry on all chains that have one. */
const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
const domain = 'harbour.eth'
const none = '0x0000000000000000000000000000000000000000'
const browserWallet = { chain: 'EVM', walletName: 'metamask', walletProvider: 'browserExtension' } as const
let anvil: Anvil
let clients: AnvilClients
let resolver: Awaited<ReturnType<typeof deploy>>
let wrapper: Awaited<ReturnType<typeof deploy>>
let setName: (name: string, owner: string, resolver?: string) => Promise<unknown>

beforeAll(async () => {
  anvil = await startAnvil(networkId)
  clients = anvilClients(anvil.url, networkId)
  const { test, wallet } = clients
  const deployed = await deploy(clients, 'NameRegistry')
  const bytecode = (await test.getCode({ address: deployed.address })) ?? '0x'
  await test.setCode({ address: registry, bytecode })
  const contract = getContract({ address: registry, abi: deployed.abi, client: { wallet } })
  setName = async (name, owner, of = none) =>
    test.waitForTransactionReceipt({ hash: (await contract.write['set']?.([namehash(name), owner, of])) as Hex })
  resolver = await deploy(clients, 'NameResolver')
  wrapper = await deploy(clients, 'NameWrapper')
})
afterAll(() => anvil.stop())
/** Further nodes of a test. */
const others: Anvil[] = []
afterEach(() => {
  for (const other of others.splice(0)) other.stop()
})
async function startOther(): Promise<Anvil> {
  const other = await startAnvil(networkId)
  others.push(other)
  return other
}
beforeEach(async () => {
  await host.mock.chain.attach(networkId, anvil.url)
})

/** Gives an address a name of its own, which leads to an address. */
async function setPrimary(address: string, name: string, leadsTo = address) {
  const reverse = `${address.slice(2).toLowerCase()}.addr.reverse`
  await setName(reverse, address, resolver.address)
  await resolver.send('setName', namehash(reverse), name)
  await setName(name, address, resolver.address)
  await resolver.send('setAddr', namehash(name), leadsTo)
}

/** Claims a name for the environment, as its owner signs. */
async function claim(by: TestWallet, name = domain) {
  const params = { chainName: 'EVM' }
  const uri = 'https://admin.example.com/names'
  const message = await host.call('nameServices.createMessage', {
    params,
    body: { address: by.address, domain: name, uri },
  })
  const signature = await by.sign(message.body.unsignedMessage)
  return { params, body: { address: by.address, domain: name, signature } }
}

const person = (publicWalletAddress: string, email = 'ada@example.com', username?: string) =>
  host.mock.create.user({
    email,
    ...(username !== undefined && { username }),
    wallets: [{ ...browserWallet, publicWalletAddress }],
  })

describe('the name of an environment on a real chain', () => {
  it('belongs to its owner in the registry, and to nobody else', async () => {
    const [owner, stranger] = [await host.mock.wallets.evm(), await host.mock.wallets.evm()]
    await setName(domain, owner.address)
    const refusal = await host.refuse('nameServices.create', await claim(stranger))
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_wallet_address' })
    const { body } = await host.call('nameServices.create', await claim(owner))
    expect(body).toMatchObject({ domain })
  })

  it('belongs to the one for whom a wrapper keeps it', async () => {
    const owner = await host.mock.wallets.evm()
    await setName('wrapped.eth', wrapper.address)
    await wrapper.send('set', BigInt(namehash('wrapped.eth')), owner.address)
    const { body } = await host.call('nameServices.create', await claim(owner, 'wrapped.eth'))
    expect(body).toMatchObject({ domain: 'wrapped.eth' })
  })

  it('gives users names below it, but for those that the registry has', async () => {
    const owner = await host.mock.wallets.evm()
    await setName(domain, owner.address)
    await setName(`grace.${domain}`, owner.address)
    await host.call('nameServices.create', await claim(owner))
    await host.call('nameServices.enable', { params: { chainName: 'EVM' } })
    const names = []
    for (const username of ['ada', 'grace']) {
      const { address } = await host.mock.wallets.evm()
      const { token } = await host.mock.signIn(await person(address, `${username}@example.com`, username))
      const { body } = await host.call('sessions.refresh', { token })
      names.push(body.user.verifiedCredentials.find(({ format }) => format === 'blockchain')?.name_service?.name)
    }
    expect(names).toEqual([`ada.${domain}`, expect.stringMatching(/^user-[a-z\d]{8}\.harbour\.eth$/)])
  })
})

describe('the names of wallets on a real chain', () => {
  const shown = async (userId: string) => {
    const { body } = await host.call('users.get', { params: { userId } })
    const wallets = (body.user?.verifiedCredentials ?? []).filter(({ format }) => format === 'blockchain')
    return wallets.map(({ name_service: name }) => name)
  }

  it('are those that lead back to the wallet, with their pictures', async () => {
    const [ada, mallory, bob] = [
      await host.mock.wallets.evm(),
      await host.mock.wallets.evm(),
      await host.mock.wallets.evm(),
    ]
    await setPrimary(ada.address, 'ada.eth')
    await resolver.send('setText', namehash('ada.eth'), 'avatar', 'https://ada.example.com/me.png')
    // Anybody can claim to have a name; only its own record counts.
    await setPrimary(mallory.address, 'bank.eth', bob.address)
    const users = []
    for (const [index, { address }] of [ada, mallory, bob].entries())
      users.push(await person(address, `${index}@example.com`))
    expect(await Promise.all(users.map(({ id }) => shown(id)))).toEqual([
      [{ name: 'ada.eth', avatar: 'https://ada.example.com/me.png' }],
      [undefined],
      [undefined],
    ])
  })

  it('are shown in letters and emoji of the world, and not where they look like others (ENSIP-15)', async () => {
    const names = ['zoë🚀.eth', 'p\u0430ypal.eth', 'Ada.eth']
    const users = []
    for (const name of names) {
      const { address } = await host.mock.wallets.evm()
      await setPrimary(address, name)
      users.push(await person(address, `${users.length}@example.com`))
    }
    expect(await Promise.all(users.map(({ id }) => shown(id)))).toEqual([
      [{ name: 'zoë🚀.eth' }],
      [undefined],
      [undefined],
    ])
  })

  it('are asked for together, however many users a list has', async () => {
    const first = await host.mock.wallets.evm()
    await setPrimary(first.address, 'first.eth')
    const rows = [
      first.address,
      ...(await Promise.all(Array.from({ length: 49 }, () => host.mock.wallets.evm()))).map(({ address }) => address),
    ]
    const body = rows.map((publicWalletAddress, index) => ({
      email: `${index}@example.com`,
      wallets: [{ ...browserWallet, publicWalletAddress }],
    }))
    // A mock without the harness, which repeats each call with writes that fail.
    const mock = createMock()
    await mock.chain.attach(networkId, anvil.url)
    const { id, token } = mock.defaults.environments.sandbox
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const reply = await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/users${path}`, { headers, ...init })
      return reply.json()
    }
    const { created } = await ask('/bulk', { method: 'POST', body: JSON.stringify(body) })
    expect(created).toHaveLength(50)
    const { users } = (await ask('?limit=100')) as { users: typeof created }
    const names = users.flatMap(
      ({ verifiedCredentials }: { verifiedCredentials: { name_service?: { name: string } }[] }) =>
        verifiedCredentials.flatMap(({ name_service: name }) => (name ? [name.name] : [])),
    )
    expect(names).toEqual(['first.eth'])
    const { notes = [] } = mock.journal.list().at(-1) ?? {}
    expect(notes.length).toBeGreaterThan(50)
    // Questions that were asked together took the same time.
    expect(new Set(notes.map((note) => note.split(', ')[1])).size).toBeLessThanOrEqual(4)
  })

  it('are left out while the node is down, and the rest is shown', async () => {
    const second = await startOther()
    const copy = anvilClients(second.url, networkId).test
    await copy.setCode({ address: registry, bytecode: (await clients.test.getCode({ address: registry })) ?? '0x' })
    await host.mock.chain.attach(networkId, second.url)
    const owner = await host.mock.wallets.evm()
    const user = await person(owner.address)
    const attempt = await claim(owner)
    second.stop()
    await expect.poll(async () => (await host.mock.outside.check('chain 1')).problem).toContain('cannot be reached')
    expect(await shown(user.id)).toEqual([undefined])
    expect(await host.refuse('nameServices.create', attempt)).toMatchObject({ status: 503 })
    expect(host.mock.outside.list()[0]?.problem).toContain('cannot be reached')
  })

  it('are changed only there, until the node is detached', async () => {
    const { address } = await host.mock.wallets.evm()
    const name = { name: 'ada.eth', owner: address }
    const sentence = `chain 1 is a real node (${anvil.url}), whose registry has the names. Use its contracts, or "chain.detach(1)" first.`
    await expect(host.mock.chain.registerName(name)).rejects.toThrow(
      `Failed to call "chain.registerName()": ${sentence}`,
    )
    expect(() => host.mock.chain.nameOf(address)).toThrow(`Failed to call "chain.nameOf()": ${sentence}`)
    host.mock.chain.detach(networkId)
    await host.mock.chain.registerName(name)
    expect(host.mock.chain.nameOf(address)).toBe('ada.eth')
  })

  it('stay simulated beside a node without the registry', async () => {
    const empty = await startOther()
    await host.mock.chain.attach(networkId, empty.url)
    const { address } = await host.mock.wallets.evm()
    await host.mock.chain.registerName({ name: 'ada.eth', owner: address })
    expect(await shown((await person(address)).id)).toEqual([{ name: 'ada.eth' }])
    expect(host.mock.journal.list().at(-1)?.notes).toBeUndefined()
  })
})
