import { assert } from '../domain/shared/errors.ts'
import { disableScreening, enableScreening, findScreening, presentScreening } from '../domain/access/screening.ts'
import type { ResourceOperations } from './operation.ts'

export const screening = {
  get({ params, backend }) {
    const found = findScreening(backend, params.environmentId)
    assert(found, 'recordNotFound')
    return { status: 200, body: presentScreening(found) }
  },
  enable({ params, backend }) {
    return { status: 200, body: presentScreening(enableScreening(backend, params.environmentId)) }
  },
  disable({ params, backend }) {
    const found = findScreening(backend, params.environmentId)
    assert(found, 'recordNotFound')
    return { status: 200, body: presentScreening(disableScreening(backend, found)) }
  },
} satisfies ResourceOperations<'screening'>
