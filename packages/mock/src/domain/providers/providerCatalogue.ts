import type { components } from '@latchkey/types'

export type ProviderName = components['schemas']['ProviderEnum']

export type ProviderKind =
  | 'oauth'
  | 'message'
  | 'emailCode'
  | 'smsCode'
  | 'passkey'
  | 'emailService'
  | 'embeddedWallet'
  | 'accountAbstraction'
  | 'onramp'
  | 'screening'

type Setting =
  | 'clientId'
  | 'clientSecret'
  | 'domain'
  | 'platformKeyId'
  | 'platformTeamId'
  | 'platformStore'
  | 'smsNumber'
  | 'smsVerifyServiceSid'

/** A provider's row in the catalogue. */
export interface ProviderRow {
  readonly provider: ProviderName
  /** Its display name; absent if people never see it. */
  readonly displayName?: string
  /** `oauth` signs in by an authorization code, `message` by a message that the provider's app has signed. */
  readonly kind: ProviderKind
  /** Settings that it needs to be enabled; of an inner list, one is enough. */
  readonly needs: readonly (Setting | readonly Setting[])[]
  /** The default OAuth scopes, separated by spaces. */
  readonly scopes?: string
  /** URL of the scopes' documentation. */
  readonly scopesUrl?: string
  /** Whether each customer has a tenant of their own there, with its own endpoints. */
  readonly isPerTenant?: boolean
  /** Whether it issues ID tokens (OpenID Connect), whose scopes are those of the standard. */
  readonly openId?: boolean
  /** Whether it answers by a form post with an ID token beside the code, which it does to pass names and addresses. */
  readonly answersByForm?: boolean
}

const credentials = ['clientId', 'clientSecret'] as const

/** A row of the catalogue without the provider's name. */
type RowOf<K extends ProviderKind> = Omit<ProviderRow, 'provider'> & { readonly kind: K }

function openId(displayName: string, needs: ProviderRow['needs'] = credentials): RowOf<'oauth'> {
  const scopesUrl = 'https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims'
  return { displayName, kind: 'oauth', needs, scopes: 'openid email profile', scopesUrl, openId: true }
}

function oauth(displayName: string, scopes: string): RowOf<'oauth'> {
  const scopesUrl = 'https://www.rfc-editor.org/rfc/rfc6749#section-3.3'
  return { displayName, kind: 'oauth', needs: credentials, scopes, scopesUrl }
}

function other<K extends Exclude<ProviderKind, 'oauth'>>(kind: K, ...needs: ProviderRow['needs']): RowOf<K> {
  return { kind, needs }
}

/** Every provider of the document. One without a row does not compile. */
const rows = {
  // Its client secret is signed with the customer's own key, so the key and the team are needed too.
  apple: { ...openId('Apple', [...credentials, 'platformKeyId', 'platformTeamId']), answersByForm: true },
  bitbucket: oauth('Bitbucket', 'account email'),
  coinbasesocial: oauth('Coinbase', 'wallet:user:read wallet:user:email'),
  discord: oauth('Discord', 'identify email'),
  epicgames: oauth('Epic Games', 'basic_profile'),
  facebook: oauth('Facebook', 'public_profile email'),
  github: oauth('GitHub', 'read:user user:email'),
  gitlab: openId('GitLab'),
  google: openId('Google'),
  instagram: oauth('Instagram', 'user_profile'),
  kraken: oauth('Kraken', 'account.info:basic'),
  line: openId('LINE'),
  linkedin: openId('LinkedIn'),
  microsoft: openId('Microsoft'),
  okta: { ...openId('Okta', [...credentials, 'domain']), isPerTenant: true },
  shopify: {
    ...oauth('Shopify', 'openid email'),
    needs: [...credentials, 'platformStore'] as const,
    isPerTenant: true,
  },
  spotify: oauth('Spotify', 'user-read-email user-read-private'),
  steam: oauth('Steam', 'identity'),
  tiktok: oauth('TikTok', 'user.info.basic'),
  twitch: oauth('Twitch', 'user:read:email'),
  twitter: oauth('X', 'users.read tweet.read'),
  farcaster: other('message'),
  telegram: { ...other('message', 'clientId', 'clientSecret'), displayName: 'Telegram' },
  emailOnly: other('emailCode'),
  sms: other('smsCode', 'clientId', 'clientSecret', ['smsNumber', 'smsVerifyServiceSid']),
  passkey: other('passkey'),
  sendgrid: other('emailService', 'clientSecret', 'domain'),
  resend: other('emailService', 'clientSecret', 'domain'),
  magicLink: other('embeddedWallet', 'clientId'),
  blocto: other('embeddedWallet', 'clientId'),
  coinbaseWaas: other('embeddedWallet'),
  dynamic: other('embeddedWallet'),
  turnkey: other('embeddedWallet'),
  alchemy: other('accountAbstraction'),
  zerodev: other('accountAbstraction'),
  zksync: other('accountAbstraction'),
  banxa: other('onramp'),
  coinbaseOnramp: other('onramp'),
  cryptoDotCom: other('onramp', 'clientId'),
  blockaid: other('screening'),
} satisfies Readonly<Record<ProviderName, RowOf<ProviderKind>>>

/**
 * Providers whose documentation says which addresses they have verified. The others let people enter any address, or do
 * not say.
 */
const emailVerifiers: ReadonlySet<ProviderName> = new Set<ProviderName>([
  'apple',
  'bitbucket',
  'discord',
  'github',
  'gitlab',
  'google',
  'linkedin',
  'okta',
  'twitch',
])

/** Whether a provider verifies that an e-mail address belongs to its person. See spec/decisions/06-sign-in.md. */
export function verifiesEmails(provider: ProviderName): boolean {
  return emailVerifiers.has(provider)
}

/** Every provider by its wire name. */
export const providerCatalogue: ReadonlyMap<ProviderName, ProviderRow> = new Map(
  (Object.entries(rows) as [ProviderName, RowOf<ProviderKind>][]).map(([provider, row]) => [
    provider,
    { provider, ...row },
  ]),
)

/** Whether a text is the wire name of a provider. */
export function isProvider(name: string): name is ProviderName {
  return providerCatalogue.has(name as ProviderName)
}

/** Name of a provider that signs people in by an OAuth round trip. */
export type OAuthProvider = {
  [P in ProviderName]: (typeof rows)[P]['kind'] extends 'oauth' ? P : never
}[ProviderName]

/** Providers that sign people in by an OAuth round trip. */
export const oauthProviders: readonly OAuthProvider[] = [...providerCatalogue.values()]
  .filter(({ kind }) => kind === 'oauth')
  .map(({ provider }) => provider as OAuthProvider)

/** A provider's row in the catalogue. @throws TypeError for a name that the document does not have */
export function providerRow(provider: ProviderName): ProviderRow {
  const row = providerCatalogue.get(provider)
  if (!row) throw new TypeError(`Failed to look up the provider "${provider}": the catalogue does not have it.`)
  return row
}

/** The display name of a provider, or its wire name if people never see it. */
export function displayNameOf(provider: ProviderName): string {
  return providerRow(provider).displayName ?? provider
}

const socialProviders: ReadonlySet<ProviderName> = new Set<ProviderName>(
  [...providerCatalogue.values()]
    .filter(({ kind }) => kind === 'oauth' || kind === 'message')
    .map(({ provider }) => provider),
)

/** Whether people have accounts at a provider: it signs in by OAuth or by its own messages. */
export function isSocialProvider(provider: ProviderName): boolean {
  return socialProviders.has(provider)
}
