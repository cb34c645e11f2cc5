import { listVisitors, presentVisitor, recordVisit } from '../domain/analytics/visitors.ts'
import type { ResourceOperations } from './operation.ts'

export const visits = {
  listVisitors({ params, query, backend }) {
    const { items, total } = listVisitors(backend, { ...query, ...params })
    return { status: 200, body: { count: total, visitors: items.map(presentVisitor) } }
  },
  create({ params, body, backend }) {
    recordVisit(backend, { environmentId: params.environmentId, visit: body })
    return { status: 202 }
  },
} satisfies ResourceOperations<'visits'>
