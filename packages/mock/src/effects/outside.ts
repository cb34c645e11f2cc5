import type { Account, Chains } from '@latchkey/chains/chains'
import type { Names } from '@latchkey/chains/names'
import type { SmartWallets } from '@latchkey/chains/smartWallets'
import type { ForeignAlgorithm } from '@latchkey/crypto/foreignAlgorithms'
import type { components } from '@latchkey/types'
import type { Exchanges } from './exchanges.ts'

type Schemas = components['schemas']
type Provider = Schemas['ProviderEnum']

/**
 * The questions that the service asks the world outside, and what it sends there.
 *
 * Rules know only this interface. The simulated world of `outside/` implements it and answers in the transaction of the
 * rule, so that most answers are synchronous.
 */
export interface Outside {
  readonly identityProviders: IdentityProviders
  readonly issuers: Issuers
  readonly messenger: Messenger
  readonly chains: Chains
  readonly smartWallets: SmartWallets
  readonly names: Names
  readonly sanctions: Sanctions
  readonly threats: Threats
  readonly prices: Prices
  readonly messages: Messages
  readonly dns: Dns
  readonly captcha: Captcha
  readonly seller: Seller
  readonly files: Files
  readonly drives: Drives
  readonly relay: Relay
  readonly sellers: Sellers
  readonly exchanges: Exchanges
}

/** A public key that verifies foreign signatures. */
export interface VerificationKey {
  readonly kid: string
  readonly algorithm: ForeignAlgorithm
  readonly publicJwk: Readonly<Record<string, string>>
}

/** A provider as an environment has set it up. */
export interface ProviderTenant {
  readonly provider: Provider
  /** Domain of the customer's tenant there, in lower case; absent for providers without tenants. */
  readonly domain?: string
}

/** The identity providers of OAuth sign-in. */
export interface IdentityProviders {
  /** The authorization endpoint, at which a user signs in. */
  authorizationUrl(tenant: ProviderTenant): string
  /** How a provider wants to be asked there. */
  authorizationOf(tenant: ProviderTenant): AuthorizationTerms
  /** The issuer in a provider's answers and ID tokens. */
  issuerOf(tenant: ProviderTenant): string
  /** Whether a provider's answers always name their issuer (`authorization_response_iss_parameter_supported`, RFC 9207). */
  namesItself(tenant: ProviderTenant): boolean
  /** The keys with which a provider signs its ID tokens. @param kid - The id of the key that is needed. */
  keysOf(tenant: ProviderTenant, kid: string | undefined): readonly VerificationKey[]
  /**
   * Whether a provider issued a code for a state, and the code is still valid. A provider that does not know answers
   * yes, and refuses the code at its exchange.
   */
  hasIssued(tenant: ProviderTenant, answer: { readonly code: string; readonly state: string }): boolean
  /**
   * Exchanges an authorization code, which is valid once (RFC 6749, section 4.1.3).
   *
   * @returns `undefined` for a code that is unknown, used, expired or another client's, and for a wrong verifier.
   * @throws DomainError `invalidVerification` with a sentence, for what a real provider refuses or wrongly proves
   */
  exchangeCode(tenant: ProviderTenant, exchange: CodeExchange): ProvedAccount | undefined | Promise<ProvedAccount>
}

/** How a provider wants to be asked for an authorization. */
export interface AuthorizationTerms {
  readonly responseType: 'code' | 'code id_token'
  /** How the answer travels, if not in the query. */
  readonly responseMode?: 'form_post'
  /** Whether the request has a nonce, which the ID token repeats. */
  readonly hasNonce: boolean
  /** The scope that is always asked for. */
  readonly scope?: 'openid'
  /** The scopes, where the provider's setting names none. @default those of the catalogue */
  readonly defaultScopes?: string
  /** The client. @default that of the provider's setting */
  readonly clientId?: string
}

/** The input of a code exchange. */
export interface CodeExchange {
  readonly code: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  readonly redirectUri: string
  /** RFC 7636. */
  readonly codeVerifier?: string | undefined
  /** The values that the nonce of an ID token may have; `undefined` if it may be missing. */
  readonly nonces: readonly (string | undefined)[]
}

/** An account that a user has proved to own, with the provider's access token if there is one. */
export interface ProvedAccount {
  readonly account: SocialAccount
  readonly token?: AccessToken
}

/** A provider's access token; `expiresAt` is an ISO 8601 instant. */
interface AccessToken {
  readonly accessToken: string
  readonly expiresAt: string
}

/** An account as its provider reports it. */
export interface SocialAccount {
  readonly provider: Provider
  /** The provider's id of the account. */
  readonly accountId: string
  readonly email?: string | undefined
  /** Whether the provider has verified the address. */
  readonly emailVerified: boolean
  readonly username?: string | undefined
  readonly displayName?: string | undefined
  /** URLs of pictures. */
  readonly photos?: readonly string[] | undefined
  /** Claims such as `given_name` (OpenID Connect, section 5.1). */
  readonly profile?: Readonly<Record<string, unknown>> | undefined
}

/** The issuers of the JWTs that environments accept for external sign-in. */
export interface Issuers {
  /**
   * The keys of the JWK set at a URL (RFC 7517), or the reason of the failure as a sentence.
   *
   * @param kid - The id of the key that is needed.
   */
  keySetAt(url: string, kid?: string): readonly VerificationKey[] | { readonly problem: string }
}

/** The messenger of the messenger sign-in. */
interface Messenger {
  /** The page of its login widget, in HTML. Its result goes to the application's state. */
  loginWidget(widget: LoginWidget): string
}

export interface LoginWidget {
  readonly environmentId: string
  readonly state: string
  /** Display name of the app. */
  readonly appName: string
}

/** The lists of sanctioned addresses. */
export interface Sanctions {
  isListed(account: Account): boolean
}

/** Reports about addresses and sites that steal from people. */
export interface Threats {
  isMaliciousAddress(account: Account): boolean
  /** @param host - Name of the host, in lower case. */
  verdictOnSite(host: string): SiteVerdict
}

/** The verdict of the reports about a site: `unclear` if they contradict each other. */
export type SiteVerdict = 'benign' | 'malicious' | 'unclear'

/** The market prices of currencies and tokens. */
export interface Prices {
  /** All prices, those of money first, each group in the order of its codes. */
  list(): readonly CurrencyPrice[]
  /** US dollars for one unit of a currency or token, by its code or symbol; `undefined` without a market. */
  usdOf(code: string): number | undefined
}

/** The price of one unit of a currency or token. */
export interface CurrencyPrice {
  readonly code: string
  readonly name: string
  readonly symbol: string
  readonly type: Schemas['CurrencyType']
  /** US dollars for one unit. */
  readonly usd: number
}

/** E-mails and text messages. */
export interface Messages {
  send(message: OutgoingMessage): void
}

export interface OutgoingMessage {
  readonly channel: 'email' | 'sms'
  readonly to: string
  /** The number that a text message is sent from, where the environment's provider has one. */
  readonly from?: string | undefined
  readonly subject?: string
  readonly text: string
  /** The environment for which it is sent. */
  readonly environmentId?: string | undefined
  /** The one-time code in the text. */
  readonly code?: string
  /** The link in the text, which brings the code to the app. */
  readonly link?: string | undefined
}

export interface Dns {
  /** The values of a name's records of one type. */
  lookUp(type: Schemas['DnsRecordType'], name: string): readonly string[]
}

/** The verification of CAPTCHA tokens. */
interface Captcha {
  isSolved(token: string): boolean
}

/** The seller of plans to organizations. */
export interface Seller {
  /** URLs of the billing portal, which open without a sign-in. */
  portalUrls(organizationId: string): { readonly portal: string; readonly paymentMethod: string }
  /** Whether the seller has issued the coupon, and it has not expired. */
  isCouponValid(code: string): boolean
}

/** The pages of businesses that sell and buy tokens for money. */
export interface Sellers {
  /** Where a person buys or sells, by a link that is valid for an hour. */
  offerUrl(offer: RampOffer): string
  /** Where a person buys, by a token that is good for one order. */
  sessionUrl(provider: Provider, sessionToken: string): string
  /** Where a person pays an order. */
  orderUrl(provider: Provider, orderId: string): string
  /** Where a person sees how to send tokens. */
  paymentUrl(provider: Provider, paymentId: string): string
}

/** The offer of a link to a seller's page. */
export interface RampOffer {
  readonly environmentId: string
  readonly provider: Provider
  /** `buy`: tokens for money. `sell`: the other way round. */
  readonly side: 'buy' | 'sell'
  readonly walletAddress: string
  /** The network as sellers call it. */
  readonly network: string
  /** Symbol of the token to begin with. */
  readonly asset?: string
  /** How many whole tokens to begin with, as a decimal text. */
  readonly amount?: string
  /** Code of the money. */
  readonly currency?: string
  /** Name of the site that leads there. */
  readonly merchantName?: string
}

/** The relay through which the parties of embedded wallets meet. */
interface Relay {
  url(): string
}

/** The storage of files for download. */
export interface Files {
  /** Prepares the storage of a file. @returns The reason of a failure as a sentence, or `undefined` */
  reserve(fileId: string): string | undefined
  /** A URL with which anybody can read a file for this time. */
  downloadUrl(fileId: string, lifetimeMs: number): string
}

/** The cloud drives that some identity providers give to their people. */
export interface Drives {
  /** Whether the accounts of a provider have a drive. */
  hasDrives(provider: Provider): boolean
  /**
   * Writes a file into the drive of an account. A file of the same name is replaced.
   *
   * @returns Why the provider refused it, or `undefined`
   */
  write(provider: Provider, file: NewDriveFile): DriveRefusal | undefined
}

/** Why a drive stays closed: the access token is unknown or has expired, or no scope of it opens the drive. */
export type DriveRefusal = 'token_invalid' | 'scope_missing'

interface NewDriveFile {
  /** The provider's access token for the account. */
  readonly accessToken: string
  readonly name: string
  readonly content: string
}
