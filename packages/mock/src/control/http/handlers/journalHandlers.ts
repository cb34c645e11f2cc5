import type { journalRoutes } from '@latchkey/contract/routes/journalRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `journalRoutes`. */
export const journalHandlers: HandlersOf<typeof journalRoutes> = {
  'GET journal': (mock, { operation: id, ...range }) => ({
    entries: mock.journal.list(id, range),
    dropped: mock.journal.dropped,
  }),
  'POST journal/sendAgain': (mock, { requestId, body }) => mock.journal.sendAgain(requestId, { body }),
  'POST journal/clear': (mock) => mock.journal.clear(),
}
