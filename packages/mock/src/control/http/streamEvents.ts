import * as z from 'zod'
import type { SetFault } from '../../http/faults.ts'
import type { JournalEntry } from '../../http/journal.ts'
import { clockOutput } from './routes/clockRoutes.ts'
import { faultsOutput } from './routes/faultRoutes.ts'
import { journalEntry } from './routes/journalRoutes.ts'

/** The data of the events of `GET stream`, by their names. */
export interface StreamEvents {
  readonly journal: JournalEntry
  readonly journalCleared: Record<string, never>
  readonly state: { readonly tables: readonly string[] }
  readonly clock: { readonly now: string; readonly isRunning: boolean }
  readonly faults: { readonly faults: readonly SetFault[] }
  readonly worlds: Record<string, never>
  readonly snapshots: Record<string, never>
  readonly dropped: { readonly count: number }
}

/** The same as schemas. */
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
  dropped: z
    .object({ count: z.int().min(1) })
    .describe('The reader was too slow: so many events before this one were dropped. Read everything anew.'),
} satisfies Record<keyof StreamEvents, z.ZodType>
