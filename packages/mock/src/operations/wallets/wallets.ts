import { deleteWallet, recoverWallets } from '../../domain/flows/keys/deletedWallets.ts'
import type { Backend } from '../../domain/shared/backend.ts'
import { inEnvironment, reachable } from '../../domain/shared/recordGuards.ts'
import { touchUser } from '../../domain/users/users.ts'
import { linkWallet } from '../../domain/wallets/linkedWallets.ts'
import { presentWallet, walletsOf } from '../../domain/wallets/wallets.ts'
import { listWallets } from '../../domain/wallets/walletsOfEnvironment.ts'
import type { User } from '../../store/records.ts'
import type { Call, ResourceOperations } from '../operation.ts'

export const wallets = {
  list({ params, query, backend }) {
    return { status: 200, body: listWallets(backend, params.environmentId, query) }
  },
  get({ params, backend }) {
    return {
      status: 200,
      body: presentWallet(inEnvironment(backend.store.wallets.get(params.walletId), params.environmentId, 'wallet')),
    }
  },
  getLegacy({ params, caller, backend }) {
    return { status: 200, body: presentWallet(reachable(caller, backend.store.wallets.get(params.walletId), 'wallet')) }
  },
  listByUser({ params, backend }) {
    return listOf(backend, inEnvironment(backend.store.users.get(params.userId), params.environmentId, 'user'))
  },
  listByUserLegacy({ params, caller, backend }) {
    return listOf(backend, reachable(caller, backend.store.users.get(params.userId), 'user'))
  },
  create({ params, body, backend }) {
    return link(backend, inEnvironment(backend.store.users.get(params.userId), params.environmentId, 'user'), body)
  },
  createLegacy({ params, body, caller, backend }) {
    return link(backend, reachable(caller, backend.store.users.get(params.userId), 'user'), body)
  },
  delete({ params, backend }) {
    deleteWallet(backend, inEnvironment(backend.store.wallets.get(params.walletId), params.environmentId, 'wallet'))
    return { status: 204 }
  },
  deleteLegacy({ params, caller, backend }) {
    deleteWallet(backend, reachable(caller, backend.store.wallets.get(params.walletId), 'wallet'))
    return { status: 204 }
  },
  recover({ params, body, backend }) {
    const { environmentId } = params
    const user =
      body.userId === undefined ? undefined : inEnvironment(backend.store.users.get(body.userId), environmentId, 'user')
    return { status: 200, body: recoverWallets(backend, environmentId, user) }
  },
} satisfies ResourceOperations<'wallets'>

function listOf(backend: Backend, user: User) {
  const listed = walletsOf(backend, user.id).map(presentWallet)
  return { status: 200 as const, body: { count: listed.length, wallets: listed } }
}

function link(backend: Backend, user: User, fields: Call<'wallets.create'>['body']) {
  const wallet = linkWallet(backend, user, fields)
  touchUser(backend, user.id)
  return { status: 201 as const, body: presentWallet(wallet) }
}
