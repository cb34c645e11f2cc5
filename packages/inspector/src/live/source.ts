import { defined } from '@latchkey/base/defined'
import { type ControlCaller, createControlCaller } from '@latchkey/contract/controlCaller'
import { sentence } from '../formRefusal.ts'
import type { Fetch } from '../platform.ts'

/** Where the inspector reads and changes a mock. */
export interface Source extends ControlCaller {
  /** The mock's URL, or that of one of its worlds, without a slash at the end. */
  readonly baseUrl: string
  /** Opens `GET stream`. */
  stream(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
  /** Reads the OpenAPI document of the service. */
  document(): Promise<unknown>
}

interface SourceOptions {
  readonly url: string
  /** The control token of a mock on another machine. */
  readonly token?: string | undefined
  readonly fetch: Fetch
  /** The origin of the page. Absent for a mock in the page. */
  readonly pageOrigin?: string
  /** Reads the OpenAPI document of a mock in the page, which serves none. */
  readonly readDocument?: (() => Promise<unknown>) | undefined
}

/** Browsers do not say which of the two it is. */
const foreignPage =
  ', or not to this page. A page of another origin needs a mock with a control token of 16 characters or more'
export const noDocument =
  'A mock in the page serves no OpenAPI document. Give the element one, in its property "openapi": ' +
  "() => import('@latchkey/types/openapi.json')."
const missingToken = 'The mock needs its control token, in the attribute "token".'

/** Throws a refusal without the route at its beginning, which nobody has called who reads it here. */
function throwForPeople(key: string, error: unknown): never {
  if (error instanceof Error && error.message.startsWith(`${key}: `))
    error.message = sentence(error.message.slice(key.length + 2))
  throw error
}

/** A mock whose control interface is reached by `fetch`. */
export function createSource({ url, token, fetch, pageOrigin, readDocument }: SourceOptions): Source {
  let baseUrl = url
  while (baseUrl.endsWith('/')) baseUrl = baseUrl.slice(0, -1)
  const isForeign =
    pageOrigin !== undefined && URL.canParse(baseUrl, pageOrigin) && new URL(baseUrl, pageOrigin).origin !== pageOrigin
  const silence = `The mock at ${baseUrl} does not answer${isForeign ? foreignPage : ''}.`
  const send: Fetch = (input, init) =>
    fetch(input, init).catch((cause: unknown) => {
      throw init?.signal?.aborted ? cause : new Error(silence, { cause })
    })
  const { call, open } = createControlCaller({ url: baseUrl, token, fetch: send })
  return {
    open,
    call: (key, ...input) => call(key, ...input).catch((error: unknown) => throwForPeople(key, error)),
    baseUrl,
    async stream(signal) {
      const headers = {
        accept: 'text/event-stream',
        ...defined({ authorization: token === undefined ? undefined : `Bearer ${token}` }),
      }
      const { ok, status, body } = await send(`${baseUrl}/__mock/v1/stream`, { headers, signal })
      if (status === 401)
        throw new Error(token === undefined ? missingToken : 'The mock does not accept the control token.')
      if (!ok || !body) throw new Error(`The mock answered ${status} where its changes should be.`)
      return body
    },
    async document() {
      if (readDocument) return readDocument()
      const reply = await send(`${baseUrl}/openapi.json`)
      if (!reply.ok) throw new Error(`The mock answered ${reply.status} where its OpenAPI document should be.`)
      return reply.json()
    },
  }
}
