import type { AsJson, ControlInput, ControlKey, ControlOutput } from '@latchkey/contract/controlCaller'

/** An entry of the journal. */
export type Entry = ControlOutput<'GET journal'>['entries'][number]

/** An event of the service. */
export type ServiceEvent = ControlOutput<'GET events'>['events'][number]

export type WebhookMessage = ControlOutput<'GET webhooks/messages'>['messages'][number]
/** An attempt to deliver a webhook message. */
export type Delivery = ControlOutput<'GET webhooks/deliveries'>['deliveries'][number]

/** A fault that is set. */
export type SetFault = ControlOutput<'GET faults'>['faults'][number]

/** A failure that is planned for something that is not an operation. */
export type PlannedFailure = ControlOutput<'GET failures'>['failures'][number]

/** Scheduled work of the mock. */
export type Job = ControlOutput<'GET jobs'>['jobs'][number]
export type Expiry = ControlOutput<'GET clock/expiries'>['expiries'][number]

/** The routes that only read. */
export type ReadKey = Extract<ControlKey, `GET ${string}`>
export type { AsJson, ControlInput, ControlOutput }

export type { StreamEvents } from '@latchkey/contract/streamEvents'
