import { readWaiting } from '../../ledger/evm/waiting.ts'
/** `eth_subscribe` and `eth_unsubscribe`, as nodes answer them. */
import type { LedgerTransaction } from '../../records.ts'
import { isAccepted } from '../evmLogs.ts'
import { readLogFilter } from '../evmParams.ts'
import { headShape, logsOf, pendingShape, transactionShape } from '../evmShapes.ts'
import { RpcError } from '../jsonRpc.ts'
import type { BlockContent, ChainChange } from './chainWatch.ts'
import type { Subscription, SubscriptionMethods } from './subscription.ts'

const nothing: ChainChange = { removed: [], added: [], waiting: [] }

const newHeads = (): Subscription => ({
  resultsOf: (_, { added } = nothing) => added.map(({ block, transactions }) => headShape(block, transactions)),
})

function logs(criteria: unknown): Subscription {
  const filter = readLogFilter(criteria ?? {})
  const logsIn = ({ block, transactions }: BlockContent) =>
    transactions.flatMap((transaction) => logsOf(transaction, block)).filter((log) => isAccepted(filter, log))
  return {
    resultsOf: (_, { removed, added } = nothing) => [
      ...removed.flatMap((content) => logsIn(content).map((log) => ({ ...log, removed: true }))),
      ...added.flatMap(logsIn),
    ],
  }
}

/** How many announced transactions a subscription remembers. */
const remembered = 4096

/** Every transaction once: while it waits, or in the block that it comes with. */
function newPendingTransactions(isWhole: unknown): Subscription {
  if (isWhole !== undefined && typeof isWhole !== 'boolean')
    throw new RpcError('params', 'the second parameter has to be true or false')
  const announced = new Set<string>()
  const shown = (hash: string, shape: () => object) => ({ hash, result: isWhole === true ? shape : () => hash })
  return {
    resultsOf(_, { added, waiting } = nothing) {
      const mined = added.flatMap(({ block, transactions }) =>
        transactions.map((each: LedgerTransaction) => shown(each.hash, () => transactionShape(each, block))),
      )
      const all = [...waiting.map((each) => shown(each.hash, () => pendingShape(readWaiting(each)))), ...mined]
      const fresh = all.filter(({ hash }) => !announced.has(hash))
      for (const { hash } of fresh) announced.add(hash)
      for (const hash of announced) if (announced.size > remembered) announced.delete(hash)
      return fresh.map(({ result }) => result())
    },
  }
}

/** A chain of the mock is never behind. */
const syncing = (): Subscription => ({ resultsOf: () => [] })

const kinds: Readonly<Record<string, (option: unknown) => Subscription>> = {
  newHeads,
  logs,
  newPendingTransactions,
  syncing,
}

export const evmSubscriptions = (networkId: number): SubscriptionMethods => ({
  network: { family: 'eip155', networkId },
  subscribing: {
    eth_subscribe: {
      notification: 'eth_subscription',
      subscribe(_, [kind, option]) {
        const create = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
        if (!create) throw new RpcError('method', `no "${String(kind)}" subscription in eth namespace`)
        return create(option)
      },
    },
  },
  ending: { eth_unsubscribe: 'eth_subscribe' },
  idOf: (position) => `0x${position.toString(16).padStart(32, '0')}`,
  unknownId: { code: -32_000, message: 'subscription not found' },
})
