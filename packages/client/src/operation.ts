import type { CallOptions, Caller } from './createTransport.ts'
import { type ApiError, isApiError } from './errors.ts'
import { readReply } from './readReply.ts'
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

/**
 * An operation as a function.
 *
 * @param line - Id, method, path below `/api/v0/` and, where it is not all JSON, letters for what else it takes and
 * answers (`f` a form, `e` an empty reply, `t` text, `r` a redirect), each after a space.
 */
export function operation<Input extends object, Data, Failure>(
  line: string,
): (client: Caller, input?: Input, options?: CallOptions) => Call<Data, Failure> {
  return (client, input, options) => toCall(send<Data, Failure>(client, line, input, options))
}

/** Calls an operation. Its types come from the generated signature, whose replies the service keeps to. */
export async function send<Data, Failure>(
  client: Caller,
  line: string,
  input: object = {},
  { signal, ...choice }: CallOptions = {},
): Promise<Result<Data, Failure>> {
  const [id, method, path = '', kinds = ''] = line.split(' ')
  const { query, headers, body, ...ids } = input as Record<string, unknown>
  ids.environmentId ??= client.environmentId
  const search = encodeQuery(query as object | undefined)
  const url = `${client.baseUrl}/api/v0/${fillPath(path, ids)}${search && `?${search}`}`
  const form = kinds.includes('f')
  const init: RequestInit = { method, signal, headers: { accept: 'application/json, text/*;q=0.5', ...(headers as object) } }
  if (kinds.includes('r')) init.redirect = 'manual'
  if (body !== undefined) {
    init.body = form ? encodeQuery(body as object) : JSON.stringify(body)
    init.headers = { ...init.headers, 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }
  }
  const reply = await client.dispatch(url, init, choice, id)
  try {
    return { ok: true, data: (await readReply(reply, url, kinds, id)) as Data, response: reply.response }
  } catch (error) {
    if (isApiError(error)) return { ok: false, error: error as Failure }
    throw error
  }
}

/** A call from its outcome. It is one native promise, so a stack trace names the line that awaits it. */
export function toCall<Data, Failure>(outcome: Promise<Result<Data, Failure>>): Call<Data, Failure> {
  const data = unwrap(outcome)
  return Object.assign(data, {
    result() {
      // Read in another way, the promise itself may reject unseen.
      data.catch(ignore)
      return outcome
    },
    async withResponse() {
      await data
      const { response } = (await outcome) as Extract<Result<Data, Failure>, { ok: true }>
      return { data: await data, response, requestId: response.headers.get('x-request-id') ?? undefined }
    },
  })
}

async function unwrap<Data, Failure>(outcome: Promise<Result<Data, Failure>>): Promise<Data> {
  const result = await outcome
  if (result.ok) return result.data
  throw result.error
}

function ignore(): void {}
