import type { OperationId } from '@latchkey/types'
import type { EnvironmentToken } from '../../store/records.ts'
import { issuerOf, serverType, signClaims, type TokenClaims } from '../sessions/sessionTokens.ts'
import { signingKeyOf } from '../sessions/signingKeys.ts'
import type { Backend } from '../shared/backend.ts'
import type { ServerCaller } from '../shared/callers.ts'
import { assert } from '../shared/errors.ts'

const lifetimeSeconds = 600

/** The operations that take the token: they make wallets of the environment itself, and work with these alone. */
const operations = {
  'waas.createAccount': true,
  'waas.exportPrivateKey': true,
  'waas.importPrivateKey': true,
  'waas.refresh': true,
  'waas.reshare': true,
  'waas.signMessage': true,
  'waasRooms.createRooms': true,
  'waasRooms.createWithoutWallet': true,
} as const satisfies Partial<Record<OperationId, true>>

export type ServerOperationId = keyof typeof operations

/** Whether an operation takes the token of {@link issueServerTokens}. */
export function takesServerToken(id: OperationId): id is ServerOperationId {
  return Object.hasOwn(operations, id)
}

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
    signClaims(key, { ...registered, missing_fields: [], verified_credentials: [] }, serverType),
    signClaims(key, registered, serverType),
  ])
  return { jwt, minifiedJwt }
}

/**
 * The server that a token was issued for. It ends with the API token.
 *
 * @throws {@link DomainError} `unauthorized`, `tokenExpired`
 */
export function serverCallerOf(backend: Backend, environmentId: string, claims: TokenClaims): ServerCaller {
  const { store, clock } = backend
  const token = store.environmentTokens.get(claims.sub)
  const isOfEnvironment = claims.iss === issuerOf(backend, environmentId) && token?.environmentId === environmentId
  assert(isOfEnvironment && token, 'unauthorized', { message: 'The API token of this JWT is unknown here.' })
  assert(claims.exp * 1000 > clock.now(), 'tokenExpired')
  assert(token.expiresAt === undefined || token.expiresAt > clock.iso(), 'tokenExpired')
  return { kind: 'server', environmentId, token }
}
