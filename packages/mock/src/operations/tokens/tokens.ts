import { creatorOfToken } from '../../domain/organizations/creators.ts'
import {
  grantableScopes,
  issueEnvironmentToken,
  presentToken,
  revokeEnvironmentToken,
} from '../../domain/organizations/tokens.ts'
import { inEnvironment } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const tokens = {
  list({ params, backend }) {
    const listed = [...backend.store.environmentTokens.scan('byEnvironment', [params.environmentId])]
    return { status: 200, body: { tokens: listed.map(presentToken) } }
  },
  create({ params, body, caller, backend }) {
    const { token, rawToken } = issueEnvironmentToken(backend, params.environmentId, {
      note: body.note,
      scopes: grantableScopes(caller, body.scopes),
      createdBy: creatorOfToken(backend, params.environmentId, caller),
    })
    return { status: 201, body: { token: { ...presentToken(token), rawToken, active: true } } }
  },
  delete({ params, backend }) {
    revokeEnvironmentToken(
      backend,
      inEnvironment(backend.store.environmentTokens.get(params.tokenId), params.environmentId, 'token'),
    )
    return { status: 204 }
  },
} satisfies ResourceOperations<'tokens'>
