import { restoreWallet } from '../domain/flows/deletedWallets.ts'
import { createOwnWallets, softDeleteWallet, upgradeWallets } from '../domain/flows/vendorWallets.ts'
import { registerSessionKey } from '../domain/vendorWallets/sessionKeys.ts'
import { instantOf } from '../effects/clock.ts'
import type { ResourceOperations } from './operation.ts'

export const vendorWallets = {
  async create({ backend, caller, body, request }) {
    const { body: reply, cookies } = await createOwnWallets(backend, caller, { ...body, request })
    return { status: 201, body: reply, cookies }
  },

  async registerSessionKey({ backend, caller, body: { publicKey, prevSessionKeySignature: signature, walletId } }) {
    const session = await registerSessionKey(backend, caller, { publicKey, signature, walletId })
    const { sessionPublicKey, sessionKey } = session
    return { status: 200, body: { publicKey: sessionPublicKey, expiresAt: instantOf(sessionKey.expiresAt) } }
  },

  async upgrade({ backend, caller, body }) {
    const { body: reply, cookies } = await upgradeWallets(backend, caller, body.sessionPublicKey)
    return { status: 201, body: reply, cookies }
  },

  softDelete({ backend, caller, params }) {
    softDeleteWallet(backend, caller.user, params.walletId)
    return { status: 204 }
  },

  restore({ backend, caller, params }) {
    restoreWallet(backend, caller.user, params.walletId)
    return { status: 204 }
  },
} satisfies ResourceOperations<'vendorWallets'>
