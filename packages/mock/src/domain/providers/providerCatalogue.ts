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
  /** Whether it issues ID tokens (OpenID Connect), whose scopes are those of the standard. */
  readonly openId?: boolean
  /** Whether it answers by a form post with an ID token beside the code, which it does to pass names and addresses. */
  readonly answersByForm?: boolean
}

const credentials = ['clientId', 'clientSecret'] as const

/** A row whose provider and kind the types know. */
type RowOf<P extends ProviderName, K extends ProviderKind> = ProviderRow & { readonly provider: P; readonly kind: K }

function openId<P extends ProviderName>(
  provider: P,
  displayName: string,
  needs: ProviderRow['needs'] = credentials,
): RowOf<P, 'oauth'> {
  const scopesUrl = 'https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims'
  return { provider, displayName, kind: 'oauth', needs, scopes: 'openid email profile', scopesUrl, openId: true }
}

function oauth<P extends ProviderName>(provider: P, displayName: string, scopes: string): RowOf<P, 'oauth'> {
  return {
    provider,
    displayName,
    kind: 'oauth',
    needs: credentials,
    scopes,
    scopesUrl: 'https://www.rfc-editor.org/rfc/rfc6749#section-3.3',
  }
}

function other<P extends ProviderName, K extends Exclude<ProviderKind, 'oauth'>>(
  provider: P,
  kind: K,
  ...needs: ProviderRow['needs']
): RowOf<P, K> {
  return { provider, kind, needs }
}

const rows = [
  // Its client secret is signed with the customer's own key, so the key and the team are needed too.
  { ...openId('apple', 'Apple', [...credentials, 'platformKeyId', 'platformTeamId']), answersByForm: true },
  oauth('bitbucket', 'Bitbucket', 'account email'),
  oauth('coinbasesocial', 'Coinbase', 'wallet:user:read wallet:user:email'),
  oauth('discord', 'Discord', 'identify email'),
  oauth('epicgames', 'Epic Games', 'basic_profile'),
  oauth('facebook', 'Facebook', 'public_profile email'),
  oauth('github', 'GitHub', 'read:user user:email'),
  openId('gitlab', 'GitLab'),
  openId('google', 'Google'),
  oauth('instagram', 'Instagram', 'user_profile'),
  oauth('kraken', 'Kraken', 'account.info:basic'),
  openId('line', 'LINE'),
  openId('linkedin', 'LinkedIn'),
  openId('microsoft', 'Microsoft'),
  // Works per tenant.
  openId('okta', 'Okta', [...credentials, 'domain']),
  { ...oauth('shopify', 'Shopify', 'openid email'), needs: [...credentials, 'platformStore'] as const },
  oauth('spotify', 'Spotify', 'user-read-email user-read-private'),
  oauth('steam', 'Steam', 'identity'),
  oauth('tiktok', 'TikTok', 'user.info.basic'),
  oauth('twitch', 'Twitch', 'user:read:email'),
  oauth('twitter', 'X', 'users.read tweet.read'),
  other('farcaster', 'message'),
  { ...other('telegram', 'message', 'clientId', 'clientSecret'), displayName: 'Telegram' },
  other('emailOnly', 'emailCode'),
  other('sms', 'smsCode', 'clientId', 'clientSecret', ['smsNumber', 'smsVerifyServiceSid']),
  other('passkey', 'passkey'),
  other('sendgrid', 'emailService', 'clientSecret', 'domain'),
  other('resend', 'emailService', 'clientSecret', 'domain'),
  other('magicLink', 'embeddedWallet', 'clientId'),
  other('blocto', 'embeddedWallet', 'clientId'),
  other('coinbaseWaas', 'embeddedWallet'),
  other('dynamic', 'embeddedWallet'),
  other('turnkey', 'embeddedWallet'),
  other('alchemy', 'accountAbstraction'),
  other('zerodev', 'accountAbstraction'),
  other('zksync', 'accountAbstraction'),
  other('banxa', 'onramp'),
  other('coinbaseOnramp', 'onramp'),
  other('cryptoDotCom', 'onramp', 'clientId'),
  other('blockaid', 'screening'),
]

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
export const providerCatalogue: ReadonlyMap<ProviderName, ProviderRow> = new Map<ProviderName, ProviderRow>(
  rows.map((row) => [row.provider, row]),
)

/** Whether a text is the wire name of a provider. */
export function isProvider(name: string): name is ProviderName {
  return providerCatalogue.has(name as ProviderName)
}

/** Name of a provider that signs people in by an OAuth round trip. */
export type OAuthProvider = Extract<(typeof rows)[number], { readonly kind: 'oauth' }>['provider']

/** Providers that sign people in by an OAuth round trip. */
export const oauthProviders: readonly OAuthProvider[] = rows.flatMap((row) =>
  row.kind === 'oauth' ? [row.provider] : [],
)

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
  rows.filter(({ kind }) => kind === 'oauth' || kind === 'message').map(({ provider }) => provider),
)

/** Whether people have accounts at a provider: it signs in by OAuth or by its own messages. */
export function isSocialProvider(provider: ProviderName): boolean {
  return socialProviders.has(provider)
}
