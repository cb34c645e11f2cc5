import type { Backend } from '../shared/backend.ts'
import type { AnyCaller, Caller } from '../shared/callers.ts'
import { assert } from '../shared/errors.ts'
import type { RequestContext } from '../shared/request.ts'
import { environmentCaller, organizationCaller } from './apiTokens.ts'
import type { Attempt, BearerAttempt } from './attempt.ts'
import { jwtCaller } from './jwts.ts'

/** The function that finds the caller, by the `auth` of the operation. */
const readers: {
  [Auth in keyof Caller]: (backend: Backend, attempt: BearerAttempt) => AnyCaller | Promise<AnyCaller>
} = {
  environment: environmentCaller,
  member: organizationCaller,
  user: jwtCaller,
  optionalUser: jwtCaller,
  none: () => ({ kind: 'none' }),
}

/**
 * Checks the request's credential for the operation, and for the environment or organization of its URL.
 *
 * @throws {@link DomainError} `unauthorized`, and the refusals of the function for this kind of credential
 */
export function authenticate(backend: Backend, attempt: Attempt): AnyCaller | Promise<AnyCaller> {
  return readers[attempt.row.auth](backend, { ...attempt, raw: bearerOf(attempt.context) })
}

/** The bearer token, or `undefined` without the header. A header in another form is refused. */
function bearerOf({ authorization }: RequestContext): string | undefined {
  if (authorization === undefined) return undefined
  const raw = /^bearer +(\S+) *$/i.exec(authorization)?.[1]
  assert(raw, 'unauthorized', { message: 'Send the credential as `Authorization: Bearer <token>`.' })
  return raw
}
