import type { components } from '@latchkey/types'
import type { Backend } from '../backend.ts'
import type { Credential, User } from '../store/records.ts'
import { chainNamespace } from './chains.ts'
import { type OffsetQuery, pageOf } from './paging.ts'
import { walletsOf } from './wallets.ts'

type Schemas = components['schemas']
type Column = Exclude<Schemas['UserFilterableFieldsEnum'], 'all'>
type Values = (string | null | undefined)[]

/** One page of the users that match, and how many match in all. */
export function searchUsers(
  backend: Backend,
  { environmentId, filter, ...query }: OffsetQuery & { environmentId: string; filter?: Schemas['UserSearchFilterParams'] },
): { items: User[]; total: number } {
  return pageOf(backend.store.users, [environmentId], query, {
    columns: {
      createdAt: 'byCreatedAt', updatedAt: 'byUpdatedAt', firstVisit: 'byFirstVisit', lastVisit: 'byLastVisit',
      email: 'byEmail', alias: 'byAlias', username: 'byUsername',
    },
    fallback: 'createdAt-desc',
    ...(filter && { keep: matches(backend, filter) }),
  })
}

function matches(backend: Backend, { filterColumn = 'all', filterValue, filterSocialProvider, chain }: Schemas['UserSearchFilterParams']): (user: User) => boolean {
  const text = filterValue?.toLowerCase()
  const readers = filterColumn === 'all' ? Object.values(columns) : [columns[filterColumn]]
  const family = chain && chainNamespace(chain)
  return (user) =>
    (text === undefined || readers.some((read) => read(backend, user).some((value) => value?.toLowerCase().includes(text)))) &&
    (filterSocialProvider === undefined || credentialsOf(backend, user).some(({ provider }) => provider === filterSocialProvider)) &&
    (family === undefined || walletsOf(backend, user.id).some((wallet) => chainNamespace(wallet.chain) === family))
}

/** What each column is searched in. */
const columns: Record<Column, (backend: Backend, user: User) => Values> = {
  id: (_, { id }) => [id],
  walletPublicKey: (backend, { id }) => walletsOf(backend, id).map(({ publicKey }) => publicKey),
  email: (_, { email }) => [email],
  alias: (_, { alias }) => [alias],
  firstName: (_, { firstName }) => [firstName],
  lastName: (_, { lastName }) => [lastName],
  phoneNumber: (_, { phoneNumber }) => [phoneNumber],
  jobTitle: (_, { jobTitle }) => [jobTitle],
  wallet: (backend, { id }) => walletsOf(backend, id).map(({ name }) => name),
  username: (_, { username }) => [username],
  accountId: (backend, user) => credentialsOf(backend, user).map(({ accountId }) => accountId),
}

function credentialsOf({ store }: Backend, { id }: User): Credential[] {
  return [...store.credentials.scan('byUser', [id])].filter(({ format }) => format === 'oauth')
}
