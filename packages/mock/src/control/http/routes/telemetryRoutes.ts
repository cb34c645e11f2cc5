import * as z from 'zod'
import { anyObject, entity, environmentChoice } from '../../objects/inputSchemas.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

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
  'GET telemetry/events': route({
    summary: 'Events that applications have reported',
    input: z.strictObject(environmentChoice),
    output: z.object({ events: z.array(event) }),
    run: (mock, at) => ({ events: mock.telemetry.events(at) }),
  }),
  'GET telemetry/settings': route({
    summary: 'The latest report of a client about itself',
    input: z.strictObject(environmentChoice),
    output: z.object({ settings: report.nullable() }),
    run: (mock, at) => ({ settings: mock.telemetry.settings(at) ?? null }),
  }),
} satisfies ControlRoutes
