import { defined } from '@latchkey/base/defined'
import type { RefusedSocket } from '@latchkey/chains/rpc/sockets/connection'
import type { components } from '@latchkey/types'
import { failures } from '../domain/shared/errors.ts'
import { toWire, type WireReply } from '../http/respond.ts'

type Refusal = readonly [status: number, code: components['schemas']['ErrorCode'], message: string]

/** A host's refusals of requests that the service does not read. */
const refusals = {
  brokenRequest: [400, 'bad_request', 'This is not a valid HTTP request.'],
  plainRequest: [400, 'bad_request', 'This port speaks HTTPS. Begin the URL with https:// or wss://.'],
  slowRequest: [408, 'bad_request', 'The request did not arrive in time.'],
  severalHosts: [400, 'bad_request', 'The request has more than one Host header.'],
  foreignHost: [
    403,
    'forbidden',
    'This server does not accept the host name of the request. Start it with --allow-host (LATCHKEY_ALLOW_HOST) and the name to allow it.',
  ],
  foreignOrigin: [
    403,
    'origin_not_allowed',
    'Pages of this origin may not call this URL. Add the origin to an environment to allow it.',
  ],
  worldName: [404, 'not_found', 'Below /w/ comes the name of a world: 1 to 64 letters, digits, "-" and "_".'],
  unknownWorld: [404, 'not_found', 'There is no world of this name. Create it by POST /__mock/v1/worlds.'],
  controlOff: [
    403,
    'forbidden',
    'The control interface is off. Set the secret LATCHKEY_CONTROL_TOKEN, of 16 characters or more, to use it.',
  ],
  controlToken: [401, 'unauthorized', 'Send the control token as a bearer token.'],
  otherControlToken: [
    401,
    'unauthorized',
    'The authorization header does not have the control token as a bearer token. The server got it by --control-token (LATCHKEY_CONTROL_TOKEN).',
  ],
  controlElsewhere: [
    403,
    'forbidden',
    'Only callers of this machine may control this mock. Start it with --control-token, and send the token.',
  ],
  controlBehindProxy: [
    403,
    'forbidden',
    'The control interface is closed behind a proxy (--trust-proxy, --base-url). Start the server with --control-token, and send the token.',
  ],
  controlForwarded: [
    403,
    'forbidden',
    'A proxy has passed this request on, so it is not of this machine. Start the server with --control-token, and send the token.',
  ],
  unreadableState: [
    500,
    'internal_server_error',
    'This state was kept by another version of the mock. Drop the world, or begin anew by POST /__mock/v1/reset.',
  ],
  stateNotKept: failures.stateNotKept,
  foreignWorld: [
    403,
    'origin_not_allowed',
    'Pages of this origin may not create a world. Create it by the control interface, or add the origin to an environment.',
  ],
  tooManyWorlds: [429, 'too_many_requests', 'The server keeps no more worlds. Drop one by the control interface.'],
  unknownExpectation: [417, 'bad_request', 'The only expectation that this server supports is 100-continue.'],
  targetUnreachable: [
    502,
    'internal_server_error',
    'The target could not be reached, or it answered with something other than HTTP. Is --target right?',
  ],
  targetSilent: [504, 'internal_server_error', 'The target sent nothing for too long. --timeout waits longer.'],
  headersTooLarge: [431, 'bad_request', 'The headers are too large.'],
} as const satisfies Record<string, Refusal>

export type RefusalKey = keyof typeof refusals

/** After these refusals client and server may disagree on where the next request begins. */
const closing: ReadonlySet<RefusalKey> = new Set<RefusalKey>([
  'brokenRequest',
  'plainRequest',
  'slowRequest',
  'severalHosts',
  'unknownExpectation',
  'headersTooLarge',
])

let count = 0

/** A refusal in the service's shape. It has no CORS headers, so no page of another origin can read it. */
export function refuse(key: RefusalKey): WireReply {
  return write(refusals[key], closing.has(key) ? { connection: 'close' } : {})
}

/** The refusal of a WebSocket that the mock cannot open. */
export const refuseSocket = ({ status, error }: RefusedSocket): WireReply =>
  write([status, 'internal_server_error', error], {})

function write([status, code, error]: Refusal, headers: Readonly<Record<string, string>>): WireReply {
  const requestId = `req_host_${(++count).toString(36).padStart(4, '0')}`
  return toWire(
    { status, body: { error, code } },
    {
      'x-request-id': requestId,
      ...defined({ 'www-authenticate': status === 401 ? 'Bearer' : undefined }),
      ...headers,
    },
  )
}
