import { everyValue } from '@latchkey/base/everyValue'
import type { components } from '@latchkey/types'
import { EventName } from '@latchkey/types/zod'
import * as z from 'zod'
import { anyObject, entity, list, queriedInteger } from '../commonSchemas.ts'
import { maximumEvents } from '../limits.ts'
import type { ControlRoutes } from './controlRoute.ts'

type Schemas = components['schemas']

const status = z.enum(['pending', 'delivered', 'failed'])

const event = z.object({
  ...entity,
  eventName: EventName,
  environmentId: z.string(),
  environmentName: z.enum(everyValue<Schemas['EnvironmentEnum']>({ live: true, sandbox: true })),
  userId: z.string().optional(),
  data: anyObject,
  requestId: z.string().optional(),
  messages: list(z.object({ id: z.string(), webhookId: z.string(), status })),
})

/** The routes of `mock.events`. */
export const eventRoutes = {
  'GET events': {
    summary: 'The latest events of the service, with the webhook messages that they have caused: 1 000 without a limit',
    input: z.strictObject({
      eventName: EventName.optional(),
      environmentId: z.string().optional(),
      limit: queriedInteger.min(1).max(maximumEvents).optional(),
    }),
    output: z.object({ events: z.array(event) }),
  },
} satisfies ControlRoutes
