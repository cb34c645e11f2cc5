import { streamEvents } from '../streamEvents.ts'

/** The routes that answer with a stream of events, which does not end by itself. */
export const streamRoutes = {
  'GET stream': { summary: 'What happens from now on, as server-sent events', events: streamEvents },
} as const
