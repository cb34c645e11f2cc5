import { anyHost, urlAt } from '@latchkey/base/baseUrl'
import type { OperationId } from '@latchkey/types'
import { type Match, match, rows } from '../http/router.ts'
import { type AskMock, hasCredential, type MockAnswer } from './besideMock.ts'
import type { Difference } from './difference.ts'
import { type ObservedExchange, readJson } from './observedExchange.ts'
import { replyDifferences } from './replyDifferences.ts'
import { type FoundRequest, requestDifferences, unknownParameters } from './requestDifferences.ts'
import type { ShapeTools } from './shapes.ts'
import { type NameTools, shownSegment } from './shownNames.ts'

/** The result of comparing an exchange. */
export interface Judgement {
  /** The operation's id, or method and path of a request for none. The path has data in it. */
  readonly operation: string
  /** The operation as a report shows it. */
  readonly shownOperation: string
  readonly differences: readonly Difference[]
  readonly notes: readonly string[]
  /** A reply to a read, and that of the mock, to see which fields they have. */
  readonly read?: {
    readonly id: OperationId
    readonly status: number
    readonly target: unknown
    readonly mock: unknown
  }
}

export interface JudgeTools extends ShapeTools {
  readonly askMock: AskMock
  isInterfacePath(path: string): boolean
}

/** Compares an exchange with the document and with the mock; `undefined` for a URL outside of the interface. */
export async function judge(tools: JudgeTools, exchange: ObservedExchange): Promise<Judgement | undefined> {
  const url = urlAt(anyHost, exchange.url)
  const matched = match(url.pathname)
  if ((!matched && !tools.isInterfacePath(url.pathname)) || exchange.method === 'OPTIONS') return undefined
  const id = matched?.operations[exchange.method === 'HEAD' ? 'GET' : exchange.method]
  if (!matched || !id) return judgeUnknown(tools, { exchange, url, matched })
  return judgeOperation(tools, { exchange, id, params: matched.params, url })
}

interface UnknownRequest {
  readonly exchange: ObservedExchange
  readonly url: URL
  /** The operations of the path, if the document has the path. */
  readonly matched: Match | undefined
}

/** A URL or method that the document does not have: the target has to refuse it, too. */
function judgeUnknown(tools: NameTools, { exchange, url, matched }: UnknownRequest): Judgement {
  const { method, status } = exchange
  const expected = matched ? 405 : 404
  // A service may check credentials and limits before it looks for an operation.
  const isRefused = status === expected || (status >= 400 && isUndecided(status))
  const difference: Difference = {
    kind: matched ? 'unknownMethod' : 'unknownUrl',
    side: 'reply',
    place: 'status',
    expected: String(expected),
    found: String(status),
  }
  return {
    operation: `${method} ${url.pathname}`,
    shownOperation: `${shownMethod(method)} ${documentedPath(matched) ?? shownPath(tools, url.pathname)}`,
    differences: isRefused ? [] : [difference],
    notes: [],
  }
}

/** The methods of HTTP. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT'])

const shownMethod = (method: string) => (methods.has(method) ? method : '<method>')

function documentedPath(matched: Match | undefined): string | undefined {
  const [id] = Object.values(matched?.operations ?? {})
  return id && rows[id].path
}

/** A path of no operation, without what may be data. */
function shownPath(tools: NameTools, path: string): string {
  const segments = path.split('/').slice(1, 12)
  return `/${segments.map((segment) => shownSegment(tools, segment)).join('/')}`
}

/** Statuses that say nothing of the form of a request: a service may check these things first. */
const isUndecided = (status: number) => [401, 403, 404, 429].includes(status) || status >= 500

async function judgeOperation(tools: JudgeTools, request: FoundRequest): Promise<Judgement> {
  const { exchange, id } = request
  const { status, method, requestBody } = exchange
  const formFaults = requestDifferences(tools, request)
  const isWithoutCredential = !hasCredential(exchange)
  const isRead = method === 'GET'
  const isAsked = requestBody && (isRead || isWithoutCredential || formFaults.length > 0)
  const answer = isAsked ? await tools.askMock(request) : undefined
  const notes = unknownParameters(tools, request).map(
    (name) => `The request has the query parameter ${name}, which the document does not have.`,
  )
  if (status === 400 && formFaults.length === 0)
    notes.push('The target refused by 400 a request that fits the schemas of the document.')
  const differences = [
    ...replyDifferences(tools, id, exchange),
    ...(answer ? refusalDifferences(answer, { status, formFaults, isWithoutCredential }) : []),
  ]
  return { operation: id, shownOperation: id, differences, notes, ...(isRead && answer && readOf(request, answer)) }
}

interface Refused {
  readonly status: number
  readonly formFaults: readonly Difference[]
  readonly isWithoutCredential: boolean
}

/** The mock refuses the request because of what it is, whatever is stored, and the target does not. */
function refusalDifferences(answer: MockAnswer, { status, formFaults, isWithoutCredential }: Refused): Difference[] {
  const isOfForm = (answer.status === 400 || answer.status === 415) && formFaults.length > 0
  if (isOfForm && status < 400) return [...formFaults]
  const isOfCredential = answer.status === 401 && isWithoutCredential
  if (!isOfForm && !isOfCredential) return []
  if (status === answer.status) return []
  // Without a credential 403 is not 401, and a service may check the form first.
  const isOpen = isOfCredential ? [400, 404, 415, 429].includes(status) || status >= 500 : isUndecided(status)
  if (isOpen) return []
  const expected = `${answer.status}, as the mock refuses the request`
  return [{ kind: 'status', side: 'reply', place: 'status', expected, found: String(status) }]
}

function readOf({ id, exchange }: FoundRequest, { status, body }: MockAnswer): Pick<Judgement, 'read'> {
  const target = exchange.replyBody && readJson(exchange.replyBody)
  if (status !== exchange.status || status !== 200 || !target || body === undefined) return {}
  return { read: { id, status, target: target.value, mock: body } }
}
