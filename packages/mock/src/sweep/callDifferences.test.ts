import { expect, it } from 'vitest'
import { callDifferences } from './callDifferences.ts'
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
  callDifferences(clean, calls).map(({ call: { name, status }, difference }) => `${name} ${status} ${difference}`)

it('finds no difference between two runs that are the same', () => {
  expect(differences(...clean)).toEqual(['a 200 none', 'b 200 none', 'c 404 none', 'd 200 none'])
})

it('names another status, and another code of the same status, beside the call without the failure', () => {
  expect(differences(call('a', 401), call('b', 200), call('c', 404, 'gone'), call('d', 200))).toEqual([
    'a 401 other',
    'b 200 none',
    'c 404 other',
    'd 200 none',
  ])
  expect(callDifferences(clean, [call('a', 401)])[0]?.clean).toEqual(call('a', 200))
})

it('puts additional calls where they were made, and missing ones before the next call of both runs', () => {
  expect(differences(call('a', 401), call('refresh', 401), call('d', 200))).toEqual([
    'a 401 other',
    'refresh 401 more',
    'b 200 missing',
    'c 404 missing',
    'd 200 none',
  ])
  expect(differences(call('b', 500))).toEqual(['a 200 missing', 'b 500 other', 'c 404 missing', 'd 200 missing'])
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
