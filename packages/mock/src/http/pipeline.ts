import { defined } from '@latchkey/base/defined'
import type { AskedQuestion } from '@latchkey/base/questions'
import type { Reply } from '@latchkey/base/reply'
import type { ChainCaller } from '@latchkey/chains/rpc/rpcWorld'
import { waitsOf } from '../world/waits.ts'
import { transact, type World } from '../world/world.ts'
import { corsHeaders, originNote } from './cors.ts'
import { readContent } from './decode.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { type Faults, spoiledBy } from './faults.ts'
import { answerPreflight, findOperation } from './findOperation.ts'
import type { Interceptors } from './interceptors.ts'
import { type Journal, journaledEvents } from './journal.ts'
import { loadOperations } from './loadOperations.ts'
import type { Observe } from './observer.ts'
import { operate, type OperateOptions, refuse } from './operate.ts'
import type { RateLimits } from './rateLimits.ts'
import { refusalOfFault } from './refusalOfFault.ts'
import { asPage } from './refusalPage.ts'
import { brokenConnection, toWire, type WireReply } from './respond.ts'
import { acceptsEvents, streamEvents } from './roomEvents.ts'
import type { RequestHead, ServiceRequest } from './serviceRequest.ts'

/** The methods of chains that the sender of a request may call. */
export type ChainCallerOf = (request: RequestHead) => ChainCaller

export interface PipelineOptions extends Omit<OperateOptions, 'observer'> {
  readonly world: World
  readonly faults: Faults
  readonly interceptors: Interceptors
  readonly journal: Journal
  readonly rateLimits: RateLimits
  readonly chainCallerOf: ChainCallerOf
  readonly observe?: Observe | undefined
}

/** The parts of a reply for the journal. */
interface NotedReply {
  readonly status: number
  readonly text: string | null
  readonly isJson: boolean
}

/**
 * Answers a request for the interface under `/api/v0`.
 *
 * match → faults and limits → read → {@link operate}, in one transaction → cors → journal
 */
export function createPipeline(options: PipelineOptions): (request: ServiceRequest, url: URL) => Promise<WireReply> {
  const { world, faults, interceptors, journal, rateLimits } = options
  const observer = options.observe?.(options)
  const operateOptions = { ...options, observer }
  let count = 0

  return async function answer(request, url) {
    const requestId = `req_${(++count).toString(36).padStart(8, '0')}`
    const exchange = createExchange(requestId, request, url)
    let reply: Reply
    try {
      reply = await replyTo(exchange, url)
    } catch (error) {
      reply = asPage(exchange, refuse(options, exchange, error))
    }
    return finish(exchange, reply)
  }

  async function replyTo(exchange: Exchange, url: URL): Promise<Reply> {
    const { context } = exchange
    if (exchange.request.method === 'OPTIONS') return answerPreflight(exchange, url)
    const foundExchange = findOperation(exchange, url)
    const announced = interceptors.announce({ ...exchange, operation: foundExchange.id })
    exchange.announced = announced
    await announced?.ready
    const fault = faults.next(foundExchange.id)
    exchange.fault = fault
    // A call that is under way when the mock is closed gets no reply, as from a server that ends.
    if (fault?.delayMs !== undefined && !(await waitsOf(world).pass(fault.delayMs))) return { status: 0 }
    if (fault?.networkError) return { status: 0 }
    if (fault?.status !== undefined) return refusalOfFault(fault, foundExchange)
    rateLimits.count(foundExchange.id, foundExchange.params, context)
    const content = await readContent(foundExchange.row, announced?.request ?? exchange.request, url)
    const operations = await loadOperations()
    return transact(world, (backend) => {
      backend.requestId = exchange.requestId
      exchange.backend = backend
      return operate(operateOptions, backend, { exchange: foundExchange, operations, content })
    })
  }

  function finish(exchange: Exchange, reply: Reply): WireReply {
    const { request, context, requestId, row, params, fault, announced } = exchange
    announced?.end(reply.status)
    if (reply.status === 0) {
      note(exchange, { status: 0, text: null, isJson: false })
      return brokenConnection
    }
    const sdkEnvironmentId = row?.path.startsWith('/api/v0/sdk/') ? params.environmentId : undefined
    const cors = corsHeaders({ store: world.store.reader }, context.origin, sdkEnvironmentId)
    const written = toWire(reply, { 'x-request-id': requestId, ...cors })
    const isJson = typeof reply.body !== 'string'
    const remarks = [originNote(cors, context.origin), environmentNote(world, exchange, reply.status)]
    observer?.observeReply?.(exchange, { ...written, isJson })
    note(exchange, { status: reply.status, text: written.text, isJson }, remarks)
    if (reply.watches !== undefined && acceptsEvents(request.headers)) return streamEvents(world, reply, written)
    if (request.method === 'HEAD') return { ...written, text: null }
    return { ...written, ...defined({ spoiled: spoiledBy(fault) }) }
  }

  /** Passes only what the journal shows, so that it does not keep thousands of whole requests in memory. */
  function note(
    exchange: Exchange,
    { status, ...reply }: NotedReply,
    remarks: readonly (string | undefined)[] = [],
  ): void {
    const { requestId, request, context, elapsed, id, params, decoded, unknownFields, fault, backend } = exchange
    journal.record({
      requestId,
      at: world.clock.now(),
      method: request.method,
      url: context.url,
      id,
      params,
      headers: request.headers,
      decoded,
      unknownFields,
      fault,
      userId: backend?.actorUserId,
      events: journaledEvents(backend?.published),
      status,
      durationMs: elapsed(),
      reply,
      questions: backend?.asked,
      ...notesOf([
        ...(backend?.asked ?? []).map(describeQuestion),
        ...remarks.filter((remark) => remark !== undefined),
      ]),
    })
  }
}

const notesOf = (notes: readonly string[]) => (notes.length > 0 ? { notes } : {})

/** Says in the journal what a reply does not tell, since nobody may learn by it which environments exist. */
function environmentNote({ store }: World, { params }: Exchange, status: number): string | undefined {
  const { environmentId } = params
  if (status < 400 || environmentId === undefined || store.reader.environments.has(environmentId)) return undefined
  return `There is no environment "${environmentId.slice(0, 40)}". The ids are in mock.defaults.environments.`
}

/** A question to a real part of the world outside, for the journal. */
function describeQuestion({ source, label, durationMs, problem }: AskedQuestion): string {
  return `Asked ${source}: ${label}, ${durationMs.toFixed(1)} ms.${problem === undefined ? '' : ` ${problem}`}`
}
