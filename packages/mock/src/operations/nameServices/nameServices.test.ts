import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'
import type { TestWallet, Wallets } from '../../control/device/walletControl.ts'

const host = createHost()
const domain = 'example.eth'
const uri = 'https://admin.example.com/names'
const notHere = { status: 422, code: 'invalid_verification' }
const notSigned = { status: 422, code: 'other_verify_failure' }
let owner: TestWallet

beforeEach(async () => {
  owner = await host.mock.wallets.evm()
  await host.mock.chain.registerName({ name: domain, owner: owner.address })
})

interface Claim {
  by?: TestWallet
  name?: string
  chainName?: string
  /** Where both calls are made. @default the sandbox */
  at?: { params: Record<string, string>; token?: string }
}

const paramsOf = ({ chainName = 'EVM', at }: Claim) => ({ params: { chainName, ...at?.params }, token: at?.token })

async function messageFor(claim: Claim = {}): Promise<string> {
  const { by = owner, name = domain } = claim
  return (
    await host.call('nameServices.createMessage', {
      ...paramsOf(claim),
      body: { address: by.address, domain: name, uri },
    })
  ).body.unsignedMessage
}

const bodyOf = async (message: string, { by = owner, name = domain }: Claim = {}) => ({
  address: by.address,
  domain: name,
  signature: await by.sign(message),
})

async function create(claim: Claim = {}) {
  return (
    await host.call('nameServices.create', { ...paramsOf(claim), body: await bodyOf(await messageFor(claim), claim) })
  ).body
}

const evm = { chainName: 'EVM' }
const createFirst = async () => (await create(), evm)

describeEnvironmentRefusals(host, {
  'nameServices.get': { params: createFirst },
  'nameServices.enable': { params: createFirst },
  'nameServices.disable': { params: createFirst },
  'nameServices.delete': { params: createFirst },
  'nameServices.createMessage': {
    params: async () => evm,
    body: { address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A', domain, uri },
  },
  'nameServices.create': {
    params: async () => evm,
    body: { address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A', domain, signature: '0x' },
  },
})

describe('nameServices.createMessage', () => {
  it('writes a message of EIP-4361, with a separate nonce and a lifetime of ten minutes', async () => {
    const { id } = host.mock.defaults.environments.sandbox
    const message = await messageFor()
    expect(message.split('\n')).toEqual([
      'admin.example.com wants you to sign in with your Ethereum account:',
      owner.address,
      '',
      `Let the environment ${id} give names below example.eth to its users.`,
      '',
      `URI: ${uri}`,
      'Version: 1',
      'Chain ID: 1',
      expect.stringMatching(/^Nonce: [A-Za-z\d]{20}$/),
      'Issued At: 2026-01-15T09:30:00.000Z',
      'Expiration Time: 2026-01-15T09:40:00.000Z',
    ])
    expect(await messageFor()).not.toBe(message)
  })

  it('names the address with its checksum, for any spelling in the request', async () => {
    const { body } = await host.call('nameServices.createMessage', {
      params: evm,
      body: { address: owner.address.toLowerCase(), domain, uri: 'http://localhost:3000' },
    })
    expect(body.unsignedMessage).toContain(
      `localhost:3000 wants you to sign in with your Ethereum account:\n${owner.address}\n`,
    )
  })

  it('refuses an address of another chain', async () => {
    const { address } = await host.mock.wallets.sol()
    expect(
      await host.refuse('nameServices.createMessage', { params: evm, body: { address, domain, uri } }),
    ).toMatchObject({ status: 422, code: 'invalid_chain_address_match' })
  })

  it.each([
    ['example', 'A name of EVM ends in .eth, or a domain of the DNS.'],
    ['example.eth.', 'A part between its dots is empty.'],
    ['exa_mple.eth', '"_" (U+005F)'],
    ['zoë.eth', '"ë" (U+00EB)'],
    ['-a.eth', '"-a"'],
    ['xn--a.eth', '"xn--a"'],
    ['a b.eth', '" " (U+0020)'],
    ['ex..eth', 'A part between its dots is empty.'],
    ['example.1', 'A name of EVM ends in .eth'],
    [`${'a.'.repeat(94)}eth`, 'It is longer than 189 bytes.'],
  ])('refuses %s, which is not a name that can have names below it, and says why', async (name, problem) => {
    expect(
      await host.refuse('nameServices.createMessage', {
        params: evm,
        body: { address: owner.address, domain: name, uri },
      }),
    ).toMatchObject({
      status: 422,
      code: 'invalid_custom_hostname',
      body: { error: expect.stringContaining(problem) },
    })
  })

  it.each([
    'ftp://example.com',
    'https://user@example.com',
    'admin.example.com',
    'mailto:ada@example.com',
    'https://example.com/a|b',
  ])('refuses the page %s', async (page) => {
    expect(
      await host.refuse('nameServices.createMessage', {
        params: evm,
        body: { address: owner.address, domain, uri: page },
      }),
    ).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe('nameServices.create', () => {
  it('stores a name that its owner has signed for, not enabled, and shows it to its environment only', async () => {
    const { live } = host.mock.defaults.environments
    const service = await create({ name: 'Example.ETH' })
    expect(service).toEqual({ id: expect.any(String), address: owner.address, domain, enabledAt: null })
    expect((await host.call('nameServices.get', { params: evm })).body).toEqual(service)
    expect((await host.call('nameServices.get', { params: { chainName: 'ETH' } })).body).toEqual(service)
    expect(
      await host.refuse('nameServices.get', { params: { ...evm, environmentId: live.id }, token: live.token }),
    ).toMatchObject({ status: 404, body: undefined })
  })

  it.each([
    ['eth', 'names.example.com'],
    ['sol', 'example.sol'],
    ['sui', 'example.sui'],
    ['algo', 'example.algo'],
  ] as [keyof Wallets, string][])('serves wallets of %s with names like %s', async (chain, name) => {
    const by = await host.mock.wallets[chain]()
    const chainName = by.chain
    await host.mock.chain.registerName({ chain: chainName, name, owner: by.address })
    expect(await create({ by, name, chainName })).toMatchObject({ address: by.address, domain: name })
    const stranger = await host.mock.wallets[chain]()
    await host.call('nameServices.delete', { params: { chainName } })
    const body = {
      ...(await bodyOf(await messageFor({ by, name, chainName }), { by, name })),
      signature: (await bodyOf(await messageFor({ by, name, chainName }), { by: stranger })).signature,
    }
    expect(await host.refuse('nameServices.create', { params: { chainName }, body })).toMatchObject(notSigned)
  })

  it('accepts the signature of a contract wallet', async () => {
    const by = await host.mock.wallets.evm({ kind: 'contract' })
    await host.mock.chain.registerName({ name: 'safe.eth', owner: by.address })
    expect(await create({ by, name: 'safe.eth' })).toMatchObject({ address: by.address, domain: 'safe.eth' })
  })

  it('refuses a second name on the chain, and accepts one on another chain', async () => {
    const sol = await host.mock.wallets.sol()
    await host.mock.chain.registerName({ chain: 'SOL', name: 'example.sol', owner: sol.address })
    await create()
    const message = await messageFor()
    for (const chainName of ['EVM', 'ETH'])
      expect(
        await host.refuse('nameServices.create', { params: { chainName }, body: await bodyOf(message) }),
      ).toMatchObject({ status: 422, code: 'duplicate_exists' })
    expect((await create({ by: sol, name: 'example.sol', chainName: 'SOL' })).domain).toBe('example.sol')
  })

  it('cannot be used to sign in: the nonce of its message is for this purpose only', async () => {
    const body = await owner.request({ nonce: 'unused01', messageToSign: await messageFor() })
    expect(
      await host.refuse('walletSignIn.verify', { body, headers: { origin: 'https://admin.example.com' } }),
    ).toMatchObject(notHere)
  })

  it('accepts a message once', async () => {
    const body = await bodyOf(await messageFor())
    await host.call('nameServices.create', { params: evm, body })
    await host.call('nameServices.delete', { params: evm })
    expect(await host.refuse('nameServices.create', { params: evm, body })).toMatchObject(notHere)
  })

  it('accepts a message for ten minutes', async () => {
    const body = await bodyOf(await messageFor())
    await host.mock.clock.advance({ minutes: 10 })
    expect(await host.refuse('nameServices.create', { params: evm, body })).toMatchObject(notHere)
    const other = await bodyOf(await messageFor())
    await host.mock.clock.advance({ minutes: 9, seconds: 59 })
    expect((await host.call('nameServices.create', { params: evm, body: other })).status).toBe(201)
  })

  it('refuses a message that was written for another environment, address, name or chain', async () => {
    const { live } = host.mock.defaults.environments
    const [stranger, sol] = [await host.mock.wallets.evm(), await host.mock.wallets.sol()]
    const body = await bodyOf(await messageFor())
    expect(
      await host.refuse('nameServices.create', { params: { ...evm, environmentId: live.id }, token: live.token, body }),
    ).toMatchObject(notHere)
    expect(
      await host.refuse('nameServices.create', { params: evm, body: { ...body, address: stranger.address } }),
    ).toMatchObject(notHere)
    expect(
      await host.refuse('nameServices.create', { params: evm, body: { ...body, domain: 'other.eth' } }),
    ).toMatchObject(notHere)
    expect(
      await host.refuse('nameServices.create', {
        params: { chainName: 'SOL' },
        body: { ...body, address: sol.address, domain: 'example.sol' },
      }),
    ).toMatchObject(notHere)
    expect((await host.call('nameServices.create', { params: evm, body })).status).toBe(201)
  })

  it("refuses the signature of another environment's message, even if this one has a message, too", async () => {
    const { live } = host.mock.defaults.environments
    const body = await bodyOf(await messageFor({ at: { params: { environmentId: live.id }, token: live.token } }))
    await messageFor()
    expect(await host.refuse('nameServices.create', { params: evm, body })).toMatchObject(notSigned)
  })

  it('refuses a wrong signature, and leaves the message valid', async () => {
    const message = await messageFor()
    const body = await bodyOf(message)
    const stranger = await host.mock.wallets.evm()
    for (const signature of [
      await stranger.sign(message),
      await owner.sign(`${message} `),
      await owner.sign(message.replace(domain, 'exemple.eth')),
      '',
      '0x00',
      `${body.signature.slice(0, 20)}${body.signature[20] === 'a' ? 'b' : 'a'}${body.signature.slice(21)}`,
    ]) {
      expect(
        await host.refuse('nameServices.create', { params: evm, body: { ...body, signature } }),
        signature,
      ).toMatchObject(notSigned)
    }
    expect((await host.call('nameServices.create', { params: evm, body })).status).toBe(201)
  })

  it('has other codes for an unsupported signature and a wallet that is not deployed', async () => {
    const body = await bodyOf(await messageFor())
    expect(
      await host.refuse('nameServices.create', {
        params: evm,
        body: { ...body, signature: body.signature.slice(0, -2) },
      }),
    ).toMatchObject({ status: 422, code: 'unsupported_signature' })
    const by = await host.mock.wallets.evm({ kind: 'counterfactual' })
    const unwrapped = { ...(await bodyOf(await messageFor({ by }), { by })), signature: '0x00' }
    expect(await host.refuse('nameServices.create', { params: evm, body: unwrapped })).toMatchObject({
      status: 422,
      code: 'wallet_not_deployed',
    })
  })

  it('refuses a message that was replaced by another one', async () => {
    const body = await bodyOf(await messageFor())
    await messageFor()
    expect(await host.refuse('nameServices.create', { params: evm, body })).toMatchObject(notSigned)
  })

  it('refuses a name of another owner, an unregistered one, and one that was sold in the meantime', async () => {
    const stranger = await host.mock.wallets.evm()
    const foreign = { status: 422, code: 'invalid_wallet_address' }
    expect(
      await host.refuse('nameServices.create', {
        params: evm,
        body: await bodyOf(await messageFor({ by: stranger }), { by: stranger }),
      }),
    ).toMatchObject(foreign)
    expect(
      await host.refuse('nameServices.create', {
        params: evm,
        body: await bodyOf(await messageFor({ name: 'nobody.eth' }), { name: 'nobody.eth' }),
      }),
    ).toMatchObject(foreign)
    const body = await bodyOf(await messageFor())
    await host.mock.chain.registerName({ name: domain, owner: stranger.address })
    expect(await host.refuse('nameServices.create', { params: evm, body })).toMatchObject(foreign)
    expect(await host.refuse('nameServices.get', { params: evm })).toMatchObject({ status: 404 })
  })
})

describe('a chain', () => {
  it.each([
    'nameServices.get',
    'nameServices.create',
    'nameServices.delete',
    'nameServices.enable',
    'nameServices.disable',
    'nameServices.createMessage',
  ] as const)('without a name service is refused by %s', async (id) => {
    const bodies: Record<string, object> = {
      'nameServices.create': { address: owner.address, domain, signature: '0x00' },
      'nameServices.createMessage': { address: owner.address, domain, uri },
    }
    expect(await host.refuse(id, { params: { chainName: 'BTC' }, body: bodies[id] })).toMatchObject({
      status: 422,
      code: 'provider_not_available',
    })
    expect(await host.refuse(id, { params: { chainName: 'DOGE' }, body: bodies[id] })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe('nameServices', () => {
  it('are enabled and disabled once, and show the name to clients while enabled', async () => {
    await create()
    const shown = async () => (await host.call('sdkSettings.get')).body.sdk.nameService
    const { updatedAt } = (await host.call('environments.get')).body
    expect(await shown()).toBeUndefined()
    await host.mock.clock.advance({ hours: 1 })
    const { body: on } = await host.call('nameServices.enable', { params: evm })
    expect(on.enabledAt).toBe('2026-01-15T10:30:00.000Z')
    expect(await shown()).toEqual({ evm: { domain } })
    expect((await host.call('environments.get')).body.updatedAt).not.toBe(updatedAt)
    await host.mock.clock.advance({ hours: 1 })
    expect((await host.call('nameServices.enable', { params: evm })).body).toEqual(on)
    const { body: off } = await host.call('nameServices.disable', { params: evm })
    expect(off).toEqual({ ...on, enabledAt: null })
    expect((await host.call('nameServices.disable', { params: evm })).body).toEqual(off)
    expect(await shown()).toBeUndefined()
  })

  it('do not change the environment for a chain whose name the settings do not show', async () => {
    const params = { chainName: 'SOL' }
    const by = await host.mock.wallets.sol()
    await host.mock.chain.registerName({ name: 'example.sol', owner: by.address, chain: 'SOL' })
    await create({ by, name: 'example.sol', ...params })
    const { updatedAt } = (await host.call('environments.get')).body
    await host.mock.clock.advance({ hours: 1 })
    for (const id of [
      'nameServices.enable',
      'nameServices.disable',
      'nameServices.enable',
      'nameServices.delete',
    ] as const)
      await host.call(id, { params })
    expect((await host.call('environments.get')).body.updatedAt).toBe(updatedAt)
  })

  it('cannot be enabled after the name has another owner', async () => {
    await create()
    await host.mock.chain.registerName({ name: domain, owner: (await host.mock.wallets.evm()).address })
    expect(await host.refuse('nameServices.enable', { params: evm })).toMatchObject({
      status: 422,
      code: 'invalid_wallet_address',
    })
    expect((await host.call('nameServices.get', { params: evm })).body.enabledAt).toBeNull()
  })

  it('are answered with 404 without a body once they are deleted, and can be created again', async () => {
    await create()
    await host.call('nameServices.enable', { params: evm })
    expect((await host.call('nameServices.delete', { params: evm })).status).toBe(204)
    for (const id of [
      'nameServices.get',
      'nameServices.enable',
      'nameServices.disable',
      'nameServices.delete',
    ] as const)
      expect(await host.refuse(id, { params: evm }), id).toMatchObject({ status: 404, body: undefined })
    expect((await host.call('sdkSettings.get')).body.sdk.nameService).toBeUndefined()
    expect(host.mock.chain.nameOf(owner.address)).toBe(domain)
    expect((await create()).enabledAt).toBeNull()
  })
})
