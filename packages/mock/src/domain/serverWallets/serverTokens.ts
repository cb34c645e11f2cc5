import type { EnvironmentToken } from '../../store/records.ts'
import { issuerOf, signClaims } from '../sessions/sessionTokens.ts'
import { signingKeyOf } from '../sessions/signingKeys.ts'
import { serverType } from '../sessions/tokenTypes.ts'
import type { Backend } from '../shared/backend.ts'

const lifetimeSeconds = 600

/** Issues tokens that open the rooms of the environment's own wallets for ten minutes. They are for no user. */
export async function issueServerTokens(
  backend: Backend,
  { id: tokenId, environmentId }: EnvironmentToken,
): Promise<{ readonly jwt: string; readonly minifiedJwt: string }> {
  const key = await signingKeyOf(backend, environmentId)
  const iat = Math.floor(backend.clock.now() / 1000)
  const registered = {
    kid: key.kid,
    iss: issuerOf(backend, environmentId),
    aud: backend.baseUrl,
    sub: tokenId,
    sid: tokenId,
    jti: backend.random.token(22),
    iat,
    exp: iat + lifetimeSeconds,
    environment_id: environmentId,
    last_verified_credential_id: '',
    server_auth: true,
  }
  const [jwt, minifiedJwt] = await Promise.all([
    signClaims(backend, { ...registered, missing_fields: [], verified_credentials: [] }, { key, typ: serverType }),
    signClaims(backend, registered, { key, typ: serverType }),
  ])
  return { jwt, minifiedJwt }
}
