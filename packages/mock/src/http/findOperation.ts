import type { Reply } from '@latchkey/base/reply'
import type { OperationId } from '@latchkey/types'
import { DomainError } from '../domain/shared/errors.ts'
import { preflightHeaders } from './cors.ts'
import type { Exchange, FoundExchange } from './exchange.ts'
import { nearMissHint } from './nearMisses.ts'
import { match, type Match, rows } from './router.ts'

type Operations = Match['operations']

/** Finds the operation of a request. @throws {@link DomainError} `notFound`, `methodNotAllowed` */
export function findOperation(exchange: Exchange, url: URL): FoundExchange {
  const operations = findPath(exchange, url)
  const id = operationOf(operations, exchange.request.method)
  // Only a refusal needs the list.
  if (!id) throw new DomainError('methodNotAllowed', { allow: methodsOf(operations).join(', ') })
  return noteOperation(exchange, id)
}

/**
 * The reply to a CORS preflight for the operation that the browser wants to call.
 *
 * @throws {@link DomainError} `notFound`
 */
export function answerPreflight(exchange: Exchange, url: URL): Reply {
  const { request } = exchange
  const operations = findPath(exchange, url)
  const [anyMethod = ''] = Object.keys(operations)
  const id = operationOf(operations, request.headers.get('access-control-request-method') ?? anyMethod)
  if (id) noteOperation(exchange, id)
  return { status: 204, headers: preflightHeaders(request, [...methodsOf(operations), 'OPTIONS']) }
}

function findPath(exchange: Exchange, { pathname }: URL): Operations {
  const matched = match(pathname)
  if (!matched) throw new DomainError('notFound', { hint: nearMissHint(exchange.request.method, pathname) })
  exchange.params = matched.params
  return matched.operations
}

function noteOperation(exchange: Exchange, id: OperationId): FoundExchange {
  return Object.assign(exchange, { id, row: rows[id] })
}

/** RFC 9110, section 9.3.2: HEAD is GET without the content. */
function operationOf(operations: Operations, method: string): OperationId | undefined {
  return operations[method === 'HEAD' ? 'GET' : method]
}

function methodsOf(operations: Operations): string[] {
  return Object.keys(operations).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}
