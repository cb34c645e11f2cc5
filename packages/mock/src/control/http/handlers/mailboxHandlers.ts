import type { mailboxRoutes } from '@latchkey/contract/routes/mailboxRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `mailboxRoutes`. */
export const mailboxHandlers: HandlersOf<typeof mailboxRoutes> = {
  'POST outbox/next': (mock, { channel, to, timeoutMs }) => mock.outbox[channel].next(to, { timeoutMs }),
  'GET outbox/unread': (mock, { channel, to }) => ({ messages: mock.outbox[channel].unread(to) }),
  'POST outbox/read': (mock, { channel, messageId }) => mock.outbox[channel].markRead(messageId),
  'POST outbox/delete': (mock, { channel, messageId }) => mock.outbox[channel].delete(messageId),
  'GET outbox/html': (mock, { channel, messageId }) => ({ html: mock.outbox[channel].html(messageId) }),
}
