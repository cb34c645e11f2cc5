import type { components } from '@latchkey/types'
import type { Backend } from '../shared/backend.ts'
import { firstSignInOf, type SignInFact, signInsWithin } from './analyticsActivity.ts'
import { type DayRange, dayOf, isWeekOver, isWithin, periodsOf, weekdayOf, wholeWeeks } from './analyticsRange.ts'

type Schemas = components['schemas']

/** The weekdays on which somebody was active, by the position of the week. */
type ActiveWeeks = Map<number, Set<number>>

/** How often people come back. Weeks are always counted whole, even when the range begins or ends within one. */
export function engagementOf(
  backend: Backend,
  environmentId: string,
  range: DayRange,
): Schemas['AnalyticsEngagementResponse'] {
  const weeks = periodsOf(range, 'week')
  const signIns = signInsWithin(backend, environmentId, wholeWeeks(range))
  const days = daysOf(weeks)
  const activity = new Map<string, ActiveWeeks>()
  const joined = new Map<string, number>()
  for (const signIn of signIns) {
    const day = days.get(dayOf(signIn.at))
    if (!day) continue
    let active = activity.get(signIn.person)
    if (!active) {
      activity.set(signIn.person, (active = new Map()))
      const first = firstSignInOf(backend, signIn)
      const week = first === undefined ? undefined : days.get(dayOf(first))?.week
      if (week !== undefined) joined.set(signIn.person, week)
    }
    const weekdays = active.get(day.week) ?? new Set()
    active.set(day.week, weekdays.add(day.weekday))
  }
  return {
    activeWeeklyDays: activeWeeklyDaysOf(activity.values()),
    retention: {
      allUsers: retentionOf(
        backend,
        weeks,
        [...activity.values()].flatMap((active) => [...active.keys()].map((cohort) => ({ cohort, active }))),
      ),
      newUsers: retentionOf(
        backend,
        weeks,
        [...joined].map(([person, cohort]) => ({ cohort, active: activity.get(person) ?? new Map() })),
      ),
    },
    sessionsHeatmap: heatmapOf(signIns.filter(({ at }) => isWithin(range, at))),
  }
}

/** Week and weekday of every day of the weeks. */
function daysOf(weeks: readonly string[]): Map<string, { week: number; weekday: number }> {
  const [first = ''] = weeks
  const all = periodsOf(wholeWeeks({ first, last: weeks.at(-1) ?? first }), 'day')
  return new Map(all.map((day, position) => [day, { week: Math.floor(position / 7), weekday: (position % 7) + 1 }]))
}

/** A user-week is one user in one week with a sign-in. */
function activeWeeklyDaysOf(people: Iterable<ActiveWeeks>): Schemas['ActiveWeeklyDaysResult'][] {
  const userWeeks = Array.from({ length: 7 }, () => 0)
  for (const active of people)
    for (const { size } of active.values()) userWeeks[size - 1] = (userWeeks[size - 1] ?? 0) + 1
  const total = userWeeks.reduce((sum, count) => sum + count, 0)
  return userWeeks.map((count, position) => ({
    nDays: position + 1,
    nUserWeeks: count,
    pctUserWeeks: total === 0 ? 0 : percentage(count, total),
  }))
}

/** The members of a week's cohort who signed in in that week and in each later one. */
function retentionOf(
  backend: Backend,
  weeks: readonly string[],
  members: readonly { cohort: number; active: ActiveWeeks }[],
): Schemas['RetentionTrendResult'][] {
  const returned = weeks.map(() => weeks.map(() => 0))
  for (const { cohort, active } of members) {
    const ofCohort = returned[cohort]
    if (ofCohort) for (const week of active.keys()) if (week >= cohort) ofCohort[week] = (ofCohort[week] ?? 0) + 1
  }
  const isOver = weeks.map((week) => isWeekOver(backend, week))
  return weeks.flatMap((cohortWeek, cohort) =>
    weeks.slice(cohort).map((returningWeek, later) => {
      const size = returned[cohort]?.[cohort] ?? 0
      const isKnown = size > 0 && isOver[cohort + later]
      return {
        cohortWeek,
        returningWeek,
        retentionPct: isKnown ? percentage(returned[cohort]?.[cohort + later] ?? 0, size) : null,
      }
    }),
  )
}

/** All 168 hours of the week, Sunday 00:00 UTC first. */
function heatmapOf(signIns: readonly SignInFact[]): Schemas['SessionsHeatmapResult'][] {
  const counts = Array.from({ length: 7 * 24 }, () => 0)
  const weekdays = new Map<string, number>()
  for (const { at } of signIns) {
    const day = dayOf(at)
    const weekday = weekdays.get(day) ?? weekdayOf(day) % 7
    weekdays.set(day, weekday)
    const position = weekday * 24 + Number(at.slice(11, 13))
    counts[position] = (counts[position] ?? 0) + 1
  }
  return counts.map((nSessionsVisits, position) => ({
    weekday: Math.floor(position / 24),
    hourBucket: position % 24,
    nSessionsVisits,
  }))
}

/** With two decimals. */
function percentage(part: number, whole: number): number {
  return Math.round((part / whole) * 10_000) / 100
}
