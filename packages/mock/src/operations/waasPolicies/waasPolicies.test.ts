import { parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'
import { friend, mallory, rule, type Rule } from '../../../test/people/policyPeople.ts'

const host = createHost()
const erc20: Record<string, unknown>[] = [
  ...parseAbi([
    'function transfer(address to, uint256 amount) returns (bool)',
    'function label(string text, bytes4 tag)',
  ]),
]

const create = (...rulesToAdd: Rule[]) => host.call('waasPolicies.create', { body: { rulesToAdd } })
const refuse = (fields: Partial<Rule>) =>
  host.refuse('waasPolicies.create', { body: { rulesToAdd: [rule(), rule(fields)] } })

const rulesToAdd = [rule()]
const withRule = async () => {
  const { body } = await create(rule())
  return body.policyContent[0]?.ruleId ?? ''
}

describeEnvironmentRefusals(host, {
  'waasPolicies.get': { params: async () => (await create(rule()), {}) },
  'waasPolicies.create': { body: { rulesToAdd } },
  'waasPolicies.update': { body: { rulesToUpdate: rulesToAdd } },
  'waasPolicies.delete': { body: { ruleIdsToDelete: [] } },
})

describe('waasPolicies.get', () => {
  it('finds no policy before the first rule, and shows it afterwards', async () => {
    expect(await host.refuse('waasPolicies.get')).toMatchObject({ status: 404 })
    const { message, ...policy } = (await create(rule({ addresses: [mallory] }))).body
    expect(message).toBe('The rules were added.')
    expect((await host.call('waasPolicies.get')).body).toEqual(policy)
  })
})

describe('waasPolicies.create', () => {
  it('creates the policy with the first rules, and adds later ones behind them', async () => {
    const first = await create(rule({ name: 'First', addresses: [mallory], chainIds: [1] }))
    expect(first).toMatchObject({ status: 201 })
    expect(first.body).toEqual({
      message: 'The rules were added.',
      policyId: expect.any(String),
      projectEnvironmentId: host.mock.defaults.environments.sandbox.id,
      createdAt: host.mock.clock.iso(),
      updatedAt: host.mock.clock.iso(),
      policyContent: [
        {
          ruleId: expect.any(String),
          name: 'First',
          ruleType: 'deny',
          chain: 'EVM',
          addresses: [mallory],
          chainIds: [1],
        },
      ],
    })
    await host.mock.clock.advance({ minutes: 1 })
    const ruleId = '01938c5e-8b02-7d4e-9f0a-1b2c3d4e5f11'
    const { body } = await create(rule({ name: 'Second', ruleId }))
    expect(body.policyContent.map(({ name }) => name)).toEqual(['First', 'Second'])
    expect(body).toMatchObject({ policyId: first.body.policyId, createdAt: first.body.createdAt })
    expect(body.updatedAt > body.createdAt).toBe(true)
    expect(body.policyContent[1]?.ruleId).toBe(ruleId)
  })

  it('keeps the policies of environments apart', async () => {
    await create(rule())
    const { live } = host.mock.defaults.environments
    const params = { environmentId: live.id }
    expect(await host.refuse('waasPolicies.get', { params, token: live.token })).toMatchObject({ status: 404 })
  })

  it.each<[string, Partial<Rule>]>([
    ['an address that is none of the chain', { addresses: ['vitalik0000000000000'] }],
    ['an address whose checksum is wrong', { address: mallory.replace('E', 'e') }],
    ['networks on a chain that has one', { chain: 'BTC', chainIds: [1] }],
    ['a network that is no whole number', { chainIds: [1.5] }],
    ['a limit for something that is no asset', { valueLimit: { asset: 'vitalik0000000000000', maxPerCall: '1' } }],
    ['a limit without an amount', { valueLimit: {} }],
    ['a limit of more digits than 256 bits have', { valueLimit: { maxPerCall: '1'.repeat(79) } }],
    ['an ABI whose entry has no name', { contractAbi: [{ type: 'function', inputs: [] }] }],
    ['an ABI with an unknown type', { contractAbi: [{ type: 'function', name: 'f', inputs: [{ type: 'uint7' }] }] }],
    ['an ABI with a tuple of nothing', { contractAbi: [{ type: 'function', name: 'f', inputs: [{ type: 'tuple' }] }] }],
    ['an ABI with no function', { contractAbi: [] }],
    ['an ABI on a chain without contracts of Solidity', { chain: 'SVM', contractAbi: erc20 }],
    ['a function without an ABI', { functionName: 'transfer' }],
    ['a function that the ABI does not have', { contractAbi: erc20, functionName: 'mint' }],
    ['constraints without a function', { argumentConstraints: [{ operator: 'equal', index: 0, value: friend }] }],
  ])('refuses %s, and adds no rule of the call', async (_, fields) => {
    expect(await refuse(fields)).toMatchObject({ status: 422, code: 'invalid_update' })
    expect(await host.refuse('waasPolicies.get')).toMatchObject({ status: 404 })
  })

  const constrained = (functionName: string, constraint: NonNullable<Rule['argumentConstraints']>[number]) => ({
    contractAbi: erc20,
    functionName,
    argumentConstraints: [constraint],
  })

  it.each(['greater', 'less', 'greaterEqual', 'lessEqual'] as const)(
    'refuses the operator %s on anything but integers',
    async (operator) => {
      const fields = constrained('transfer', { operator, index: 0, value: friend })
      expect(await refuse(fields)).toMatchObject({ status: 422, code: 'invalid_update' })
      const onInteger = constrained('transfer', { operator, index: 1, value: '18446744073709551617' })
      expect((await create(rule(onInteger))).status).toBe(201)
    },
  )

  it.each([
    ['beyond the arguments', 'transfer', 2, '1'],
    ['with a text for an integer', 'transfer', 1, 'many'],
    ['with a number that JSON cannot carry exactly', 'transfer', 1, 2 ** 53],
    ['with an integer that is too large for its type', 'transfer', 1, String(2n ** 256n)],
    ['with a short address', 'transfer', 0, '0x1234'],
    ['with bytes of another length', 'label', 1, '0x112233'],
    ['with a number for a text', 'label', 0, 7],
  ])('refuses a constraint %s', async (...[, functionName, index, value]) => {
    const fields = constrained(functionName, { operator: 'equal', index, value: value as never })
    expect(await refuse(fields)).toMatchObject({ status: 422, code: 'invalid_update' })
  })

  it('refuses an id that another rule has', async () => {
    const ruleId = await withRule()
    expect(await refuse({ ruleId })).toMatchObject({ status: 422, code: 'invalid_update' })
  })
})

describe('waasPolicies.update', () => {
  it('replaces the rules that have these ids, and leaves the others', async () => {
    const { body } = await create(rule({ name: 'First' }), rule({ name: 'Second', addresses: [mallory] }))
    const ruleId = body.policyContent[1]?.ruleId ?? ''
    const update = { rulesToUpdate: [rule({ ruleId, name: 'Other', ruleType: 'allow', addresses: [friend] })] }
    const updated = await host.call('waasPolicies.update', { body: update })
    expect(updated.body.policyContent).toEqual([body.policyContent[0], update.rulesToUpdate[0]])
    expect(updated.body).toMatchObject((await host.call('waasPolicies.get')).body)
  })

  it('refuses a rule without an id, an unknown id, an id that is given twice, and a rule that makes no sense', async () => {
    const ruleId = await withRule()
    const before = (await host.call('waasPolicies.get')).body
    for (const rulesToUpdate of [
      [rule()],
      [rule({ ruleId: '01938c5e-8b02-7d4e-9f0a-1b2c3d4e5f99' })],
      [rule({ ruleId }), rule({ ruleId })],
      [rule({ ruleId, chain: 'TON', chainIds: [1] })],
    ])
      expect(await host.refuse('waasPolicies.update', { body: { rulesToUpdate } })).toMatchObject({
        status: 422,
        code: 'invalid_update',
      })
    expect((await host.call('waasPolicies.get')).body).toEqual(before)
  })
})

describe('waasPolicies.delete', () => {
  it('answers with the rules that are left, and keeps an empty policy', async () => {
    const { body } = await create(rule({ name: 'First' }), rule({ name: 'Second' }))
    const [first, second] = body.policyContent
    const remove = (ruleId = '') => host.call('waasPolicies.delete', { body: { ruleIdsToDelete: [ruleId] } })
    expect((await remove(first?.ruleId)).body.policyContent).toEqual([second])
    expect((await remove(second?.ruleId)).body.policyContent).toEqual([])
    expect((await host.call('waasPolicies.get')).body).toMatchObject({ policyId: body.policyId, policyContent: [] })
  })

  it('refuses an unknown id, and deletes no rule of the call', async () => {
    const ruleId = await withRule()
    const ruleIdsToDelete = [ruleId, '01938c5e-8b02-7d4e-9f0a-1b2c3d4e5f99']
    const refusal = await host.refuse('waasPolicies.delete', { body: { ruleIdsToDelete } })
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_update' })
    expect((await host.call('waasPolicies.get')).body.policyContent).toHaveLength(1)
  })

  it('refuses a call without a policy', async () => {
    const refusal = await host.refuse('waasPolicies.delete', {
      body: { ruleIdsToDelete: ['01938c5e-8b02-7d4e-9f0a-1b2c3d4e5f99'] },
    })
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_update' })
  })
})
