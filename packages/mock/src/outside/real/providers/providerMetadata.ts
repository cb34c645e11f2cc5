import { isObject } from '@latchkey/base/isObject'
import type { RealUrl } from '@latchkey/base/realUrl'
import { trimEnd } from '@latchkey/base/trimEnd'

/** The facts of a real provider (OpenID Connect Discovery, section 3; RFC 8414). */
export interface ProviderMetadata {
  /** As its answers and ID tokens have it. */
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly userInfoEndpoint?: string | undefined
  /** Of an OpenID provider, which issues ID tokens. */
  readonly jwksUri?: string | undefined
  /** How a client with a secret authenticates (RFC 6749, section 2.3.1). */
  readonly clientAuthentication: ClientAuthentication
  /** The algorithms of its ID tokens, if it says so. */
  readonly idTokenAlgorithms?: readonly unknown[] | undefined
  /** Whether its answers name their issuer (RFC 9207). */
  readonly namesItself: boolean
  /** Whether an answer can travel as a form. */
  readonly answersByForm: boolean
}

const clientAuthentications = ['client_secret_basic', 'client_secret_post'] as const
type ClientAuthentication = (typeof clientAuthentications)[number]

/** Where a provider publishes its metadata. */
export function metadataUrlOf({ href }: RealUrl): string {
  const url = new URL(href)
  url.pathname = `${trimEnd(url.pathname, '/')}/.well-known/openid-configuration`
  return url.href
}

/**
 * Reads metadata. A provider by https cannot lead to endpoints by http.
 *
 * @param asked - The issuer as the developer has named it.
 * @throws Error with a sentence about the provider, after its name
 */
export function readMetadata(document: unknown, asked: RealUrl): ProviderMetadata {
  if (!isObject(document)) throw new Error('has no metadata of a provider at its well-known URL.')
  const issuer = readIssuer(document, asked)
  const endpoint = (name: string) => {
    const value = document[name]
    if (value === undefined) return undefined
    const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
    const schemes = asked.href.startsWith('https:') ? ['https:'] : ['https:', 'http:']
    if (!url || !schemes.includes(url.protocol) || url.username || url.password)
      throw new Error(`has metadata whose "${name}" is not a URL of ${schemes.join(' or ').replaceAll(':', '')}.`)
    return url.href
  }
  const [authorizationEndpoint, tokenEndpoint] = [endpoint('authorization_endpoint'), endpoint('token_endpoint')]
  if (authorizationEndpoint === undefined || tokenEndpoint === undefined)
    throw new Error('has metadata without "authorization_endpoint" or "token_endpoint".')
  const modes = listOf(document['response_modes_supported'])
  return {
    issuer,
    authorizationEndpoint,
    tokenEndpoint,
    userInfoEndpoint: endpoint('userinfo_endpoint'),
    jwksUri: endpoint('jwks_uri'),
    clientAuthentication: readAuthentication(listOf(document['token_endpoint_auth_methods_supported'])),
    idTokenAlgorithms: listOf(document['id_token_signing_alg_values_supported']),
    namesItself: document['authorization_response_iss_parameter_supported'] === true,
    answersByForm: modes === undefined || modes.includes('form_post'),
  }
}

/** The issuer, which is the one that was asked (OpenID Connect Discovery, section 4.3), but for a final slash. */
function readIssuer({ issuer }: Readonly<Record<string, unknown>>, { href, origin }: RealUrl): string {
  const named = trimEnd(href, '/')
  if (issuer === undefined) throw new Error('has metadata without "issuer".')
  if (typeof issuer !== 'string' || trimEnd(issuer, '/') !== named)
    throw new Error(`says that it is another issuer than the one at ${origin}. Attach it as the issuer that it names.`)
  return issuer
}

function readAuthentication(methods: readonly unknown[] = ['client_secret_basic']): ClientAuthentication {
  const method = clientAuthentications.find((each) => methods.includes(each))
  if (method === undefined && !methods.includes('none'))
    throw new Error(`takes no client secret (${clientAuthentications.join(', ')}) at its token endpoint.`)
  return method ?? 'client_secret_post'
}

const listOf = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined)
