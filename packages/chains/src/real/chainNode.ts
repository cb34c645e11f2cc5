import { defined } from '@latchkey/base/defined'
import { isObject } from '@latchkey/base/isObject'
import { kindOfText, parseJson } from '@latchkey/base/parseJson'
import type { Answer, Question, Source } from '@latchkey/base/questions'
import { realFetch } from '@latchkey/base/realFetch'
import { type RealUrl, readRealUrl } from '@latchkey/base/realUrl'

/** A node of a chain, which speaks JSON-RPC 2.0 over HTTP. */
export interface ChainNode extends Source {
  readonly url: RealUrl
  /** Of its WebSocket, with the scheme of HTTP. */
  readonly socketUrl: RealUrl
  /** Passes the body of a request on. @throws Error with a sentence that has no part of the URL but its origin */
  send(body: string): Promise<string>
}

/** The content of a question to a node. */
export interface NodeCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** A node's answer to a call. */
export type NodeReply =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** The longest reply that is read. */
const maximumMegabytes = 32

/**
 * Creates a node at a URL. It follows no redirect, so that a node cannot send the mock elsewhere.
 *
 * @param name - As people see it: `chain 1`.
 * @param socketAddress - Of its WebSocket. @default the same
 * @throws TypeError for a URL that is not one of http or https
 */
export function createChainNode(name: string, address: string | URL, socketAddress: string | URL = address): ChainNode {
  const url = readRealUrl(name, address, ['http:', 'https:'])
  const socketUrl = readRealUrl(name, socketAddress, ['http:', 'https:'])
  const headers = {
    'content-type': 'application/json',
    ...defined({ authorization: url.authorization }),
  }
  const where = `${name} (${url.origin})`

  async function send(body: string): Promise<string> {
    try {
      // Nodes answer errors of JSON-RPC by other statuses as well.
      return (await realFetch(url.href, { method: 'POST', headers, body }, maximumMegabytes)).text
    } catch (cause) {
      throw new Error(`The node of ${where} ${(cause as Error).message}.`, { cause })
    }
  }

  /** Asks several calls at once. A node that refuses batches gets them one by one. */
  async function askAll(calls: readonly NodeCall[]): Promise<readonly Answer[]> {
    const requests = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
    const reply: unknown = read(await send(JSON.stringify(requests.length === 1 ? requests[0] : requests)))
    if (requests.length > 1 && !Array.isArray(reply))
      return (await Promise.all(calls.map((call) => askAll([call])))).flat()
    const replies = new Map<unknown, unknown>()
    for (const each of [reply].flat()) if (isObject(each)) replies.set(each['id'], each)
    return requests.map(({ id }) => answerOf(replies.get(id)))
  }

  function read(text: string): unknown {
    try {
      return parseJson(text)
    } catch (error) {
      throw new Error(`The node of ${where} has answered with ${kindOfText(error)}.`, { cause: error })
    }
  }

  const covered = (data: unknown): unknown =>
    data === undefined ? undefined : (JSON.parse(url.cover(JSON.stringify(data))) as unknown)

  function answerOf(reply: unknown): Answer {
    if (isObject(reply)) {
      const { error, result } = reply
      if (isObject(error)) {
        const { code, message, data } = error
        return {
          value: {
            error: { code: Number(code), message: url.cover(String(message)), data: covered(data) },
          } satisfies NodeReply,
        }
      }
      if (result !== undefined) return { value: { result } satisfies NodeReply }
    }
    return { problem: `The node of ${where} has left a call unanswered.` }
  }

  return {
    name,
    url,
    socketUrl,
    send,
    async ask(questions: readonly Question[]) {
      try {
        return await askAll(questions.map(({ content }) => content as NodeCall))
      } catch (error) {
        const problem = (error as Error).message
        return questions.map(() => ({ problem }))
      }
    },
  }
}
