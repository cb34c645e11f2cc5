import * as z from 'zod'
import { faultTargets } from '../../http/faultTargets.ts'
import { roomFailureReasons, roomKindNames } from '../roomsControl.ts'
import { type ControlRoutes, route } from './controlRoute.ts'
import { noOperation } from './operationInput.ts'

const faultTarget = z.enum([...faultTargets, '*'], { error: noOperation })

/** The routes that make something fail. */
export const faultRoutes = {
  'POST faults/set': route({
    summary: 'Makes an operation, or a step at the relay, fail',
    input: z.strictObject({
      operation: faultTarget,
      times: z.int().min(1).optional(),
      status: z.int().min(400).max(599).optional(),
      body: z.unknown().optional(),
      retryAfterSeconds: z.number().min(0).optional(),
      delayMs: z.number().min(0).optional(),
      networkError: z.boolean().optional(),
      truncate: z.boolean().optional(),
    }),
    output: undefined,
    run: (mock, { operation, times, ...fault }) => mock.faults.set(operation, fault, times),
  }),
  'POST faults/clear': route({
    summary: 'Clears the faults of one operation or step, or all',
    input: z.strictObject({ operation: faultTarget.optional() }),
    output: undefined,
    run: (mock, { operation }) => mock.faults.clear(operation),
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
