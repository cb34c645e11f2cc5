import * as z from 'zod'
import { faultTargets } from '../faultTargets.ts'
import type { ControlRoutes } from './controlRoute.ts'
import { noOperation } from './operationInput.ts'

const faultTarget = z.enum([...faultTargets, '*'], { error: noOperation })

/** A fault, beside the operation or step that it is set for. */
const fault = {
  status: z.int().min(400).max(599).optional(),
  code: z.string().optional(),
  body: z.unknown().optional(),
  contentType: z.string().optional(),
  retryAfterSeconds: z.number().min(0).optional(),
  delayMs: z.number().min(0).optional(),
  networkError: z.boolean().optional(),
  loseReply: z.boolean().optional(),
  truncate: z.boolean().optional(),
  stall: z.boolean().optional(),
  after: z.int().min(0).optional(),
}

const id = z.string()

/** A fault that has happened to a request. A test in the same process may also set a status below 400. */
export const playedFault = z.object({ ...fault, id, status: z.number().optional() }).omit({ body: true })

/** Faults that happen by chance. */
export const randomFaults = {
  rate: z.number().min(0).max(1).describe('The share of calls that fail; 0 ends it.'),
  seed: z.string().optional().describe('The same calls fail for the same seed. Default: `chaos`.'),
  kinds: z
    .array(z.enum(['refusal', 'outage', 'connection', 'lost', 'cut', 'stall', 'delay']))
    .readonly()
    .optional(),
  operations: z.array(z.enum(faultTargets)).readonly().optional(),
  delayMs: z
    .tuple([z.number().min(0), z.number().min(0)])
    .readonly()
    .optional()
    .describe('The shortest and the longest delay. Default: 0 and 2000.'),
}

/**
 * The faults that are set. `times` says how many times one will still happen; without it, the fault happens until it is
 * cleared.
 */
export const faultsOutput = z.object({
  random: z.object(randomFaults).optional().describe('The faults that happen by chance.'),
  faults: z.array(
    playedFault.extend({
      body: fault.body,
      operation: z.enum([...faultTargets, '*']),
      times: z.number().optional(),
      played: z.number(),
    }),
  ),
})

/** The routes of `mock.faults`. */
export const faultRoutes = {
  'GET faults': {
    summary: 'The faults that are set',
    output: faultsOutput,
  },
  'GET faults/targets': {
    summary: 'What a fault can be set for, with the statuses of the documented errors and their codes',
    output: z.object({
      targets: z.array(
        z.object({
          operation: z.enum(faultTargets),
          method: z.string(),
          path: z.string(),
          statuses: z.array(z.number()).readonly(),
          codes: z
            .array(z.object({ status: z.number(), code: z.string() }))
            .describe('The codes that it is known to answer, the most usual of a status first.'),
        }),
      ),
    }),
  },
  'POST faults/set': {
    summary: 'Makes an operation, or a step at the relay, fail',
    input: z.strictObject({
      ...fault,
      operation: faultTarget,
      times: z.int().min(1).optional(),
    }),
    output: undefined,
  },
  'POST faults/random': {
    summary: 'Makes calls fail by chance, the same ones for the same seed',
    input: z.strictObject(randomFaults),
    output: undefined,
  },
  'POST faults/clear': {
    summary: 'Clears the faults of one operation or step, one fault by its id, or all',
    input: z
      .strictObject({ operation: faultTarget.optional(), id: id.optional() })
      .refine(({ operation, id }) => operation === undefined || id === undefined, {
        error: 'must be an operation or an id, without the other',
      }),
    output: undefined,
  },
} satisfies ControlRoutes
