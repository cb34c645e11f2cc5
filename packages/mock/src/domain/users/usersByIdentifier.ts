import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { addressKey } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { User } from '../../store/records.ts'
import { holderOfEmail } from '../contacts/emails.ts'
import type { Backend } from '../shared/backend.ts'

type Schemas = components['schemas']
type Reading = Pick<Backend, 'store'>

/** The user of an address: the user who has proved it, otherwise the user who got it from a server. */
export function userOfEmail({ store }: Reading, environmentId: string, email: string): User | undefined {
  const credential = store.credentials.find('byKey', [environmentId, 'email', asciiLowerCase(email)])
  return holderOfEmail({ store }, environmentId, email) ?? (credential && store.users.get(credential.userId))
}

/** The user who has a credential, by its format and key. */
export function userOfCredential(
  { store }: Reading,
  environmentId: string,
  { format, key }: { readonly format: Schemas['JwtVerifiedCredentialFormatEnum']; readonly key: string },
): User | undefined {
  const credential = store.credentials.find('byKey', [environmentId, format, key])
  return credential && store.users.get(credential.userId)
}

/** The fields by which a server identifies a person. */
export interface PersonFields {
  readonly email?: string
  readonly wallets?: readonly Pick<Schemas['CreateWalletRequest'], 'chain' | 'publicWalletAddress'>[]
  readonly oauthAccounts?: readonly Pick<Schemas['CreateUserOauthRequest'], 'provider' | 'accountId'>[]
}

/** The users of an address, wallets and social accounts, without duplicates. */
export function usersOf(
  backend: Reading,
  environmentId: string,
  { email, wallets = [], oauthAccounts = [] }: PersonFields,
): User[] {
  const users = [
    email ? userOfEmail(backend, environmentId, email) : undefined,
    ...wallets.map(({ chain, publicWalletAddress }) =>
      userOfCredential(backend, environmentId, { format: 'blockchain', key: addressKey(chain, publicWalletAddress) }),
    ),
    ...oauthAccounts.map(({ provider, accountId }) =>
      userOfCredential(backend, environmentId, { format: 'oauth', key: `${provider}:${accountId}` }),
    ),
  ]
  return [...new Map(users.flatMap((user) => (user ? [[user.id, user] as const] : []))).values()]
}
