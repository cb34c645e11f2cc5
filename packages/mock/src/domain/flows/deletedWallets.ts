import type { components } from '@latchkey/types'
import type { Backend } from '../../backend.ts'
import type { DeletedWallet } from '../../store/adminRecords.ts'
import type { User, Wallet } from '../../store/records.ts'
import { replaceCredential } from '../credentials/credentials.ts'
import { assert, DomainError, type FailureKey } from '../shared/errors.ts'
import { keepPastWallet } from '../analytics/pastActivity.ts'
import { deleteWithOwned } from '../shared/ownership.ts'
import { issueSubnames } from '../wallets/subnames.ts'
import { touchUser } from '../users/users.ts'
import { hasEmbeddedWallet, keepWallet, presentWallet } from '../wallets/wallets.ts'

type Schemas = components['schemas']

/**
 * Deletes a wallet in such a way that it can be brought back: it leaves its user, and nobody finds it any more but the list
 * of the environment's wallets. The user's sessions go on, also without anything left to sign in with.
 */
export function deleteWallet(backend: Backend, wallet: Wallet): DeletedWallet {
  const { store, clock } = backend
  const { id, createdAt, environmentId, userId } = wallet
  const credential = store.credentials.get(id)
  const { id: pastActivityId } = keepPastWallet(backend, wallet)
  deleteWithOwned(backend, 'wallets', id)
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
    wallet,
    ...(credential && { credential }),
    pastActivityId,
  })
}

/**
 * Brings back the deleted wallets of a user, or of every user of the environment, each as it was. One whose address somebody has by now stays deleted, and so
 * does an embedded one beside another on its chain, where the settings allow one per chain.
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

function refusalOf(backend: Backend, user: User, { wallet }: DeletedWallet): DomainError | undefined {
  const { store } = backend
  const { environmentId } = user
  const holder = store.credentials.find('byKey', [environmentId, 'blockchain', wallet.key])
  const isOnePerChain =
    store.environments.get(environmentId)?.settings.sdk.waas?.allowMultipleWaasWalletsPerChain !== true
  const isSecond =
    wallet.provider === 'embeddedWallet' && isOnePerChain && hasEmbeddedWallet(backend, user.id, wallet.chain)
  if (holder?.userId === user.id)
    return new DomainError('addressTakenSince', { message: 'This wallet is linked again.' })
  const key: FailureKey | undefined = holder ? 'addressTakenSince' : isSecond ? 'walletExistsForChain' : undefined
  return key && new DomainError(key)
}
