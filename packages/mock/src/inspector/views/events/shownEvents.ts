import type { Tone } from '../../components/Badge.tsx'
import type { ServiceEvent, WebhookMessage } from '../../live/control.ts'

/** An event, or a `ping`, which only its webhook receives. */
export type ShownEvent = ServiceEvent

/** Events and pings, newest first. */
export function withPings(events: readonly ServiceEvent[], messages: readonly WebhookMessage[]): readonly ShownEvent[] {
  const pings = messages.filter(({ eventName }) => eventName === 'ping').map(eventOf)
  return [...events, ...pings].sort((a, b) => a.createdAt.localeCompare(b.createdAt)).reverse()
}

function eventOf(message: WebhookMessage): ShownEvent {
  const { id, eventId, eventName, eventCreatedAt, environmentId, environmentName, data, webhookId, status } = message
  const messages = [{ id, webhookId, status }]
  return { id: eventId, createdAt: eventCreatedAt, eventName, environmentId, environmentName, data, messages }
}

const tones = { delivered: 'good', pending: 'warn', failed: 'bad' } as const

export const toneOf = (status: WebhookMessage['status']): Tone => tones[status]

/** Returns the state of an event's messages, in a word: the worst of them. */
export function deliveryOf({ messages }: ShownEvent): { readonly words: string; readonly tone?: Tone } {
  const worst = (['failed', 'pending', 'delivered'] as const).find((status) =>
    messages.some((message) => message.status === status),
  )
  return worst ? { words: worst, tone: tones[worst] } : { words: 'no webhook' }
}
