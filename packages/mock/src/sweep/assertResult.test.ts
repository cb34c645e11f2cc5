import { describe, expect, it } from 'vitest'
import { assertResult } from './assertResult.ts'
import type { SweepResult } from './playCase.ts'
import { sweepTable } from './sweepTable.ts'

const passed: SweepResult = {
  name: 'profile.get: the session has ended',
  call: 'profile.get',
  failure: 'the session has ended',
  kind: 'state',
  outcome: 'passes',
  calls: [{ name: 'profile.get', method: 'GET', path: '/api/v0/sdk/e/users', status: 401 }],
}
const unhandled: SweepResult = {
  ...passed,
  outcome: 'unhandled',
  fault: 'The app leaves an error unhandled.',
  message: 'Error: refused',
  line: 'src/profile.ts:3:5',
  replay: "npx vitest run profile.test.ts -t 'profile.get: the session has ended'",
}

describe('the result of a case', () => {
  it('fails the test for a fault, and says where it comes from', () => {
    expect(() => assertResult(unhandled, undefined)).toThrow(
      new Error(
        'profile.get: the session has ended: The app leaves an error unhandled.\nError: refused\nat src/profile.ts:3:5\n' +
          'Calls: profile.get 401\n' +
          "Again: npx vitest run profile.test.ts -t 'profile.get: the session has ended'",
      ),
    )
    expect(() => assertResult(passed, undefined)).not.toThrow()
  })

  it('lists the first calls of an app that repeats them, and says how many follow', () => {
    const [call] = passed.calls
    if (!call) throw new Error('The result has no call.')
    const calls = Array.from({ length: 52 }, (_, index) => ({ ...call, name: `profile.get (${index + 1})` }))
    const linesOf = (count: number) => {
      try {
        assertResult({ ...unhandled, calls: calls.slice(0, count) }, undefined)
      } catch (error) {
        return (error as Error).message.split('\n').filter((line) => line.startsWith('Calls: '))
      }
      return []
    }
    const first = calls.slice(0, 12).map(({ name }) => `${name} 401`)
    expect(linesOf(12)).toEqual([`Calls: ${first.join(', ')}`])
    expect(linesOf(52)).toEqual([`Calls: ${first.join(', ')}, … and 40 more`])
  })

  it('lets a fault pass that is known, until it has gone', () => {
    expect(() => assertResult(unhandled, 'the page is rewritten in May')).not.toThrow()
    expect(() => assertResult(passed, 'the page is rewritten in May')).toThrow(
      'this fault is known ("the page is rewritten in May"), and has gone. Remove it from `knownFaults`.',
    )
  })
})

it('the table has calls across, failures down, and a mark each', () => {
  const update = { call: 'profile.update (2)', name: 'profile.update (2): the session has ended' }
  const table = sweepTable('shows the profile', [
    passed,
    { ...unhandled, ...update },
    { ...passed, failure: '500', outcome: 'fails', fault: 'What must hold after the failure does not hold.' },
    { ...passed, ...update, failure: '500', outcome: 'throws' },
    { ...passed, failure: 'the reply never ends', outcome: 'hangs', fault: 'The test does not end.' },
  ])
  expect(table.split('\n').slice(0, -1)).toEqual([
    'shows the profile: 5 cases, 3 faults',
    '1 profile.get',
    '2 profile.update (2)',
    '                       1 2',
    'the session has ended  ✓ U',
    '500                    ! t',
    'the reply never ends   H ·',
  ])
})
