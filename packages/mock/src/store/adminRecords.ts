import type { Entity } from '@latchkey/store/entity'
/** Records of the administration of organizations and environments. */
import type { components } from '@latchkey/types'
import type { Credential, Wallet } from './records.ts'

type Schemas = components['schemas']

/** A setting for an exchange that users can move funds from. */
export interface Exchange extends Entity {
  readonly environmentId: string
  readonly exchange: Schemas['ExchangeKeyEnum']
  readonly enabledAt: string | null
  readonly socialProvider?: Schemas['ProviderEnum'] | undefined
  readonly onRampProvider?: Schemas['ProviderEnum'] | undefined
}

/** The environment's project at WalletConnect. The settings contain its id for clients. */
export interface WalletConnectProject extends Entity {
  readonly environmentId: string
  /** 32 hexadecimal digits. */
  readonly projectId: string
  readonly name: string
}

/**
 * The plan and payments of an organization. Created with the first change; before that, the plan follows from the
 * organization's age.
 */
export interface Subscription extends Entity {
  readonly organizationId: string
  readonly planType: Schemas['BillingSubscriptionPlanTypeEnum']
  readonly trialEndsAt: string
  /** Start of the first billing period. */
  readonly periodsCountFrom: string
  readonly hasPaymentMethod: boolean
  /** Codes, in the order they were applied. */
  readonly coupons: readonly string[]
  /** Number of changes. */
  readonly changes: number
}

/** The identity provider at which people with an address of the organization's domain sign in. */
export interface SsoProvider extends Entity {
  readonly organizationId: string
  readonly updatedAt: string
  readonly provider: Schemas['SsoProviderEnum']
  readonly clientId: string
  readonly clientSecret: string
  /** Domain of the identity provider, lower-cased. */
  readonly ssoDomain: string
  /** Domain of the addresses, lower-cased. */
  readonly emailDomain: string
  readonly enforceOnlySSO: boolean
  /** Value that the TXT record must have. */
  readonly challenge: string
  readonly verifiedAt?: string
}

/** The environment's global wallet, which other sites can use. It has only the fields that were set. */
export interface GlobalWallet extends Entity {
  readonly environmentId: string
  readonly walletName: string
  readonly popupPageTitle?: string
  readonly walletIconUrl?: string
  readonly customCssUrl?: string
  readonly termsOfServiceUrl?: string
  readonly privacyPolicyUrl?: string
  readonly termsOfServiceAndPrivacyPolicyMarkdown?: string
  readonly customMenuLinks?: readonly Schemas['GlobalWalletSettingsCreateRequestCustomMenuLinks'][]
  readonly enableLoginWithExternalWallets?: boolean
  readonly enabledAt: string | null
}

/** Which sites may use the global wallet. */
export interface GlobalWalletAccess extends Entity {
  readonly environmentId: string
  readonly type: Schemas['GlobalWalletAccessControlTypeEnum']
  readonly enabledAt: string | null
}

/** A site on the access list of a global wallet. */
export interface GlobalWalletDomain extends Entity {
  readonly environmentId: string
  /** Origin or pattern of origins, in the spelling of browsers. */
  readonly domain: string
}

/** A user's connection of the global wallet to a site. */
export interface GlobalWalletConnection extends Entity {
  readonly environmentId: string
  readonly userId: string
  /** Origin, in the spelling of browsers. */
  readonly appUrl: string
  readonly status: Schemas['GlobalWalletConnectionStatusEnum']
  readonly expiresAt: string | null
  readonly updatedAt: string
}

/** A name on a chain, below which the environment gives names to its users. */
export interface NameService extends Entity {
  readonly environmentId: string
  /** `EVM` also for requests with `ETH`. */
  readonly chain: Schemas['ChainEnum']
  /** The owner of the name, who has signed for it. */
  readonly address: string
  /** Lower-cased. */
  readonly domain: string
  readonly enabledAt: string | null
}

/** A text for the owner of a name to sign. Its id is the nonce in the text. */
export interface NameServiceMessage extends Entity {
  readonly environmentId: string
  readonly chain: Schemas['ChainEnum']
  /** `chain family:address`. */
  readonly owner: string
  readonly domain: string
  readonly message: string
  readonly expiresAt: string
}

/** A wallet that an admin has deleted and can restore. Id and creation instant are the wallet's. */
export interface DeletedWallet extends Entity {
  readonly environmentId: string
  /** Who gets it back: its former user, or the user that it was merged into. */
  readonly userId: string
  /** The user that it was deleted from. */
  readonly deletedUserId: string
  readonly deletedAt: string
  /** Whether its user deleted it, who then can restore it. */
  readonly byUser?: true
  readonly wallet: Wallet
  readonly credential?: Credential
  /** The record by which the statistics of past days count it while it is deleted. */
  readonly pastActivityId: string
}

/** The seed of a user's embedded wallets. No reply contains it. */
export interface EmbeddedSeed extends Entity {
  readonly environmentId: string
  readonly userId: string
  /** 16 bytes in hex: the entropy of a BIP-39 mnemonic. */
  readonly entropy: string
  /** Paths of keys that were destroyed, which no wallet gets again. */
  readonly destroyedPaths?: readonly string[]
}
