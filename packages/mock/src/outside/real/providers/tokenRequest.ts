import { defined } from '@latchkey/base/defined'
import { isObject } from '@latchkey/base/isObject'
import { OutsideFailure } from '@latchkey/base/questions'
import { DomainError } from '../../../domain/shared/errors.ts'
import type { CodeExchange } from '../../../effects/outside.ts'
import type { WebReply, WebRequest } from '../../../effects/webSource.ts'
import type { ProviderMetadata } from './providerMetadata.ts'

/** The service as a client of a provider. One without a secret is public. */
export interface ProviderClient {
  readonly clientId: string
  readonly clientSecret?: string | undefined
}

/** The request that exchanges a code (RFC 6749, section 4.1.3). It is sent once. */
export function tokenRequest(
  { tokenEndpoint, clientAuthentication }: ProviderMetadata,
  { clientId, clientSecret }: ProviderClient,
  { code, redirectUri, codeVerifier }: CodeExchange,
): WebRequest {
  const isBasic = clientAuthentication === 'client_secret_basic' && clientSecret !== undefined
  return {
    url: tokenEndpoint,
    isOnce: true,
    ...defined({ headers: isBasic ? { authorization: basicOf(clientId, clientSecret) } : undefined }),
    form: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      ...defined({ code_verifier: codeVerifier }),
      ...(!isBasic && { client_id: clientId, ...defined({ client_secret: clientSecret }) }),
    },
  }
}

/** The header of a client's credentials, each encoded as in a form (RFC 6749, section 2.3.1). */
function basicOf(clientId: string, clientSecret: string): string {
  const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)
  return `Basic ${btoa(`${encode(clientId)}:${encode(clientSecret)}`)}`
}

/** The tokens of a code. */
export interface ProviderTokens {
  readonly accessToken: string
  readonly expiresInSeconds: number
  /** As it came. */
  readonly idToken: unknown
}

/** How long an access token is valid whose reply does not say it, in seconds. */
const usualSeconds = 3600

/**
 * Reads the reply to a token request.
 *
 * @param where - The provider, for sentences: `provider google (https://accounts.example.com)`.
 * @throws DomainError `invalidVerification` for an error of OAuth; OutsideFailure for what is no reply
 */
export function readTokens({ status, body }: WebReply, where: string): ProviderTokens {
  if (!isObject(body) || status >= 500)
    throw new OutsideFailure(`The ${where} has failed at the token request (status ${status}).`)
  // Some providers report an error with status 200.
  const { error, access_token: accessToken, expires_in: expiresIn, id_token: idToken } = body
  if (error !== undefined || status >= 400) {
    const reason = typeof error === 'string' && /^[\w.-]{1,64}$/.test(error) ? error : `status ${status}`
    throw new DomainError('invalidVerification', { message: `The ${where} has refused the token request: ${reason}.` })
  }
  if (typeof accessToken !== 'string' || accessToken === '')
    throw new OutsideFailure(`The ${where} has answered the token request without an access token.`)
  const seconds = Number(expiresIn ?? usualSeconds)
  return { accessToken, idToken, expiresInSeconds: seconds >= 0 && seconds < 1e9 ? seconds : usualSeconds }
}
