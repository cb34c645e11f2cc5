import { compareCalls } from '@latchkey/contract/sweepResults'
import { expect, it } from 'vitest'
import type { ReportedCall } from './reportedCall.ts'

const call = (name: string, status: number, code?: string): ReportedCall => ({
  name,
  method: 'GET',
  path: `/${name}`,
  status,
  ...(code !== undefined && { code }),
})

const clean = [call('a', 200), call('b', 200), call('c', 404, 'not_found'), call('d', 200)]

const differences = (...calls: ReportedCall[]) =>
  compareCalls(clean, calls).map(
    ({ name, clean, played, difference }) => `${name} ${(played ?? clean)?.status} ${difference ?? 'none'}`,
  )

it('finds no difference between two runs that are the same', () => {
  expect(differences(...clean)).toEqual(['a 200 none', 'b 200 none', 'c 404 none', 'd 200 none'])
})

it('names another status, and another code of the same status, beside the call without the failure', () => {
  expect(differences(call('a', 401), call('b', 200), call('c', 404, 'gone'), call('d', 200))).toEqual([
    'a 401 reply',
    'b 200 none',
    'c 404 reply',
    'd 200 none',
  ])
  expect(compareCalls(clean, [call('a', 401)])[0]?.clean).toEqual(call('a', 200))
})

it('names another address of the same call', () => {
  expect(compareCalls(clean, [{ ...call('a', 200), path: '/other' }])[0]?.difference).toBe('address')
})

it('puts additional calls where they were made, and missing ones before the next call of both runs', () => {
  expect(differences(call('a', 401), call('refresh', 401), call('d', 200))).toEqual([
    'a 401 reply',
    'refresh 401 more',
    'b 200 missing',
    'c 404 missing',
    'd 200 none',
  ])
  expect(differences(call('b', 500))).toEqual(['a 200 missing', 'b 500 reply', 'c 404 missing', 'd 200 missing'])
})

it('names every call of the clean run once, also of a run without calls and of one in another order', () => {
  expect(differences()).toEqual(['a 200 missing', 'b 200 missing', 'c 404 missing', 'd 200 missing'])
  expect(differences(call('b', 200), call('a', 200))).toEqual([
    'b 200 none',
    'a 200 none',
    'c 404 missing',
    'd 200 missing',
  ])
})
