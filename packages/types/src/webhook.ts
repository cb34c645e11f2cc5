import type { webhooks } from './generated/openapi.ts'

/** The description of a webhook at run time. */
export interface WebhookRow {
  /** The change that the event reports, in a sentence. */
  readonly description: string
}

/** The name of an event that webhooks receive, such as `user.created`. */
export type WebhookName = keyof webhooks

/** The JSON that a webhook receives about an event; `data` is what the event is about. */
export type WebhookBody<Name extends WebhookName> = webhooks[Name]['post']['requestBody']['content']['application/json']
