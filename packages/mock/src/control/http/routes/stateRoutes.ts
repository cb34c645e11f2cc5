import * as z from 'zod'
import { anyObject } from '../../objects/inputSchemas.ts'
import { type ControlRoutes, route, uploadRoute } from './controlRoute.ts'
import { countsOutput } from './overviewRoutes.ts'

// The reply of `POST snapshots` fits, too.
const snapshotId = z.object({ snapshotId: z.string() })
const snapshot = z.object({
  snapshotId: z.string(),
  name: z.string().optional(),
  takenAt: z.string(),
  counts: countsOutput.omit({ requests: true }),
})
const n = z.number()

/** The routes that keep and replace the whole state. */
export const stateRoutes = {
  'GET snapshots': route({
    summary: 'The snapshots that were taken here, oldest first',
    output: z.object({ snapshots: z.array(snapshot) }),
    run: (_mock, _, { snapshots }) => ({ snapshots: snapshots.list() }),
  }),
  'POST snapshots': route({
    summary: 'Takes a snapshot of the present state',
    input: z.strictObject({
      name: z.string().min(1).max(200, { error: 'must have at most 200 characters' }).optional(),
    }),
    output: snapshot,
    run: (mock, { name }, { snapshots }) => snapshots.take(mock, name),
  }),
  'POST snapshots/restore': route({
    summary: 'Goes back to a snapshot',
    input: snapshotId,
    output: undefined,
    run: (mock, input, { snapshots }) => snapshots.restore(mock, input.snapshotId),
  }),
  'POST snapshots/drop': route({
    summary: 'Deletes a snapshot',
    input: snapshotId,
    output: undefined,
    run: (_mock, input, { snapshots }) => snapshots.drop(input.snapshotId),
  }),
  'POST reset': route({ summary: 'Goes back to the first state', output: undefined, run: (mock) => mock.reset() }),
  'GET state': route({
    summary: 'The whole state as JSON data',
    // The records are not checked: there can be hundreds of thousands.
    output: z.object({
      version: z.literal(1),
      now: n,
      clock: z.object({ offset: n, stopped: n.optional() }).optional(),
      random: z.tuple([n, n, n, n, n, n]).readonly(),
      tables: anyObject,
    }),
    isStreamed: true,
    run: (mock) => mock.export(),
  }),
  'POST state': uploadRoute({
    summary: 'Replaces the whole state by an exported one',
    input: z.looseObject({ version: z.literal(1) }),
    run: (mock, body) => mock.importStream(body),
  }),
} satisfies ControlRoutes
