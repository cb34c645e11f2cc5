import { updateProfile } from '../../domain/flows/accounts/profileUpdate.ts'
import { mergeUsers } from '../../domain/flows/accounts/userMerge.ts'
import { deleteUser } from '../../domain/flows/users/deletion.ts'
import { assertMfaAction, spendMfaToken } from '../../domain/secondFactor/mfaTokens.ts'
import { clearedCookies } from '../../domain/sessions/sessionCookies.ts'
import { checkField } from '../../domain/users/fieldChecks.ts'
import { presentSdkUser } from '../../domain/users/profile.ts'
import type { ResourceOperations } from '../operation.ts'

export const profile = {
  get({ backend, caller }) {
    return { status: 200, body: presentSdkUser(backend, caller.user, caller) }
  },

  async update({ backend, caller, body: fields, request }) {
    const { body, cookies } = await updateProfile(backend, caller, { fields, request })
    return { status: 200, body, cookies }
  },

  delete({ backend, caller, request }) {
    spendMfaToken(backend, assertMfaAction(backend, caller, { action: 'user.update', raw: request.mfaAuthToken }))
    deleteUser(backend, caller.user)
    return { status: 204, cookies: clearedCookies(backend, caller.user.environmentId) }
  },

  checkField({ backend, caller, query }) {
    return { status: 200, body: checkField(backend, caller.user, query.filter) }
  },

  async merge({ backend, caller }) {
    const { body, cookies } = await mergeUsers(backend, caller)
    return { status: 200, body, cookies }
  },

  async resolveMerge({ backend, caller, body: { mergeUserResolutions } }) {
    const { body, cookies } = await mergeUsers(backend, caller, mergeUserResolutions)
    return { status: 200, body, cookies }
  },
} satisfies ResourceOperations<'profile'>
