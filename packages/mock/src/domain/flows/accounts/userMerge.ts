import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { chainNamespace } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { Credential, Session, User } from '../../../store/records.ts'
import type { PendingMerge, Verification } from '../../../store/signInRecords.ts'
import { assertAccess, personOf } from '../../access/access.ts'
import { screenWallets } from '../../access/walletScreening.ts'
import { contactHolder } from '../../contacts/contacts.ts'
import { isVerified } from '../../credentials/credentials.ts'
import { assertMetadataSize } from '../../customFields/userFields.ts'
import { isGuarded } from '../../secondFactor/factorGuard.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { mergeOwned, type MergeRules } from '../../shared/ownership.ts'
import { walletsOf } from '../../wallets/wallets.ts'
import { revokeDelegation } from '../keys/revokedDelegations.ts'
import { dropDevice } from '../signIn/mfaDevices.ts'
import { answerLinking, type SignInOutcome } from '../signIn/signIn.ts'
import { deleteUser } from '../users/deletion.ts'
import {
  type FieldConflict,
  mergeProfiles,
  type MergePair,
  mergeRefusal,
  readResolutions,
} from '../users/mergeConflicts.ts'

type Schemas = components['schemas']

const pendingMs = 600_000

interface Proposal {
  readonly other: User
  /** Its code has proved an address or number of the other user. */
  readonly verification: Pick<Verification, 'id' | 'channel' | 'key'>
}

/**
 * Records that the person behind a session has also proved to be another user, and asks whether to merge both. The
 * proof is valid for ten minutes, for this session only, and while the other user holds what was proved.
 *
 * @throws {@link DomainError} `mergeConfirmation`, with what both have filled in differently; `invalidMerge` where the
 * users cannot be merged. The code that has led here is used up either way
 */
export function proposeMerge(
  backend: Backend,
  { user, session }: Pick<UserCaller, 'user' | 'session'>,
  { other, verification }: Proposal,
): never {
  const { id: userId, environmentId } = user
  backend.outsideUndo(({ store }) => {
    store.verifications.delete(verification.id)
  })
  assertMergeable(backend, { user, other })
  backend.outsideUndo((lasting) => {
    const { pendingMerges } = lasting.store
    const former = pendingMerges.find('byUser', [userId])
    if (former) pendingMerges.delete(former.id)
    pendingMerges.insert({
      ...newRecord(lasting),
      environmentId,
      userId,
      fromUserId: other.id,
      sessionId: session.id,
      channel: verification.channel,
      key: verification.key,
      expiresAt: lasting.clock.isoIn(pendingMs),
    })
  })
  throw mergeRefusal(backend, { user, other })
}

/**
 * Merges the two users that a session has proved to be. The user who is signed in stays and gets what the other one
 * has. Gates, allowlists and screening judge both together before anything is written.
 *
 * @param resolutions - Whose value stays, for each field in which the two differ.
 * @throws {@link DomainError} `invalidMerge` where nothing is proposed or the users cannot be merged, what {@link
 * readResolutions} refuses, `metadataTooLarge`, and the refusal of a gate, an allowlist or the screening
 */
export async function mergeUsers(
  backend: Backend,
  { user, session }: UserCaller,
  resolutions: readonly Schemas['MergeUserConflictResolution'][] = [],
): Promise<SignInOutcome> {
  const pending = proposedMerge(backend, session)
  const other = contactHolder(backend, pending)
  assert(other && other.id === pending.fromUserId, 'invalidMerge', {
    message: 'The other user no longer holds what was proved.',
  })
  const pair = { user, other }
  assertMergeable(backend, pair)
  const won = readResolutions(backend, pair, resolutions)
  assertMergedAccess(backend, pair)
  return answerLinking(backend, { user: joinUsers(backend, pair, won), session })
}

/** The merge that this session has proved, while the proof is valid. */
function proposedMerge({ store, clock }: Backend, session: Session): PendingMerge {
  const pending = store.pendingMerges.find('byUser', [session.userId])
  assert(pending && pending.sessionId === session.id && pending.expiresAt > clock.iso(), 'invalidMerge', {
    message: 'There is nothing to merge. Prove first to hold an address of the other user.',
  })
  return pending
}

/** A code alone cannot sign in a user who has a second factor, so it cannot merge that user either. */
function assertMergeable(backend: Backend, { user, other }: MergePair): void {
  assert(!isGuarded(backend, other), 'invalidMerge', {
    message: 'The other user has a second factor. Sign in as that user and remove it first.',
  })
  const [mine, theirs] = [walletsOf(backend, user.id), walletsOf(backend, other.id)]
  const isOneWallet = backend.store.environments.get(user.environmentId)?.settings.sdk.multiWallet === false
  assert(!isOneWallet || mine.length === 0 || theirs.length === 0, 'invalidMerge', {
    message: 'A user of this environment has one wallet only.',
  })
  const embedded = new Set(mine.filter(isEmbedded).map(({ chain }) => chainNamespace(chain)))
  const hasSameChain = theirs.some((wallet) => isEmbedded(wallet) && embedded.has(chainNamespace(wallet.chain)))
  assert(!hasSameChain, 'invalidMerge', { message: 'Both users have an embedded wallet on the same chain.' })
}

function isEmbedded({ provider }: { provider: Schemas['WalletProviderEnum'] }): boolean {
  return provider === 'embeddedWallet'
}

function assertMergedAccess(backend: Backend, { user, other }: MergePair): void {
  const { environmentId } = user
  const theirs = personOf(backend, environmentId, { userId: other.id })
  const mine = personOf(backend, environmentId, { userId: user.id, joining: theirs.credentials })
  screenWallets(backend, mine, user.id)
  screenWallets(backend, theirs, other.id)
  assertAccess(backend, { ...mine, wallets: [...mine.wallets, ...theirs.wallets] })
}

/**
 * The rules for the other user's records in a merge, for exactly the tables that declare `onMerge: 'rule'`, in this
 * order.
 */
const mergeRules: MergeRules = {
  // Deleting a device deletes its passkey, unless the passkey can also sign in. So devices are deleted before
  // credentials move.
  mfaDevices: dropDevice,
  // An address that the other user has not proved does not belong to the person, and is deleted with the user.
  credentials({ store }, credential, user) {
    if (isVerified(credential)) store.credentials.put(handedOver(credential, user))
  },
  // A right ends with the user who gave it.
  delegations: revokeDelegation,
  // The credential that comes back with the wallet moves as well.
  deletedWallets({ store }, deleted, user) {
    const { wallet, credential } = deleted
    store.deletedWallets.put({
      ...deleted,
      userId: user.id,
      wallet: { ...wallet, userId: user.id },
      ...defined({ credential: credential && handedOver(credential, user) }),
    })
  },
}

function handedOver(credential: Credential, { id: userId }: User): Credential {
  return { ...credential, userId, previousUserIds: [...(credential.previousUserIds ?? []), credential.userId] }
}

/** Moves the other user's records as the tables declare, and deletes the other user with the rest. */
function joinUsers(backend: Backend, pair: MergePair, won: readonly FieldConflict[]): User {
  const { store, clock } = backend
  const { user, other } = pair
  const merged = mergeProfiles(backend, pair, won)
  assertMetadataSize(merged.metadata)
  mergeOwned(backend, pair, mergeRules)
  deleteUser(backend, other)
  return store.users.put({
    ...merged,
    updatedAt: clock.iso(),
    firstVisit: earliest(user.firstVisit, other.firstVisit),
    mergedUserIds: [...(user.mergedUserIds ?? []), ...(other.mergedUserIds ?? []), other.id],
  })
}

function earliest(...instants: readonly (string | undefined)[]): string | undefined {
  return instants.filter((instant) => instant !== undefined).sort()[0]
}
