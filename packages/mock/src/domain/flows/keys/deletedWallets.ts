import { instantOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { DeletedWallet } from '../../../store/adminRecords.ts'
import type { User, Wallet } from '../../../store/records.ts'
import { keepPastWallet } from '../../analytics/pastActivity.ts'
import { replaceCredential } from '../../credentials/credentials.ts'
import { delegationOf } from '../../delegation/delegations.ts'
import { keySetOf } from '../../keySets/keySets.ts'
import type { Backend } from '../../shared/backend.ts'
import { unitMs } from '../../shared/durations.ts'
import { assert, DomainError } from '../../shared/errors.ts'
import { missing } from '../../shared/missingRecords.ts'
import { deleteWithOwned } from '../../shared/ownership.ts'
import { recordOf } from '../../shared/recordGuards.ts'
import { touchUser } from '../../users/users.ts'
import { keepWallet } from '../../wallets/keptWallets.ts'
import { smartWalletsOf } from '../../wallets/smartWallets.ts'
import { issueSubnames } from '../../wallets/subnames.ts'
import { hasEmbeddedWallet, presentWallet } from '../../wallets/wallets.ts'
import { revokeDelegation } from './revokedDelegations.ts'

type Schemas = components['schemas']

/**
 * Deletes a wallet so that it can be recovered. It leaves its user, and only the list of the environment's wallets
 * still shows it. The user's sessions continue, even if no credential remains to sign in with. The smart wallets for
 * which it signs are deleted with it.
 */
export function deleteWallet(
  backend: Backend,
  wallet: Wallet,
  { byUser = false }: { readonly byUser?: boolean } = {},
): DeletedWallet {
  const { store, clock } = backend
  const { id, createdAt, environmentId, userId } = wallet
  for (const smartWallet of smartWalletsOf(backend, id)) deleteWallet(backend, smartWallet, { byUser })
  const delegation = delegationOf(backend, id)
  if (delegation) revokeDelegation(backend, delegation)
  const credential = store.credentials.get(id)
  const present = store.wallets.get(id) ?? wallet
  const { id: pastActivityId } = keepPastWallet(backend, wallet)
  // The key set outlives the wallet, with the backups of its shares.
  const keySet = keySetOf(backend, id)
  if (keySet) store.keySets.put({ ...keySet, walletId: '' })
  deleteWithOwned(backend, 'wallets', id)
  if (keySet) store.keySets.put(keySet)
  if (credential) {
    store.credentials.delete(credential.id)
    replaceCredential(backend, userId, credential.id)
  }
  touchUser(backend, userId)
  return store.deletedWallets.insert({
    id,
    createdAt,
    environmentId,
    userId,
    deletedUserId: userId,
    deletedAt: clock.iso(),
    ...defined({ byUser: byUser || undefined }),
    wallet: present,
    ...defined({ credential }),
    pastActivityId,
  })
}

/**
 * Recovers the deleted wallets of a user, or of every user of the environment, unchanged. A wallet stays deleted if
 * somebody has linked its address since. An embedded wallet also stays deleted if the user has another one on its chain
 * and the settings allow one per chain.
 */
export function recoverWallets(
  backend: Backend,
  environmentId: string,
  onlyUser?: User,
): Required<Schemas['WalletRecoveryResponse']> {
  const { store } = backend
  const wallets: Schemas['Wallet'][] = []
  const notRecovered: Schemas['WalletNotRecovered'][] = []
  const users = new Set<User>()
  const deletedWallets = onlyUser
    ? store.deletedWallets.scan('byUser', [onlyUser.id])
    : store.deletedWallets.scan('byEnvironment', [environmentId])
  for (const deleted of deletedWallets) {
    const user = store.users.get(deleted.userId)
    assert(user, 'internal')
    const refusal = refusalOf(backend, user, deleted)
    if (refusal === undefined) {
      wallets.push(presentWallet(recover(backend, user, deleted)))
      users.add(user)
    } else
      notRecovered.push({
        walletId: deleted.id,
        code: refusal.code as Schemas['WalletNotRecovered']['code'],
        error: refusal.message,
      })
  }
  for (const user of users) {
    touchUser(backend, user.id)
    issueSubnames(backend, user)
  }
  const rest = notRecovered.length > 0 ? ` ${notRecovered.length} stay deleted.` : ''
  return { data: { wallets, notRecovered }, message: `Wallets recovered: ${wallets.length}.${rest}` }
}

/** How long users can restore a wallet that they have deleted, in milliseconds. */
const restorableMs = 30 * unitMs.days

/**
 * Gives a user a wallet back that the user deleted in the last 30 days.
 *
 * @throws {@link DomainError} `recordNotFound`, `addressTakenSince`, `walletExistsForChain`
 */
export function restoreWallet(backend: Backend, user: User, walletId: string): Wallet {
  const { store, clock } = backend
  const deleted = recordOf(store.deletedWallets.get(walletId), { userId: user.id, byUser: true }, 'wallet')
  assert(instantOf(deleted.deletedAt) + restorableMs > clock.now(), 'recordNotFound', missing('wallet'))
  const refusal = refusalOf(backend, user, deleted)
  if (refusal) throw refusal
  const wallet = recover(backend, user, deleted)
  for (const smartWallet of deletedWith(backend, deleted))
    if (!refusalOf(backend, user, smartWallet)) recover(backend, user, smartWallet)
  touchUser(backend, user.id)
  issueSubnames(backend, user)
  return wallet
}

/** The smart wallets of a wallet that were deleted together with it. */
function deletedWith({ store }: Backend, { id, userId, deletedAt }: DeletedWallet): DeletedWallet[] {
  return [...store.deletedWallets.scan('byUser', [userId])].filter(
    (deleted) => deleted.wallet.signerWalletId === id && deleted.deletedAt === deletedAt,
  )
}

function recover(
  backend: Backend,
  { id: userId }: User,
  { id, wallet, credential, pastActivityId }: DeletedWallet,
): Wallet {
  const { store } = backend
  store.deletedWallets.delete(id)
  store.pastActivity.delete(pastActivityId)
  if (credential) store.credentials.insert({ ...credential, userId })
  return keepWallet(backend, { ...wallet, userId })
}

function refusalOf(backend: Backend, user: User, { wallet, credential }: DeletedWallet): DomainError | undefined {
  const { store } = backend
  const { environmentId } = user
  const holder = store.credentials.find('byKey', [environmentId, 'blockchain', credential?.key ?? wallet.key])
  const isOnePerChain =
    store.environments.get(environmentId)?.settings.sdk.waas?.allowMultipleWaasWalletsPerChain !== true
  const isSecond =
    wallet.provider === 'embeddedWallet' && isOnePerChain && hasEmbeddedWallet(backend, user.id, wallet.chain)
  if (holder?.userId === user.id)
    return new DomainError('addressTakenSince', { message: 'This wallet is linked again.' })
  if (holder) return new DomainError('addressTakenSince')
  return isSecond ? new DomainError('walletExistsForChain') : undefined
}
