import { instantOf, isoOf, toEpoch } from '@latchkey/base/clock'
import type { StoredRecord } from '@latchkey/store/order'
import type { IndexColumns } from '@latchkey/store/table'
import type { Given } from '@latchkey/store/tableReader'
import type { WritableTable } from '@latchkey/store/tableWriter'
import { readInstant } from '../../effects/instants.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'

/** Whole UTC days, both ends included, as `2026-01-15`. */
export interface DayRange {
  readonly first: string
  readonly last: string
}

const dayMs = 86_400_000
const longestDays = 366
/** Length of the default range in days, including today. */
const usualDays = 30

/**
 * Reads a range of days.
 *
 * @throws {@link DomainError} `validationFailed` for a range that ends before it begins, is longer than 366 days, or
 * lies outside of the years 1970 to 9899
 */
export function readRange({ start, end }: { start: string; end: string }): DayRange {
  return assertRange({ first: start, last: end }, ['start', 'end'])
}

/**
 * Reads a range whose ends may be instants or missing. Without an end it ends today; without a start it begins 29 days
 * before its end.
 *
 * @throws {@link DomainError} `validationFailed` for a text that is not a date, and for what {@link readRange} refuses
 */
export function readLooseRange(
  backend: Backend,
  { startDate, endDate }: { startDate?: string; endDate?: string },
): DayRange {
  const last = endDate === undefined ? dayOf(backend.clock.iso()) : readDay('endDate', endDate)
  const first = startDate === undefined ? addDays(last, 1 - usualDays) : readDay('startDate', startDate)
  return assertRange({ first, last }, ['startDate', 'endDate'])
}

/** The last 30 days, today included. */
export function pastMonth(backend: Backend): DayRange {
  return readLooseRange(backend, {})
}

function readDay(name: string, text: string): string {
  const instant = readInstant(text)
  assert(instant, 'validationFailed', { message: `${name} must be an ISO 8601 date or instant.` })
  return dayOf(instant)
}

function assertRange(range: DayRange, [startName, endName]: readonly [string, string]): DayRange {
  const days = [range.first, range.last].map((day) => toEpoch(midnight(day)) / dayMs) as [number, number]
  assert(!days.some(Number.isNaN) && range.last < '9900' && range.first < '9900', 'validationFailed', {
    message: `${startName} and ${endName} must lie between the years 1970 and 9899.`,
  })
  assert(days[0] <= days[1], 'validationFailed', { message: `${endName} must be on the day of ${startName} or later.` })
  assert(days[1] - days[0] < longestDays, 'validationFailed', {
    message: `${endName} must be at most ${longestDays} days from ${startName}, both counted.`,
  })
  return range
}

/** The UTC day of an instant. */
export function dayOf(instant: string): string {
  return instant.slice(0, 10)
}

/** 1 is Monday, 7 is Sunday (ISO 8601). */
export function weekdayOf(day: string): number {
  // The first day of the epoch was a Thursday.
  return ((instantOf(midnight(day)) / dayMs + 3) % 7) + 1
}

/** The day a number of days later. */
function addDays(day: string, days: number): string {
  return dayOf(isoOf(instantOf(midnight(day)) + days * dayMs))
}

export type Granularity = 'day' | 'week' | 'month'

/** The first day of the day, week or month that a day lies in. */
export const beginningOf: Record<Granularity, (day: string) => string> = {
  day: (day) => day,
  week: (day) => addDays(day, 1 - weekdayOf(day)),
  month: (day) => `${day.slice(0, 7)}-01`,
}

/** The first days of all periods that a range touches, in order. */
export function periodsOf({ first, last }: DayRange, granularity: Granularity): string[] {
  const beginning = beginningOf[granularity]
  const periods = [beginning(first)]
  for (let day = first; day < last;) {
    day = addDays(day, 1)
    const period = beginning(day)
    if (period !== periods.at(-1)) periods.push(period)
  }
  return periods
}

/** The range, extended to whole weeks. */
export function wholeWeeks({ first, last }: DayRange): DayRange {
  return { first: beginningOf.week(first), last: addDays(beginningOf.week(last), 6) }
}

/** Whether the week that begins on that day is over. */
export function isWeekOver({ clock }: Backend, monday: string): boolean {
  return addDays(monday, 7) <= dayOf(clock.iso())
}

export function isWithin({ first, last }: DayRange, instant: string): boolean {
  const day = dayOf(instant)
  return first <= day && day <= last
}

/** A range of an index. */
interface Stretch<R> {
  readonly count: number
  read(): R[]
}

/**
 * The records of a range of days. The index orders its records by `createdAt` within the partition. Binary search finds
 * both ends, so nothing outside of the range is read, and counting reads only the records that the search compares.
 */
export function within<
  R extends StoredRecord & { readonly createdAt: string },
  I extends IndexColumns,
  K extends keyof I & string,
>(
  collection: WritableTable<R, I>,
  { first, last }: DayRange,
  { index, partition }: { readonly index: K; readonly partition: Given<R, I[K]> },
): Stretch<R> {
  const size = collection.count(index, partition)
  const countBefore = (isBefore: (day: string) => boolean): number => {
    let low = 0
    let high = size
    while (low < high) {
      const middle = (low + high) >>> 1
      const record = collection.page(index, partition, { offset: middle, limit: 1 })[0]
      if (record && isBefore(dayOf(record.createdAt))) low = middle + 1
      else high = middle
    }
    return low
  }
  const offset = countBefore((day) => day < first)
  const limit = countBefore((day) => day <= last) - offset
  return { count: limit, read: () => collection.page(index, partition, { offset, limit }) }
}

function midnight(day: string): string {
  return `${day}T00:00:00.000Z`
}
