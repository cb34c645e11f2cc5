import { defined } from '@latchkey/base/defined'
import type * as z from 'zod'
import type { RefusalKind } from './routes/controlRoute.ts'
import type { controlRoutes } from './routes/controlRoutes.ts'

type Routes = typeof controlRoutes

/** A route of the control interface, such as `POST clock/advance`. */
export type ControlKey = keyof Routes

/** The input of a route; `undefined` for a route without input. */
export type ControlInput<K extends ControlKey> = K extends ControlKey
  ? Routes[K] extends { readonly input: infer S extends z.ZodType }
    ? z.input<S>
    : undefined
  : never

/** The output of a route; `undefined` for a route that answers 204. */
export type ControlOutput<K extends ControlKey> = Routes[K]['output'] extends z.ZodType
  ? AsJson<z.output<Routes[K]['output']>>
  : undefined

/** An answer after its way through JSON: fields without a value are absent. */
export type AsJson<T> = T extends object ? { [K in keyof T]: AsJson<Exclude<T[K], undefined>> } : T

/** The input can be left out if all of its fields are optional. */
type InputArguments<I> = [I] extends [undefined] ? [] : Partial<I> extends I ? [input?: I] : [input: I]

/** Calls the routes of a control interface. */
export interface ControlCaller {
  /** @throws {@link ControlRefusal} when the interface answers with another status than 200 or 204 */
  call<K extends ControlKey>(key: K, ...input: InputArguments<ControlInput<K>>): Promise<ControlOutput<K>>
  /**
   * Calls a route whose input or answer can be longer than any text of V8.
   *
   * @param body - The input, as JSON.
   * @throws {@link ControlRefusal} when the interface answers with another status than 200 or 204
   */
  open(key: ControlKey, body?: Blob): Promise<Response>
}

export interface ControlCallerOptions {
  /** Where the control interface is served: the base URL of a mock or a world, without `/__mock/v1`. */
  readonly url: string
  /** The function that sends the requests. @default the global `fetch` */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** The control token, for a server that has one. */
  readonly token?: string | undefined
}

/** An answer of the control interface that is not a success. */
export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal'
  readonly status: number
  /** The code in the body; `undefined` for a body that is not one of the interface's errors. */
  readonly code: string | undefined
  /** Why a route refused; `undefined` when no route answered. */
  readonly kind: RefusalKind | undefined

  /** With the kind `use`: the sentence as the function has it in its own process. */
  readonly ofFunction: string | undefined

  constructor(status: number, { error, code, kind, ofFunction }: Readonly<Record<string, unknown>>) {
    super(typeof error === 'string' ? error : `Something else than a mock answers there, with status ${status}.`)
    this.status = status
    this.code = typeof code === 'string' ? code : undefined
    this.kind = kind as RefusalKind | undefined
    this.ofFunction = typeof ofFunction === 'string' ? ofFunction : undefined
  }
}

/**
 * Creates a caller of the control interface that is typed from the table of its routes. It loads no code of the routes,
 * and runs in browsers, too.
 *
 * @example
 * const control = createControlCaller({ url: 'http://127.0.0.1:4010' })
 * const { now } = await control.call('POST clock/advance', { minutes: 10 })
 */
export function createControlCaller({
  url,
  fetch: send = (to, init) => fetch(to, init),
  token,
}: ControlCallerOptions): ControlCaller {
  const base = `${url.replace(/\/$/, '')}/__mock/v1/`
  const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` }
  const request = async (key: string, input: { readonly query?: string; readonly body?: string | Blob }) => {
    const [method = '', path = ''] = key.split(' ')
    const { query = '', body } = input
    const type = body !== undefined && { 'content-type': 'application/json' }
    const headers = { ...type, ...authorization }
    const response = await send(`${base}${path}${query}`, { method, headers, ...defined({ body }) })
    if (response.status === 200 || response.status === 204) return response
    throw new ControlRefusal(response.status, Object(readJson(await response.text())) as Record<string, unknown>)
  }
  return {
    async call(key, ...[input]) {
      const isQuery = key.startsWith('GET ')
      const fields = isQuery ? { query: queryOf(input as object | undefined) } : { body: JSON.stringify(input ?? {}) }
      const response = await request(key, fields)
      const text = await response.text()
      if (text === '') return undefined as ControlOutput<typeof key>
      const output = readJson(text)
      if (output === undefined) throw new ControlRefusal(response.status, {})
      return output as ControlOutput<typeof key>
    },
    open: (key, body) => request(key, defined({ body })),
  }
}

/** The fields of an input as a query, without those that are `undefined`. */
function queryOf(input: object = {}): string {
  const fields = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`
}

/** The value of a JSON text; `undefined` for one that is empty or broken. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
