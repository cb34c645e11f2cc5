import type { Backend } from '../shared/backend.ts'
import type { FailureDetails } from '../shared/errors.ts'
import { keptSha256Hex } from '../shared/sha256Hex.ts'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Names a text that cannot be the id of an environment, such as that of a variable that is not set. */
export function hintAboutId(environmentId: string): FailureDetails {
  const isId = uuid.test(environmentId) || !/^[\w-]{1,40}$/.test(environmentId)
  return isId ? {} : { hint: `"${environmentId}" is not the id of an environment, which is a UUID.` }
}

/** Says of a credential that it is a JWT, where the call takes an API token. */
export function hintAboutJwt(raw: string): FailureDetails {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(raw)
    ? { message: 'This call takes an API token, not a JWT such as the session token of a user.' }
    : { message: 'This API token is unknown, or was revoked.' }
}

/** Says of a credential that it is an API token, where the call takes a session token. */
export function hintAboutApiToken({ store }: Backend, raw: string): FailureDetails {
  const hash = keptSha256Hex(raw)
  const isApiToken = store.environmentTokens.find('byHash', [hash]) ?? store.memberTokens.find('byHash', [hash])
  return isApiToken
    ? { message: 'This call takes the session token of a user, not an API token.' }
    : { message: 'This is not a session token of this environment.' }
}
