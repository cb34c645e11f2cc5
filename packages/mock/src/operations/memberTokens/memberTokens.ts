import { createMemberToken, presentMemberToken, revokeMemberToken } from '../../domain/organizations/memberTokens.ts'
import { recordOf } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const memberTokens = {
  list({ caller, backend }) {
    const memberTokens = [...backend.store.memberTokens.scan('byAdmin', [caller.admin.id])]
    return { status: 200, body: { tokens: memberTokens.map((token) => presentMemberToken(backend, token)) } }
  },
  create({ body, caller, backend }) {
    const { token, rawToken } = createMemberToken(backend, caller.admin, body)
    return { status: 201, body: { token: { ...presentMemberToken(backend, token), rawToken, active: true } } }
  },
  delete({ params, caller, backend }) {
    const token = recordOf(backend.store.memberTokens.get(params.tokenId), { adminId: caller.admin.id }, 'token')
    revokeMemberToken(backend, token)
    return { status: 204 }
  },
} satisfies ResourceOperations<'memberTokens'>
