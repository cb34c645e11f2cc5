import type { OperationId } from '@latchkey/types'
import type { DocumentedReply } from './contract.ts'
import type { Difference } from './difference.ts'
import { mediaTypeOf, type ObservedExchange, readJson } from './observedExchange.ts'
import { differenceOf } from './requestDifferences.ts'
import { faultsOf } from './schemaFaults.ts'
import type { ShapeTools } from './shapes.ts'
import { isTransportHeader } from './transportHeaders.ts'

/** Lists everything in a reply that the document does not have: its status, headers, media type or fields. */
export function replyDifferences(tools: ShapeTools, id: OperationId, exchange: ObservedExchange): Difference[] {
  const { replies } = tools.contract.operation(id)
  const { status } = exchange
  const reply = replies.get(status)
  if (reply)
    return [
      ...headerDifferences(tools, reply, exchange),
      ...unknownHeaders([...replies.values()], exchange),
      ...bodyDifferences(tools, reply, exchange),
    ]
  const expected = `one of ${[...replies.keys()].join(', ')}`
  return [{ kind: 'status', side: 'reply', place: 'status', expected, found: String(status), ...holderOf(exchange) }]
}

/** A body that no schema describes. */
function holderOf({ replyBody }: ObservedExchange): Pick<Difference, 'holder'> {
  const body = replyBody && readJson(replyBody)
  return body ? { holder: { value: body.value, schema: undefined } } : {}
}

/** Headers that replies of a status have always. Others depend on more than the status. */
const statusHeaders: Readonly<Record<string, (status: number) => boolean>> = {
  'x-request-id': () => true,
  'www-authenticate': (status) => status === 401,
  allow: (status) => status === 405,
  'retry-after': (status) => status === 429,
  location: (status) => status === 302,
}

function headerDifferences(
  { contract }: ShapeTools,
  { headers }: DocumentedReply,
  { status, replyHeaders }: ObservedExchange,
): Difference[] {
  return [...headers].flatMap(([name, schema]): Difference[] => {
    const value = replyHeaders.get(name)
    const header = { side: 'reply', place: `header ${name}` } as const
    if (value !== null)
      return faultsOf(contract, { value, schema }, 'reply').map(({ kind, expected, found }) => ({
        kind,
        ...header,
        expected,
        found,
      }))
    if (!statusHeaders[name]?.(status)) return []
    return [{ kind: 'missingHeader', ...header, expected: 'present', found: 'absent' }]
  })
}

/** Headers that no reply of the operation has. An id of the request, for example, is documented only for refusals. */
function unknownHeaders(replies: readonly DocumentedReply[], { replyHeaders }: ObservedExchange): Difference[] {
  return [...replyHeaders.keys()]
    .filter((name) => !isTransportHeader(name) && !replies.some(({ headers }) => headers.has(name)))
    .map((name) => ({
      kind: 'unknownHeader',
      side: 'reply',
      place: 'header',
      unknown: { kind: 'header', name },
      expected: 'absent',
      found: 'present',
    }))
}

function bodyDifferences(tools: ShapeTools, { content }: DocumentedReply, exchange: ObservedExchange): Difference[] {
  const { method, replyBody, replyHeaders } = exchange
  if (method === 'HEAD' || !replyBody) return []
  const inBody = { side: 'reply', place: 'body' } as const
  if (content.size === 0)
    return replyBody.length > 0
      ? [{ kind: 'mediaType', ...inBody, expected: 'no body', found: 'a body', ...holderOf(exchange) }]
      : []
  const type = mediaTypeOf(replyHeaders)
  const schema = content.get(type)
  const expected = [...content.keys()].join(' or ')
  if (!schema) return [{ kind: 'mediaType', ...inBody, expected, found: shownMediaType(type), ...holderOf(exchange) }]
  if (type !== 'application/json') return []
  const body = readJson(replyBody)
  if (!body) return [{ kind: 'mediaType', ...inBody, expected: 'JSON', found: 'other text' }]
  return faultsOf(tools.contract, { value: body.value, schema }, 'reply').map((fault) =>
    differenceOf(fault, { side: 'reply', part: 'body' }),
  )
}

const shownTypes: ReadonlySet<string> = new Set([
  'application/json',
  'application/octet-stream',
  'application/problem+json',
  'application/xml',
  'text/csv',
  'text/html',
  'text/plain',
  'text/xml',
])

/** A media type of the target is shown only if it is a common one. */
function shownMediaType(type: string): string {
  if (type === '') return 'no media type'
  return shownTypes.has(type) ? type : 'another media type'
}
