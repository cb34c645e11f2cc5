import { inEnvironment } from '../domain/callers.ts'
import { touchUser } from '../domain/users.ts'
import { linkWallet, presentWallet, walletsOf } from '../domain/wallets.ts'
import type { ResourceOperations } from './operation.ts'

export const wallets = {
  get({ params, backend }) {
    return { status: 200, body: presentWallet(inEnvironment(backend.store.wallets.get(params.walletId), params.environmentId)) }
  },
  listByUser({ params, backend }) {
    const user = inEnvironment(backend.store.users.get(params.userId), params.environmentId)
    const wallets = walletsOf(backend, user.id).map(presentWallet)
    return { status: 200, body: { count: wallets.length, wallets } }
  },
  create({ params, body, backend }) {
    const user = inEnvironment(backend.store.users.get(params.userId), params.environmentId)
    const wallet = linkWallet(backend, { user, fields: body })
    touchUser(backend, user.id)
    return { status: 201, body: presentWallet(wallet) }
  },
} satisfies ResourceOperations<'wallets'>
