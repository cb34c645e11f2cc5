import type { OperationId } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()

describeEnvironmentRefusals(host, {
  'analytics.getEngagement': {},
  'analytics.getOverview': {},
  'analytics.getTopline': {},
  'analytics.getVisits': {},
  'analytics.getWallets': {},
  'analytics.getWalletsBreakdown': {},
  'environments.getVisitorStatistics': {},
})

const strict = [
  'analytics.getEngagement',
  'analytics.getOverview',
  'analytics.getTopline',
  'analytics.getWalletsBreakdown',
] as const satisfies OperationId[]
const further: Partial<Record<OperationId, object>> = {
  'analytics.getOverview': { granularity: 'day' },
  'analytics.getWalletsBreakdown': { chain: 'EVM' },
}
describe.each(strict)('the range of %s', (id) => {
  const query = { start: '2028-01-01', end: '2028-12-31', ...further[id] }

  it.each<[string, object]>([
    ['without a start', { start: undefined }],
    ['without an end', { end: undefined }],
    ['with a day that there is not', { end: '2027-02-29' }],
    ['with an instant', { start: '2028-01-01T00:00:00Z' }],
    ['with a text', { start: 'yesterday' }],
    ['that ends before it begins', { end: '2027-12-31' }],
    ['of 367 days', { end: '2029-01-01' }],
    ['before the epoch', { start: '1969-12-31', end: '1969-12-31' }],
    ['in a year too far', { start: '9900-01-02', end: '9900-01-03' }],
    ['on the first day too far', { start: '9899-12-31', end: '9900-01-01' }],
  ])('is refused %s', async (_, change) => {
    expect(await host.refuse(id, { query: { ...query, ...change } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })

  it('may be 366 days or one day long, and begin at the epoch', async () => {
    for (const change of [{}, { end: '2028-01-01' }, { start: '1970-01-01', end: '1970-01-01' }]) {
      expect((await host.send(id, { query: { ...query, ...change } })).status).toBe(200)
    }
  })
})

describe.each(['analytics.getVisits', 'analytics.getWallets'] as const)('the range of %s', (id) => {
  it.each([
    { startDate: 'yesterday' },
    { endDate: '2027-02-29' },
    { startDate: '2028-03-02' },
    { startDate: '2027-03-01', endDate: '2028-03-01' },
    { startDate: '' },
  ])('is refused for %j', async (query) => {
    expect(await host.refuse(id, { query })).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})
