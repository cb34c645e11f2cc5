import { defined } from '@latchkey/base/defined'
import { isChain } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { type SignInFact, signInsWithin, walletCounts } from './analyticsActivity.ts'
import { beginningOf, type DayRange, dayOf, type Granularity, pastMonth, periodsOf } from './analyticsRange.ts'
import { visitsWithin } from './visits.ts'

type Schemas = components['schemas']
type Trend = Schemas['SessionsTrendResult']
type ByDate = Required<Schemas['AnalyticsSessionsByDate']>

/**
 * The active users of each period, and the sessions by login method and operating system. A period without any counts
 * 0.
 */
export function overviewOf(
  backend: Backend,
  environmentId: string,
  { range, granularity }: { range: DayRange; granularity: Granularity },
): Schemas['AnalyticsOverviewResponse'] {
  const periods = periodsOf(range, granularity)
  const beginning = memoized(beginningOf[granularity])
  const signIns = signInsWithin(backend, environmentId, range)
  const people = new Map(periods.map((period) => [period, new Set<string>()]))
  for (const { at, person } of signIns) people.get(beginning(dayOf(at)))?.add(person)
  const trend = (nameOf: (fact: SignInFact) => string) =>
    trendOf(signIns, periods, { periodOf: ({ at }) => beginning(dayOf(at)), nameOf })
  return {
    activeUsers: [...people].map(([date, { size }]) => ({ date, nUsers: size })),
    sessions: {
      byLoginMethod: trend(({ loginMethod }) => loginMethod),
      byOperatingSystem: trend(({ operatingSystem }) => operatingSystem),
    },
  }
}

/** By date, then by name. Every name that occurs in the range has a row for every date. */
function trendOf(
  signIns: readonly SignInFact[],
  periods: readonly string[],
  {
    periodOf,
    nameOf,
  }: { readonly periodOf: (fact: SignInFact) => string; readonly nameOf: (fact: SignInFact) => string },
): Trend[] {
  const counts = new Map<string, Map<string, number>>()
  for (const fact of signIns) {
    const name = nameOf(fact)
    const ofName = counts.get(name) ?? new Map<string, number>()
    counts.set(name, ofName)
    const period = periodOf(fact)
    ofName.set(period, (ofName.get(period) ?? 0) + 1)
  }
  const names = [...counts.keys()].sort()
  return periods.flatMap((date) =>
    names.map((dimValue) => ({ date, dimValue, nSessionsVisits: counts.get(dimValue)?.get(date) ?? 0 })),
  )
}

/** The sessions and visits of each day, and how many different people and wallets they came from. */
export function visitNumbersOf(
  backend: Backend,
  environmentId: string,
  range: DayRange,
): Schemas['AnalyticsVisitResponse'] {
  const days = periodsOf(range, 'day')
  const users = byDate(
    days,
    signInsWithin(backend, environmentId, range).map(({ at, person }) => ({ day: dayOf(at), who: person, count: 1 })),
  )
  const visits = byDate(
    days,
    visitsWithin(backend, environmentId, range).map(({ day, visitorId, count }) => ({ day, who: visitorId, count })),
  )
  const summed = (part: (numbers: ByDate) => number) => part(users) + part(visits)
  return {
    summedSessionsCount: summed(({ sessions }) => sessions.reduce((total, { count = 0 }) => total + count, 0)),
    summedTotalUniqueCount: summed(({ totalUnique }) => totalUnique),
    users,
    visits,
  }
}

function byDate(days: readonly string[], facts: readonly { day: string; who: string; count: number }[]): ByDate {
  const numbers = new Map(days.map((day) => [day, { count: 0, who: new Set<string>() }]))
  for (const { day, who, count } of facts) {
    const ofDay = numbers.get(day)
    if (!ofDay) continue
    ofDay.count += count
    ofDay.who.add(who)
  }
  return {
    totalUnique: new Set(facts.map(({ who }) => who)).size,
    sessions: [...numbers].map(([date, { count, who }]) => ({ date, count, uniqueUsers: who.size })),
  }
}

/**
 * The wallets of a chain's family by application.
 *
 * @throws {@link DomainError} `validationFailed` for an unknown chain
 */
export function walletsBreakdownOf(
  backend: Backend,
  environmentId: string,
  { range, chain }: { range: DayRange; chain: string },
): Schemas['AnalyticsWalletsResponse'] {
  assert(isChain(chain), 'validationFailed', {
    message: 'chain must be the wire name of a chain, such as EVM or SOL.',
  })
  const shown = (of?: DayRange) =>
    walletCounts(backend, environmentId, { chain, ...defined({ range: of }) }).map(({ name, count }) => ({
      walletNameDisplay: name,
      nWallets: count,
    }))
  return { breakdown: { allTime: shown(), inRange: shown(range) } }
}

/** How many users and visitors there are, and how many of them came in the last 30 days. */
export function visitorStatisticsOf(backend: Backend, environmentId: string): Schemas['EnvironmentVisitorsResponse'] {
  const { store } = backend
  const month = pastMonth(backend)
  const people = new Set(signInsWithin(backend, environmentId, month).map(({ person }) => person))
  const wallets = new Set(visitsWithin(backend, environmentId, month).map(({ visitorId }) => visitorId))
  return {
    users: { count: store.users.count('byCreatedAt', [environmentId]), uniquePastMonth: people.size },
    visitors: { count: store.visitors.count('byCreatedAt', [environmentId]), uniquePastMonth: wallets.size },
  }
}

function memoized(compute: (text: string) => string): (text: string) => string {
  const computed = new Map<string, string>()
  return (text) => {
    const value = computed.get(text) ?? compute(text)
    computed.set(text, value)
    return value
  }
}
