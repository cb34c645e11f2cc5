import { EventName } from '@latchkey/types/zod'
import * as z from 'zod'
import { anyObject, list, queriedInteger } from '../commonSchemas.ts'
import { operationIds } from '../operationIds.ts'
import type { ControlRoutes } from './controlRoute.ts'
import { playedFault } from './faultRoutes.ts'
import { noOperation } from './operationInput.ts'

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

const socketStep = z.object({
  at: z.string(),
  step: z.enum(['opened', 'called', 'closed', 'refused']),
  method: z.string().optional(),
  params: z.string().optional(),
  result: z.string().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
  durationMs: z.number().optional(),
  code: z.number().optional(),
  reason: z.string().optional(),
  by: z.enum(['client', 'mock']).optional(),
  origin: z.string().optional(),
})

const question = z.object({
  source: z.string(),
  label: z.string(),
  afterMs: z.number(),
  durationMs: z.number(),
  problem: z.string().optional(),
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
  headers: z.record(z.string(), z.string()).optional(),
  body: z.unknown().optional(),
  bodyBytes: z.number().optional(),
  unknownFields: list(z.string()).optional(),
  fault: playedFault.optional(),
  userId: z.string().optional(),
  events: list(event).optional(),
  status: z.number(),
  durationMs: z.number().optional(),
  reply: z.unknown().optional(),
  replyBytes: z.number().optional(),
  room: room.optional(),
  socket: z.object({ isOpen: z.boolean(), calls: z.number(), steps: list(socketStep) }).optional(),
  questions: list(question).optional(),
  notes: list(z.string()).optional(),
  nearMisses: list(z.string()).optional(),
})

/** The routes of `mock.journal`. */
export const journalRoutes = {
  'GET journal': {
    summary: 'The log of the latest requests that the app made: bodies, replies, and why a call failed',
    input: z.strictObject({
      operation: operation.optional(),
      limit: queriedInteger.min(1).optional().describe('The latest ones, at most so many. Default: all.'),
      before: z.string().optional().describe('The request id of an entry: only entries before it.'),
    }),
    output: z.object({ entries: z.array(journalEntry), dropped: z.number() }),
  },
  'POST journal/sendAgain': {
    summary: 'Sends a request of the journal once more, as who sent it',
    input: z.strictObject({
      requestId: z.string(),
      body: z.unknown().optional().describe("Instead of the journal's, which lacks secrets."),
    }),
    output: z.object({ requestId: z.string(), status: z.number() }),
  },
  'POST journal/clear': {
    summary: 'Empties the journal',
    output: undefined,
  },
} satisfies ControlRoutes
