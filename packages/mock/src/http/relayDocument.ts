import { toOpenApi30 } from '@latchkey/types/openapi30'
import * as z from 'zod'
import { protocol, relayReplies, relayRequests } from './relayRequests.ts'

/** Summary and description of each action. */
const summaries: Record<keyof typeof relayRequests, readonly [summary: string, description: string]> = {
  join: [
    'The parties at a client join a room',
    'Answers the plan of the room. The same parties may join again; other parties are refused.',
  ],
  messages: [
    'A party posts boxes and gets those for it',
    'The same post again gets the same answer, and a post without boxes asks again. The reply repeats what came since the last post with boxes: a client drops boxes that it has taken.',
  ],
}

/** Why a request is refused, by status. */
const refusals: Readonly<Record<number, string>> = {
  400: '`validation_failed`: another protocol or form, or parties with which the ceremony cannot run.',
  404: '`not_found`: an unknown or used room, or a party that does not belong to it.',
  409: '`conflict`: other parties have joined, no party has joined yet, or one has left.',
  410: '`room_expired`: the room is ten minutes old.',
  422: '`other_verify_failure`: a box, share or part does not verify. Nothing of it is kept, and the room goes on.',
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } })

const error = {
  type: 'object',
  required: ['error', 'code'],
  properties: { error: { type: 'string' }, code: { type: 'string' } },
}

function operationOf(action: keyof typeof relayRequests): object {
  const [summary, description] = summaries[action]
  return {
    operationId: `relay.${action}`,
    summary,
    description,
    security: [],
    parameters: [{ name: 'roomId', in: 'path', required: true, schema: { type: 'string' } }],
    requestBody: { required: true, ...json(z.toJSONSchema(relayRequests[action], { io: 'input' })) },
    responses: {
      200: { description: 'Success.', ...json(z.toJSONSchema(relayReplies[action])) },
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, reason]) => [status, { description: reason, ...json(error) }]),
      ),
    },
  }
}

/** Describes the relay at a URL in a small OpenAPI document. */
export function describeRelay(relayUrl: string): object {
  const actions = Object.keys(relayRequests) as (keyof typeof relayRequests)[]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Relay of embedded wallets',
      version: protocol,
      description:
        'Carries sealed boxes between the parties of a room, which an operation has opened. No credential is sent: a party proves itself by what it seals.',
    },
    servers: [{ url: relayUrl }],
    paths: Object.fromEntries(actions.map((action) => [`/rooms/{roomId}/${action}`, { post: operationOf(action) }])),
  }
}

/** The same in OpenAPI 3.0. */
export const describeRelay30 = (relayUrl: string): object => toOpenApi30(describeRelay(relayUrl))
