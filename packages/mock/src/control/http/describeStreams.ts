import { streamRoutes } from '@latchkey/contract/routes/streamRoutes'
import * as z from 'zod'
import { eventStreamType } from '../../http/serverSentEvents.ts'

/** Describes the streams of events, as path items of an OpenAPI document. */
export function describeStreams(): Record<string, object> {
  const items = Object.entries(streamRoutes).map(([key, { summary, events }]) => [
    `/${key.slice('GET '.length)}`,
    {
      get: {
        operationId: `get${key.charAt(4).toUpperCase()}${key.slice(5)}`,
        tags: [key.slice('GET '.length)],
        summary,
        responses: {
          200: {
            description: 'Server-sent events without an end. The schema is that of each event.',
            content: { [eventStreamType]: { schema: schemaOfEvents(events) } },
          },
          403: { $ref: '#/components/responses/Error' },
          default: { $ref: '#/components/responses/Error' },
        },
      },
    },
  ])
  return Object.fromEntries(items)
}

/** The events of a stream by their names. `data` is a text with JSON. */
function schemaOfEvents(events: Readonly<Record<string, z.ZodType>>): object {
  return {
    oneOf: Object.entries(events).map(([name, data]) => ({
      type: 'object',
      description: data.description,
      required: ['event', 'id', 'data'],
      properties: {
        event: { const: name },
        id: { type: 'string', pattern: '^[0-9]+$' },
        data: {
          type: 'string',
          contentMediaType: 'application/json',
          contentSchema: z.toJSONSchema(data, { io: 'input' }),
        },
      },
    })),
  }
}
