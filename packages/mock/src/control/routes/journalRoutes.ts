import { EventName } from '@latchkey/types/zod'
import * as z from 'zod'
import { operationIds } from '../../http/operationIds.ts'
import { type ControlRoutes, route } from './controlRoute.ts'
import { playedFault } from './faultRoutes.ts'
import { noOperation } from './operationInput.ts'
import { anyObject, list } from './routeSchemas.ts'

const operation = z.enum(operationIds, { error: noOperation })
const event = z.object({ id: z.string(), eventName: EventName })
const step = z.object({
  at: z.string(),
  step: z.enum(['relay.join', 'relay.messages']),
  parties: list(z.string()).optional(),
  posted: z.number().optional(),
  received: z.number().optional(),
  status: z.number(),
  code: z.string().optional(),
  fault: playedFault.optional(),
  events: list(event).optional(),
  times: z.number().optional(),
})
const room = z.object({
  roomId: z.string(),
  kind: z.enum(['keygen', 'import', 'sign', 'refresh', 'reshare', 'export']).optional(),
  walletId: z.string().optional(),
  state: z.enum(['open', 'bound', 'running', 'completed', 'failed', 'expired']).optional(),
  steps: list(step),
})

/** An entry of the journal. */
export const journalEntry = z.object({
  requestId: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  operation: z.enum(operationIds).optional(),
  params: z.record(z.string(), z.string()),
  query: anyObject,
  body: z.unknown().optional(),
  unknownFields: list(z.string()).optional(),
  fault: playedFault.optional(),
  userId: z.string().optional(),
  events: list(event).optional(),
  status: z.number(),
  durationMs: z.number().optional(),
  reply: z.unknown().optional(),
  room: room.optional(),
  notes: list(z.string()).optional(),
  nearMisses: list(z.string()).optional(),
})

/** The routes of `mock.journal`. */
export const journalRoutes = {
  'GET journal': route({
    summary: 'The latest requests',
    input: z.strictObject({ operation: operation.optional() }),
    output: z.object({ entries: z.array(journalEntry), dropped: z.number() }),
    run: (mock, { operation: id }) => ({ entries: mock.journal.list(id), dropped: mock.journal.dropped }),
  }),
  'POST journal/clear': route({
    summary: 'Empties the journal',
    output: undefined,
    run: (mock) => mock.journal.clear(),
  }),
} satisfies ControlRoutes
