import { defined } from '@latchkey/base/defined'
import type { PastActivity } from '../../store/activityRecords.ts'
import type { Session, User, Wallet } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { otherMethod } from './analyticsLoginMethods.ts'
import { operatingSystemOf } from './analyticsOperatingSystems.ts'

/**
 * Stores what analytics of past days needs about a user who is about to be deleted: when the user was created, signed
 * in and linked wallets, to the hour. Nothing in it identifies the person; a random key marks what belonged to the same
 * one.
 */
export function keepPastActivity(backend: Backend, user: User): void {
  const { store, random } = backend
  const { environmentId, id, createdAt, signedInAt } = user
  const personKey = random.token(22)
  keep(backend, { environmentId, kind: 'user', personKey }, createdAt)
  for (const session of store.sessions.scan('byUser', [id])) {
    keep(
      backend,
      {
        ...signInFacts(session),
        environmentId,
        kind: 'session',
        personKey,
        ...defined({ firstSignInAt: signedInAt === undefined ? undefined : hourOf(signedInAt) }),
      },
      session.createdAt,
    )
  }
  for (const wallet of store.wallets.scan('byUser', [id])) keepPastWallet(backend, wallet)
}

/** Stores what analytics of past days needs about a wallet that is about to be deleted. */
export function keepPastWallet(backend: Backend, { environmentId, chain, createdAt, ...wallet }: Wallet): PastActivity {
  return keep(backend, { environmentId, kind: 'wallet', chain, walletName: walletLabel(wallet) }, createdAt)
}

/** The name under which a wallet is counted: its application's, or that of an embedded wallet. */
export function walletLabel({ name, provider }: Pick<Wallet, 'name' | 'provider'>): string {
  return provider === 'embeddedWallet' ? 'Embedded wallet' : name
}

/** How and where a session began. */
function signInFacts({ loginMethod, userAgent }: Session): { loginMethod: string; operatingSystem: string } {
  return { loginMethod: loginMethod ?? otherMethod, operatingSystem: operatingSystemOf(userAgent) }
}

/**
 * This id is random, unlike others, because a time-ordered id would reveal when the user was deleted, and events name
 * users with that instant.
 */
function keep(backend: Backend, facts: Omit<PastActivity, 'id' | 'createdAt'>, instant: string): PastActivity {
  return backend.store.pastActivity.insert({ ...facts, id: backend.random.token(22), createdAt: hourOf(instant) })
}

function hourOf(instant: string): string {
  return `${instant.slice(0, 13)}:00:00.000Z`
}
