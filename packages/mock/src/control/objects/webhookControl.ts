import type { components } from '@latchkey/types'
import { redeliverMessage } from '../../domain/webhooks/webhookMessages.ts'
import { presentWebhook } from '../../domain/webhooks/webhooks.ts'
import { awaitAnswer, type Deliver } from '../../effects/deliver.ts'
import type { WebhookAttempt, WebhookMessage } from '../../store/records.ts'
import { transact, type World } from '../../world/world.ts'
import type { EnvironmentChoice } from './create/factoryContext.ts'
import type { TriggerArguments } from './triggerWebhooks.ts'

/** Answers a delivery in place of a listening server. */
type Receiver = (request: Request) => Response | Promise<Response>

/** Webhooks, their messages and deliveries, and receivers in process. */
export interface WebhookControl {
  /** The webhooks of an environment, oldest first, with their secrets. An environment that does not exist has none. */
  list(choice?: EnvironmentChoice): components['schemas']['Webhook'][]
  /** All attempts of all webhooks or of one, oldest first. */
  deliveries(webhookId?: string): WebhookAttempt[]
  /** The latest attempt of all webhooks or of one; `undefined` if there is none. */
  last(webhookId?: string): WebhookAttempt | undefined
  /** All messages to all webhooks or to one, oldest first. */
  messages(webhookId?: string): WebhookMessage[]
  /** Sends a message once more and resolves when the attempt has ended. */
  redeliver(messageId: string): Promise<void>
  /**
   * Sends an event that nothing has caused to the enabled webhooks that subscribe to it: signed, with retries, and with
   * the data of a record or of an example. It resolves when the first attempts have ended. The event is not in
   * `events.list`, and its messages have `isTriggered`. A `ping` goes to each enabled webhook, or to the one that
   * `record` names.
   *
   * @returns The messages, one for each webhook.
   * @throws TypeError for an unknown event, environment or record, for data that the event does not have, and when no
   * webhook subscribes to it. Nothing is sent then.
   * @example await mock.webhooks.trigger('user.created', { email: 'ada@example.com' })
   */
  trigger(...event: TriggerArguments): Promise<WebhookMessage[]>
  /**
   * Answers deliveries to a URL in process, so that a test needs no server.
   *
   * @returns A function that removes the receiver.
   */
  receive(url: string, receiver: Receiver): () => void
}

/** In-process receivers by URL. */
export type Receivers = Map<string, Receiver>

/** Delivers to the receiver of the URL if there is one, and over the network otherwise. */
export function createRoutedDeliver(receivers: Receivers, network: Deliver, timeoutMs: number): Deliver {
  return async (request) => {
    const { url, headers, body } = request
    const receiver = receivers.get(url)
    if (!receiver) return network(request)
    return awaitAnswer(() => receiver(new Request(url, { method: 'POST', headers, body })), {
      timeoutMs,
      failure: 'The receiver threw an error.',
    })
  }
}

interface WebhookControlOptions {
  readonly world: World
  readonly receivers: Receivers
  readonly settle: () => Promise<void>
  readonly sandboxId: string
}

export function createWebhookControl({ world, receivers, settle, sandboxId }: WebhookControlOptions): WebhookControl {
  const deliveries = (webhookId?: string) =>
    [
      ...(webhookId === undefined
        ? world.store.reader.webhookAttempts.all()
        : world.store.reader.webhookAttempts.scan('byWebhook', [webhookId])),
    ].sort(byId)
  return {
    list: ({ environmentId = sandboxId } = {}) =>
      [...world.store.reader.webhooks.all()]
        .filter((webhook) => webhook.environmentId === environmentId)
        .sort(byId)
        .map((webhook) => presentWebhook(webhook, { includeSecret: true })),
    deliveries,
    last: (webhookId) => deliveries(webhookId).at(-1),
    messages: (webhookId) =>
      [
        ...(webhookId === undefined
          ? world.store.reader.webhookMessages.all()
          : world.store.reader.webhookMessages.scan('byWebhook', [webhookId])),
      ].sort(byId),
    async redeliver(messageId) {
      await transact(world, (backend) => redeliverMessage(backend, messageId))
      await settle()
    },
    async trigger(...event) {
      const { triggerWebhooks } = await import('./triggerWebhooks.ts')
      const ids = await triggerWebhooks(world, event, sandboxId)
      await settle()
      const { webhookMessages } = world.store.reader
      return ids.flatMap((id) => webhookMessages.get(id) ?? [])
    },
    receive(url, receiver) {
      receivers.set(url, receiver)
      return () => {
        if (receivers.get(url) === receiver) receivers.delete(url)
      }
    },
  }
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}
