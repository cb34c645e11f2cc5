import type { WebhookBody } from '@latchkey/types'
import type { EventName } from '../domain/webhooks/eventNames.ts'

/** The type of an event's `data` by its name, as the document has it. */
export type EventData = { readonly [Name in EventName]: WebhookBody<Name>['data'] }
