import type { components } from '@latchkey/types'
import { passesGate, personOf, refusalOf } from '../../domain/access/access.ts'
import { isListed } from '../../domain/access/allowlistIdentities.ts'
import { isVerified, presentCredential } from '../../domain/credentials/credentials.ts'
import { customFieldsOf, presentCustomField } from '../../domain/customFields/customFields.ts'
import { passkeysOf, presentPasskey } from '../../domain/flows/signIn/passkeys.ts'
import { showRecoveryCodes } from '../../domain/secondFactor/recoveryCodes.ts'
import type { Backend, WorldBackend } from '../../domain/shared/backend.ts'
import { DomainError } from '../../domain/shared/errors.ts'
import { presentUser } from '../../domain/users/users.ts'
import { presentEvent } from '../../domain/webhooks/events.ts'
import type { Event, Session, User } from '../../store/records.ts'
import { type WalletKey, walletKeyOf, type WalletRoom, walletRoomsOf } from './walletKeyView.ts'

type Schemas = components['schemas']

/** A user, with everything that belongs to the user. */
export interface PersonDetails {
  /** The profile, credentials, wallets, lists, gates as scopes, custom fields as metadata, and second factors. */
  readonly user: Schemas['User']
  /** Addresses and numbers that the user has not proved yet, which `user` does not show. */
  readonly unverifiedCredentials: readonly Schemas['VerifiedCredential'][]
  /** Newest first. */
  readonly sessions: readonly PersonSession[]
  readonly passkeys: readonly (Schemas['UserPasskey'] & {
    /** Whether it secures embedded wallets and proves nothing else. */
    readonly isForWallets: boolean
  })[]
  readonly recoveryCodes: {
    /** How many are left. */
    readonly count: number
    /** The codes themselves, until the user has confirmed to have stored them. */
    readonly codes: readonly string[]
  }
  /** The custom fields of the environment. The user's values are in the metadata, under their keys. */
  readonly customFields: readonly Schemas['CustomField'][]
  readonly access: PersonAccess
  /** Ids of users who were merged into this one, the latest last. */
  readonly mergedUserIds: readonly string[]
  /** The embedded wallets with a shared key. */
  readonly keys: readonly PersonKey[]
  /** The latest 50, newest first. */
  readonly events: readonly Schemas['EnvironmentEvent'][]
}

/**
 * The decision of each gate and allowlist of the environment about a user, oldest first, including those that are not
 * enabled.
 */
interface PersonAccess {
  readonly gates: readonly (AccessRule & { readonly isPassed: boolean })[]
  readonly allowlists: readonly (AccessRule & { readonly isListed: boolean })[]
  /** Why the user cannot sign in at present; null for a user who can. */
  readonly refusal: { readonly error: string; readonly code: string } | null
}

interface AccessRule {
  readonly id: string
  readonly name: string
  readonly outcome: Schemas['AccessOutcomeEnum']
  readonly scope: string | null
  readonly isEnabled: boolean
}

interface PersonSession {
  readonly id: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly status: 'open' | 'expired' | 'revoked'
  /** Origin of the sign-in. */
  readonly audience: string
  readonly ipAddress: string | null
  readonly userAgent: string | null
}

/** The key of an embedded wallet, and the rooms of its ceremonies, newest first. */
interface PersonKey extends WalletKey {
  readonly walletId: string
  readonly rooms: readonly WalletRoom[]
}

const latestEvents = 50

export function detailsOf(backend: WorldBackend, user: User): PersonDetails {
  const { store, clock } = backend
  const { id: userId, environmentId, mergedUserIds = [] } = user
  const { count, recoveryCodes: codes } = showRecoveryCodes(backend, userId)
  return {
    user: presentUser(backend, user),
    unverifiedCredentials: [...store.credentials.scan('byUser', [userId])]
      .filter((credential) => !isVerified(credential))
      .map((credential) => presentCredential(backend, credential)),
    sessions: [...store.sessions.scan('byUser', [userId], { descending: true })].map((session) =>
      presentSession(session, clock.iso()),
    ),
    passkeys: passkeysOf(backend, userId).map((passkey) => ({
      ...presentPasskey(passkey),
      isForWallets: passkey.forWallets === true,
    })),
    recoveryCodes: { count, codes },
    customFields: customFieldsOf(backend, environmentId).map(presentCustomField),
    access: accessOf(backend, user),
    mergedUserIds,
    keys: [...store.wallets.scan('byUser', [userId])].flatMap(({ id }) => keyOf(backend, id)),
    events: eventsOf(backend, user),
  }
}

function accessOf(backend: Backend, { id: userId, environmentId }: User): PersonAccess {
  const { store } = backend
  const person = personOf(backend, environmentId, { userId })
  const refusal = refusalOf(backend, person)
  const { message: error, code } = refusal === undefined ? {} : new DomainError(refusal)
  return {
    gates: [...store.gates.scan('byEnvironment', [environmentId])].map((gate) => ({
      ...presentRule(gate),
      isPassed: passesGate(backend, gate, person),
    })),
    allowlists: [...store.allowlists.scan('byEnvironment', [environmentId])].map((list) => ({
      ...presentRule(list),
      isListed: isListed(backend, list.id, person),
    })),
    refusal: error === undefined || code === undefined ? null : { error, code },
  }
}

interface Rule extends Pick<AccessRule, 'id' | 'name' | 'outcome'> {
  readonly scope?: string | null
  readonly enabledAt: string | null
}

function presentRule({ id, name, outcome, scope = null, enabledAt }: Rule): AccessRule {
  return { id, name, outcome, scope, isEnabled: enabledAt !== null }
}

function eventsOf({ store }: WorldBackend, { id, environmentId }: User): Schemas['EnvironmentEvent'][] {
  const events: Schemas['EnvironmentEvent'][] = []
  for (const event of store.events.scan('byCreatedAt', [environmentId], { descending: true })) {
    if (concerns(event, id)) events.push(presentEvent(event))
    if (events.length === latestEvents) break
  }
  return events
}

/** Whether the user caused the event, or the event is about the user. */
function concerns({ userId: actorId, resourceType, data }: Event, userId: string): boolean {
  return actorId === userId || data.userId === userId || (resourceType === 'user' && data.id === userId)
}

function presentSession(session: Session, now: string): PersonSession {
  const { id, createdAt, expiresAt, revokedAt, audience, ipAddress, userAgent } = session
  const endedBy = expiresAt <= now ? 'expired' : 'open'
  return {
    id,
    createdAt,
    expiresAt,
    status: revokedAt === undefined ? endedBy : 'revoked',
    audience,
    ipAddress: ipAddress ?? null,
    userAgent: userAgent ?? null,
  }
}

function keyOf(backend: WorldBackend, walletId: string): PersonKey[] {
  const keySet = backend.store.keySets.find('byWallet', [walletId])
  if (!keySet) return []
  return [{ walletId, ...walletKeyOf(backend.store, keySet), rooms: walletRoomsOf(backend, walletId) }]
}
