import type { Change } from '@latchkey/store/store'
import { presentVisitor } from '../domain/analytics/visitors.ts'
import { profileFields } from '../domain/customFields/userFields.ts'
import { anyWallet } from '../domain/keySets/sharedWallets.ts'
import { presentViolation } from '../domain/policies/violations.ts'
import type { Backend } from '../domain/shared/backend.ts'
import { presentUser, type UserParts } from '../domain/users/users.ts'
import { isOfService } from '../domain/wallets/wallets.ts'
import { activityOf } from '../domain/walletTransactions/activity.ts'
import type { EventName } from '../domain/webhooks/eventNames.ts'
import type { Delegation } from '../store/delegationRecords.ts'
import type { Wallet } from '../store/records.ts'
import type { Room } from '../store/roomRecords.ts'
import type { tables } from '../store/tables.ts'
import type { EventData } from './eventData.ts'
import {
  delegationGrantData,
  revokedDelegationData,
  serviceWalletData,
  sessionData,
  signatureData,
  socialAccountData,
  walletData,
} from './recordData.ts'

export type StoreChange = Change<typeof tables>
type TableName = StoreChange['table']
type ChangeOf<T extends TableName> = Extract<StoreChange, { table: T }>

/** An event before it is written. */
export interface EventDraft {
  readonly name: EventName
  readonly environmentId: string
  readonly data: Readonly<Record<string, unknown>>
}

/** All changes of one transaction, for rules that need more than one. */
export class ChangeSet {
  readonly #changes: readonly StoreChange[]
  readonly #created = new Set<string>()
  readonly #deleted = new Set<string>()
  readonly #signedIn = new Set<string>()
  readonly #merged = new Set<string>()
  readonly #deletedEnvironments = new Set<string>()

  constructor(changes: readonly StoreChange[]) {
    this.#changes = changes
    for (const change of changes) {
      if (change.table === 'users' && !change.before && change.after) this.#created.add(change.after.id)
      if (change.table === 'users' && !change.after && change.before) this.#deleted.add(change.before.id)
      if (change.table === 'environments' && !change.after && change.before)
        this.#deletedEnvironments.add(change.before.id)
      const fromUserId = mergedUserOf(change)
      if (fromUserId !== undefined) this.#merged.add(fromUserId)
      if (change.table === 'sessions' && change.after && !change.before) this.#signedIn.add(change.after.userId)
    }
  }

  /**
   * Whether the user exists before and after, so that a change of a part of the user has a separate event. The parts of
   * a new user belong to `user.created`.
   */
  hasOwnEvents(userId: string): boolean {
    return !this.#deleted.has(userId) && !(this.#created.has(userId) && this.#signedIn.has(userId))
  }

  /** Whether the record was deleted with its environment, after which nobody receives events. */
  isOfDeletedEnvironment({ before }: StoreChange): boolean {
    return (
      before !== undefined &&
      'environmentId' in before &&
      before.environmentId !== undefined &&
      this.#deletedEnvironments.has(before.environmentId)
    )
  }

  /** Whether the user was merged into another one. */
  isMerged(userId: string): boolean {
    return this.#merged.has(userId)
  }

  /** The user who signed in: whose session began in the transaction. */
  signedInUserId(): string | undefined {
    return this.#signedIn.values().next().value
  }

  /** The data of a deleted user. */
  lostParts(userId: string): UserParts {
    const parts: { readonly [K in keyof UserParts]: UserParts[K][number][] } = {
      credentials: [],
      wallets: [],
      sessions: [],
      screeningChecks: [],
      mfaDevices: [],
    }
    for (const change of this.#changes) {
      if (change.after || change.before === undefined) continue
      if (change.table === 'credentials' && change.before.userId === userId) parts.credentials.push(change.before)
      if (change.table === 'wallets' && change.before.userId === userId) parts.wallets.push(change.before)
      if (change.table === 'sessions' && change.before.userId === userId) parts.sessions.push(change.before)
      if (change.table === 'screeningChecks' && change.before.userId === userId)
        parts.screeningChecks.push(change.before)
      if (change.table === 'mfaDevices' && change.before.userId === userId) parts.mfaDevices.push(change.before)
    }
    return parts
  }
}

/** The user who is merged into the user of the change. */
function mergedUserOf({ table, before, after }: StoreChange): string | undefined {
  if (table !== 'users' || !before || !after || before.mergedUserIds === after.mergedUserIds) return undefined
  return after.mergedUserIds?.at(-1)
}

/** One event, several (one per wallet, for example), or none. */
type Drafts = EventDraft | readonly EventDraft[] | undefined

type EventRules = {
  readonly [T in TableName]?: (backend: Backend, change: ChangeOf<T>, set: ChangeSet) => Drafts
}

/** The events of each table's changes; other tables have no events. See spec/decisions/12-events.md. */
const rules: EventRules = {
  users(backend, change, set) {
    const { before, after } = change
    if (!after)
      return before && !set.isMerged(before.id)
        ? draft('user.deleted', before, presentUser(backend, before, { parts: set.lostParts(before.id) }))
        : undefined
    const fromUserId = mergedUserOf(change)
    if (fromUserId !== undefined) return draft('user.merged', after, { ...presentUser(backend, after), fromUserId })
    if (before && !isOtherProfile(before, after)) return undefined
    return draft(before ? 'user.updated' : 'user.created', after, presentUser(backend, after))
  },
  sessions(_, { before, after }) {
    if (!after) return undefined
    const revoked = after.revokedByAdmin ? 'admin.user.session.revoked' : 'user.session.revoked'
    if (before && (!after.revokedAt || before.revokedAt)) return undefined
    return draft(before ? revoked : 'user.session.created', after, sessionData(after))
  },
  credentials(_, { before, after }, set) {
    const credential = after ?? before
    if (credential?.format !== 'oauth' || (before && after) || !set.hasOwnEvents(credential.userId)) return undefined
    return draft(after ? 'user.social.linked' : 'user.social.unlinked', credential, socialAccountData(credential))
  },
  wallets(_, { before, after }, set) {
    const wallet = after ?? before
    if (before && after) {
      // At a merge, the user who disappears has no separate event for the parts that move.
      if (before.userId === after.userId || !set.hasOwnEvents(before.userId)) return undefined
      return draft('wallet.transferred', after, { ...walletData(after), previousUserId: before.userId })
    }
    // A wallet that the service creates during the sign-up is not the wallet by which the user signs up.
    const isServices = wallet !== undefined && isOfService(wallet)
    const isMade = isServices && after !== undefined
    if (!wallet || !(isMade || set.hasOwnEvents(wallet.userId))) return undefined
    const [come, gone] = isServices
      ? (['wallet.created', 'wallet.deleted'] as const)
      : (['wallet.linked', 'wallet.unlinked'] as const)
    const name = after ? come : gone
    return draft(name, wallet, walletData(wallet))
  },
  rooms(backend, { before, after }) {
    const isCompleted = after?.state === 'completed' && before?.state !== 'completed'
    const wallet = isCompleted && after.walletId !== undefined ? anyWallet(backend, after.walletId) : undefined
    if (!wallet) return undefined
    if (after?.purpose?.kind === 'export') return draft('wallet.exported', wallet, serviceWalletData(wallet))
    if (after?.purpose?.kind !== 'sign') return undefined
    const { digest, signatureKind: kind } = after.purpose.request
    return draft('wallet.signature', wallet, signatureData(wallet, { kind, digest, by: signerOf(after) }))
  },
  delegations(backend, { before, after }, set) {
    const delegation = after ?? before
    if (!delegation || isDelivered(before) === isDelivered(after)) return undefined
    const { walletId, userId } = delegation
    const lost = set.lostParts(userId).wallets.find(({ id }) => id === walletId)
    // A delegation is deleted with its wallet at the latest.
    const wallet = (backend.store.wallets.get(walletId) ?? lost) as Wallet
    return isDelivered(after)
      ? draft('wallet.delegation.created', delegation, delegationGrantData(delegation, wallet))
      : draft('wallet.delegation.revoked', delegation, revokedDelegationData(delegation, wallet))
  },
  serverWallets(_, { before, after }) {
    return after && !before ? draft('wallet.created', after, serviceWalletData(after)) : undefined
  },
  policyViolations(backend, { before, after }) {
    const keySet = !before && after ? backend.store.keySets.get(after.keySetId) : undefined
    const wallet = keySet && anyWallet(backend, keySet.walletId)
    return after && wallet ? draft('waas.policy.violation', after, presentViolation(after, wallet)) : undefined
  },
  vendorWallets(_, { before, after }) {
    const recovery = after?.recovery ?? before?.recovery
    if (!after || !recovery || before?.recovery?.id === after.recovery?.id) return undefined
    const name = after.recovery ? 'user.passkeyRecovery.started' : 'user.passkeyRecovery.completed'
    return draft(name, after, { userId: after.userId, walletId: recovery.walletId, vendorRecoveryUserId: recovery.id })
  },
  vendorRequests(backend, { before, after }) {
    const wallet = after?.export && backend.store.wallets.get(after.export.walletId)
    if (!wallet || before?.usedAt !== undefined || after?.usedAt === undefined) return undefined
    return draft('wallet.exported', wallet, serviceWalletData(wallet))
  },
  chainTransactions(backend, { before, after }) {
    if (before || !after) return undefined
    return activityOf(backend, after).map(({ wallet, activity }) => draft('wallet.activity', wallet, activity))
  },
  sentTransactions(backend, { before, after }) {
    if (before?.transaction || !after?.transaction) return undefined
    return activityOf(backend, after.transaction).map(({ wallet, activity }) =>
      draft('wallet.activity', wallet, activity),
    )
  },
  visitors(_, { before, after }) {
    return after && !before ? draft('visit.created', after, presentVisitor(after)) : undefined
  },
}

/** The events that a change implies. */
export function eventsOf(backend: Backend, change: StoreChange, set: ChangeSet): readonly EventDraft[] {
  const rule = rules[change.table] as ((backend: Backend, change: StoreChange, set: ChangeSet) => Drafts) | undefined
  const drafts = set.isOfDeletedEnvironment(change) ? undefined : rule?.(backend, change, set)
  return drafts === undefined ? [] : [drafts].flat()
}

/** Whether a delegation was sent to the environment's own server and has not ended. */
function isDelivered(delegation: Delegation | undefined): boolean {
  return delegation?.deliveredAt !== undefined && delegation.revokedAt === undefined
}

/**
 * The caller who let the parties sign: the user, a server by the user's delegation, or the server that made the wallet.
 */
function signerOf({ userId, delegationId }: Pick<Room, 'userId' | 'delegationId'>): 'user' | 'delegate' | 'server' {
  if (delegationId !== undefined) return 'delegate'
  return userId === undefined ? 'server' : 'user'
}

function draft<Name extends EventName>(
  name: Name,
  { environmentId }: { environmentId: string },
  data: EventData[Name],
): EventDraft {
  return { name, environmentId, data: { ...data } }
}

/** The fields that users fill in. Changes of visits, sign-ins and the last credential cause no event. */
const publishedFields = ['email', ...profileFields] as const

function isOtherProfile(
  before: Partial<Record<(typeof publishedFields)[number], unknown>>,
  after: Partial<Record<(typeof publishedFields)[number], unknown>>,
): boolean {
  return publishedFields.some(
    (name) =>
      (before[name] ?? undefined) !== (after[name] ?? undefined) &&
      JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
}
