import type { ControlOutput } from '../../live/control.ts'

/** A webhook, with its secret. */
export type Webhook = ControlOutput<'GET webhooks'>['webhooks'][number]
