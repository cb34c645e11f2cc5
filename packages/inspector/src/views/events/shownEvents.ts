import type { Tone } from '../../components/Badge.tsx'
import type { ServiceEvent, WebhookMessage } from '../../live/control.ts'

/** An event. A `ping` and a triggered event are no events of the environment: only webhooks receive them. */
export type ShownEvent = ServiceEvent & Pick<WebhookMessage, 'isTriggered'>

/** The events of environments, pings and triggered events, newest first. */
export function withUnlisted(
  events: readonly ServiceEvent[],
  messages: readonly WebhookMessage[],
): readonly ShownEvent[] {
  const unlisted = new Map<string, ShownEvent>()
  for (const message of messages) {
    if (message.eventName !== 'ping' && !message.isTriggered) continue
    const { id, eventId, webhookId, status } = message
    const event = unlisted.get(eventId) ?? eventOf(message)
    unlisted.set(eventId, { ...event, messages: [...event.messages, { id, webhookId, status }] })
  }
  return [...events, ...unlisted.values()].sort((a, b) => a.createdAt.localeCompare(b.createdAt)).reverse()
}

function eventOf(message: WebhookMessage): ShownEvent {
  const { eventId: id, eventName, eventCreatedAt: createdAt, environmentId, environmentName, data } = message
  const event = { id, createdAt, eventName, environmentId, environmentName, data, messages: [] }
  return message.isTriggered ? { ...event, isTriggered: true } : event
}

const tones = { delivered: 'good', pending: 'warn', failed: 'bad' } as const

export const toneOf = (status: WebhookMessage['status']): Tone => tones[status]

const worst = ['failed', 'pending', 'delivered'] as const

/** The messages of an event, those first that failed. */
export const worstFirst = (messages: ShownEvent['messages']): ShownEvent['messages'] =>
  worst.flatMap((status) => messages.filter((message) => message.status === status))

/** Returns the state of an event's messages: the worst of them. It is `undefined` for an event without messages. */
export const deliveryOf = ({ messages }: ShownEvent): WebhookMessage['status'] | undefined =>
  worstFirst(messages)[0]?.status
