import { newRecord } from '@latchkey/base/newRecord'
import type { VisitsOfDay } from '../../store/activityRecords.ts'
import type { Visitor } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { dayOf, type DayRange, within } from './analyticsRange.ts'

/** Counts a visit. A visitor has one record per day with visits, however many there are. */
export function countVisit(backend: Backend, { id: visitorId, environmentId }: Visitor): void {
  const { store, clock } = backend
  const day = dayOf(clock.iso())
  const visitsOfDay = store.visitsOfDays.find('byDay', [environmentId, day, visitorId])
  if (visitsOfDay) store.visitsOfDays.put({ ...visitsOfDay, count: visitsOfDay.count + 1 })
  else store.visitsOfDays.insert({ ...newRecord(backend), environmentId, day, visitorId, count: 1 })
}

/** The visits of a range of days. */
export function visitsWithin({ store }: Backend, environmentId: string, range: DayRange): VisitsOfDay[] {
  return within(store.visitsOfDays, range, { index: 'byDay', partition: [environmentId] }).read()
}
