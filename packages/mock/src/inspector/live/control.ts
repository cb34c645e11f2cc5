import type { ControlInput, ControlKey, ControlOutput } from '../../control/controlCaller.ts'

/** An entry of the journal. */
export type Entry = ControlOutput<'GET journal'>['entries'][number]

/** The routes that only read. */
export type ReadKey = Extract<ControlKey, `GET ${string}`>
export type { ControlInput, ControlOutput }

export type { StreamEvents } from '../../control/streamEvents.ts'
