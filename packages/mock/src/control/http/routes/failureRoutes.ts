import * as z from 'zod'
import { oauthProviders } from '../../../domain/providers/providerCatalogue.ts'
import { roomFailureReasons, roomKindNames } from '../../device/roomsControl.ts'
import { exchangeKeys } from '../../objects/exchangesControl.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

/**
 * The routes that plan failures of things other than operations. Those of identity providers and exchanges are in other
 * files.
 */
export const failureRoutes = {
  'GET failures': route({
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
    run: (mock) => ({ failures: mock.failures.list() }),
  }),
  'GET failures/targets': route({
    summary: 'The identity providers, kinds of rooms and exchanges that can be made to fail',
    output: z.object({
      providers: z.array(z.string()),
      rooms: z.array(z.enum(roomKindNames)),
      exchanges: z.array(z.enum(exchangeKeys)),
    }),
    run: () => ({
      providers: [...oauthProviders],
      rooms: roomKindNames,
      exchanges: exchangeKeys,
    }),
  }),
  'POST failures/clear': route({
    summary: 'Forgets one planned failure by its id, or all',
    input: z.strictObject({ id: z.string().optional() }),
    output: undefined,
    run: (mock, { id }) => mock.failures.clear(id === undefined ? undefined : { id }),
  }),
  'POST exports/failNext': route({
    summary: 'Makes the next export fail',
    input: z.strictObject({ reason: z.string() }),
    output: undefined,
    run: (mock, { reason }) => mock.exports.failNext(reason),
  }),
  'POST rooms/failNext': route({
    summary: 'Lets the next room of a kind fail',
    input: z.strictObject({ kind: z.enum(roomKindNames), reason: z.enum(roomFailureReasons) }),
    output: undefined,
    run: (mock, { kind, reason }) => mock.rooms.failNext(kind, reason),
  }),
} satisfies ControlRoutes
