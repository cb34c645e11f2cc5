import fc from 'fast-check'
import { serializeTransaction } from 'viem'
import { expect } from 'vitest'
import { type ModelTest, pick, stepsFor } from './runModel.ts'

interface Rule {
  readonly id: string
  readonly ruleType: 'allow' | 'deny'
  /** Positions in the list of people. */
  people: readonly number[]
  readonly maximum: bigint | undefined
}

/** The rules about one embedded wallet, the oldest first. */
interface Policy {
  rules: Rule[]
}

const people = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
] as const

function isAllowed({ rules }: Policy, person: number, value: bigint): boolean {
  const about = rules.filter((rule) => rule.people.includes(person))
  if (about.some(({ ruleType }) => ruleType === 'deny')) return false
  const allowing = about.filter(({ ruleType }) => ruleType === 'allow')
  if (allowing.length === 0) return !rules.some(({ ruleType }) => ruleType === 'allow')
  return allowing.some(({ maximum = value }) => value <= maximum)
}

let walletId = ''
const step = stepsFor<Policy>()
const any = fc.nat(5)
const anyPeople = fc.subarray([0, 1, 2], { minLength: 1 })
const anyValue = fc.bigInt(0n, 4n)
const addressesOf = (indexes: readonly number[]) => indexes.map((index) => people[index] as string)
const hasRule = ({ rules }: Policy, index: number) => pick(rules, index) !== undefined

/** Policies of embedded wallets: 35-policies.md of the decisions. */
export const policies: ModelTest<Policy> = {
  runs: 30,
  options: { providers: ['dynamic'] },
  async prepare(mock) {
    const user = await mock.create.user({ email: 'ada@example.com' })
    walletId = (await mock.wallets.embedded(user, { chain: 'EVM' })).walletId
  },
  create: () => ({ rules: [] }),
  steps: [
    step(
      'add',
      fc.record({
        ruleType: fc.constantFrom<Rule['ruleType'][]>('allow', 'allow', 'deny'),
        people: anyPeople,
        maximum: fc.option(anyValue, { nil: undefined }),
      }),
      {
        isPossible: ({ rules }) => rules.length < 5,
        async take(model, { call }, { ruleType, people: indexes, ...rest }) {
          const maximum = ruleType === 'allow' ? rest.maximum : undefined
          const valueLimit = maximum === undefined ? {} : { valueLimit: { maxPerCall: String(maximum) } }
          const rule = { name: 'Rule', ruleType, chain: 'EVM', addresses: addressesOf(indexes), ...valueLimit } as const
          const { body } = await call('waasPolicies.create', { body: { rulesToAdd: [rule] } })
          const id = String(body.policyContent.at(-1)?.ruleId)
          model.rules.push({ id, ruleType, people: indexes, maximum })
        },
      },
    ),
    step('update', fc.record({ index: any, people: anyPeople }), {
      isPossible: (model, { index }) => hasRule(model, index),
      async take(model, { call }, { index, people: indexes }) {
        const rule = pick(model.rules, index) as Rule
        const { id: ruleId, ruleType, maximum } = rule
        const valueLimit = maximum === undefined ? {} : { valueLimit: { maxPerCall: String(maximum) } }
        const changed = { ruleId, name: 'Rule', ruleType, chain: 'EVM', addresses: addressesOf(indexes), ...valueLimit }
        await call('waasPolicies.update', { body: { rulesToUpdate: [changed] } })
        rule.people = indexes
      },
    }),
    step('delete', any, {
      isPossible: hasRule,
      async take(model, { call }, index) {
        const { id } = pick(model.rules, index) as Rule
        await call('waasPolicies.delete', { body: { ruleIdsToDelete: [id] } })
        model.rules = model.rules.filter((rule) => rule.id !== id)
      },
    }),
    step('pay', fc.record({ person: fc.nat(2), value: anyValue }), {
      async take(model, { mock }, { person, value }) {
        const to = people[person] as `0x${string}`
        const message = serializeTransaction({ type: 'eip1559', chainId: 1, to, value })
        const explanation = await mock.policies.explain({ walletId, message })
        expect(explanation.isAllowed).toBe(isAllowed(model, person, value))
      },
    }),
  ],
}
