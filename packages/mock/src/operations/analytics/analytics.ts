import { overviewOf, visitNumbersOf, walletsBreakdownOf } from '../../domain/analytics/analytics.ts'
import { totalsOf, walletCounts } from '../../domain/analytics/analyticsActivity.ts'
import { engagementOf } from '../../domain/analytics/analyticsEngagement.ts'
import { readLooseRange, readRange } from '../../domain/analytics/analyticsRange.ts'
import type { ResourceOperations } from '../operation.ts'

export const analytics = {
  getEngagement({ params, query, backend }) {
    return { status: 200, body: engagementOf(backend, params.environmentId, readRange(query)) }
  },
  getOverview({ params, query, backend }) {
    return {
      status: 200,
      body: overviewOf(backend, params.environmentId, { range: readRange(query), granularity: query.granularity }),
    }
  },
  getTopline({ params, query, backend }) {
    return { status: 200, body: totalsOf(backend, params.environmentId, readRange(query)) }
  },
  getVisits({ params, query, backend }) {
    return { status: 200, body: visitNumbersOf(backend, params.environmentId, readLooseRange(backend, query)) }
  },
  getWallets({ params, query, backend }) {
    const counts = walletCounts(backend, params.environmentId, { range: readLooseRange(backend, query) })
    return { status: 200, body: counts.map(({ name, count }) => ({ walletName: name, count })) }
  },
  getWalletsBreakdown({ params, query, backend }) {
    return {
      status: 200,
      body: walletsBreakdownOf(backend, params.environmentId, { range: readRange(query), chain: query.chain }),
    }
  },
} satisfies ResourceOperations<'analytics'>
