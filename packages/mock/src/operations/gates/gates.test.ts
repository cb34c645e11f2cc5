import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals, type RefusalCase } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const contractAddress = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const rule = {
  type: 'nft',
  address: { networkId: 1, contractAddress },
  chain: 'EVM',
  filter: { tokenId: '0x1a4', amount: 1 },
}
const body = { name: 'Collectors', outcome: 'scope', scope: 'collector', rules: [rule] }

const create = async (more: object = {}) => (await host.call('gates.create', { body: { ...body, ...more } })).body
const list = async () => (await host.call('gates.list')).body.gates
const onGate: RefusalCase = { params: async () => ({ gateId: (await create()).id }) }

describeEnvironmentRefusals(host, {
  'gates.list': {},
  'gates.create': { body },
  'gates.get': onGate,
  'gates.update': { ...onGate, body: { name: 'Other' } },
  'gates.delete': onGate,
  'gates.enable': onGate,
  'gates.disable': onGate,
})

describe('gates.create', () => {
  it('creates a gate that is not enabled, and shows it to its environment only', async () => {
    const gate = await create()
    expect(gate).toEqual({ id: expect.any(String), ...body, enabledAt: null })
    expect((await host.call('gates.get', { params: { gateId: gate.id } })).body).toEqual(gate)
    expect(await list()).toEqual([gate])
    const { live } = host.mock.defaults.environments
    expect(
      (await host.call('gates.list', { params: { environmentId: live.id }, token: live.token })).body.gates,
    ).toEqual([])
  })

  it.each([
    ['EVM', contractAddress],
    ['ETH', contractAddress],
    ['SOL', 'So11111111111111111111111111111111111111112'],
  ])('accepts a contract on %s', async (chain, address) => {
    const rules = [{ ...rule, chain, address: { networkId: 1, contractAddress: address } }]
    expect((await create({ rules })).rules).toEqual(rules)
  })

  it('lists the oldest gate first', async () => {
    for (const name of ['Zebra', 'Ant', 'Mole']) await create({ name })
    expect((await list())?.map(({ name }) => name)).toEqual(['Zebra', 'Ant', 'Mole'])
  })

  it('refuses a malformed amount, which would otherwise let in every holder', async () => {
    const refusal = await host.refuse('gates.create', {
      body: { ...body, rules: [{ ...rule, filter: { ammount: 5 } }] } as object as typeof body,
    })
    expect(refusal).toMatchObject({
      status: 400,
      body: {
        code: 'validation_failed',
        error:
          'rules.0.filter.ammount must be left out, since there is no such field (did you mean "amount"?). ' +
          "To ignore fields that this mock does not know, start it with --unknown-fields ignore (unknownFields: 'ignore').",
      },
    })
    expect(await list()).toEqual([])
  })

  it.each([
    ['a name that is taken', {}, 'gate_exists'],
    ['a blank name', { name: '  ' }, 'invalid_gate'],
    ['no rules', { name: 'B', rules: [] }, 'invalid_gate'],
    [
      'a chain whose holdings cannot be read',
      { name: 'B', rules: [{ ...rule, chain: 'TON' }] },
      'nft_token_gating_not_supported_for_chain',
    ],
    ['a contract that is no address there', { name: 'B', rules: [{ ...rule, chain: 'SOL' }] }, 'invalid_gate'],
    ['an amount of nothing', { name: 'B', rules: [{ ...rule, filter: { amount: 0 } }] }, 'invalid_gate'],
    ['one of a fungible token', { name: 'B', rules: [{ ...rule, type: 'token' }] }, 'invalid_gate'],
  ])('refuses %s and keeps nothing', async (_, change, code) => {
    await create()
    expect(await host.refuse('gates.create', { body: { ...body, ...change } })).toMatchObject({ status: 422, code })
    expect(await list()).toHaveLength(1)
  })

  it.each([
    ['an amount that JSON rounds', { ...rule, filter: { amount: 2 ** 53 } }, 'rules.0.filter.amount'],
    [
      'a network with a negative number',
      { ...rule, address: { networkId: -1, contractAddress } },
      'rules.0.address.networkId',
    ],
    [
      'a network whose number JSON rounds',
      { ...rule, address: { networkId: 2 ** 53, contractAddress } },
      'rules.0.address.networkId',
    ],
  ])('refuses %s by its schema', async (_, bad, field) => {
    expect(await host.refuse('gates.create', { body: { ...body, rules: [bad] } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
      body: { error: expect.stringContaining(`${field} must `) },
    })
    expect(await list()).toEqual([])
  })

  it('accepts a name that another environment has', async () => {
    await create()
    const { live } = host.mock.defaults.environments
    expect(
      (await host.call('gates.create', { params: { environmentId: live.id }, token: live.token, body })).status,
    ).toBe(201)
  })
})

describe('gates.update', () => {
  it('changes the given fields, and keeps the state and all others', async () => {
    const { id } = await create()
    const { body: enabled } = await host.call('gates.enable', { params: { gateId: id } })
    const rules = [{ type: 'token', address: { networkId: 137, contractAddress }, filter: { amount: 100 } }]
    const { body: gate } = await host.call('gates.update', { params: { gateId: id }, body: { rules, scope: '' } })
    expect(gate).toEqual({ id, name: body.name, outcome: body.outcome, rules, enabledAt: enabled.enabledAt })
    expect(await list()).toEqual([gate])
  })

  it('accepts its present name, and refuses that of another gate and impossible rules', async () => {
    const gate = await create()
    await create({ name: 'Other' })
    const params = { gateId: gate.id }
    expect((await host.call('gates.update', { params, body: { name: 'Collectors' } })).body).toEqual(gate)
    expect(await host.refuse('gates.update', { params, body: { name: 'Other' } })).toMatchObject({
      status: 422,
      code: 'gate_exists',
    })
    expect(await host.refuse('gates.update', { params, body: { rules: [] } })).toMatchObject({
      status: 422,
      code: 'invalid_gate',
    })
    expect((await host.call('gates.get', { params })).body).toEqual(gate)
  })
})

describe('gates.enable', () => {
  it('keeps the first enabledAt when called twice, and sets a new one after disabling', async () => {
    const params = { gateId: (await create()).id }
    expect((await host.call('gates.enable', { params })).body.enabledAt).toBe('2026-01-15T09:30:00.000Z')
    await host.mock.clock.advance(1000)
    expect((await host.call('gates.enable', { params })).body.enabledAt).toBe('2026-01-15T09:30:00.000Z')
    expect((await host.call('gates.disable', { params })).body.enabledAt).toBeNull()
    expect((await host.call('gates.disable', { params })).body.enabledAt).toBeNull()
    expect((await host.call('gates.enable', { params })).body.enabledAt).toBe('2026-01-15T09:30:01.000Z')
    expect((await host.call('gates.get', { params })).body.enabledAt).toBe('2026-01-15T09:30:01.000Z')
  })
})

describe('gates.delete', () => {
  it('removes the gate, and no other', async () => {
    const gate = await create()
    const other = await create({ name: 'Other' })
    await host.call('gates.enable', { params: { gateId: gate.id } })
    expect(await host.call('gates.delete', { params: { gateId: gate.id } })).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await list()).toEqual([other])
    expect(await host.refuse('gates.delete', { params: { gateId: gate.id } })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect((await create()).id).not.toBe(gate.id)
  })
})

describe('the scope of a gate', () => {
  it.each(['user:basic', 'requiresAdditionalAuth', 'two words', 'quo"te'])(
    'cannot be %j, when it is created or changed',
    async (scope) => {
      const gate = await host.mock.create.gate({ name: 'Members', scope: 'members' })
      const { name, outcome, rules } = gate
      const refused = { status: 422, code: 'invalid_scopes' }
      expect(await host.refuse('gates.create', { body: { name: `${name} too`, outcome, rules, scope } })).toMatchObject(
        refused,
      )
      expect(await host.refuse('gates.update', { params: { gateId: gate.id }, body: { scope } })).toMatchObject(refused)
      expect((await host.call('gates.list')).body).toEqual({ gates: [gate] })
    },
  )
})
