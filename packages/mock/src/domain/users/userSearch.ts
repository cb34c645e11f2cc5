import type { components } from '@latchkey/types'
import type { Backend } from '../../backend.ts'
import type { User } from '../../store/records.ts'
import { chainNamespace } from '../chains/chains.ts'
import { type OffsetQuery, type OrderColumns, pageOf } from '../shared/paging.ts'

type Schemas = components['schemas']
type Filter = Schemas['UserSearchFilterParams']
type Column = Exclude<Schemas['UserFilterableFieldsEnum'], 'all'>
type Text = string | null | undefined
type Holds = (text: Text) => boolean

/** One page of the users that match, and how many match in all. */
export function searchUsers(
  backend: Backend,
  { environmentId, filter, ...query }: OffsetQuery & { environmentId: string; filter?: Filter },
): { items: User[]; total: number } {
  return pageOf(backend.store.users, [environmentId], query, {
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
    ...(filter && { keep: matches(backend, environmentId, filter) }),
  })
}

/** Whether a user matches every condition. What users have beside themselves is read once for all of them. */
function matches(
  { store }: Backend,
  environmentId: string,
  { filterColumn = 'all', filterValue, filterSocialProvider, chain }: Filter,
): (user: User) => boolean {
  const conditions: ((user: User) => boolean)[] = []
  if (filterValue !== undefined)
    conditions.push(textCondition({ store }, environmentId, filterColumn, filterValue.toLowerCase()))
  if (filterSocialProvider !== undefined) {
    const ids = new Set<string>()
    for (const { format, userId } of store.credentials.scan('byUsername', [environmentId, filterSocialProvider]))
      if (format === 'oauth') ids.add(userId)
    conditions.push(({ id }) => ids.has(id))
  }
  if (chain !== undefined) {
    const ids = new Set<string>()
    for (const wallet of store.wallets.scan('byEnvironment', [environmentId]))
      if (chainNamespace(wallet.chain) === chainNamespace(chain)) ids.add(wallet.userId)
    conditions.push(({ id }) => ids.has(id))
  }
  return (user) => conditions.every((holds) => holds(user))
}

/** Whether a user holds a text, which is in lower case, in one of the columns. */
function textCondition(
  backend: Pick<Backend, 'store'>,
  environmentId: string,
  filterColumn: Column | 'all',
  text: string,
): (user: User) => boolean {
  const holds: Holds = (value) => typeof value === 'string' && value.toLowerCase().includes(text)
  const isSearched = (column: string) => filterColumn === 'all' || filterColumn === column
  const fields = userColumns.filter(isSearched)
  const owners = new Set<string>()
  for (const [column, ownersOf] of Object.entries(partColumns)) {
    if (isSearched(column)) for (const { userId } of ownersOf(backend, environmentId, holds)) owners.add(userId)
  }
  return (user) => owners.has(user.id) || fields.some((name) => holds(user[name]))
}

/** The columns that are the user's own. */
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

type PartOf = (
  backend: Pick<Backend, 'store'>,
  environmentId: string,
  holds: Holds,
) => Iterable<{ readonly userId: string }>

/** The other columns: the records of the environment that hold the text, each with whose it is. */
const partColumns: Record<Exclude<Column, (typeof userColumns)[number]>, PartOf> = {
  walletPublicKey: ({ store }, environmentId, holds) =>
    kept(store.wallets.scan('byEnvironment', [environmentId]), ({ publicKey }) => holds(publicKey)),
  wallet: ({ store }, environmentId, holds) =>
    kept(store.wallets.scan('byEnvironment', [environmentId]), ({ name }) => holds(name)),
  accountId: ({ store }, environmentId, holds) =>
    kept(store.credentials.scan('byKey', [environmentId, 'oauth']), ({ accountId }) => holds(accountId)),
}

function* kept<R>(records: Iterable<R>, keep: (record: R) => boolean): Iterable<R> {
  for (const record of records) if (keep(record)) yield record
}
