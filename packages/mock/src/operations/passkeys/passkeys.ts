import {
  beginRegistration,
  beginSignIn,
  deletePasskey,
  finishRegistration,
  finishSignIn,
  ownPasskey,
  passkeysOf,
  presentPasskey,
  renamePasskey,
} from '../../domain/flows/signIn/passkeys.ts'
import { authenticationOptions } from '../../domain/passkeys/passkeyCeremonies.ts'
import type { ResourceOperations } from '../operation.ts'

export const passkeys = {
  list({ backend, caller }) {
    const listed = passkeysOf(backend, caller.user.id).map(presentPasskey)
    return { status: 200, body: { passkeys: listed, count: listed.length } }
  },

  update({ backend, caller, body }) {
    const passkey = ownPasskey(backend, caller.user, { passkeyId: body.id })
    return { status: 200, body: presentPasskey(renamePasskey(backend, passkey, body.alias)) }
  },

  delete({ backend, caller, body, request }) {
    deletePasskey(backend, caller, { passkeyId: body.passkeyId, raw: request.mfaAuthToken })
    return { status: 204 }
  },

  getAuthenticationOptions({ backend, caller, query, request }) {
    const { user } = caller
    return {
      status: 200,
      body: authenticationOptions(backend, user.environmentId, {
        user,
        request,
        relatedOriginRpId: query.relatedOriginRpId,
      }),
    }
  },

  getRegistrationOptions({ backend, caller, request }) {
    return { status: 200, body: beginRegistration(backend, caller, request) }
  },

  async register({ backend, caller, body, request }) {
    const { createMfaToken, response, ...rest } = body
    const credential = { ...rest, response: { ...response, clientDataJSON: response.clientDataJson } }
    const { body: reply, cookies } = await finishRegistration(backend, caller, { request, credential, createMfaToken })
    return { status: 200, body: reply, cookies }
  },

  getSignInOptions({ backend, params, query, request }) {
    return {
      status: 200,
      body: beginSignIn(backend, params.environmentId, { request, relatedOriginRpId: query.relatedOriginRpId }),
    }
  },

  async signIn({ backend, params, body, request }) {
    const { body: reply, cookies } = await finishSignIn(backend, params.environmentId, { body, request })
    return { status: 200, body: reply, cookies }
  },
} satisfies ResourceOperations<'passkeys'>
