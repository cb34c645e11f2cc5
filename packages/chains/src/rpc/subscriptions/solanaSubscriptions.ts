import { instantOf } from '@latchkey/base/clock'
/** The subscriptions of a Solana cluster, as nodes answer them. Whatever has landed is final, at every commitment. */
import type { ChainBackend } from '../../backend.ts'
import { currentSlot, solanaNetwork } from '../../ledger/solana/slots.ts'
import { slotOfBlock } from '../../ledger/solana/solanaBlocks.ts'
import { detailsOf, landedTransaction, openBank } from '../../ledger/solana/solanaLedger.ts'
import { isWaiting } from '../../ledger/solana/solanaPending.ts'
import type { LedgerTransaction } from '../../records.ts'
import { readFilters } from '../solana/accountFilters.ts'
import { presentAccount } from '../solana/presentAccount.ts'
import { readBlockView } from '../solana/presentBlock.ts'
import { nodeVersion, type SolanaCluster } from '../solana/solanaCall.ts'
import { invalidParam, readAddress, readConfig, readList, readSignature, readView } from '../solana/solanaParams.ts'
import type { ChainChange } from './chainWatch.ts'
import type { SubscribingMethod, Subscription, SubscriptionMethods } from './subscription.ts'

type Subscribe = (cluster: SolanaCluster, backend: ChainBackend, params: readonly unknown[]) => Subscription

const inContext = (slot: number, value: unknown) => ({ context: { apiVersion: nodeVersion, slot }, value })
const landedIn = (change: ChainChange | undefined): LedgerTransaction[] =>
  change?.added.flatMap(({ transactions }) => transactions) ?? []

const accountSubscribe: Subscribe = ({ networkId }, backend, [key, config]) => {
  const [address, view] = [readAddress(key), readView(readConfig(config))]
  const show = (of: ChainBackend) => presentAccount(openBank(of, networkId), address, view) ?? noAccount
  let last = JSON.stringify(show(backend))
  return {
    resultsOf(present) {
      const account = show(present)
      const text = JSON.stringify(account)
      if (text === last) return []
      last = text
      return [inContext(currentSlot(present, networkId), account)]
    },
  }
}

/** Nodes show an account that was closed as an empty one of the system program. */
const noAccount = {
  data: ['', 'base64'],
  executable: false,
  lamports: 0,
  owner: '11111111111111111111111111111111',
  rentEpoch: 0,
  space: 0,
}

const programSubscribe: Subscribe = ({ networkId }, _, [key, config]) => {
  const [program, options] = [readAddress(key), readConfig(config)]
  const view = readView(options)
  const isAccepted = readFilters(options.filters)
  return {
    resultsOf(backend, change) {
      const bank = openBank(backend, networkId)
      const touched = new Set(landedIn(change).flatMap((landed) => detailsOf(landed).addresses))
      return [...touched]
        .filter((address) => bank.get(address).program === program)
        .filter((address) => isAccepted(bank.get(address)))
        .map((pubkey) =>
          inContext(currentSlot(backend, networkId), {
            pubkey,
            account: presentAccount(bank, pubkey, view) ?? noAccount,
          }),
        )
    },
  }
}

/** The transactions that a client asks for: all, or those that name an account. @throws {@link RpcError} */
function readMentions(filter: unknown, field: string): (landed: LedgerTransaction) => boolean {
  if (filter === 'all' || filter === 'allWithVotes') return () => true
  const value = readConfig(filter)[field]
  const [address] = readList(Array.isArray(value) ? value : [value], 1, readAddress)
  if (address === undefined) throw invalidParam('Invalid Request: Only 1 address supported')
  return (landed) => detailsOf(landed).addresses.includes(address)
}

const logsSubscribe: Subscribe = (_cluster, _backend, [filter]) => {
  const isMentioned = readMentions(filter, 'mentions')
  return {
    resultsOf: (_, change) =>
      landedIn(change)
        .filter(isMentioned)
        .map((landed) => {
          const { slot, error, logs } = detailsOf(landed)
          return inContext(slot, { signature: landed.hash, err: error, logs })
        }),
  }
}

const signatureSubscribe: Subscribe = ({ networkId }, _, [text, config]) => {
  const signature = readSignature(text)
  const { enableReceivedNotification } = readConfig(config)
  let isReceived = enableReceivedNotification !== true
  let isOver = false
  return {
    isOfPast: true,
    isOver: () => isOver,
    resultsOf(backend) {
      const landed = landedTransaction(backend, networkId, signature)
      if (!landed && (isReceived || !isWaiting(backend, networkId, signature))) return []
      const slot = landed ? detailsOf(landed).slot : currentSlot(backend, networkId)
      const received = isReceived ? [] : [inContext(slot, 'receivedSignature')]
      isReceived = true
      isOver = landed !== undefined
      return landed ? [...received, inContext(slot, { err: detailsOf(landed).error })] : received
    },
  }
}

/** The results of each new slot. */
const bySlot =
  (resultOf: (slot: number) => unknown): Subscribe =>
  ({ networkId }, backend) => {
    let last = currentSlot(backend, networkId)
    return {
      isTimed: true,
      resultsOf(present) {
        const slot = currentSlot(present, networkId)
        if (slot === last) return []
        last = slot
        return [resultOf(slot)]
      },
    }
  }

/** The slots with transactions. Nodes show rewards here only to a client that asks for them. */
const blockSubscribe: Subscribe = ({ networkId }, _, [filter, config]) => {
  const isMentioned = readMentions(filter, 'mentionsAccountOrProgram')
  const { showRewards, ...options } = readConfig(config)
  const present = readBlockView({ ...options, rewards: showRewards === true })
  return {
    resultsOf: (_, change) =>
      (change?.added ?? []).flatMap(({ block, transactions }) => {
        const mentioned = transactions.filter(isMentioned)
        const [slot, instant] = [slotOfBlock(block), instantOf(block.createdAt)]
        if (mentioned.length === 0) return []
        return [
          inContext(slot, { slot, err: null, block: present(networkId, { slot, instant, transactions: mentioned }) }),
        ]
      }),
  }
}

const subscribes: Readonly<Record<string, Subscribe>> = {
  account: accountSubscribe,
  block: blockSubscribe,
  logs: logsSubscribe,
  program: programSubscribe,
  root: bySlot((slot) => slot),
  signature: signatureSubscribe,
  slot: bySlot((slot) => ({ parent: slot - 1, root: slot, slot })),
}

export function solanaSubscriptions(cluster: SolanaCluster): SubscriptionMethods {
  const names = Object.entries(subscribes)
  const methodOf = (name: string, subscribe: Subscribe): SubscribingMethod => ({
    notification: `${name}Notification`,
    subscribe: (backend, params) => subscribe(cluster, backend, params),
  })
  return {
    network: solanaNetwork(cluster.networkId),
    subscribing: Object.fromEntries(names.map(([name, make]) => [`${name}Subscribe`, methodOf(name, make)])),
    ending: Object.fromEntries(names.map(([name]) => [`${name}Unsubscribe`, `${name}Subscribe`])),
    idOf: (position) => position,
    unknownId: { code: -32_602, message: 'Invalid subscription id.' },
  }
}
