import { listVisitors, presentVisitor, recordVisit } from '../../domain/analytics/visitors.ts'
import type { ResourceOperations } from '../operation.ts'

export const visits = {
  listVisitors({ params, query, backend }) {
    const { items, total } = listVisitors(backend, params.environmentId, query)
    return { status: 200, body: { count: total, visitors: items.map(presentVisitor) } }
  },
  create({ params, body, backend }) {
    recordVisit(backend, params.environmentId, body)
    return { status: 202 }
  },
} satisfies ResourceOperations<'visits'>
