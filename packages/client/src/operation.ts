import type { CallOptions, Caller } from './createTransport.ts'
import { ApiError } from './errors.ts'
import { type OperationReply, readReply } from './readReply.ts'
import { encodeQuery, fillPath } from './url.ts'

/** The outcome of a call that the service answered. */
export type Result<Data, Failure = ApiError> =
  | { readonly ok: true; readonly data: Data; readonly response: Response; readonly error?: undefined }
  | { readonly ok: false; readonly error: Failure; readonly data?: undefined; readonly response?: undefined }

/** A reply's data with what came around it. */
export interface WithResponse<Data> {
  readonly data: Data
  readonly response: Response
  /** The header `x-request-id`. */
  readonly requestId?: string
}

/**
 * A call under way. `await` gives the data, and throws an ApiError when the service refuses.
 *
 * However it is read, what keeps the call from an answer is thrown: ConnectionError, TimeoutError, ResponseParseError,
 * AuthError, or the abort reason of the caller's signal.
 */
export interface Call<Data, Failure> extends Promise<Data> {
  /** Gives the outcome and does not throw when the service refuses; `error.body` narrows by `error.status`. */
  result(): Promise<Result<Data, Failure>>
  /** Gives the data with the response and the request id; throws as `await` does. */
  withResponse(): Promise<WithResponse<Data>>
}

/** The input of an operation that takes none. */
export interface NoInput {
  readonly query?: undefined
  readonly headers?: undefined
  readonly body?: undefined
}

/** Reads where a redirect leads, undefined for another reply; only operations that redirect bring it along. */
export type ReadRedirect = (reply: OperationReply, url: string) => object | undefined

/**
 * An operation as a function.
 *
 * @param line - Id, method, path below `/api/v0/` and, where it is not all JSON, letters for what else it takes and
 * answers (`f` a form, `e` an empty reply, `t` text), each after a space.
 * @param redirect - For an operation that redirects.
 */
export function operation<Input extends object, Data, Failure>(
  line: string,
  redirect?: ReadRedirect,
): (client: Caller, input?: Input, options?: CallOptions) => Call<Data, Failure> {
  const call = (client: Caller, input?: Input, options?: CallOptions): Call<Data, Failure> => toCall(send<Data, Failure>(client, line, input, options, redirect))
  // Tells `/query` which operation it is.
  return Object.assign(call, { line })
}

/** Calls an operation. Its types come from the generated signature, whose replies the service keeps to. */
export async function send<Data, Failure>(
  client: Caller,
  line: string,
  input: object = {},
  { signal, ...choice }: CallOptions = {},
  redirect?: ReadRedirect,
): Promise<Result<Data, Failure>> {
  const [id, method, path = '', kinds = ''] = line.split(' ')
  const { query, headers, body, ...ids } = input as Record<string, unknown>
  ids.environmentId ??= client.environmentId
  const search = encodeQuery(query as object | undefined)
  const template = `/api/v0/${path}`
  const url = client.baseUrl + fillPath(template, ids) + (search && `?${search}`)
  // Followed, a redirect would take the credential and the body to wherever it leads.
  const init: RequestInit = { method, signal, redirect: 'manual', headers: { accept: 'application/json, text/*;q=0.5', ...(headers as object) } }
  if (body !== undefined) {
    const form = kinds.includes('f')
    init.body = form ? encodeQuery(body as object) : JSON.stringify(body)
    Object.assign(init.headers as object, { 'content-type': `application/${form ? 'x-www-form-urlencoded' : 'json'}` })
  }
  const reply: OperationReply = { ...(await client.dispatch(url, init, choice, id, template)), operation: id }
  const data = redirect?.(reply, url) ?? (await readReply(reply, kinds))
  return data instanceof ApiError ? { ok: false, error: data as Failure } : { ok: true, data: data as Data, response: reply.response }
}

/** A call from its outcome. It is one native promise, so a stack trace names the line that awaits it. */
export function toCall<Data, Failure>(outcome: Promise<Result<Data, Failure>>): Call<Data, Failure> {
  const data = outcome.then((result) => {
    if (result.ok) return result.data
    throw result.error
  })
  return Object.assign(data, {
    result() {
      // Read in another way, the promise itself may reject unseen.
      data.catch(() => {})
      return outcome
    },
    async withResponse() {
      await data
      const { data: value, response } = (await outcome) as Extract<Result<Data, Failure>, { ok: true }>
      return { data: value, response, requestId: response.headers.get('x-request-id') ?? undefined }
    },
  })
}
