import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { addressKey, chainNamespace, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { Visitor } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { type OffsetQuery, type OrderColumns, pageOf } from '../shared/paging.ts'
import { assertEnvironment } from '../shared/recordGuards.ts'
import { countVisit } from './visits.ts'

type Schemas = components['schemas']

/** A visitor as replies show it. */
export function presentVisitor({
  id,
  address,
  chain,
  walletName,
  provider,
  createdAt,
  environmentId,
}: Visitor): Schemas['Visitor'] {
  return { id, address, chain, walletName, provider, createdAt, projectEnvironmentId: environmentId }
}

/**
 * Records that a wallet connected. Only the first visit of an address with a wallet name adds a visitor; every visit is
 * counted.
 *
 * @throws {@link DomainError} `recordNotFound` for an unknown environment, `invalidChainAddress`
 */
export function recordVisit(backend: Backend, environmentId: string, visit: Schemas['ConnectRequest']): void {
  const { store } = backend
  const { address, chain, walletName, provider, authMode } = visit
  assertEnvironment({ store }, environmentId)
  assert(isAddressOf(chain, address), 'invalidChainAddress')
  const key = `${addressKey(chain, address)}:${walletName}`
  const existingVisitor = store.visitors.find('byKey', [environmentId, key])
  const visitor =
    existingVisitor ??
    store.visitors.insert({
      ...newRecord(backend),
      environmentId,
      address,
      chain,
      walletName,
      key,
      provider,
      ...defined({ authMode }),
    })
  countVisit(backend, visitor)
}

/** One page of the visitors that match, and how many match in all. */
export function listVisitors(
  { store }: Backend,
  environmentId: string,
  query: OffsetQuery & { readonly filter?: Schemas['VisitorSearchFilterParams'] },
): { items: Visitor[]; total: number } {
  return pageOf(store.visitors, query, {
    partition: [environmentId],
    columns: { createdAt: 'byCreatedAt', address: 'byAddress' } satisfies OrderColumns<'visits.listVisitors'>,
    fallback: 'createdAt-desc',
    ...defined({ keep: query.filter && matches(query.filter) }),
  })
}

function matches({
  filterColumn = 'all',
  filterValue = '',
  chain,
}: Schemas['VisitorSearchFilterParams']): (visitors: readonly Visitor[]) => Visitor[] {
  const text = filterValue.toLowerCase()
  const columns = {
    all: ({ id, address }: Visitor) => [id, address],
    id: ({ id }: Visitor) => [id],
    walletPublicKey: ({ address }: Visitor) => [address],
  }
  return (visitors) =>
    visitors.filter(
      (visitor) =>
        (chain === undefined || chainNamespace(chain) === chainNamespace(visitor.chain)) &&
        columns[filterColumn](visitor).some((value) => value.toLowerCase().includes(text)),
    )
}
