import type { OperationId, OperationRow } from '@latchkey/types'
import type { Backend } from '../backend.ts'
import type { Fault, Faults } from './faults.ts'
import type { Journal } from './journal.ts'
import type { Overrides } from './overrides.ts'
import type { AnyCaller } from '../domain/shared/callers.ts'
import { DomainError } from '../domain/shared/errors.ts'
import { sleep } from '../effects/clock.ts'
import type { Reply } from '../reply.ts'
import type { RequestContext } from '../domain/shared/request.ts'
import { transact, type World } from '../world.ts'
import { authenticate } from './authenticate.ts'
import { readCookies } from './cookies.ts'
import { corsHeaders, originNote, preflightHeaders } from './cors.ts'
import { type DecodedContent, readBody, readQuery } from './decode.ts'
import { loadedOperations, loadOperations, type Operations } from './loadOperations.ts'
import { nearMissHint } from './nearMisses.ts'
import type { RateLimits } from './rateLimits.ts'
import { brokenConnection, replyToError, toWire, truncate, type WireReply } from './respond.ts'
import { match, rows } from './router.ts'
import type { ServiceRequest } from './serviceRequest.ts'
import { assertReachesRecord } from './urlRecords.ts'
import type { UnknownFields } from './validators.ts'

export interface PipelineOptions {
  readonly world: World
  readonly faults: Faults
  readonly journal: Journal
  readonly overrides: Overrides
  readonly rateLimits: RateLimits
  /** Whether replies are checked against the document too. */
  readonly strict: boolean
  readonly unknownFields: UnknownFields
}

/** One request's way through the pipeline. */
interface Exchange {
  readonly requestId: string
  readonly request: ServiceRequest
  readonly context: RequestContext
  id?: OperationId
  row?: OperationRow
  params: Readonly<Record<string, string>>
  decoded?: DecodedContent
  /** Fields of the request that were ignored. */
  unknownFields?: readonly string[]
}

/**
 * Answers a request for the interface under `/api/v0`.
 *
 * cors → match → faults and limits → credentials, scope and role → schemas → handler → validate the reply → cookies →
 * journal; from the credentials to the reply's check it is one transaction.
 */
export function createPipeline(options: PipelineOptions): (request: ServiceRequest, url: URL) => Promise<WireReply> {
  const { world, faults, journal, rateLimits } = options
  let count = 0

  return async function answer(request, url) {
    const exchange: Exchange = {
      requestId: `req_${(++count).toString(36).padStart(8, '0')}`,
      request,
      context: contextOf(request, url),
      params: {},
    }
    let reply: Reply
    let fault: Fault | undefined
    try {
      find(exchange, url)
      if (request.method === 'OPTIONS')
        return finish(exchange, { status: 204, headers: preflightHeaders(request, allowed(url)) })
      fault = faults.next(exchange.id as OperationId)
      if (fault?.delayMs !== undefined) await sleep(fault.delayMs)
      if (fault?.networkError) {
        note(exchange, { status: 0 })
        return brokenConnection
      }
      if (fault?.status !== undefined) reply = faultReply(fault, fault.status, exchange.row)
      else {
        rateLimits.count(exchange.id as OperationId, exchange.params, exchange.context)
        const decoded = await decode(exchange, url)
        const operations = await loadOperations()
        reply = await transact(world, (backend) => operate(options, operations, backend, exchange, decoded))
      }
    } catch (error) {
      reply = refuse(options, exchange, error)
    }
    return finish(exchange, reply, fault)
  }

  function finish(exchange: Exchange, reply: Reply, fault?: Fault): WireReply {
    const { context, requestId, row, params } = exchange
    const sdkEnvironmentId = row?.path.startsWith('/api/v0/sdk/') ? params.environmentId : undefined
    const cors = corsHeaders({ store: world.store.reader }, context.origin, sdkEnvironmentId)
    const written = toWire(reply, { 'x-request-id': requestId, ...cors })
    note(exchange, reply, originNote(cors, context.origin))
    if (exchange.request.method === 'HEAD') return { ...written, text: null }
    return fault?.truncate ? truncate(written) : written
  }

  /** The journal keeps what it shows and no more: whole requests would outlive their calls by the thousand. */
  function note(exchange: Exchange, { status, body }: Reply, remark?: string): void {
    const { requestId, request, context, id, params, decoded, unknownFields } = exchange
    journal.record({
      requestId,
      at: world.clock.now(),
      method: request.method,
      url: context.url,
      id,
      params,
      decoded,
      unknownFields,
      status,
      reply: body,
      ...(remark && { notes: [remark] }),
    })
  }
}

/** What was read of a request; what kept it from being read is told once its credential is known to be good. */
async function decode({ row, request }: Exchange, url: URL): Promise<DecodedContent | DomainError> {
  try {
    const body = row?.body ? await readBody(row, request) : undefined
    return { query: readQuery(row?.query, url), body }
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

function find(exchange: Exchange, url: URL) {
  const { request } = exchange
  const found = match(url.pathname)
  if (!found) throw new DomainError('notFound', { hint: nearMissHint(request.method, url.pathname) })
  exchange.params = found.params
  const method =
    request.method === 'OPTIONS'
      ? (request.headers.get('access-control-request-method') ?? Object.keys(found.operations)[0])
      : request.method
  // RFC 9110, section 9.3.2: HEAD is GET without the content.
  const id = found.operations[method === 'HEAD' ? 'GET' : (method ?? '')]
  if (id) {
    exchange.id = id
    exchange.row = rows[id]
  }
  // The list is only made for a refusal.
  if (!id && request.method !== 'OPTIONS')
    throw new DomainError('methodNotAllowed', { allow: methodsOf(found.operations).join(', ') })
}

function methodsOf(operations: Readonly<Partial<Record<string, OperationId>>>): string[] {
  return Object.keys(operations).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

function allowed(url: URL): string[] {
  return [...methodsOf(match(url.pathname)?.operations ?? {}), 'OPTIONS']
}

/** The part of the way that is one transaction. */
async function operate(
  options: PipelineOptions,
  { checks, registry }: Operations,
  backend: Backend,
  exchange: Exchange,
  decoded: DecodedContent | DomainError,
): Promise<Reply> {
  const { id, row, request, context } = exchange as Exchange & { id: OperationId; row: OperationRow }
  const caller = await authenticate(backend, id, row, exchange.params, request.headers, context)
  return check(await handle(caller))

  function handle(caller: AnyCaller): Reply | Promise<Reply> {
    if (caller.kind === 'user') backend.actorUserId = caller.user.id
    const { params } = exchange
    checks.validate(id, { params })
    assertReachesRecord(backend, row, params, caller)
    if (decoded instanceof DomainError) throw decoded
    const { parts, unknownFields } = checks.validate(id, decoded, options.unknownFields)
    exchange.decoded = parts
    exchange.unknownFields = unknownFields
    const call = { params, ...parts, caller, backend, request: context }
    return options.overrides.run(id, call, () => registry.run(id, call))
  }

  function check(reply: Reply): Reply {
    if (options.strict) assertReply(reply)
    return reply
  }

  function assertReply(reply: Reply): void {
    try {
      checks.assertReply(id, row, reply)
    } catch (fault) {
      if (!options.overrides.has(id)) throw fault
      // Whose override it is learns from the reply what is wrong with it.
      options.world.report(fault)
      throw new DomainError('internal', { message: `The override of ${(fault as Error).message}` })
    }
  }
}

/** What a failure is answered with. A refusal that breaks the document is a fault of ours, too. */
function refuse({ world, strict }: PipelineOptions, { id, row }: Exchange, error: unknown): Reply {
  const reply = replyToError(error, row, world.report)
  const checks = loadedOperations()?.checks
  if (!strict || !id || !row || !checks) return reply
  try {
    checks.assertRefusal(id, row, reply)
    return reply
  } catch (fault) {
    return replyToError(fault, row, world.report)
  }
}

function faultReply(fault: Fault, status: number, row: OperationRow | undefined): Reply {
  const retryAfter =
    fault.retryAfterSeconds === undefined ? undefined : { 'retry-after': String(fault.retryAfterSeconds) }
  if (fault.body !== undefined) return { status, body: fault.body, headers: retryAfter }
  const shape = row?.errors[status]
  const body =
    shape === 'empty'
      ? undefined
      : {
          error: `This failure was asked for: ${status}.`,
          code: status === 429 ? 'too_many_requests' : 'internal_server_error',
        }
  return { status, body, headers: retryAfter }
}

function contextOf(request: ServiceRequest, url: URL): RequestContext {
  const { headers } = request
  return {
    url,
    origin: headers.get('origin') ?? undefined,
    userAgent: headers.get('user-agent') ?? undefined,
    ipAddress: headers.get('x-forwarded-for')?.split(',')[0]?.trim() || undefined,
    cookies: readCookies(headers.get('cookie')),
    mfaAuthToken: headers.get('x-mfa-auth-token') ?? undefined,
  }
}
