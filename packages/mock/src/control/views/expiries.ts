import { instantOf, isoOf } from '@latchkey/base/clock'
import type { World } from '../../world/world.ts'
import { nameOfUser } from './nameOfUser.ts'

type Store = World['store']['reader']

/** The kinds of records that can expire. */
export type ExpiryKind = 'code' | 'connection' | 'factorLock' | 'session' | 'signingKey' | 'token'

/** A record that expires by itself. */
interface Expiry {
  readonly kind: ExpiryKind
  /** ISO 8601 in UTC. */
  readonly expiresAt: string
  /** Id of the record that expires. */
  readonly subjectId: string
  /** A sentence about it. */
  readonly description: string
}

export interface Expiries {
  /** How many there are in all. */
  readonly count: number
  /** The next ones, in the order in which they expire. */
  readonly expiries: Expiry[]
}

interface Expiring {
  readonly id: string
  readonly expiresAt: string
  /** Without a full stop. */
  describe(): string
}

const environmentOf = ({ environments }: Store, id: string) => environments.get(id)?.name ?? 'deleted'

function personOf({ users }: Store, id: string): string {
  const user = users.get(id)
  return user ? nameOfUser(user) : `user ${id}`
}

/** The records of each kind that expire and have not ended in another way. */
const sources: Readonly<Record<ExpiryKind, (store: Store) => Iterable<Expiring>>> = {
  *code({ verifications }) {
    for (const { id, expiresAt, codeHash, address } of verifications.all())
      if (codeHash !== undefined) yield { id, expiresAt, describe: () => `The code for ${address} expires` }
  },
  *connection(store) {
    for (const { id, expiresAt, status, userId, appUrl } of store.globalWalletConnections.all())
      if (status === 'connected' && expiresAt !== null)
        yield { id, expiresAt, describe: () => `The global wallet of ${personOf(store, userId)} leaves ${appUrl}` }
  },
  *factorLock(store) {
    for (const { id, lockedUntil, userId } of store.mfaAttempts.all())
      if (lockedUntil !== undefined)
        yield {
          id,
          expiresAt: lockedUntil,
          describe: () => `The second factors of ${personOf(store, userId)} are no longer locked`,
        }
  },
  *session(store) {
    for (const { id, expiresAt, revokedAt, userId } of store.sessions.all())
      if (revokedAt === undefined)
        yield { id, expiresAt, describe: () => `The session of ${personOf(store, userId)} expires` }
  },
  *signingKey(store) {
    for (const { id, retiresAt, environmentId } of store.signingKeys.all())
      if (retiresAt !== undefined)
        yield {
          id,
          expiresAt: retiresAt,
          describe: () => `A former signing key of the ${environmentOf(store, environmentId)} environment expires`,
        }
  },
  *token(store) {
    for (const { id, expiresAt, note, environmentId } of store.environmentTokens.all())
      if (expiresAt !== undefined)
        yield {
          id,
          expiresAt,
          describe: () => `The API token "${note}" of the ${environmentOf(store, environmentId)} environment expires`,
        }
  },
}

/** All of them. */
export const expiryKinds = Object.keys(sources) as ExpiryKind[]

/** @returns A function that lists what expires after the present time of the mock */
export function createExpiries(world: World): (limit?: number) => Expiries {
  return (limit = 100) => {
    const now = world.clock.now()
    const all = expiryKinds.flatMap((kind) => {
      const items = Array.from(sources[kind](world.store.reader), (item) => ({
        kind,
        at: instantOf(item.expiresAt),
        item,
      }))
      return items.filter(({ at }) => at > now)
    })
    const next = all.sort((a, b) => a.at - b.at).slice(0, limit)
    return {
      count: all.length,
      expiries: next.map(({ kind, at, item: { id, describe } }) => ({
        kind,
        expiresAt: isoOf(at),
        subjectId: id,
        description: `${describe()}.`,
      })),
    }
  }
}
