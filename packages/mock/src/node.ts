export { startServer } from './hosts/server.ts'
export type { MockServer, ServerOptions } from './hosts/server.ts'
export type { WorldOptions, Worlds } from './control/http/worlds.ts'
export type { JournalEntry } from './http/journal.ts'
