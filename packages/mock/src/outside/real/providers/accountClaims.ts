import { defined } from '@latchkey/base/defined'
import type { ProviderName } from '../../../domain/providers/providerCatalogue.ts'
import { isEmail } from '../../../domain/shared/addresses.ts'
import type { SocialAccount } from '../../../effects/outside.ts'

type Claims = Readonly<Record<string, unknown>>

/** The claims about a token, and those that an account has fields for. */
const otherClaims = new Set(
  (
    'iss sub aud azp exp iat nbf jti nonce at_hash c_hash s_hash auth_time sid acr amr typ scope ' +
    'email email_verified'
  ).split(' '),
)

/**
 * An account by the claims of a real provider (OpenID Connect, section 5.1), or by the fields that usual providers
 * without OpenID Connect have in their place.
 */
export function accountOfClaims(provider: ProviderName, accountId: string, claims: Claims): SocialAccount {
  const text = (...names: readonly string[]) => names.map((name) => claims[name]).find(isShortText)
  const email = text('email')
  const photo = text('picture', 'avatar_url')
  const profile = Object.entries(claims).filter(([name]) => !otherClaims.has(name))
  return {
    provider,
    accountId,
    email: email !== undefined && isEmail(email) ? email : undefined,
    // Some providers write it as a text.
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    username: text('preferred_username', 'username', 'login', 'nickname'),
    displayName: text('name', 'display_name', 'global_name'),
    ...defined({ photos: photo === undefined ? undefined : [photo] }),
    profile: Object.fromEntries(profile),
  }
}

const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 2048

/** The id of an account without an ID token, as a text. */
export function accountIdIn({ sub, id }: Claims): string | undefined {
  const value = sub ?? id
  return typeof value === 'number' || (isShortText(value) && value.length <= 255) ? String(value) : undefined
}
