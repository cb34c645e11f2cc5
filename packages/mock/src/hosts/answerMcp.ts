import { createMcpHandler } from '@modelcontextprotocol/server'
import { assertMayControl } from '../control/http/assertMayControl.ts'
import { DomainError } from '../domain/shared/errors.ts'
import { replyToError, toWire, type WireReply } from '../http/respond.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'
import { type Access, createAccess } from '../mcp/access.ts'
import { createMcpServer } from '../mcp/createMcpServer.ts'

/** How the tools reach their mock, and other worlds of its server. */
type McpTarget = Pick<Access, 'send'> & {
  readonly baseUrl: string
  /** Is sent with calls of the control interface, where `send` is not trusted without it. */
  readonly token?: string
}

/**
 * Answers a request of the Model Context Protocol (Streamable HTTP), whose tools drive a mock. Each request stands
 * by itself: there are no sessions. `?tools=all` has a tool for each operation and control route.
 */
export async function answerMcp({ baseUrl, send, token }: McpTarget, request: ServiceRequest): Promise<WireReply> {
  let text: string
  try {
    if (request.method !== 'POST') throw new DomainError('methodNotAllowed', { allow: 'POST' })
    assertMayControl(request, baseUrl)
    text = await request.text()
  } catch (refusal) {
    return toWire(replyToError(refusal, undefined, console.error), {})
  }
  if (isRefusedBatch(request, text)) return toWire(batchRefusal, {})
  const isAll = new URL(request.url).searchParams.get('tools') === 'all'
  const access = createAccess({ url: baseUrl, fetch: send, token })
  // A client cancels a call by closing the connection, and only a stream learns of that.
  const handler = createMcpHandler(() => createMcpServer(access, isAll ? 'all' : 'compact'), { responseMode: 'sse' })
  return wireReplyOf(await handler.fetch(toRequest(request, text)))
}

/** Those that the protocol has, of which some must agree with the body. */
const headerNames = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

function toRequest({ url, method, headers }: ServiceRequest, body: string): Request {
  const fields = headerNames.flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new Request(url, { method, headers: fields, body })
}

/** Since the revision of 2025-06-18 there are no batches. The SDK takes them from all clients of 2025. */
function isRefusedBatch({ headers }: ServiceRequest, text: string): boolean {
  const revision = headers.get('mcp-protocol-version') ?? ''
  return revision >= '2025-06-18' && text.trimStart().startsWith('[')
}

const batchRefusal = {
  status: 400,
  body: {
    jsonrpc: '2.0',
    id: null,
    error: { code: -32600, message: 'This revision of the protocol has no batches: send one message per request.' },
  },
}

async function wireReplyOf(response: Response): Promise<WireReply> {
  const { status, body } = response
  const headers = Object.fromEntries(response.headers)
  const isStream = headers['content-type']?.startsWith('text/event-stream') === true
  if (isStream && body) return { status, headers, text: null, stream: body }
  const text = await response.text()
  return { status, headers, text: text === '' ? null : text }
}
