import { listOfframps } from '../../domain/ramps/offers.ts'
import type { ResourceOperations } from '../operation.ts'

export const offramps = {
  list({ params, query, backend }) {
    return { status: 200, body: { offramps: listOfframps(backend, params.environmentId, query) } }
  },
} satisfies ResourceOperations<'offramps'>
