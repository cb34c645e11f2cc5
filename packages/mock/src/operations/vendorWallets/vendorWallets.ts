import { instantOf } from '@latchkey/base/clock'
import { createAccount, writeAccountRequest } from '../../domain/flows/accounts/vendorAccounts.ts'
import { createOwnWallets, softDeleteWallet, upgradeWallets } from '../../domain/flows/accounts/vendorWallets.ts'
import { restoreWallet } from '../../domain/flows/keys/deletedWallets.ts'
import { deleteVendorKeys, writeDeleteRequest } from '../../domain/flows/keys/vendorDeletion.ts'
import { takeExportBundle } from '../../domain/flows/keys/vendorExport.ts'
import { registerSessionKey } from '../../domain/vendorWallets/sessionKeys.ts'
import type { ResourceOperations } from '../operation.ts'

export const vendorWallets = {
  async create({ backend, caller, body, request }) {
    const { body: reply, cookies } = await createOwnWallets(backend, caller, { body, request })
    return { status: 201, body: reply, cookies }
  },

  async delete({ backend, caller, body, request }) {
    await deleteVendorKeys(backend, caller.user, { signed: body.vendorSignedRequest, request })
    return { status: 204 }
  },

  getDeleteRequestLegacy({ backend, caller }) {
    return { status: 200, body: writeDeleteRequest(backend, caller.user) }
  },

  getDeleteRequest({ backend, caller, params }) {
    return { status: 200, body: writeDeleteRequest(backend, caller.user, params.walletId) }
  },

  async createAccount({ backend, caller, body, request }) {
    const signed = body.vendorSignedRequest
    const { body: reply, cookies } = await createAccount(backend, caller, { signed, request })
    return { status: 201, body: reply, cookies }
  },

  getAccountRequest({ backend, caller, query }) {
    return { status: 200, body: writeAccountRequest(backend, caller.user, query.chain) }
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

  async getExportBundle({ backend, caller, params }) {
    return { status: 200, body: { exportBundle: await takeExportBundle(backend, caller.user, params) } }
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
