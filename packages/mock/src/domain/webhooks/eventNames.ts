import { type components, type WebhookName, webhookNames, webhookTable } from '@latchkey/types'

export type EventName = WebhookName

/** The catalogue as replies show it. */
export const eventTypes: readonly components['schemas']['EventType'][] = Object.entries(webhookTable).map(
  ([name, { description }]) => ({ name, description }),
)

/** The names of all events. */
export const eventNames: readonly string[] = webhookNames

/** Whether the catalogue has an event of this name. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(webhookTable, name)
}
