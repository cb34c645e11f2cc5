/** Records of the administration of organizations and environments. */
import type { components } from '@latchkey/types'
import type { Credential, Entity, Wallet } from './records.ts'

type Schemas = components['schemas']

/** A setting for an exchange that users can move funds from. */
export interface Exchange extends Entity {
  readonly environmentId: string
  readonly exchange: Schemas['ExchangeKeyEnum']
  readonly enabledAt: string | null
  readonly socialProvider?: Schemas['ProviderEnum']
  readonly onRampProvider?: Schemas['ProviderEnum']
}

/** The environment's project at WalletConnect; the settings tell its id to clients. */
export interface WalletConnectProject extends Entity {
  readonly environmentId: string
  /** 32 hexadecimal digits. */
  readonly projectId: string
  readonly name: string
}

/** How an organization pays, from the first change on; before that it follows from the organization's age. */
export interface Subscription extends Entity {
  readonly organizationId: string
  readonly planType: Schemas['BillingSubscriptionPlanTypeEnum']
  readonly trialEndsAt: string
  /** What billing periods are counted from. */
  readonly periodsCountFrom: string
  readonly hasPaymentMethod: boolean
  /** Codes, in the order they were applied. */
  readonly coupons: readonly string[]
  /** How often it was changed. */
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
  /** What the TXT record has to say. */
  readonly challenge: string
  readonly verifiedAt?: string
}

/** The environment's own wallet, which other sites can use. Without the fields that nobody has set. */
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

/** A name on a chain below which the environment gives names to its users. */
export interface NameService extends Entity {
  readonly environmentId: string
  /** `EVM` also for what was asked for as `ETH`. */
  readonly chain: Schemas['ChainEnum']
  /** The name's owner, as the owner has signed. */
  readonly address: string
  /** Lower-cased. */
  readonly domain: string
  readonly enabledAt: string | null
}

/** A text that the owner of a name is to sign. Its id is the nonce in it. */
export interface NameServiceMessage extends Entity {
  readonly environmentId: string
  readonly chain: Schemas['ChainEnum']
  /** `chain family:address`. */
  readonly owner: string
  readonly domain: string
  readonly message: string
  readonly expiresAt: string
}

/** A wallet that the administration has deleted and can bring back. Id and creation instant are the wallet's. */
export interface DeletedWallet extends Entity {
  readonly environmentId: string
  /** Who gets it back: the user who had it, or the one whom that user was merged into. */
  readonly userId: string
  /** Who had it. */
  readonly deletedUserId: string
  readonly deletedAt: string
  readonly wallet: Wallet
  readonly credential?: Credential
  /** What the numbers of past days count it by as long as it is deleted. */
  readonly pastActivityId: string
}

/** What the keys of a user's embedded wallets are derived from. It is in no reply. */
export interface EmbeddedSeed extends Entity {
  readonly environmentId: string
  readonly userId: string
  /** 16 bytes in hex: the entropy of a BIP-39 mnemonic. */
  readonly entropy: string
}
