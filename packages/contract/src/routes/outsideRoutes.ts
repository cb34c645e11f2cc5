import * as z from 'zod'
import type { ControlRoutes } from './controlRoute.ts'

const named = z.strictObject({ name: z.string().describe('As the list has it: `chain 1`, `mail`.') })

const milliseconds = z.number()

const part = z.object({
  name: z.string(),
  origin: z.string().describe('Where it is, without credentials, path and query.'),
  shared: z.literal(true).optional().describe('Set if other worlds have it as well.'),
  kind: z.enum(['chain', 'provider', 'issuer', 'email', 'sms', 'other']),
  hasCheck: z.boolean(),
  uses: z.number(),
  failures: z.number(),
  lastMs: milliseconds.optional(),
  medianMs: milliseconds.optional().describe('Of the latest hundred uses.'),
  problem: z.string().optional().describe('Why it has failed last; absent if it has answered since.'),
})

/** The routes of `mock.outside`. */
export const outsideRoutes = {
  'GET outside': {
    summary: 'Lists all parts of the world outside that are real, with how they have answered',
    output: z.object({ parts: z.array(part) }),
  },
  'POST outside/check': {
    summary: 'Asks a real part whether it answers',
    input: named,
    output: z.object({ durationMs: milliseconds, problem: z.string().optional() }),
  },
  'POST outside/detach': {
    summary: 'Lets a part of the world outside be simulated again',
    input: named,
    output: z.object({ detached: z.boolean() }),
  },
} satisfies ControlRoutes
