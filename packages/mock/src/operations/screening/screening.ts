import { disableScreening, enableScreening, findScreening, presentScreening } from '../../domain/access/screening.ts'
import { existing } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const screening = {
  get({ params, backend }) {
    const settings = existing(findScreening(backend, params.environmentId), 'screening')
    return { status: 200, body: presentScreening(settings) }
  },
  enable({ params, backend }) {
    return { status: 200, body: presentScreening(enableScreening(backend, params.environmentId)) }
  },
  disable({ params, backend }) {
    const settings = existing(findScreening(backend, params.environmentId), 'screening')
    return { status: 200, body: presentScreening(disableScreening(backend, settings)) }
  },
} satisfies ResourceOperations<'screening'>
