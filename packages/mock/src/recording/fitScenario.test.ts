import { describe, expect, it } from 'vitest'
import { loadContract } from '../comparison/contract.ts'
import { createLabels } from '../comparison/placeholders.ts'
import { fitScenario } from './fitScenario.ts'

const { words } = await loadContract()
const fit = (draft: unknown) => fitScenario({ words, labels: createLabels() }, draft)

const nft = { type: 'nft', address: { networkId: 1, contractAddress: `0x${'6'.repeat(40)}` } }
const gate = (fields: object) => ({ name: 'Members', outcome: 'scope', rules: [nft], ...fields })

describe('a scenario of a deployment', () => {
  it.each<[what: string, draft: object, result: readonly [scenario: object, leftOut: string]]>([
    ['an unknown field', { gates: [gate({ color: 'red' })] }, [{ gates: [gate({})] }, 'gates[].<field_1>']],
    ['an unknown part', { exchanges: [{ name: 'x' }] }, [{}, 'exchanges']],
    [
      'an unknown value of an optional field',
      { gates: [gate({ outcome: 'waitlist' })] },
      [{ gates: [{ name: 'Members', rules: [nft] }] }, 'gates[].outcome'],
    ],
    [
      'an object that lacks what it needs',
      { gates: [{ outcome: 'scope' }, gate({})] },
      [{ gates: [gate({})] }, 'gates[]'],
    ],
    [
      'an unknown provider',
      { providers: [{ provider: 'yahoo' }, { provider: 'google' }] },
      [{ providers: [{ provider: 'google' }] }, 'providers[].provider providers[]'],
    ],
    [
      'an unknown field of a provider',
      { providers: [{ provider: 'google', tier: 1 }] },
      [{ providers: [{ provider: 'google' }] }, 'providers[].<field_1>'],
    ],
    [
      'several items of a list',
      { origins: [1, 'https://a.example', 2, 'https://b.example', 3] },
      [{ origins: ['https://a.example', 'https://b.example'] }, 'origins[]'],
    ],
    [
      'several faults of one object',
      { gates: [gate({ name: 1, rules: 2 }), gate({})] },
      [{ gates: [gate({})] }, 'gates[].name gates[].rules gates[]'],
    ],
    [
      'a field whose name is data',
      { settings: { general: { 'ada@example.com': 1 } } },
      [{ settings: { general: {} } }, 'settings.general.<field_1>'],
    ],
  ])('has everything but %s, which is named without its value', (_, draft, [scenario, leftOut]) => {
    expect(fit(draft)).toEqual({ scenario, leftOut: leftOut.split(' ').map((path) => path.replace('_', ' ')) })
  })

  it('does not name the ids and instants that a mock makes itself', () => {
    const draft = { gates: [gate({ id: '1', createdAt: 'x', projectEnvironmentId: 'y' })] }
    expect(fit(draft)).toEqual({ scenario: { gates: [gate({})] }, leftOut: [] })
  })

  it('is not made of something else', () => {
    expect(() => fit('text')).toThrow('do not make a scenario')
  })
})
