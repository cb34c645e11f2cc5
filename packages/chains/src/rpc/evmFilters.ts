import { toHex } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
/** Filters that the node of an EVM chain keeps for a client, which polls for changes. */
import { newRecord } from '@latchkey/base/newRecord'
import { blockOf, latestBlock } from '../ledger/blocks.ts'
import { pendingTransactions } from '../ledger/pending.ts'
import { transactionsIn } from '../ledger/transactions.ts'
import type { ChainFilter } from '../records.ts'
import type { EvmChain } from './evmChain.ts'
import { logsBetween } from './evmLogs.ts'
import { readLogFilter } from './evmParams.ts'
import { RpcError } from './jsonRpc.ts'

/** How long an unused filter stays. */
const lifeMs = 300_000
/** How many reported blocks a filter remembers, to notice that they were replaced. */
const remembered = 256

const networkOf = ({ networkId }: EvmChain) => ({ family: 'eip155', networkId })

const pendingHashes = ({ backend, networkId }: EvmChain) =>
  pendingTransactions(backend, networkId).map(({ hash }) => hash)

function create(chain: EvmChain, kind: ChainFilter['kind'], criteria?: object): string {
  const { backend, networkId } = chain
  const { store, random, clock } = backend
  for (const filter of store.chainFilters.scan('byNetwork', [networkId]))
    if (filter.expiresAt <= clock.iso()) store.chainFilters.delete(filter.id)
  const { number, hash } = latestBlock(backend, networkOf(chain))
  const { filterId } = store.chainFilters.insert({
    ...newRecord(backend),
    filterId: `0x${toHex(random.bytes(16))}`,
    networkId,
    kind,
    ...defined({ criteria }),
    reported: [{ number, hash }],
    reportedPending: pendingHashes(chain),
    expiresAt: clock.isoIn(lifeMs),
  })
  return filterId
}

/** @throws {@link RpcError} for a filter that is not there, or was not asked for five minutes */
function filterOf({ backend, networkId }: EvmChain, filterId: unknown): ChainFilter {
  const filter = backend.store.chainFilters.find('byFilterId', [networkId, String(filterId)])
  if (filter && filter.expiresAt > backend.clock.iso()) return filter
  throw new RpcError(-32_000, 'filter not found')
}

/** The number of the last reported block that is still on the chain: a reorganization may have replaced later ones. */
function lastReported(chain: EvmChain, { reported }: ChainFilter): number {
  const block = reported.findLast(({ number, hash }) => blockOf(chain.backend, networkOf(chain), number)?.hash === hash)
  return block?.number ?? Math.max(0, (reported[0]?.number ?? 0) - 1)
}

/** The changes since the last poll. Blocks that replace reported ones are new, with their content. */
function changes(chain: EvmChain, filterId: unknown): unknown[] {
  const { backend } = chain
  const filter = filterOf(chain, filterId)
  const [from, to] = [lastReported(chain, filter) + 1, latestBlock(backend, networkOf(chain)).number]
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  const blocks = numbers.flatMap((number) => blockOf(backend, networkOf(chain), number) ?? [])
  const unchanged = filter.reported.filter(({ number }) => number < from)
  const reported = [...unchanged, ...blocks.map(({ number, hash }) => ({ number, hash }))].slice(-remembered)
  const waiting = pendingHashes(chain)
  const { reportedPending: before = [] } = filter
  const reportedPending = [...new Set([...before, ...waiting])].slice(-remembered)
  backend.store.chainFilters.put({ ...filter, reported, reportedPending, expiresAt: backend.clock.isoIn(lifeMs) })
  if (filter.kind === 'blocks') return blocks.map(({ hash }) => hash)
  if (filter.kind === 'transactions') {
    const mined = numbers.flatMap((number) => transactionsIn(backend, networkOf(chain), number).map(({ hash }) => hash))
    return [...mined, ...waiting].filter((hash) => !before.includes(hash))
  }
  return logsBetween(chain, { from, to }, readLogFilter(filter.criteria))
}

type EvmMethod = (chain: EvmChain, params: readonly unknown[]) => unknown

/** The methods of filters. */
export const filterMethods: Readonly<Record<string, EvmMethod>> = {
  eth_newFilter(chain, [criteria]) {
    readLogFilter(criteria)
    return create(chain, 'logs', criteria as object)
  },
  eth_newBlockFilter: (chain) => create(chain, 'blocks'),
  eth_newPendingTransactionFilter: (chain) => create(chain, 'transactions'),
  eth_getFilterChanges: (chain, [filterId]) => changes(chain, filterId),
  eth_getFilterLogs(chain, [filterId]) {
    const { kind, criteria } = filterOf(chain, filterId)
    if (kind !== 'logs') throw new RpcError(-32_000, 'filter not found')
    return logsBetween(chain, undefined, readLogFilter(criteria))
  },
  eth_uninstallFilter({ backend, networkId }, [filterId]) {
    const filter = backend.store.chainFilters.find('byFilterId', [networkId, String(filterId)])
    if (filter) backend.store.chainFilters.delete(filter.id)
    return filter !== undefined
  },
}
