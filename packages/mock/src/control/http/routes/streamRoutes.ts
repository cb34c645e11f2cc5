import type { Mock } from '../../mock.ts'
import { createEventStream } from '../eventStream.ts'
import { streamEvents } from '../streamEvents.ts'
import type { ControlHost } from './controlRoute.ts'

/** The routes that answer with a stream of events, which does not end by itself. */
export const streamRoutes = {
  'GET stream': {
    summary: 'What happens from now on, as server-sent events',
    events: streamEvents,
    open: (mock: Mock, host: ControlHost) => createEventStream(mock, host),
  },
} as const
