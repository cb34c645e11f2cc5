import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { defined } from '@latchkey/base/defined'
import { isObject } from '@latchkey/base/isObject'
import { mapAsking, OutsideFailure } from '@latchkey/base/questions'
import { readRealUrl, type RealUrl } from '@latchkey/base/realUrl'
import { trimEnd } from '@latchkey/base/trimEnd'
import { type ProviderName, providerRow } from '../../../domain/providers/providerCatalogue.ts'
import { DomainError } from '../../../domain/shared/errors.ts'
import { isSameJson } from '../../../domain/shared/sameJson.ts'
import type {
  AuthorizationTerms,
  CodeExchange,
  IdentityProviders,
  ProvedAccount,
  ProviderTenant,
} from '../../../effects/outside.ts'
import { attachFailure, nameOfProvider, problemOf, type RealPart, type RealWork } from '../../../effects/realParts.ts'
import { createWebSource, type WebReply, type WebRequest, type WebSource } from '../../../effects/webSource.ts'
import { createKeySet, probeKeySet, type RealKeySet } from '../keySet.ts'
import { accountIdIn, accountOfClaims } from './accountClaims.ts'
import { verifyIdToken } from './idToken.ts'
import { metadataUrlOf, type ProviderMetadata, readMetadata } from './providerMetadata.ts'
import { type ProviderClient, type ProviderTokens, readTokens, tokenRequest } from './tokenRequest.ts'

/** A real provider, as a developer names it. */
export interface RealProviderInput {
  /** Its issuer, at whose well-known URL its metadata is. Credentials in it are sent, but never shown. */
  readonly issuer: string | URL
  /**
   * The tenant that it serves, for providers where each customer has a tenant: the `domain` of the provider's setting
   * in environments, or the `platformStore`. Each tenant can have its own provider.
   *
   * @default all tenants that have none of their own
   */
  readonly domain?: string | undefined
  /** The id of the client at the provider, in place of that of the environments' settings. */
  readonly clientId?: string | undefined
  /** The secret of that client. Absent for a public client. */
  readonly clientSecret?: string | undefined
  /** The metadata of a provider that publishes none (RFC 8414), such as `authorization_endpoint`. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Reads the metadata of a real provider, and makes it a real part.
 *
 * @throws UnavailablePart when the provider does not answer with metadata
 * @throws TypeError for an invalid URL, and metadata that cannot be used
 */
export async function connectProvider(provider: ProviderName, input: RealProviderInput): Promise<RealPart> {
  const { domain } = input
  const name = nameOfProvider(provider, domain)
  if (domain !== undefined && (!providerRow(provider).isPerTenant || domain.trim() === ''))
    throw new TypeError(`Failed to attach provider ${provider}: ${tenantRefusal(provider)}`)
  const url = readRealUrl(name, input.issuer, ['http:', 'https:'])
  const where = `${name} (${url.origin})`
  const source = createWebSource(name, `The ${where}`)
  const { metadata: written } = input
  const read = (document: unknown) => readNamed(document, where, url)
  const discover = async () => read(await fetchMetadata(source, where, url))
  const connect = async () => (written ? read({ issuer: trimEnd(url.href, '/'), ...written }) : discover())
  const metadata = await connect().catch((cause: Error) => {
    throw attachFailure(name, cause)
  })
  const keySetRequest = keySetRequestOf(metadata, url)
  const keySet = keySetRequest && createKeySet(source, `The ${where}`, keySetRequest)
  const joint: Joint = { provider, where, source, metadata, input, keySet }

  async function assertUnchanged(): Promise<void> {
    if (!isSameJson(await discover(), metadata))
      throw new Error(`The ${where} has other metadata than when it was attached. Attach it again.`)
  }
  const probeKeys = keySetRequest && (() => probeKeySet(source, `The ${where}`, keySetRequest))
  const probe = written ? probeKeys : assertUnchanged
  return {
    name,
    origin: url.origin,
    isOfTenant: domain !== undefined,
    join: (outside, answers, clock) => ({
      ...outside,
      identityProviders: joinProvider(outside.identityProviders, joint, { answers, clock }),
    }),
    ...defined({ check: probe && (() => problemOf(probe)) }),
  }
}

const tenantRefusal = (provider: ProviderName) =>
  providerRow(provider).isPerTenant
    ? '`domain` names the tenant, as the setting of the provider does.'
    : 'it has no tenants, so leave `domain` out.'

/** The document at the provider's well-known URL. @throws {@link OutsideFailure} when there is none */
async function fetchMetadata(source: WebSource, where: string, url: RealUrl): Promise<unknown> {
  const { status, body } = await source.send({ url: metadataUrlOf(url), headers: credentialsOf(url) })
  if (status === 200) return body
  throw new OutsideFailure(`The ${where} has no metadata of a provider at its well-known URL (status ${status}).`)
}

/** @throws Error with a sentence that begins with the provider */
function readNamed(document: unknown, where: string, url: RealUrl): ProviderMetadata {
  try {
    return readMetadata(document, url)
  } catch (cause) {
    throw new Error(`The ${where} ${(cause as Error).message}`, { cause })
  }
}

const credentialsOf = ({ authorization }: RealUrl) => defined({ authorization })

/** The request for the keys of an OpenID provider. */
function keySetRequestOf({ jwksUri }: ProviderMetadata, url: RealUrl): WebRequest | undefined {
  if (jwksUri === undefined) return undefined
  const headers = new URL(jwksUri).origin === new URL(url.href).origin ? credentialsOf(url) : {}
  return { url: jwksUri, headers }
}

interface Joint {
  readonly provider: ProviderName
  /** For sentences: `provider google (https://accounts.example.com)`. */
  readonly where: string
  readonly source: WebSource
  readonly metadata: ProviderMetadata
  readonly input: RealProviderInput
  /** Of an OpenID provider. */
  readonly keySet: RealKeySet | undefined
}

/** Lets the provider answer all questions about itself. */
function joinProvider(simulated: IdentityProviders, joint: Joint, work: RealWork): IdentityProviders {
  const { metadata, keySet } = joint
  const own = asciiLowerCase(joint.input.domain)
  const isHere = ({ provider, domain }: ProviderTenant) =>
    provider === joint.provider && (own === undefined || domain === own)
  return {
    authorizationUrl: (tenant) =>
      isHere(tenant) ? metadata.authorizationEndpoint : simulated.authorizationUrl(tenant),
    authorizationOf: (tenant) => (isHere(tenant) ? termsOf(joint) : simulated.authorizationOf(tenant)),
    issuerOf: (tenant) => (isHere(tenant) ? metadata.issuer : simulated.issuerOf(tenant)),
    namesItself: (tenant) => (isHere(tenant) ? metadata.namesItself : simulated.namesItself(tenant)),
    keysOf: (tenant, kid) => (isHere(tenant) ? (keySet?.keys(kid, work) ?? []) : simulated.keysOf(tenant, kid)),
    // Only its exchange shows whose code it is: the nonce of the ID token belongs to the state.
    hasIssued: (tenant, answer) => isHere(tenant) || simulated.hasIssued(tenant, answer),
    exchangeCode: (tenant, exchange) =>
      isHere(tenant) ? exchangeCode(joint, exchange, work) : simulated.exchangeCode(tenant, exchange),
  }
}

/** No ID token is asked for beside the code: the exchange gives one. */
function termsOf({ provider, metadata, keySet, input }: Joint): AuthorizationTerms {
  const { openId, answersByForm } = providerRow(provider)
  return {
    responseType: 'code',
    ...defined({ responseMode: answersByForm && metadata.answersByForm ? ('form_post' as const) : undefined }),
    hasNonce: keySet !== undefined,
    ...defined({ scope: keySet ? ('openid' as const) : undefined }),
    // The catalogue has names of scopes that only the provider itself would know.
    ...defined({ defaultScopes: keySet && !openId ? 'openid email profile' : undefined, clientId: input.clientId }),
  }
}

/** @throws Unanswered, DomainError `invalidVerification`, OutsideFailure */
async function exchangeCode(joint: Joint, exchange: CodeExchange, work: RealWork): Promise<ProvedAccount> {
  const { provider, where, source, metadata, keySet, input } = joint
  const client: ProviderClient = input.clientId === undefined ? exchange : { ...input, clientId: input.clientId }
  const request = tokenRequest(metadata, client, exchange)
  // The keys are asked for in the same round.
  const [tokens] = mapAsking<() => unknown, unknown>(
    [
      () => readTokens(work.answers.get(source, { label: 'token request', content: request }) as WebReply, where),
      () => keySet?.keys(undefined, work),
    ],
    (ask) => ask(),
  ) as [ProviderTokens, unknown]
  const { clientId } = client
  const proof =
    keySet &&
    (await verifyIdToken(tokens.idToken, { ...metadata, ...exchange, clientId, where }, (kid) =>
      keySet.keys(kid, work),
    ))
  const info = userInfo(joint, tokens, work)
  if (proof && info && info['sub'] !== proof.sub)
    throw new DomainError('invalidVerification', {
      message: `The user info of ${where} is about another person than the ID token.`,
    })
  const accountId = proof?.sub ?? accountIdIn(info ?? {})
  if (accountId === undefined) throw new OutsideFailure(`The ${where} has not said which account this is.`)
  const token = {
    accessToken: tokens.accessToken,
    expiresAt: work.clock.isoIn(tokens.expiresInSeconds * 1000),
  }
  return { account: accountOfClaims(provider, accountId, { ...proof, ...info }), token }
}

/** The claims about the account of an access token (OpenID Connect, section 5.3). */
function userInfo(
  { where, source, metadata: { userInfoEndpoint } }: Joint,
  { accessToken }: ProviderTokens,
  { answers }: RealWork,
): Readonly<Record<string, unknown>> | undefined {
  if (userInfoEndpoint === undefined) return undefined
  const content = { url: userInfoEndpoint, headers: { authorization: `Bearer ${accessToken}` } }
  const { status, body } = answers.get(source, { label: 'user info', content }) as WebReply
  if (status !== 200 || !isObject(body))
    throw new OutsideFailure(`The ${where} has not given the user info (status ${status}).`)
  return body
}
