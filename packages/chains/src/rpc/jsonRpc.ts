import { defined } from '@latchkey/base/defined'
import { isObject } from '@latchkey/base/isObject'
import { parseJson, problemOfJson } from '@latchkey/base/parseJson'

/** JSON-RPC 2.0 over HTTP: one call or a batch per request. */

/** How many calls a batch may have. */
const batchLimit = 1000

/** The codes that JSON-RPC 2.0 defines (section 5.1). */
const codes = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602, internal: -32_603 } as const

/** An error that the caller of a method sees. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number | keyof typeof codes, message: string, data?: unknown) {
    super(message)
    this.code = typeof code === 'number' ? code : codes[code]
    this.data = data
  }
}

/** Runs a method. @throws {@link RpcError} */
type Call = (method: string, params: unknown) => unknown

type Id = string | number | null

interface Answer {
  readonly jsonrpc: '2.0'
  readonly id: Id
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

interface Callee {
  readonly call: Call
  /** Receives errors that are not of the caller's making, which the caller sees without their cause. */
  report(cause: unknown): void
  /** Called with the refusal of a body, or a member of a batch, that is not a call. */
  refuse?(refused: RpcError): void
}

/**
 * Answers the body of a request. Calls of a batch run one after the other.
 *
 * @returns One answer, the answers of a batch, or `undefined` when no call asks for one (notifications).
 */
export async function answerJsonRpc(
  text: string,
  { call, report, refuse }: Callee,
): Promise<Answer | Answer[] | undefined> {
  let body: unknown
  try {
    body = parseJson(text)
  } catch (error) {
    return refuseUnread(new RpcError('parse', problemOfJson(error)))
  }
  if (!Array.isArray(body)) return answer(body)
  if (body.length === 0) return refuseUnread(new RpcError('request', 'The batch is empty.'))
  if (body.length > batchLimit)
    return refuseUnread(new RpcError('request', `The batch is too large: it may have ${batchLimit} calls.`))
  const answers: Answer[] = []
  for (const each of body) {
    const batchAnswer = await answer(each)
    if (batchAnswer) answers.push(batchAnswer)
  }
  return answers.length > 0 ? answers : undefined

  function refuseUnread(refused: RpcError, id: Id = null): Answer {
    refuse?.(refused)
    return refusal(id, refused)
  }

  async function answer(request: unknown): Promise<Answer | undefined> {
    const { jsonrpc, id, method, params } = isObject(request) ? request : {}
    const isRequest = jsonrpc === '2.0' && typeof method === 'string' && (id === undefined || isId(id))
    if (!isRequest)
      return refuseUnread(new RpcError('request', 'This is not a JSON-RPC 2.0 request.'), isId(id) ? id : null)
    try {
      const result = await call(method, params)
      return id === undefined ? undefined : { jsonrpc: '2.0', id, result: result ?? null }
    } catch (error) {
      if (!(error instanceof RpcError)) report(error)
      if (id === undefined) return undefined
      return refusal(id, asRpcError(error))
    }
  }
}

/** The error that the caller of a method sees when the method throws. */
export const asRpcError = (error: unknown): RpcError =>
  error instanceof RpcError ? error : new RpcError('internal', 'Internal error.')

/** The refusal of a method that is not served. */
export function unknownMethod(method: string): RpcError {
  return new RpcError('method', `the method ${method} does not exist/is not available`)
}

function refusal(id: Id, { code, message, data }: RpcError): Answer {
  return { jsonrpc: '2.0', id, error: { code, message, ...defined({ data }) } }
}

const isId = (value: unknown): value is Id => value === null || ['string', 'number'].includes(typeof value)
