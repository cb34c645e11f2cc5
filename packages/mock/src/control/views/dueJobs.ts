import type { Job, JobKind } from '../../store/records.ts'
import type { World } from '../../world/world.ts'

/** Something that the mock will do by itself. */
export interface DueJob {
  readonly id: string
  readonly kind: JobKind
  /** ISO 8601 in UTC. */
  readonly dueAt: string
  /** Id of the record that it concerns. */
  readonly subjectId: string
  /** Counts from 1 for work that is tried again. */
  readonly attempt: number
  /** A sentence about what it will do. */
  readonly description: string
}

type Store = World['store']['reader']

/** Describes the effect of each kind of job, without a full stop. */
const descriptions: Record<JobKind, (store: Store, subjectId: string) => string> = {
  'chains.mine': ({ chainSettings }, id) =>
    `Mines a block of the chain ${chainSettings.get(id)?.networkId ?? 'that was reset'}`,
  'chains.watch': ({ sentTransactions }, id) =>
    `Looks for a transaction that was sent to the chain ${sentTransactions.get(id)?.networkId ?? 'that was reset'}`,
  'customHostnames.check': ({ customHostnames }, id) =>
    `Looks up the DNS records of ${customHostnames.get(id)?.hostname ?? 'a deleted hostname'}`,
  'exchangeTransfers.settle': ({ exchangeTransfers }, id) => {
    const transfer = exchangeTransfers.get(id)
    return transfer ? `Settles an exchange's transfer of ${transfer.amount} ${transfer.currency}` : 'Settles a transfer'
  },
  'exports.run': ({ exports }, id) => {
    const job = exports.get(id)
    return job ? `Writes the export of ${job.model} as ${job.format}` : 'Writes an export'
  },
  'rampOrders.continue': ({ rampOrders }, id) => {
    const order = rampOrders.get(id)
    return order ? `Takes an order for ${order.purchaseAmount} at ${order.provider} forward` : 'Takes an order forward'
  },
  'rooms.expire': ({ rooms }, id) =>
    `Closes a room of the kind ${rooms.get(id)?.purpose?.kind ?? 'unknown'} if it is still open`,
  'sessions.revokeAll': ({ environments }, id) => `Revokes all sessions of ${environmentOf({ environments }, id)}`,
  'ssoProviders.check': ({ ssoProviders }, id) =>
    `Looks up the DNS record of single sign-on for ${ssoProviders.get(id)?.emailDomain ?? 'a deleted domain'}`,
  'webhookMessages.forget': ({ environments }, id) =>
    `Deletes webhook messages of ${environmentOf({ environments }, id)} that are too old`,
  'webhooks.deliver': (store, id) => `Delivers ${messageOf(store, id)}`,
  'webhooks.redeliver': (store, id) => `Delivers once more ${messageOf(store, id)}`,
}

const environmentOf = ({ environments }: Pick<Store, 'environments'>, id: string) =>
  `the ${environments.get(id)?.name ?? 'deleted'} environment`

function messageOf({ webhookDeliveries, webhookMessages, webhooks }: Store, deliveryId: string): string {
  const delivery = webhookDeliveries.get(deliveryId)
  const message = delivery && webhookMessages.get(delivery.messageId)
  const webhook = delivery && webhooks.get(delivery.webhookId)
  return message && webhook ? `${message.eventName} to ${webhook.url}` : 'a deleted message'
}

/** The scheduled jobs in the order in which they run. */
export function createDueJobs(world: World): () => DueJob[] {
  const describe = ({ id, kind, dueAt, subjectId, attempt }: Job): DueJob => {
    const description = descriptions[kind](world.store.reader, subjectId)
    return { id, kind, dueAt, subjectId, attempt, description: `${description}.` }
  }
  return () => [...world.store.reader.jobs.scan('byDueAt', [])].map(describe)
}
