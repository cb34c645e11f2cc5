import { defined } from '@latchkey/base/defined'
import type { Backend } from '../../domain/shared/backend.ts'
import { pageOf } from '../../domain/shared/paging.ts'
import { createTextSearch } from '../../domain/shared/textSearch.ts'
import { textCondition } from '../../domain/users/userSearch.ts'
import type { Credential, User, Wallet } from '../../store/records.ts'

interface PeopleSearch {
  /** Text that belongs to a person, in any case. Without it, everybody matches. */
  readonly search?: string | undefined
  readonly offset: number
  readonly limit: number
}

/**
 * One page of the users of an environment, newest first, and how many match in all. Beside what `users.list` searches,
 * this finds full names, all addresses and numbers of a person (verified or not), external ids, and the ids of users
 * who were merged into the person.
 */
export function searchPeople(
  backend: Backend,
  environmentId: string,
  { search = '', ...page }: PeopleSearch,
): { items: User[]; total: number } {
  const text = search.trim().toLowerCase()
  return pageOf(backend.store.users, page, {
    partition: [environmentId],
    columns: { createdAt: 'byCreatedAt' },
    fallback: 'createdAt-desc',
    ...defined({ keep: text === '' ? undefined : holdersOf(backend, environmentId, text) }),
  })
}

function holdersOf(
  backend: Pick<Backend, 'store'>,
  environmentId: string,
  text: string,
): (users: readonly User[]) => readonly User[] {
  const hasText = textCondition(backend, environmentId, { filterColumn: 'all', text })
  const owners = new Set<string>()
  for (const run of backend.store.credentials.runs('byKey', [environmentId]))
    for (const { userId } of credentialSearch(run, text)) owners.add(userId)
  for (const run of backend.store.wallets.runs('byEnvironment', [environmentId]))
    for (const { userId } of walletSearch(run, text)) owners.add(userId)
  return (users) => {
    const matching = new Set([...hasText.keep(users), ...userSearch(users, text)])
    return users.filter((user) => matching.has(user) || owners.has(user.id))
  }
}

const userSearch = createTextSearch(({ firstName, lastName, mergedUserIds = [] }: User) => [
  [firstName, lastName].filter(Boolean).join(' '),
  ...mergedUserIds,
])
/** The key of a credential contains its address, its number in E.164, or the id of its account. */
const credentialSearch = createTextSearch(({ id, key, username, displayName, emails = [] }: Credential) => [
  id,
  key,
  username,
  displayName,
  ...emails,
])
const walletSearch = createTextSearch(({ additionalAddresses = [] }: Wallet) =>
  additionalAddresses.map(({ address }) => address),
)
