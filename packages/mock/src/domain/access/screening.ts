import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Screening } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'

/** The screening settings of an environment; `undefined` until screening is enabled for the first time. */
export function findScreening({ store }: Pick<Backend, 'store'>, environmentId: string): Screening | undefined {
  return store.screenings.find('byEnvironment', [environmentId])
}

/** Turns the sanctions check on. Nothing changes when it is on already. */
export function enableScreening(backend: Backend, environmentId: string): Screening {
  const existingScreening = findScreening(backend, environmentId)
  if (existingScreening?.sanctionsApiEnabled) return existingScreening
  const screening = existingScreening ?? { ...newRecord(backend), environmentId, kytApiEnabled: false }
  return backend.store.screenings.put({ ...screening, sanctionsApiEnabled: true, updatedAt: backend.clock.iso() })
}

/** Turns the sanctions check off. Nothing changes when it is off already. */
export function disableScreening({ store, clock }: Backend, screening: Screening): Screening {
  if (!screening.sanctionsApiEnabled) return screening
  return store.screenings.put({ ...screening, sanctionsApiEnabled: false, updatedAt: clock.iso() })
}

export function presentScreening({
  environmentId,
  ...shown
}: Screening): components['schemas']['ScreeningConfiguration'] {
  return { ...shown, projectEnvironmentId: environmentId }
}
