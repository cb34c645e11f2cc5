import { type Chain, chainNamespace } from '@latchkey/crypto/chainAddresses'
import type { Backend } from '../shared/backend.ts'
import { otherMethod } from './analyticsLoginMethods.ts'
import { operatingSystemOf } from './analyticsOperatingSystems.ts'
import { type DayRange, within } from './analyticsRange.ts'
import { walletLabel } from './pastActivity.ts'

/** A sign-in, as analytics counts it. */
export interface SignInFact {
  readonly at: string
  /** The same for all sign-ins of one person: the user's id, or the random key of a deleted user. */
  readonly person: string
  readonly loginMethod: string
  readonly operatingSystem: string
  /** For a deleted user: the instant of the first sign-in. */
  readonly firstSignInAt?: string | undefined
}

/** The sign-ins of a range of days, unordered, including those of users who were deleted since. */
export function signInsWithin({ store }: Backend, environmentId: string, range: DayRange): SignInFact[] {
  const systems = new Map<string, string>()
  const systemOf = (userAgent = ''): string => {
    const operatingSystem = systems.get(userAgent) ?? operatingSystemOf(userAgent)
    systems.set(userAgent, operatingSystem)
    return operatingSystem
  }
  const present = within(store.sessions, range, { index: 'byEnvironment', partition: [environmentId] }).read()
  const past = within(store.pastActivity, range, { index: 'byKind', partition: [environmentId, 'session'] }).read()
  return [
    ...present.map(({ createdAt: at, userId: person, loginMethod = otherMethod, userAgent }) => ({
      at,
      person,
      loginMethod,
      operatingSystem: systemOf(userAgent ?? undefined),
    })),
    ...past.map(
      ({
        createdAt: at,
        personKey: person = '',
        loginMethod = otherMethod,
        operatingSystem = 'Other',
        firstSignInAt,
      }) => ({
        at,
        person,
        loginMethod,
        operatingSystem,
        firstSignInAt,
      }),
    ),
  ]
}

/** When the person signed in for the first time. */
export function firstSignInOf({ store }: Backend, { person, firstSignInAt }: SignInFact): string | undefined {
  return firstSignInAt ?? store.users.get(person)?.signedInAt
}

/** A count of all time, and of a range of days. */
export interface Totals {
  readonly allTime: number
  readonly inRange: number
}

/** Counts sign-ins, new users and newly linked wallets, including what was deleted since. */
export function totalsOf(
  { store }: Backend,
  environmentId: string,
  range: DayRange,
): { sessions: Totals; users: Totals; wallets: Totals } {
  const all = [environmentId] as const
  const past = (kind: 'session' | 'user' | 'wallet'): Totals => ({
    allTime: store.pastActivity.count('byKind', [environmentId, kind]),
    inRange: within(store.pastActivity, range, { index: 'byKind', partition: [environmentId, kind] }).count,
  })
  const sessions = {
    allTime: store.sessions.count('byEnvironment', all),
    inRange: within(store.sessions, range, { index: 'byEnvironment', partition: all }).count,
  }
  const users = {
    allTime: store.users.count('byCreatedAt', all),
    inRange: within(store.users, range, { index: 'byCreatedAt', partition: all }).count,
  }
  const wallets = {
    allTime: store.wallets.count('byEnvironment', all),
    inRange: within(store.wallets, range, { index: 'byEnvironment', partition: all }).count,
  }
  return {
    sessions: sum(sessions, past('session')),
    users: sum(users, past('user')),
    wallets: sum(wallets, past('wallet')),
  }
}

function sum(left: Totals, right: Totals): Totals {
  return { allTime: left.allTime + right.allTime, inRange: left.inRange + right.inRange }
}

/** How many wallets were linked with each wallet application, the most frequent first. */
export function walletCounts(
  { store }: Backend,
  environmentId: string,
  { chain, range }: { chain?: Chain; range?: DayRange },
): { name: string; count: number }[] {
  const present = range
    ? within(store.wallets, range, { index: 'byEnvironment', partition: [environmentId] }).read()
    : store.wallets.scan('byEnvironment', [environmentId])
  const past = range
    ? within(store.pastActivity, range, { index: 'byKind', partition: [environmentId, 'wallet'] }).read()
    : store.pastActivity.scan('byKind', [environmentId, 'wallet'])
  const family = chain && chainNamespace(chain)
  const isAsked = (other: Chain | undefined) =>
    family === undefined || (other !== undefined && chainNamespace(other) === family)
  const counts = new Map<string, number>()
  for (const wallet of present) if (isAsked(wallet.chain)) increment(counts, walletLabel(wallet))
  for (const { chain: other, walletName = '' } of past) if (isAsked(other)) increment(counts, walletName)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
