import * as z from 'zod'
import { type ControlRoutes, route } from './controlRoute.ts'
import { anyObject } from './routeSchemas.ts'

const snapshot = z.object({ snapshotId: z.string() })
const n = z.number()

/** The routes that keep and replace the whole state. */
export const stateRoutes = {
  'POST snapshots': route({
    summary: 'Takes a snapshot of the present state',
    output: snapshot,
    run: (mock, _, { snapshots }) => {
      const snapshotId = `snapshot-${snapshots.size + 1}`
      snapshots.set(snapshotId, mock.snapshot())
      return { snapshotId }
    },
  }),
  'POST snapshots/restore': route({
    summary: 'Goes back to a snapshot',
    input: z.strictObject({ snapshotId: z.string() }),
    output: undefined,
    run: (mock, { snapshotId }, { snapshots }) => {
      const target = snapshots.get(snapshotId)
      if (!target) throw new TypeError(`Failed to restore: there is no snapshot "${snapshotId}".`)
      mock.restore(target)
    },
  }),
  'POST reset': route({ summary: 'Goes back to the first state', output: undefined, run: (mock) => mock.reset() }),
  'GET state': route({
    summary: 'The whole state as JSON data',
    // The records are not checked: there can be hundreds of thousands.
    output: z.object({
      version: z.literal(1),
      now: n,
      random: z.tuple([n, n, n, n, n, n]).readonly(),
      tables: anyObject,
    }),
    run: (mock) => mock.export(),
  }),
  'POST state': route({
    summary: 'Replaces the whole state by an exported one',
    input: z.looseObject({ version: z.literal(1) }),
    output: undefined,
    run: (mock, data) => mock.import(data),
  }),
} satisfies ControlRoutes
