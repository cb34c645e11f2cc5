import { createInterface } from 'node:readline'
import { PassThrough, type Readable, type Writable } from 'node:stream'

/** A message of JSON-RPC 2.0, as far as it is read here. */
interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: { readonly requestId?: string | number }
}

/** Its answer comes when the subscription ends. */
const subscribing = 'subscriptions/listen'

/** The messages between a client and a server of tools. */
export interface OpenRequests {
  /** The input as the server reads it. It does not end, since a server that reads the end stops at once. */
  readonly input: Readable
  /** Where the server writes, in place of the output. */
  readonly output: Writable
  /** Resolves when the input has ended and each request is answered, or when nobody reads the output any more. */
  readonly allAnswered: Promise<void>
}

/**
 * Follows which requests of an input are still without an answer in the output. A script writes its requests and closes
 * the input at once; without this the server would end before it has answered.
 *
 * A file as input has an end, but is never closed.
 */
export function followRequests(input: Readable, output: Writable): OpenRequests {
  const open = new Set<string | number>()
  const read = new PassThrough()
  const written = new PassThrough()
  let hasEnded = false
  let end = () => {}
  const allAnswered = new Promise<void>((resolve) => (end = resolve))
  const settle = () => {
    if (hasEnded && open.size === 0) end()
  }
  createInterface({ input })
    .on('line', (line) => {
      const { id, method, params } = parse(line)
      if (method === 'notifications/cancelled' && params?.requestId !== undefined) open.delete(params.requestId)
      else if (method !== undefined && id !== undefined && method !== subscribing) open.add(id)
    })
    .on('close', () => {
      hasEnded = true
      settle()
    })
  createInterface({ input: written }).on('line', (line) => {
    const { id, method } = parse(line)
    if (method !== undefined || id === undefined) return
    open.delete(id)
    settle()
  })
  input.pipe(read, { end: false })
  written.pipe(output)
  output.once('close', end).once('error', end)
  return { input: read, output: written, allAnswered }
}

function parse(line: string): Message {
  try {
    return Object(JSON.parse(line)) as Message
  } catch {
    return {}
  }
}
