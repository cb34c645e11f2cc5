import { defined } from '@latchkey/base/defined'
import { parseJson, problemOfJson } from '@latchkey/base/parseJson'
import type { Reply } from '@latchkey/base/reply'
import type * as z from 'zod'
import { roomKinds } from '../domain/flows/keys/roomKinds.ts'
import { joinRoom, postBoxes, type Relay } from '../domain/rooms/relay.ts'
import { assert, DomainError } from '../domain/shared/errors.ts'
import type { Event } from '../store/records.ts'
import { transact } from '../world/world.ts'
import { maximumBodyBytes } from './decode.ts'
import { spoiledBy, withoutBody } from './faults.ts'
import { journaledEvents, type JournaledStep } from './journal.ts'
import type { PipelineOptions } from './pipeline.ts'
import type { relayRequests } from './relayRequests.ts'
import { replyToError } from './respond.ts'
import type { ServiceRequest } from './serviceRequest.ts'
import { meetSideStep } from './sideStep.ts'

type Requests = { readonly [A in keyof typeof relayRequests]: z.output<(typeof relayRequests)[A]> }

/** An action in a room. */
type Action = keyof Requests

/** The outcome of an action, and the note for the journal, which has neither boxes nor plans. */
interface Outcome {
  readonly body: object
  readonly note: Pick<JournaledStep, 'parties' | 'posted' | 'received'>
}

type Act<A extends Action> = (relay: Relay, roomId: string, request: Requests[A]) => Promise<Outcome>

const actions: { readonly [A in Action]: Act<A> } = {
  async join(relay, roomId, { parties }) {
    const { expiresAt, plan } = await joinRoom(relay, roomId, parties)
    // The message is what each side computes on its own.
    return { body: { roomId, expiresAt, plan: { ...plan, message: undefined } }, note: { parties } }
  },
  async messages(relay, roomId, { from, boxes: posted }) {
    const { room, boxes } = await postBoxes(relay, roomId, { from, boxes: posted })
    const note = { parties: [from], posted: posted.length, received: boxes.length }
    return { body: { state: room.state, boxes }, note }
  },
}

const isAction = (name: string): name is Action => Object.hasOwn(actions, name)

const preflight = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '600',
}

/**
 * Carries sealed boxes between the parties of a room. Requests to a relay have no credential: a party proves its
 * identity by its sealed boxes.
 *
 * @returns The reply; status 0 for a broken connection.
 * @see docs/recipes/embedded-wallets.md, The relay of embedded wallets
 */
export async function answerRelay(
  options: PipelineOptions,
  request: ServiceRequest,
  path: readonly string[],
): Promise<Reply> {
  const [first, roomId = '', action = '', ...rest] = path
  if (path.length === 1 && /^openapi(-3\.0)?\.json$/.test(first ?? '')) {
    assert(request.method === 'GET', 'methodNotAllowed', { allow: 'GET' })
    const relayUrl = request.url.slice(0, request.url.lastIndexOf(`/${first}`))
    const { describeRelay, describeRelay30 } = await import('./relayDocument.ts')
    return { status: 200, body: first === 'openapi.json' ? describeRelay(relayUrl) : describeRelay30(relayUrl) }
  }
  assert(first === 'rooms' && rest.length === 0 && isAction(action), 'notFound')
  if (request.method === 'OPTIONS') return { status: 204, headers: preflight }
  assert(request.method === 'POST', 'methodNotAllowed', { allow: 'POST' })
  return takeStep(options, request, { roomId, action })
}

/** Takes a step in a room, with the fault that a test has set for it, and notes it in the journal. */
async function takeStep(
  options: PipelineOptions,
  sent: ServiceRequest,
  { roomId, action }: { readonly roomId: string; readonly action: Action },
): Promise<Reply> {
  const { world, journal } = options
  const { request, fault, reply: refusal, end } = await meetSideStep(options, sent, `relay.${action}`)
  let note: Outcome['note'] = {}
  let events: readonly Event[] = []
  let reply: Reply
  if (refusal) {
    reply = refusal
  } else {
    try {
      const { protocol, relayRequests } = await import('./relayRequests.ts')
      const input = await readBody(request, relayRequests[action])
      // The action fits its request, which the type of a union cannot tell.
      const act = actions[action] as Act<Action>
      const outcome = await transact(world, (backend) => {
        backend.requestId = roomId
        events = backend.published
        return act({ backend, kinds: roomKinds }, roomId, input)
      })
      note = outcome.note
      reply = {
        status: 200,
        body: { protocol, ...outcome.body },
        ...defined({ spoiled: spoiledBy(fault) }),
      }
    } catch (error) {
      reply = replyToError(error, undefined, world.report)
    }
  }
  end(reply.status)
  const room = world.store.reader.rooms.get(roomId)
  const { status } = reply
  const { code } = Object(reply.body) as { code?: string }
  journal.recordStep(
    {
      roomId,
      path: `/__mock/relay/rooms/${roomId}`,
      kind: room?.purpose?.kind,
      walletId: room?.walletId,
      state: room?.state,
    },
    {
      at: world.clock.now(),
      step: `relay.${action}`,
      ...note,
      status,
      ...defined({
        code,
        fault: fault && withoutBody(fault),
        events: events.length > 0 ? journaledEvents(events) : undefined,
      }),
    },
  )
  return reply
}

async function readBody<S extends z.ZodType>(request: ServiceRequest, schema: S): Promise<z.output<S>> {
  const text = await request.text()
  assert(text.length <= maximumBodyBytes, 'bodyTooLarge')
  let body: unknown
  try {
    body = parseJson(text)
  } catch (error) {
    throw new DomainError('validationFailed', { message: problemOfJson(error) })
  }
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const { explain } = await import('./validators.ts')
  throw new DomainError('validationFailed', { message: explain(result.error, schema, body) })
}
