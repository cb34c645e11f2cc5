import { refreshCaller } from '../../domain/flows/accounts/vendorWallets.ts'
import { claimBrowserWallet, issueMpcToken, secretOf } from '../../domain/vendorWallets/walletSecrets.ts'
import type { ResourceOperations } from '../operation.ts'

export const walletSecrets = {
  async getAuthToken({ backend, caller, query }) {
    return { status: 200, body: { token: await issueMpcToken(backend, caller.session, query.type) } }
  },

  async getPasscode({ backend, caller }) {
    return { status: 200, body: await secretOf(backend, caller.user, 'passcode') }
  },

  async getBackup({ backend, caller }) {
    return { status: 200, body: await secretOf(backend, caller.user, 'backup') }
  },

  async claim({ backend, caller, body }) {
    claimBrowserWallet(backend, caller.user, body.walletId)
    const { body: reply, cookies } = await refreshCaller(backend, caller)
    return { status: 200, body: reply, cookies }
  },
} satisfies ResourceOperations<'walletSecrets'>
