import {
  completePasskeyRecovery,
  startEmailAuth,
  startPasskeyRecovery,
  updateRecoveryEmail,
} from '../../domain/flows/accounts/walletRecovery.ts'
import type { ResourceOperations } from '../operation.ts'

export const walletRecovery = {
  async startEmailAuth({ backend, caller, body }) {
    return { status: 200, body: await startEmailAuth(backend, caller.user, body) }
  },

  async startPasskeyRecovery({ backend, caller, body }) {
    return { status: 201, body: await startPasskeyRecovery(backend, caller, body) }
  },

  async completePasskeyRecovery({ backend, caller, body, request }) {
    const { body: reply, cookies } = await completePasskeyRecovery(backend, caller, { body, request })
    return { status: 201, body: reply, cookies }
  },

  async updateEmail({ backend, caller, body, request }) {
    await updateRecoveryEmail(backend, caller.user, { signed: body.vendorSignedRequest, request })
    return { status: 204 }
  },
} satisfies ResourceOperations<'walletRecovery'>
