import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { Session, User } from '../../store/records.ts'
import { sessionKeyOf } from '../sessions/sessionKeys.ts'
import { expiryOf, registeredClaims } from '../sessions/sessionTokens.ts'
import type { UsableKey } from '../sessions/signingKeys.ts'
import { allFields } from '../shared/allFields.ts'
import type { Backend } from '../shared/backend.ts'
import { keptSha256Hex } from '../shared/sha256Hex.ts'
import type { Standing } from './profile.ts'

type Schemas = components['schemas']
type VerifiedCredential = Schemas['VerifiedCredential']

/** Claims of the token, the session and its credentials. Every other claim is a field of the user. */
type SessionClaim =
  | 'kid'
  | 'aud'
  | 'iss'
  | 'sub'
  | 'exp'
  | 'iat'
  | 'sid'
  | 'jti'
  | 'session_public_key'
  | 'blockchain_accounts'
  | 'environment_id'
  | 'last_authenticated_account_id'
  | 'lists'
  | 'missing_fields'
  | 'scope'
  | 'verified_account'
  | 'verified_credentials'
  | 'last_verified_credential_id'
  | 'new_user'
  | 'verifiedCredentialsHashes'
  | 'info'
  | 'server_auth'
  | 'hashed_ip'
  | 'originalSid'
  | 'refreshExp'
  | 'sdkVersion'

/** Claims that are fields of the user under another name. Empty fields are left out. A missing one does not compile. */
const userClaims = {
  alias: 'alias',
  country: 'country',
  email: 'email',
  family_name: 'lastName',
  given_name: 'firstName',
  job_title: 'jobTitle',
  phone_number: 'phoneNumber',
  t_shirt_size: 'tShirtSize',
  team: 'team',
  username: 'username',
  policies_consent: 'policiesConsent',
  first_visit: 'firstVisit',
  last_visit: 'lastVisit',
  btc_wallet: 'btcWallet',
  kda_wallet: 'kdaWallet',
  ltc_wallet: 'ltcWallet',
  ckb_wallet: 'ckbWallet',
  kas_wallet: 'kasWallet',
  doge_wallet: 'dogeWallet',
  email_notification: 'emailNotification',
  discord_notification: 'discordNotification',
  newsletter_notification: 'newsletterNotification',
  metadata: 'metadata',
} as const satisfies Record<Exclude<keyof Schemas['ServiceJwt'], SessionClaim>, keyof User>

/** Fields of the user that tokens carry. */
export type ClaimedField = (typeof userClaims)[keyof typeof userClaims]

const userClaimEntries = Object.entries(userClaims)

/** The claims of a session's two tokens: the full set, and the small one that fits into a cookie. */
export interface TokenClaims {
  readonly full: Schemas['ServiceJwt']
  readonly minified: Schemas['MinifiedServiceJwt']
}

export interface ClaimsInput {
  readonly user: User
  readonly standing: Standing
  /** The verified credentials of the user, as they are presented. */
  readonly credentials: readonly VerifiedCredential[]
  readonly newUser: boolean
  /** The key that will sign. */
  readonly key: UsableKey
}

/** The claims of a session's tokens, for the present state of the user and the session. */
export function claimsOf(
  backend: Backend,
  session: Session,
  { user, standing, credentials, newUser, key }: ClaimsInput,
): TokenClaims {
  const lastCredentialId = session.credentialId ?? user.lastCredentialId ?? ''
  const accounts = credentials.flatMap(blockchainAccount)
  const account = accounts.find(({ id }) => id === lastCredentialId)
  const sessionPublicKey = sessionKeyOf(backend, session)
  const shared = {
    ...registeredClaims(backend, session, key),
    environment_id: session.environmentId,
    last_verified_credential_id: lastCredentialId,
    scope: standing.scope,
    verifiedCredentialsHashes: hashesOf(credentials),
    originalSid: session.id,
    refreshExp: expiryOf(session),
    ...defined({
      session_public_key: sessionPublicKey,
      hashed_ip: session.ipAddress ? keptSha256Hex(session.ipAddress) : undefined,
    }),
  }
  const fields = fieldsOf(user)
  const { email, username } = fields
  return {
    minified: { ...shared, ...defined({ email: email || undefined, username: username || undefined }) },
    full: {
      ...fields,
      ...shared,
      lists: standing.lists,
      missing_fields: standing.missingFields,
      new_user: newUser,
      verified_credentials: [...credentials],
      ...defined({
        blockchain_accounts: accounts.length > 0 ? accounts : undefined,
        verified_account: account,
        last_authenticated_account_id: account?.id,
      }),
    },
  }
}

function fieldsOf(user: User): Partial<Schemas['ServiceJwt']> {
  const fields: Record<string, unknown> = {}
  for (const [claim, field] of userClaimEntries) if (isFilled(user[field])) fields[claim] = user[field]
  return fields
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function blockchainAccount({
  id,
  address,
  chain,
  wallet_name,
  wallet_provider,
  name_service,
}: VerifiedCredential): Schemas['JwtBlockchainAccount'][] {
  if (!address || !chain || !wallet_name || !wallet_provider) return []
  return [{ id, address, chain, wallet_name, wallet_provider, ...defined({ name_service }) }]
}

const hashedFormats = allFields<Schemas['JwtVerifiedCredentialHashes']>()(
  'blockchain',
  'email',
  'oauth',
  'phoneNumber',
  'externalUser',
)

function hashesOf(credentials: readonly VerifiedCredential[]): Schemas['JwtVerifiedCredentialHashes'] {
  const hashes: Schemas['JwtVerifiedCredentialHashes'] = {}
  for (const format of hashedFormats) {
    const ofFormat = credentials.filter((credential) => credential.format === format)
    if (ofFormat.length > 0) hashes[format] = keptSha256Hex(JSON.stringify(ofFormat))
  }
  return hashes
}
