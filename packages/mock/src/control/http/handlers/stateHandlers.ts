import type { stateRoutes } from '@latchkey/contract/routes/stateRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `stateRoutes`. */
export const stateHandlers: HandlersOf<typeof stateRoutes> = {
  'GET snapshots': (_mock, _, { snapshots }) => ({ snapshots: snapshots.list() }),
  'POST snapshots': (mock, { name }, { snapshots }) => snapshots.take(mock, name),
  'POST snapshots/restore': (mock, input, { snapshots }) => snapshots.restore(mock, input.snapshotId),
  'POST snapshots/drop': (_mock, input, { snapshots }) => snapshots.drop(input.snapshotId),
  'POST reset': (mock) => mock.reset(),
  'GET state': (mock) => mock.export(),
  'POST state': (mock, body) => mock.importStream(body),
}
