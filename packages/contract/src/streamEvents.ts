import * as z from 'zod'
import { clockOutput } from './routes/clockRoutes.ts'
import { faultsOutput } from './routes/faultRoutes.ts'
import { journalEntry } from './routes/journalRoutes.ts'

/** The events of `GET stream` by their names, each with the schema of its data. */
export const streamEvents = {
  journal: journalEntry.describe('A request was answered, or a step was taken in a room at the relay.'),
  journalCleared: z.object({}).describe('The journal was emptied.'),
  state: z
    .object({ tables: z.array(z.string()) })
    .describe('Something was committed. `tables` names what has changed.'),
  clock: clockOutput.describe('The clock at the start of the stream, and after each change.'),
  faults: faultsOutput.describe('A fault was set, happened or was cleared. `faults` has all that are set.'),
  worlds: z.object({}).describe('A world of the server was created or dropped.'),
  snapshots: z.object({}).describe('A snapshot was taken or dropped.'),
  sweeps: z.object({}).describe('A report of a sweep was added or dropped.'),
  browserWallets: z
    .object({})
    .describe('A browser wallet was created, has changed or was removed, or a page asks it for something.'),
  dropped: z
    .object({ count: z.int().min(1) })
    .describe('The reader was too slow: so many events before this one were dropped. Read everything anew.'),
}

/** The data of the events of `GET stream`, by their names. */
export type StreamEvents = { readonly [K in keyof typeof streamEvents]: z.output<(typeof streamEvents)[K]> }
