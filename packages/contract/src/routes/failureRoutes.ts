import { ExchangeKeyEnum } from '@latchkey/types/zod'
import * as z from 'zod'
import type { ControlRoutes } from './controlRoute.ts'

const roomKind = z.enum(['keygen', 'import', 'sign', 'refresh', 'reshare', 'export'])

/**
 * The routes that plan failures of things other than operations. Those of identity providers and exchanges are in other
 * files.
 */
export const failureRoutes = {
  'GET failures': {
    summary: 'What is planned to fail besides operations: sign-ins at providers, rooms, exports and transfers',
    output: z.object({
      failures: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(['signIn', 'room', 'export', 'transfer']),
          name: z.string().optional(),
          reason: z.string(),
          times: z.number(),
        }),
      ),
    }),
  },
  'GET failures/targets': {
    summary: 'The identity providers, kinds of rooms and exchanges that can be made to fail',
    output: z.object({
      providers: z.array(z.string()),
      rooms: z.array(roomKind),
      exchanges: z.array(ExchangeKeyEnum),
    }),
  },
  'POST failures/clear': {
    summary: 'Forgets one planned failure by its id, or all',
    input: z.strictObject({ id: z.string().optional() }),
    output: undefined,
  },
  'POST exports/failNext': {
    summary: 'Makes the next export fail',
    input: z.strictObject({ reason: z.string() }),
    output: undefined,
  },
  'POST rooms/failNext': {
    summary: 'Lets the next room of a kind fail',
    input: z.strictObject({ kind: roomKind, reason: z.enum(['party_left', 'share_invalid', 'expired']) }),
    output: undefined,
  },
} satisfies ControlRoutes
