import type { Box } from '@latchkey/ceremony'
import { createTransport, type CallOptions, type ClientChoice } from '../../calls/createTransport.ts'
import { readReply } from '../../calls/readReply.ts'
import type { Middleware } from '../../policies/pipeline.ts'
import { CeremonyError } from '../../shared/ceremonyError.ts'
import { ApiError, ConnectionError, ResponseParseError, TimeoutError } from '../../shared/errors.ts'
import type { OpenedRoom } from '../engine.ts'

/** The protocol of the relay that this engine speaks. */
const relayProtocol = 'latchkey-1'

/** The options of requests to the relay. */
export type RelayOptions = Pick<ClientChoice, 'fetch' | 'headers' | 'middleware' | 'observe' | 'timeoutMs'>

/** A room of a relay, as the client's parties see it. */
export interface Relay {
  readonly roomId: string
  readonly signal?: AbortSignal | undefined
  /** Joins with parties of this client. @returns The relay's public plan of the room, unchecked. */
  join(keygenIds: readonly string[]): Promise<unknown>
  /** Hands over boxes of a party. */
  post(from: string, boxes: readonly Box[]): Promise<RelayAnswer>
}

/** The answer to a party's post. */
interface RelayAnswer {
  /** Boxes that wait for the party. */
  readonly boxes: readonly Box[]
  /** Whether the ceremony has ended, so that no further boxes come. */
  readonly isOver: boolean
}

interface RelayReply {
  readonly protocol?: unknown
  readonly plan?: unknown
  readonly boxes?: unknown
  readonly state?: unknown
}

/**
 * Removes the idempotency key, with which the transport repeats a POST. The relay does not need it, since it answers
 * the same boxes with the same boxes, and pages of other origins may not send this header to it.
 */
const withoutKey: Middleware = (request, next) => {
  const { 'idempotency-key': _, ...headers } = request.init.headers
  return next({ ...request, init: { ...request.init, headers } })
}

/** How often a reply that breaks after its headers is asked for again. */
const rereads = 2

const unsupported = (room: string, cause?: unknown) =>
  new CeremonyError('relay_unsupported', `The relay does not speak ${relayProtocol}.`, { room, cause })

/** A refusal of the relay as an error: its code is the reason. */
function refusal(room: string, error: ApiError): Error {
  if (error.status >= 500 || error.status === 429) return error
  // Another service answers in another shape.
  if (!error.code) return unsupported(room, error)
  return new CeremonyError(error.code, `The relay refused with ${error.status} ${error.code}.`, { room, cause: error })
}

function isBox(value: unknown): value is Box {
  const { step, from, to, sealed } = Object(value) as Partial<Record<keyof Box, unknown>>
  return Number.isInteger(step) && [from, to, sealed].every((text) => typeof text === 'string')
}

/** The room of a relay. */
export function relayOf({ roomId, relayUrl }: OpenedRoom, options: RelayOptions, signal?: AbortSignal): Relay {
  // As segments of a path, these ids would name another URL.
  if (/^\.{0,2}$/.test(roomId)) {
    throw new CeremonyError('unsupported', `The service named a room "${roomId}", which cannot be part of a URL.`)
  }
  // A ceremony has few posts, and each of them is worth a retry.
  const middleware = [withoutKey, ...(options.middleware ?? [])]
  const transport = createTransport({ ...options, middleware, baseUrl: relayUrl, auth: null, budget: { balance: 10 } })

  /** Sends until a complete reply has arrived: the relay answers the same post with the same boxes. */
  async function send(target: string, body: object): Promise<unknown> {
    const init: RequestInit = {
      method: 'POST',
      redirect: 'manual',
      // A relay gets no credential: parties prove themselves by their boxes.
      credentials: 'omit',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: signal ?? null,
    }
    const choice: CallOptions = { idempotencyKey: true, signal }
    for (let reread = 0; ; reread += 1) {
      const reply = await transport.dispatch(target, init, choice, 'relay', `/${target}`)
      try {
        return await readReply(reply)
      } catch (error) {
        const isBroken = error instanceof ConnectionError || error instanceof TimeoutError
        if (!isBroken || reread === rereads) throw error
      }
    }
  }

  async function ask(path: string, body: object): Promise<RelayReply> {
    const target = `rooms/${encodeURIComponent(roomId)}/${path}`
    const reply = await send(target, { protocol: relayProtocol, ...body }).catch((error: unknown) => {
      throw error instanceof ResponseParseError ? unsupported(roomId, error) : error
    })
    if (reply instanceof ApiError) throw refusal(roomId, reply)
    const answer = Object(reply) as RelayReply
    if (answer.protocol !== relayProtocol) throw unsupported(roomId)
    return answer
  }

  return {
    roomId,
    signal,
    join: async (parties) => (await ask('join', { parties })).plan,
    async post(from, boxes) {
      const { boxes: answer, state } = await ask('messages', { from, boxes })
      if (!Array.isArray(answer) || !answer.every(isBox)) throw unsupported(roomId)
      return { boxes: answer, isOver: state === 'completed' }
    },
  }
}
