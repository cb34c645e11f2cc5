import { chainNamespace } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { User, Wallet } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { type OffsetList, type OffsetQuery, type OrderColumns, pageOf } from '../shared/paging.ts'
import { createTextSearch, type TextSearch } from '../shared/textSearch.ts'

type Schemas = components['schemas']
type Filter = Schemas['UserSearchFilterParams']
type UserFilter = Required<Pick<OffsetList<User, string>, 'keep' | 'skips'>>
type Column = Exclude<Schemas['UserFilterableFieldsEnum'], 'all'>

/** One page of the users that match, and how many match in all. */
export function searchUsers(
  backend: Backend,
  environmentId: string,
  query: OffsetQuery & { readonly filter?: Filter },
): { items: User[]; total: number } {
  return pageOf(backend.store.users, query, {
    partition: [environmentId],
    columns: {
      createdAt: 'byCreatedAt',
      updatedAt: 'byUpdatedAt',
      firstVisit: 'byFirstVisit',
      lastVisit: 'byLastVisit',
      email: 'byEmail',
      alias: 'byAlias',
      username: 'byUsername',
    } satisfies OrderColumns<'users.list'>,
    fallback: 'createdAt-desc',
    ...(query.filter && matches(backend, environmentId, query.filter)),
  })
}

/** Filters the users that match every condition. Their wallets and credentials are read once for all of them. */
function matches(
  { store }: Backend,
  environmentId: string,
  { filterColumn = 'all', filterValue, filterSocialProvider, chain }: Filter,
): UserFilter {
  const conditions: UserFilter['keep'][] = []
  const hasText =
    filterValue === undefined
      ? undefined
      : textCondition({ store }, environmentId, { filterColumn, text: filterValue.toLowerCase() })
  if (hasText) conditions.push(hasText.keep)
  if (filterSocialProvider !== undefined) {
    const ids = new Set<string>()
    for (const { format, userId } of store.credentials.scan('byUsername', [environmentId, filterSocialProvider]))
      if (format === 'oauth') ids.add(userId)
    conditions.push((users) => users.filter(({ id }) => ids.has(id)))
  }
  if (chain !== undefined) {
    const ids = new Set<string>()
    for (const wallet of store.wallets.scan('byEnvironment', [environmentId]))
      if (chainNamespace(wallet.chain) === chainNamespace(chain)) ids.add(wallet.userId)
    conditions.push((users) => users.filter(({ id }) => ids.has(id)))
  }
  return {
    keep: (users) => conditions.reduce((matching, condition) => condition(matching), users),
    skips: hasText?.skips,
  }
}

/** Filters the users that contain a lower-case text in one of the columns. */
export function textCondition(
  { store }: Pick<Backend, 'store'>,
  environmentId: string,
  { filterColumn, text }: { readonly filterColumn: Column | 'all'; readonly text: string },
): UserFilter {
  const cannotBeInId = filterColumn === 'all' && !/^[\da-f-]*$/.test(text)
  const search = userSearches.get(cannotBeInId ? 'allButId' : filterColumn)
  const owners = new Set<string>()
  for (const [column, addOwnersOf] of Object.entries(partColumns))
    if (filterColumn === 'all' || filterColumn === column) addOwnersOf(store, environmentId, { text, owners })
  return {
    keep(users) {
      const matching = search?.(users, text) ?? []
      if (owners.size === 0 || matching.length === users.length) return matching
      const matched = new Set(matching)
      return users.filter((user) => owners.has(user.id) || matched.has(user))
    },
    skips: (group) => owners.size === 0 && (search?.skips(group, text) ?? true),
  }
}

/** The columns of the user's own record. */
const userColumns = [
  'id',
  'email',
  'alias',
  'firstName',
  'lastName',
  'phoneNumber',
  'jobTitle',
  'username',
] as const satisfies readonly Column[]

/** Ids are UUIDs and half of the searched text, so they are skipped if the text cannot be in one. */
const userSearches = new Map<string, TextSearch<User>>([
  ['allButId', createTextSearch((user) => userColumns.slice(1).map((column) => user[column]))],
  ['all', createTextSearch((user) => userColumns.map((column) => user[column]))],
  ...userColumns.map((column) => [column, createTextSearch((user: User) => [user[column]])] as const),
])

/** Adds the ids of the users whose records in the environment contain the text. */
type AddOwners = (
  store: Backend['store'],
  environmentId: string,
  { text, owners }: { readonly text: string; readonly owners: Set<string> },
) => void

/** The columns of other records of the user. */
const partColumns: Record<Exclude<Column, (typeof userColumns)[number]>, AddOwners> = {
  walletPublicKey: walletOwners(({ publicKey }) => publicKey),
  wallet: walletOwners(({ name }) => name),
  accountId: addOwners(
    (store, environmentId) => store.credentials.runs('byKey', [environmentId, 'oauth']),
    ({ accountId }) => accountId,
  ),
}

function walletOwners(textOf: (wallet: Wallet) => string): AddOwners {
  return addOwners((store, environmentId) => store.wallets.runs('byEnvironment', [environmentId]), textOf)
}

function addOwners<R extends { readonly userId: string }>(
  runsOf: (store: Backend['store'], environmentId: string) => Iterable<readonly R[]>,
  textOf: (record: R) => string | undefined,
): AddOwners {
  const search = createTextSearch((record: R) => [textOf(record)])
  return (store, environmentId, { text, owners }) => {
    for (const run of runsOf(store, environmentId)) for (const { userId } of search(run, text)) owners.add(userId)
  }
}
