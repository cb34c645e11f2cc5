import { deleteDevice } from '../../domain/flows/signIn/mfaDevices.ts'
import { beginTotp, finishTotp } from '../../domain/flows/signIn/mfaEnrolment.ts'
import { beginPasskey, finishPasskey } from '../../domain/flows/signIn/mfaPasskeys.ts'
import { devicesOf, ownDevice, presentMfaDevice, setDefaultDevice } from '../../domain/secondFactor/mfaDevices.ts'
import { assertMfaToken } from '../../domain/secondFactor/mfaTokens.ts'
import { assert } from '../../domain/shared/errors.ts'
import type { ResourceOperations } from '../operation.ts'

export const mfaDevices = {
  list({ backend, caller }) {
    const devices = devicesOf(backend, caller.user.id).map((device) => presentMfaDevice(backend, device))
    return { status: 200, body: { count: devices.length, devices } }
  },

  get({ backend, caller, params }) {
    return { status: 200, body: presentMfaDevice(backend, ownDevice(backend, caller.user, params.mfaDeviceId)) }
  },

  update({ backend, caller, params, body }) {
    setDefaultDevice(backend, ownDevice(backend, caller.user, params.mfaDeviceId), body.default)
    return { status: 204 }
  },

  delete({ backend, caller, params, request }) {
    const { mfaAuthToken: raw } = request
    assert(raw, 'badRequest', { message: 'Send a proof of the second factor in the header x-mfa-auth-token.' })
    const device = ownDevice(backend, caller.user, params.mfaDeviceId)
    assertMfaToken(backend, caller.session, raw)
    deleteDevice(backend, device)
    return { status: 204 }
  },

  createPasskey({ backend, caller, request }) {
    return { status: 200, body: beginPasskey(backend, caller, request) }
  },

  async verifyPasskey({ backend, caller, body, request }) {
    const { body: reply, cookies } = await finishPasskey(backend, caller, { body, request })
    return { status: 200, body: reply, cookies }
  },

  createTotp({ backend, caller }) {
    return { status: 200, body: beginTotp(backend, caller) }
  },

  verifyTotp({ backend, caller, body, request }) {
    return {
      status: 200,
      body: presentMfaDevice(backend, finishTotp(backend, caller, { body, raw: request.mfaAuthToken })),
    }
  },
} satisfies ResourceOperations<'mfaDevices'>
