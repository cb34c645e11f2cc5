import * as z from 'zod'
import { queriedInteger } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

const span = z.strictObject({
  days: z.number().min(0).optional(),
  hours: z.number().min(0).optional(),
  minutes: z.number().min(0).optional(),
  seconds: z.number().min(0).optional(),
  milliseconds: z.number().min(0).optional(),
})

/** The clock. `now` is in ISO 8601 in UTC. */
export const clockOutput = z.object({ now: z.string(), isRunning: z.boolean() })

const job = z.object({
  id: z.string(),
  kind: z.enum([
    'chains.mine',
    'chains.watch',
    'customHostnames.check',
    'exchangeTransfers.settle',
    'exports.run',
    'rampOrders.continue',
    'rooms.expire',
    'sessions.revokeAll',
    'ssoProviders.check',
    'webhookMessages.forget',
    'webhooks.deliver',
    'webhooks.redeliver',
  ]),
  dueAt: z.string(),
  subjectId: z.string(),
  attempt: z.number(),
  description: z.string(),
})

const expiry = z.object({
  kind: z.enum(['code', 'connection', 'factorLock', 'session', 'signingKey', 'token']),
  expiresAt: z.string(),
  subjectId: z.string(),
  description: z.string(),
})

/** The routes of `mock.clock`. */
export const clockRoutes = {
  'GET clock': { summary: 'The time of the mock', output: clockOutput },
  'GET jobs': {
    summary: 'What the mock will do by itself, in the order in which it becomes due',
    output: z.object({ jobs: z.array(job) }),
  },
  'GET clock/expiries': {
    summary: 'What expires after the present time, in the order in which it does',
    input: z.strictObject({ limit: queriedInteger.min(1).max(500).optional() }),
    output: z.object({ count: z.number(), expiries: z.array(expiry) }),
  },
  'GET clock/next': {
    summary: 'When the next job is due, in epoch milliseconds of the clock',
    output: z.object({ dueAt: z.number().nullable() }),
  },
  'POST clock/advance': {
    summary: 'Moves the clock forward and runs the jobs that become due',
    input: span,
    output: clockOutput,
  },
  'POST clock/set': {
    summary: 'Sets the time',
    input: z.strictObject({ instant: z.union([z.string(), z.number()]) }),
    output: clockOutput,
  },
  'POST clock/freeze': {
    summary: 'Stops the clock until it is advanced or resumed',
    output: clockOutput,
  },
  'POST clock/resume': {
    summary: 'Lets the clock run again',
    output: clockOutput,
  },
  'POST clock/settle': {
    summary: 'Waits until no job is due',
    output: clockOutput,
  },
} satisfies ControlRoutes
