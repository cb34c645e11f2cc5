import type { Reply } from '../policies/pipeline.ts'
import { ApiError } from '../shared/errors.ts'
import { assertCaller } from './assertCaller.ts'
import type { CallOptions, Caller } from './createTransport.ts'
import { readReply } from './readReply.ts'
import { encodeQuery, fillPath } from './url.ts'

/** The result of a call that the service answered. */
export type Result<Data, Failure = ApiError> =
  | { readonly ok: true; readonly data: Data; readonly response: Response; readonly error?: undefined }
  | { readonly ok: false; readonly error: Failure; readonly data?: undefined; readonly response?: undefined }

/** A reply's data, with the response and the request id. */
export interface WithResponse<Data> {
  readonly data: Data
  /** The reply. Its body has been read. */
  readonly response: Response
  /** The header `x-request-id`. */
  readonly requestId?: string | undefined
}

/**
 * A call in progress. `await` returns the data, and throws an {@link ApiError} when the service refuses.
 *
 * A call that gets no usable reply always throws, also from `result()`: a ConnectionError, TimeoutError,
 * ResponseParseError or AuthError, or the abort reason of the caller's signal.
 */
export interface Call<Data, Failure> extends Promise<Data> {
  /** Resolves to the result and does not throw when the service refuses; `error.body` narrows by `error.status`. */
  result(): Promise<Result<Data, Failure>>
  /** Resolves to the data with the response and the request id; throws as `await` does. */
  withResponse(): Promise<WithResponse<Data>>
}

/** The input of an operation that has neither parameters nor a body. */
export interface NoInput {
  readonly query?: undefined
  readonly headers?: undefined
  readonly body?: undefined
}

/**
 * Reads a reply: returns the data, or an ApiError for a status from 400 on. Operations that do not answer JSON have
 * other readers.
 */
export type ReadReply = (reply: Reply, mayBeEmpty?: string) => Promise<unknown>

/** How a body is written. */
export interface BodyFormat {
  /** The media type. */
  readonly type: string
  encode(body: object): string
}

/**
 * Creates the function of an operation.
 *
 * @param line - Id, method, path below `/api/v0/`, and `e` if the reply may be empty, separated by spaces.
 * @param read - The reader of an operation that redirects or answers text.
 * @param format - The format of a body that is not JSON.
 */
export function operation<Input extends object, Data, Failure>(
  line: string,
  read: ReadReply = readReply,
  { type, encode }: BodyFormat = { type: 'application/json', encode: JSON.stringify },
): (client: Caller, input?: Input, options?: CallOptions) => Call<Data, Failure> {
  const send = async (client: Caller, input: object = {}, options?: CallOptions): Promise<Result<Data, Failure>> => {
    assertCaller(client)
    const [id, method, path, empty] = line.split(' ')
    const { query, headers, body, environmentId = client.environmentId } = input as Record<string, object | undefined>
    const search = encodeQuery(query)
    const template = `api/v0/${path}`
    const target = fillPath(template, { ...input, environmentId }) + (search ? `?${search}` : '')
    const reply = await client.dispatch(
      target,
      {
        method,
        signal: options?.signal,
        redirect: 'manual',
        headers: { accept: 'application/json, text/*', ...(headers as object), 'content-type': body && type },
        body: body && encode(body),
      } as RequestInit,
      options,
      id,
      `/${template}`,
    )
    const data = await read(reply, empty)
    return data instanceof ApiError
      ? { ok: false, error: data as Failure }
      : { ok: true, data: data as Data, response: reply.response }
  }
  const call = (client: Caller, input?: Input, options?: CallOptions): Call<Data, Failure> =>
    toCall(send(client, input, options))
  // `/query` reads the id of the operation here.
  return Object.assign(call, { line })
}

/** Creates a call from its result. It is one native promise, so a stack trace names the line that awaits it. */
export function toCall<Data, Failure>(outcome: Promise<Result<Data, Failure>>): Call<Data, Failure> {
  const data = outcome.then((result) => {
    if (result.ok) return result.data
    throw result.error
  })
  return Object.assign(data, {
    result() {
      // If the call is read in another way, nobody handles a rejection of the promise itself.
      data.catch(() => {})
      return outcome
    },
    async withResponse() {
      const value = await data
      const { response } = (await outcome) as Extract<Result<Data, Failure>, { ok: true }>
      return { data: value, response, requestId: response.headers.get('x-request-id') ?? undefined }
    },
  })
}
