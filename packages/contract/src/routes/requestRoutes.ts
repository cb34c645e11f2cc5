import * as z from 'zod'
import type { ControlRoutes } from './controlRoute.ts'

/** The routes that call operations for somebody. */
export const requestRoutes = {
  'POST requests/send': {
    summary: 'Sends a request to an operation, and answers with the whole reply: status, headers and body',
    input: z.strictObject({
      method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
      path: z.string().describe('Below the base URL, with the query: "/api/v0/health".'),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.string().optional(),
    }),
    output: z.object({
      status: z.number().describe('0 for a connection that a fault broke.'),
      headers: z.record(z.string(), z.string()),
      text: z.string(),
      durationMs: z.number(),
      requestId: z.string().optional().describe('Of its entry in the journal.'),
    }),
  },
} satisfies ControlRoutes
