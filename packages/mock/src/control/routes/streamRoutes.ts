import type { Mock } from '../../mock.ts'
import { createEventStream } from '../eventStream.ts'
import { streamEvents } from '../streamEvents.ts'
import type { ControlledWorlds } from '../worlds.ts'

/** The routes that answer with a stream of events, which does not end by itself. */
export const streamRoutes = {
  'GET stream': {
    summary: 'What happens from now on, as server-sent events',
    events: streamEvents,
    open: (mock: Mock, worlds: ControlledWorlds) => createEventStream(mock, worlds),
  },
} as const
