import * as z from 'zod'
import { anyObject, entity, environmentChoice } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

const report = z.object({ ...entity, environmentId: z.string(), settings: anyObject })

const event = z.object({
  ...entity,
  environmentId: z.string(),
  anonymousId: z.string(),
  event: z.string(),
  properties: anyObject,
})

/** The routes of `mock.telemetry`. */
export const telemetryRoutes = {
  'GET telemetry/events': {
    summary: 'Events that applications have reported',
    input: z.strictObject(environmentChoice),
    output: z.object({ events: z.array(event) }),
  },
  'GET telemetry/settings': {
    summary: 'The latest report of a client about itself',
    input: z.strictObject(environmentChoice),
    output: z.object({ settings: report.nullable() }),
  },
} satisfies ControlRoutes
