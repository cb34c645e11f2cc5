import * as z from 'zod'
import { list } from '../commonSchemas.ts'
import type { PostedSweepReport } from '../sweepReport.ts'
import type { ControlRoutes } from './controlRoute.ts'

const calls = list(
  z.strictObject({
    name: z.string().describe('The operation and, from its second call on, the number: `profile.get (2)`.'),
    method: z.string(),
    path: z.string(),
    status: z
      .union([z.int(), z.enum(['approved', 'open', 'refused', 'withdrawn'])])
      .optional()
      .describe("0 for a connection that broke; absent for a call without a reply. A wallet's is its person's answer."),
    code: z.string().optional().describe('The code of a refusal.'),
  }),
)

const result = z.strictObject({
  name: z.string().describe('The name of the case, by which it is run again.'),
  call: z.string(),
  failure: z.string(),
  kind: z.enum(['state', 'person', 'refusal', 'network']),
  outcome: z.enum(['passes', 'fails', 'throws', 'unhandled', 'crashes', 'hangs', 'loops', 'silent', 'blank', 'stale']),
  fault: z.string().optional().describe('Why it is a fault of the app; absent if it is none.'),
  message: z.string().optional(),
  line: z.string().optional().describe('The line of the app that threw: `src/profile.ts:12:5`.'),
  replay: z.string().optional().describe('The command that runs the case again.'),
  calls,
  picture: z.int().min(0).optional().describe('The index of its picture.'),
  knownFault: z.string().optional().describe('Why its fault is known.'),
})

const sweepReport: z.ZodType<PostedSweepReport> = z.strictObject({
  version: z.literal(1),
  name: z.string().describe('The name of the test.'),
  file: z.string().optional().describe('The file of the test: `src/App.sweep.test.tsx`.'),
  calls: calls.describe('The calls of the run without failures.'),
  results: list(result),
  pictures: list(z.string().regex(/^data:image\//, { error: 'must be a data URL of an image' })),
})

/** A report, without its cases. */
const summary = z.object({
  id: z.string(),
  name: z.string(),
  /** By the clock of the mock. */
  addedAt: z.string(),
  cases: z.int(),
  /** Faults that are not known, and known ones that have gone. */
  faults: z.int(),
})

/** The routes of `mock.sweeps`. */
export const sweepRoutes = {
  'GET sweeps': {
    summary: 'The reports of sweeps that were added, the latest first',
    output: z.object({ sweeps: z.array(summary) }),
  },
  'GET sweeps/report': {
    summary: 'A report of a sweep, with its cases',
    input: z.strictObject({ id: z.string() }),
    output: sweepReport,
  },
  'POST sweeps': {
    summary: 'Adds a report of a sweep, so that the inspector shows it',
    input: sweepReport.refine(
      ({ results, pictures }) => results.every(({ picture = -1 }) => picture < pictures.length),
      { path: ['pictures'], error: 'must have the pictures of all results' },
    ),
    output: summary,
  },
  'POST sweeps/drop': {
    summary: 'Removes a report of a sweep',
    input: z.strictObject({ id: z.string() }),
    output: undefined,
  },
} satisfies ControlRoutes
