import { deleteAllDevices } from '../../domain/flows/signIn/mfaDevices.ts'
import { provePasskey } from '../../domain/flows/signIn/mfaPasskeys.ts'
import { proveEmail, proveRecoveryCode, proveTotp } from '../../domain/flows/signIn/mfaProofs.ts'
import { passkeysOf, presentPasskey } from '../../domain/flows/signIn/passkeys.ts'
import { devicesOf, presentMfaDevice } from '../../domain/secondFactor/mfaDevices.ts'
import {
  hasUsableDevice,
  hasUsablePasskey,
  isMethodAvailable,
  takesRecoveryCodes,
} from '../../domain/secondFactor/mfaPolicy.ts'
import { assertFreshFactor, spendMfaToken } from '../../domain/secondFactor/mfaTokens.ts'
import { makeRecoveryCodes, showRecoveryCodes } from '../../domain/secondFactor/recoveryCodes.ts'
import { revokeSessionsOf } from '../../domain/sessions/sessions.ts'
import { assert } from '../../domain/shared/errors.ts'
import { missing } from '../../domain/shared/missingRecords.ts'
import { reachable } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const mfa = {
  listMethods({ backend, caller, query }) {
    const { user } = caller
    const { verifiedOnly = true } = query
    const devices = devicesOf(backend, user.id).filter(
      ({ type, verifiedAt }) =>
        isMethodAvailable(backend, user.environmentId, type) && (!verifiedOnly || verifiedAt !== undefined),
    )
    const passkeys = hasUsablePasskey(backend, user) ? passkeysOf(backend, user.id) : []
    return {
      status: 200,
      body: {
        devices: devices.map((device) => presentMfaDevice(backend, device)),
        passkeys: passkeys.map(presentPasskey),
        userHasVerifiedMfaMethods: hasUsableDevice(backend, user) || passkeys.length > 0,
      },
    }
  },

  async authenticateEmail({ backend, caller, body }) {
    const { body: reply, cookies } = await proveEmail(backend, caller, body)
    return { status: 200, body: reply, cookies }
  },

  async authenticatePasskey({ backend, caller, body, request }) {
    const { body: reply, cookies } = await provePasskey(backend, caller, { body, request })
    return { status: 200, body: reply, cookies }
  },

  async authenticateTotp({ backend, caller, body }) {
    const { body: reply, cookies } = await proveTotp(backend, caller, body)
    return { status: 200, body: reply, cookies }
  },

  async authenticateRecoveryCode({ backend, caller, body }) {
    const { body: reply, cookies } = await proveRecoveryCode(backend, caller, body)
    return { status: 200, body: reply, cookies }
  },

  listRecoveryCodes({ backend, caller, request }) {
    spendMfaToken(backend, assertFreshFactor(backend, caller, request.mfaAuthToken))
    return { status: 200, body: showRecoveryCodes(backend, caller.user.id) }
  },

  createRecoveryCodes({ backend, caller, request }) {
    assert(takesRecoveryCodes(backend, caller.user), 'recordNotFound', missing('recovery code'))
    spendMfaToken(backend, assertFreshFactor(backend, caller, request.mfaAuthToken))
    return { status: 200, body: makeRecoveryCodes(backend, caller.user) }
  },

  deleteDevices({ backend, caller, params }) {
    const user = reachable(caller, backend.store.users.get(params.userId), 'user')
    deleteAllDevices(backend, user.id)
    return { status: 204 }
  },

  reset({ backend, caller, params }) {
    const user = reachable(caller, backend.store.users.get(params.userId), 'user')
    deleteAllDevices(backend, user.id)
    revokeSessionsOf(backend, user.id, { byAdmin: true })
    return { status: 204 }
  },
} satisfies ResourceOperations<'mfa'>
