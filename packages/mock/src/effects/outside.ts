import type { components } from '@latchkey/types'
import type { ForeignAlgorithm } from '../crypto/foreignJwt.ts'
import type { ChainFacts } from '../crypto/walletSignature.ts'

type Schemas = components['schemas']
type Provider = Schemas['ProviderEnum']
type Chain = Schemas['ChainEnum']

/** An account on a chain or a contract, as `family:address` in the one spelling that is compared. */
type Account = string

/**
 * What the service asks of the world outside of it, and what it sends there.
 *
 * Rules know this interface alone. The pretended world of `outside/` stands behind it and answers in the transaction of the
 * rule that asks, so that an answer is there at once.
 */
export interface Outside {
  readonly identityProviders: IdentityProviders
  readonly issuers: Issuers
  readonly messenger: Messenger
  readonly chains: Chains
  readonly names: Names
  readonly sanctions: Sanctions
  readonly messages: Messages
  readonly dns: Dns
  readonly captcha: Captcha
  readonly seller: Seller
  readonly files: Files
}

/** A public key that verifies what somebody else has signed. */
interface VerificationKey {
  readonly kid: string
  readonly algorithm: ForeignAlgorithm
  readonly publicJwk: Readonly<Record<string, string>>
}

/** The identity providers that people sign in with by OAuth. */
export interface IdentityProviders {
  /** The authorization endpoint: where a person signs in. */
  authorizationUrl(provider: Provider): string
  /** The issuer that a provider names in its answers and ID tokens. */
  issuerOf(provider: Provider): string
  /** The keys that a provider signs its ID tokens with. */
  keysOf(provider: Provider): readonly VerificationKey[]
  /**
   * Whether a provider gave a code in answer to a state, and the code still serves. A provider that cannot tell says yes, and
   * refuses the code when it is exchanged.
   */
  hasIssued(provider: Provider, answer: { readonly code: string; readonly state: string }): boolean
  /**
   * Exchanges an authorization code, which serves once (RFC 6749, section 4.1.3).
   *
   * @returns `undefined` for a code that is unknown, used, expired or another client's, and for a verifier that does not fit.
   */
  exchangeCode(provider: Provider, exchange: CodeExchange): ProvedAccount | undefined
}

/** What a code is exchanged with. */
export interface CodeExchange {
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string
  /** RFC 7636. */
  readonly codeVerifier?: string
}

/** An account that a person has proved to hold, with the provider's access token where there is one. */
export interface ProvedAccount {
  readonly account: SocialAccount
  readonly token?: AccessToken
}

/** A provider's access token; `expiresAt` is an ISO 8601 instant. */
interface AccessToken {
  readonly accessToken: string
  readonly expiresAt: string
}

/** What a provider tells of an account. */
export interface SocialAccount {
  readonly provider: Provider
  /** The provider's id of the account. */
  readonly accountId: string
  readonly email?: string
  /** Whether the provider has verified the address. */
  readonly emailVerified: boolean
  readonly username?: string
  readonly displayName?: string
  /** URLs of pictures. */
  readonly photos?: readonly string[]
  /** Claims such as `given_name` (OpenID Connect, section 5.1). */
  readonly profile?: Readonly<Record<string, unknown>>
}

/** Whoever issues the JWTs that environments accept for external sign-in. */
export interface Issuers {
  /** The keys of the JWK set at a URL (RFC 7517), or why it cannot be had, in a whole sentence. */
  keySetAt(url: string): readonly VerificationKey[] | { readonly problem: string }
}

/** The messenger that people sign in with. */
interface Messenger {
  /** The page of its login widget, in HTML, which brings what it signs to the state of whoever asked. */
  loginWidget(widget: LoginWidget): string
}

export interface LoginWidget {
  readonly environmentId: string
  readonly state: string
  /** What people call the app that asks. */
  readonly appName: string
}

/** What stands on the chains. */
export interface Chains extends ChainFacts {
  /** What an account holds of a contract. */
  holdings(account: Account, networkId: number, contract: Account): Iterable<Holding>
  /** The token contracts of a chain and those of its family. */
  tokenContracts(chain: Chain): readonly TokenContract[]
  /** The account behind a Farcaster id. */
  farcasterAccount(fid: number): FarcasterAccount | undefined
}

/** How much of a token somebody holds, or of one of the NFTs of a contract. */
interface Holding {
  readonly kind: 'nft' | 'token'
  /** In decimal or hexadecimal, of an NFT. */
  readonly tokenId?: string
  /** Whole tokens. */
  readonly amount: number
}

export interface TokenContract {
  readonly networkId: number
  readonly contractAddress: string
  readonly name: string
  readonly symbol: string
}

interface FarcasterAccount {
  /** Custody address, which signs for the account, in lower case. */
  readonly address: string
  readonly username?: string
  readonly displayName?: string
  /** URL of a picture. */
  readonly photo?: string
}

/** The name services of the chains. Names are in their one spelling, such as `ada.example.eth`. */
export interface Names {
  find(chain: Chain, name: string): ChainName | undefined
  /** The names that belong to an account, the latest first. */
  namesOf(account: Account): readonly ChainName[]
  /** The name that was issued to a wallet. */
  issuedTo(walletId: string): ChainName | undefined
  /** Registers a name below one that an environment has, for a wallet. Nobody must have it. */
  issue(subname: Subname): void
}

interface ChainName {
  readonly name: string
  readonly owner: Account
  /** URL of the picture that belongs to the name. */
  readonly avatar?: string
  /** Where an environment has issued it: for whom. */
  readonly environmentId?: string
  readonly walletId?: string
}

interface Subname {
  readonly chain: Chain
  readonly name: string
  readonly owner: Account
  readonly environmentId: string
  /** The setting of the environment that it was issued by. */
  readonly serviceId: string
  readonly walletId: string
}

/** The lists of sanctioned addresses. */
export interface Sanctions {
  isListed(account: Account): boolean
}

/** Mail and text messages. */
export interface Messages {
  send(message: OutgoingMessage): void
}

export interface OutgoingMessage {
  readonly channel: 'email' | 'sms'
  readonly to: string
  readonly subject?: string
  readonly text: string
  /** The environment that it is sent for. */
  readonly environmentId?: string
  /** The one-time code in the text. */
  readonly code?: string
  /** The link in the text, which brings the code to the app. */
  readonly link?: string
}

export interface Dns {
  /** The values of a name's records of one type; none where there is no such record. */
  lookUp(type: Schemas['DnsRecordType'], name: string): readonly string[]
}

/** Who says whether a CAPTCHA was solved. */
interface Captcha {
  isSolved(token: string): boolean
}

/** The seller of the plans of organizations. */
export interface Seller {
  /** Pages of the billing portal, for whoever has their URLs. */
  portalUrls(organizationId: string): { readonly portal: string; readonly paymentMethod: string }
  /** Whether the seller has given out a coupon that has not expired. */
  isCouponValid(code: string): boolean
}

/** The storage of files that people download. */
export interface Files {
  /** Makes room for a file. @returns Why there is no room, in a whole sentence; `undefined` when there is */
  reserve(fileId: string): string | undefined
  /** A URL with which anybody can read a file for that long. */
  downloadUrl(fileId: string, lifetimeMs: number): string
}
