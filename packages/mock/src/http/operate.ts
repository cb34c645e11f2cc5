import type { Reply } from '@latchkey/base/reply'
import { authenticate } from '../domain/authentication/authenticate.ts'
import type { Backend } from '../domain/shared/backend.ts'
import { DomainError } from '../domain/shared/errors.ts'
import type { World } from '../world/world.ts'
import type { DecodedContent } from './decode.ts'
import type { Exchange, FoundExchange } from './exchange.ts'
import { loadedOperations } from './loadOperations.ts'
import type { Observer } from './observer.ts'
import type { Operations } from './operations.ts'
import type { Overrides } from './overrides.ts'
import { replyToError } from './respond.ts'
import { assertReachesRecord } from './urlRecords.ts'
import type { UnknownFields } from './validators.ts'

export interface OperateOptions {
  readonly world: Pick<World, 'report'>
  readonly overrides: Overrides
  /** Whether replies are checked against the OpenAPI document. */
  readonly strict: boolean
  readonly unknownFields: UnknownFields
  readonly observer?: Observer | undefined
}

/** The operation of a request, with its schemas and handlers. */
interface Found {
  readonly exchange: FoundExchange
  readonly operations: Operations
  /** The decoded content, or the error of decoding it, which is thrown after the credential check. */
  readonly content: DecodedContent | DomainError
}

/**
 * The steps of a request that run in one transaction.
 *
 * credentials, scope and role → schemas → handler → validate the reply
 *
 * @throws {@link DomainError} the refusal of the request
 */
export async function operate(
  options: OperateOptions,
  backend: Backend,
  { exchange, operations, content }: Found,
): Promise<Reply> {
  const { checks, registry } = operations
  const { id, params, context } = exchange
  const caller = await authenticate(backend, exchange)
  if (caller.kind === 'user') backend.actorUserId = caller.user.id
  checks.validate(id, { params })
  assertReachesRecord(backend, exchange, caller)
  if (content instanceof DomainError) throw content
  // The journal also shows what a schema refuses.
  exchange.decoded = content
  const { parts, unknownFields } = checks.validate(id, content, options.unknownFields)
  exchange.decoded = parts
  exchange.unknownFields = unknownFields
  const call = { params, ...parts, caller, backend, request: context }
  const { observer } = options
  const handlerCall = observer?.observeCall?.(id, call) ?? call
  const reply = await options.overrides.run(id, call, () => registry.run(id, handlerCall))
  return options.strict ? checkedReply(options, { exchange, checks }, reply) : reply
}

function checkedReply(
  { overrides, world }: OperateOptions,
  { exchange: { id, row }, checks }: Pick<Found, 'exchange'> & Pick<Operations, 'checks'>,
  reply: Reply,
): Reply {
  try {
    checks.assertReply(id, row, reply)
    return reply
  } catch (fault) {
    if (!overrides.has(id)) throw fault
    // The author of the override sees in the reply what is wrong.
    world.report(fault)
    throw new DomainError('internal', { message: `The override of ${(fault as Error).message}` })
  }
}

/** The reply to a failure. A refusal that breaks the document becomes a 500. */
export function refuse(
  { world, strict }: Pick<OperateOptions, 'world' | 'strict'>,
  { id, row }: Exchange,
  error: unknown,
): Reply {
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
