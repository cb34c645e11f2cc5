import type { ForeignAlgorithm } from '@latchkey/crypto/foreignAlgorithms'
import type { AccountKey } from '@latchkey/crypto/walletSignature'
import type { Entity } from '@latchkey/store/entity'
/** Records of the simulated world outside: identity providers, issuers, chains, DNS and sent messages. */
import type { components } from '@latchkey/types'
import type { CurrencyPrice, OutgoingMessage, SiteVerdict, SocialAccount } from '../effects/outside.ts'

type Schemas = components['schemas']

/** An access token of a simulated identity provider. */
export interface IdpToken extends Entity {
  readonly provider: Schemas['ProviderEnum']
  readonly accessToken: string
  readonly accountId: string
  readonly scope?: string | undefined
  readonly expiresAt: string
}

/** A foreign issuer of JWTs, its keys and their URL. */
export interface Issuer extends Entity {
  readonly issuer: string
  readonly jwksUrl: string
  /** The newest last. */
  readonly keys: readonly {
    readonly kid: string
    readonly algorithm: ForeignAlgorithm
    readonly publicJwk: Readonly<Record<string, string>>
    readonly privateJwk: Readonly<Record<string, string>>
  }[]
}

/** Keys of an account on a simulated chain whose addresses do not follow from keys. */
export interface AccountKeys extends Entity {
  /** `chain family:address`. */
  readonly account: string
  readonly keys: readonly AccountKey[]
}

/** A Farcaster id and the address that signs for it. */
export interface FarcasterId extends Entity {
  readonly fid: number
  /** Lower-cased. */
  readonly address: string
  readonly username?: string | undefined
  readonly displayName?: string | undefined
  readonly photo?: string | undefined
}

/** A person at a simulated external identity provider. */
export type IdpAccount = Entity & SocialAccount

/** An authorization code of a simulated identity provider. */
export interface IdpCode extends Entity {
  /** The environment of the redirect URI. */
  readonly environmentId: string
  readonly provider: Schemas['ProviderEnum']
  readonly code: string
  readonly accountId: string
  readonly clientId: string
  readonly redirectUri: string
  /** The state of the authorize call. */
  readonly state?: string | undefined
  readonly codeChallenge?: string | undefined
  readonly scope?: string | undefined
  readonly expiresAt: string
  readonly usedAt?: string
}

/** A file in the cloud drive of a person at a simulated identity provider. */
export interface DriveFile extends Entity {
  readonly provider: Schemas['ProviderEnum']
  readonly accountId: string
  readonly name: string
  readonly content: string
}

/** The error with which the simulated provider answers the next authorize calls. */
export interface IdpFailure extends Entity {
  readonly provider: Schemas['ProviderEnum']
  readonly error: string
  readonly remaining: number
}

/** An address for which screening answers `BLOCKED`. */
export interface SanctionedAddress extends Entity {
  readonly address: string
}

/** An address that is reported as malicious: a scam, a drainer, a spam token. */
export interface FlaggedAddress extends Entity {
  /** `chain family:address`. */
  readonly address: string
}

/** A site about which there are reports. */
export interface FlaggedSite extends Entity {
  /** Name of the host, in lower case. The reports apply to the hosts below it, too. */
  readonly host: string
  readonly verdict: Exclude<SiteVerdict, 'benign'>
}

/** A price that a test has set. */
export type PriceRecord = Entity & CurrencyPrice

/** A coupon that the seller of plans has issued. */
export interface Coupon extends Entity {
  readonly code: string
  readonly expiresAt?: string
}

export interface DnsRecord extends Entity {
  readonly type: Schemas['DnsRecordType']
  /** Lower-cased, without the final dot. */
  readonly name: string
  readonly value: string
}

export type OutboxMessage = Entity & OutgoingMessage

/** Makes the next export fail. */
export interface ExportFailure extends Entity {
  readonly reason: string
}

/** A resource for which the simulated seller of x402 wants to be paid. */
export interface PaidResource extends Entity {
  /** Without a slash at its beginning. */
  readonly path: string
  readonly networkId: number
  /** The contract of the token, and the address that gets it. */
  readonly asset: string
  readonly payTo: string
  /** In the smallest unit of the token. */
  readonly amount: string
  readonly maxTimeoutSeconds: number
  readonly description?: string
  readonly mimeType: string
  /** The body of the reply to whoever has paid. */
  readonly content: string
}

/** A payment that the simulated facilitator of x402 has sent. */
export interface SettledPayment extends Entity {
  readonly networkId: number
  readonly asset: string
  /** In the smallest unit of the token. */
  readonly amount: string
  readonly payer: string
  readonly payTo: string
  readonly transactionHash: string
  /** The URL for which it was paid, if the payer named one. */
  readonly resource?: string
}
