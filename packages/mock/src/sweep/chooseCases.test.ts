import { describe, expect, it } from 'vitest'
import { chooseCases } from './chooseCases.ts'
import type { SweepCase } from './sweepCases.ts'

const caseOf = (call: string, failure: string) => ({ name: `${call}: ${failure}`, call: { name: call } }) as SweepCase
const cases = Array.from({ length: 40 }, (_, index) => caseOf('profile.get', `failure ${index}`))
const namesOf = (chosen: readonly SweepCase[]) => chosen.map(({ name }) => name)

describe('the choice of cases', () => {
  it('takes those with a part of a name, or that fit an expression', () => {
    expect(namesOf(chooseCases(cases, { only: 'failure 39' }))).toEqual(['profile.get: failure 39'])
    expect(chooseCases(cases, { only: /failure 3\d$/ })).toHaveLength(10)
    expect(chooseCases(cases, { only: /failure 3\d$/g })).toHaveLength(10)
    expect(chooseCases(cases, {})).toEqual(cases)
  })

  it('takes the case of a whole name, and not those whose names begin with it', () => {
    expect(namesOf(chooseCases(cases, { only: 'profile.get: failure 3' }))).toEqual(['profile.get: failure 3'])
  })

  it('takes the calls that an earlier report does not have', () => {
    const added = caseOf('profile.update', 'the session has ended')
    const since = { calls: [{ name: 'profile.get', method: 'GET', path: '/', status: 200 }] }
    expect(chooseCases([...cases, added], { since })).toEqual([added])
  })

  it('draws a sample by its seed, in the order of the cases', () => {
    const sample = chooseCases(cases, { sample: 5, seed: 'one' })
    expect(sample).toHaveLength(5)
    expect(sample).toEqual(chooseCases(cases, { sample: 5, seed: 'one' }))
    expect(sample).not.toEqual(chooseCases(cases, { sample: 5, seed: 'two' }))
    expect(sample).toEqual(cases.filter((each) => sample.includes(each)))
    expect(chooseCases(cases, { sample: 100 })).toEqual(cases)
  })

  it.each([0, -1, 1.5, Number.NaN])('refuses a sample of %s', (sample) => {
    expect(() => chooseCases(cases, { sample })).toThrow(
      `Failed to call "sweep()": sample takes a whole number from 1 on, not ${sample}.`,
    )
  })
})
