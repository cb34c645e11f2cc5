import * as z from 'zod'
import { anyObject } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'
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
  'GET snapshots': {
    summary: 'The snapshots that were taken here, oldest first',
    output: z.object({ snapshots: z.array(snapshot) }),
  },
  'POST snapshots': {
    summary: 'Takes a snapshot of the present state',
    input: z.strictObject({
      name: z.string().min(1).max(200, { error: 'must have at most 200 characters' }).optional(),
    }),
    output: snapshot,
  },
  'POST snapshots/restore': {
    summary: 'Goes back to a snapshot',
    input: snapshotId,
    output: undefined,
  },
  'POST snapshots/drop': {
    summary: 'Deletes a snapshot',
    input: snapshotId,
    output: undefined,
  },
  'POST reset': { summary: 'Goes back to the first state', output: undefined },
  'GET state': {
    summary: 'The whole state as JSON data',
    // The records are not checked: there can be hundreds of thousands.
    output: z.object({
      version: z.literal(1),
      now: n,
      clock: z.object({ offset: n, stopped: n.optional() }).optional(),
      random: z.tuple([n, n, n, n, n, n]).readonly(),
      tables: anyObject,
    }),
    isDownload: true,
  },
  'POST state': {
    summary: 'Replaces the whole state by an exported one',
    input: z.looseObject({ version: z.literal(1) }),
    output: undefined,
    isUpload: true,
  },
} satisfies ControlRoutes
