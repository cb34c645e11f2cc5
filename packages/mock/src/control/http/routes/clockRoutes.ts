import * as z from 'zod'
import type { Mock } from '../../mock.ts'
import { queriedInteger } from '../../objects/inputSchemas.ts'
import { jobKinds } from '../../views/dueJobs.ts'
import { expiryKinds } from '../../views/expiries.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

const span = z.strictObject({
  days: z.number().min(0).optional(),
  hours: z.number().min(0).optional(),
  minutes: z.number().min(0).optional(),
  seconds: z.number().min(0).optional(),
  milliseconds: z.number().min(0).optional(),
})

/** The clock. `now` is in ISO 8601 in UTC. */
export const clockOutput = z.object({ now: z.string(), isRunning: z.boolean() })
const timeOf = ({ clock }: Mock) => ({ now: clock.iso(), isRunning: clock.isRunning })

const job = z.object({
  id: z.string(),
  kind: z.enum(jobKinds),
  dueAt: z.string(),
  subjectId: z.string(),
  attempt: z.number(),
  description: z.string(),
})

const expiry = z.object({
  kind: z.enum(expiryKinds),
  expiresAt: z.string(),
  subjectId: z.string(),
  description: z.string(),
})

/** The routes of `mock.clock`. */
export const clockRoutes = {
  'GET clock': route({ summary: 'The time of the mock', output: clockOutput, run: timeOf }),
  'GET jobs': route({
    summary: 'What the mock will do by itself, in the order in which it becomes due',
    output: z.object({ jobs: z.array(job) }),
    run: (mock) => ({ jobs: mock.clock.due() }),
  }),
  'GET clock/expiries': route({
    summary: 'What expires after the present time, in the order in which it does',
    input: z.strictObject({ limit: queriedInteger.min(1).max(500).optional() }),
    output: z.object({ count: z.number(), expiries: z.array(expiry) }),
    run: (mock, { limit }) => mock.clock.expiries(limit),
  }),
  'GET clock/next': route({
    summary: 'When the next job is due, in epoch milliseconds of the clock',
    output: z.object({ dueAt: z.number().nullable() }),
    run: (mock) => ({ dueAt: mock.clock.nextDueAt() ?? null }),
  }),
  'POST clock/advance': route({
    summary: 'Moves the clock forward and runs the jobs that become due',
    input: span,
    output: clockOutput,
    run: async (mock, input) => (await mock.clock.advance(input), timeOf(mock)),
  }),
  'POST clock/set': route({
    summary: 'Sets the time',
    input: z.strictObject({ instant: z.union([z.string(), z.number()]) }),
    output: clockOutput,
    run: async (mock, { instant }) => (await mock.clock.set(instant), timeOf(mock)),
  }),
  'POST clock/freeze': route({
    summary: 'Stops the clock until it is advanced or resumed',
    output: clockOutput,
    run: (mock) => (mock.clock.freeze(), timeOf(mock)),
  }),
  'POST clock/resume': route({
    summary: 'Lets the clock run again',
    output: clockOutput,
    run: (mock) => (mock.clock.resume(), timeOf(mock)),
  }),
  'POST clock/settle': route({
    summary: 'Waits until no job is due',
    output: clockOutput,
    run: async (mock) => (await mock.clock.settle(), timeOf(mock)),
  }),
} satisfies ControlRoutes
