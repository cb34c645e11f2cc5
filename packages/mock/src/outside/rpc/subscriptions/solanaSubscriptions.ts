/** The subscriptions of a Solana cluster, as nodes answer them. Whatever has landed is final, at every commitment. */
import { readBase58, readBase64 } from '../../../crypto/bytes.ts'
import type { OutsideBackend } from '../../../domain/shared/backend.ts'
import type { LedgerTransaction } from '../../../store/ledgerRecords.ts'
import { currentSlot, blockhashOf, blockTime, solanaNetwork } from '../../ledger/solana/slots.ts'
import { detailsOf, landedTransaction, openBank } from '../../ledger/solana/solanaLedger.ts'
import { accountBytes } from '../solana/accountBytes.ts'
import { presentAccount } from '../solana/presentAccount.ts'
import { presentTransaction } from '../solana/presentTransaction.ts'
import { nodeVersion, type SolanaCluster } from '../solana/solanaCall.ts'
import { invalidParam, readAddress, readConfig, readList, readSignature, readView } from '../solana/solanaParams.ts'
import type { ChainChange } from './chainWatch.ts'
import type { SubscribingMethod, Subscription, SubscriptionMethods } from './subscription.ts'

type Subscribe = (cluster: SolanaCluster, backend: OutsideBackend, params: readonly unknown[]) => Subscription

const inContext = (slot: number, value: unknown) => ({ context: { apiVersion: nodeVersion, slot }, value })
const landedIn = (change: ChainChange | undefined): LedgerTransaction[] =>
  change?.added.flatMap(({ transactions }) => transactions) ?? []

const accountSubscribe: Subscribe = ({ networkId }, backend, [key, config]) => {
  const [address, view] = [readAddress(key), readView(readConfig(config))]
  const show = (of: OutsideBackend) => presentAccount(openBank(of, networkId), address, view) ?? noAccount
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

type Matches = (bytes: Uint8Array) => boolean

/** A filter of accounts by their data. @throws {@link RpcError} */
function readFilter(filter: unknown): Matches {
  const { dataSize, memcmp } = readConfig(filter)
  if (typeof dataSize === 'number') return ({ length }) => length === dataSize
  const { offset = 0, bytes, encoding = 'base58' } = readConfig(memcmp)
  const wanted = typeof bytes === 'string' ? (encoding === 'base64' ? readBase64 : readBase58)(bytes) : undefined
  if (!wanted || typeof offset !== 'number') throw invalidParam('Invalid params: expected dataSize or memcmp.')
  return (data) => wanted.every((byte, index) => data[offset + index] === byte)
}

const programSubscribe: Subscribe = ({ networkId }, _, [key, config]) => {
  const [program, options] = [readAddress(key), readConfig(config)]
  const view = readView(options)
  const filters = readList(options.filters ?? [], 4, readFilter)
  return {
    resultsOf(backend, change) {
      const bank = openBank(backend, networkId)
      const touched = new Set(landedIn(change).flatMap((landed) => detailsOf(landed).addresses))
      return [...touched]
        .filter((address) => bank.get(address).program === program)
        .filter((address) => filters.every((matches) => matches(accountBytes(bank.get(address)))))
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
  return {
    isOnce: true,
    resultsOf(backend) {
      const landed = landedTransaction(backend, networkId, signature)
      if (!landed) return []
      const { slot, error } = detailsOf(landed)
      const received = enableReceivedNotification === true ? [inContext(slot, 'receivedSignature')] : []
      return [...received, inContext(slot, { err: error })]
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

/** The parts of blocks that a client asks for. */
const blockContents: Readonly<Record<string, (all: readonly LedgerTransaction[], view: object) => object>> = {
  full: (all, view) => ({
    transactions: all.map((landed) => {
      const { slot: _slot, blockTime: _time, ...shown } = presentTransaction(landed, view) as Record<string, unknown>
      return shown
    }),
  }),
  signatures: (all) => ({ signatures: all.map(({ hash }) => hash) }),
  none: () => ({}),
}

/** Each transaction is in a slot and a block of its own. */
const blockSubscribe: Subscribe = ({ networkId }, _, [filter, config]) => {
  const isMentioned = readMentions(filter, 'mentionsAccountOrProgram')
  const { transactionDetails = 'full', encoding, maxSupportedTransactionVersion } = readConfig(config)
  const name = String(transactionDetails)
  const contentOf = Object.hasOwn(blockContents, name) ? blockContents[name] : undefined
  if (!contentOf) throw invalidParam(`Invalid params: unknown variant \`${name}\`, expected full, signatures or none.`)
  const view = { encoding: encoding ?? 'json', maxSupportedTransactionVersion }
  return {
    resultsOf: (_, change) =>
      landedIn(change)
        .filter(isMentioned)
        .map((landed) => {
          const { slot } = detailsOf(landed)
          const block = {
            previousBlockhash: blockhashOf(networkId, slot - 1),
            blockhash: blockhashOf(networkId, slot),
            parentSlot: slot - 1,
            blockTime: blockTime(landed.createdAt),
            blockHeight: slot,
            ...contentOf([landed], view),
          }
          return inContext(slot, { slot, err: null, block })
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
