import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { createScriptFetch } from '../carriers/scriptFetch.ts'
import { assertMayControl } from '../control/http/assertMayControl.ts'
import { DomainError } from '../domain/shared/errors.ts'
import { replyToError, toWire, type WireReply } from '../http/respond.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'
import { createAccess } from '../mcp/access.ts'
import { createMcpServer } from '../mcp/createMcpServer.ts'
import type { Mock } from '../mock/createMock.ts'

/** Answers a request of a mock, its control interface included. */
type Serve = (request: ServiceRequest) => Promise<WireReply | undefined> | undefined

/**
 * Answers a request of the Model Context Protocol (Streamable HTTP), whose tools drive a mock. Each request stands
 * alone: there are no sessions. `?tools=all` has a tool for each operation and control route.
 *
 * @param serve - Carries the calls of the tools.
 */
export async function answerMcp(mock: Mock, serve: Serve, request: ServiceRequest): Promise<WireReply> {
  try {
    if (request.method !== 'POST') throw new DomainError('methodNotAllowed', { allow: 'POST' })
    assertMayControl(request, mock.baseUrl)
  } catch (refusal) {
    return toWire(replyToError(refusal, undefined, console.error), {})
  }
  const isAll = new URL(request.url).searchParams.get('tools') === 'all'
  const access = createAccess({ url: mock.baseUrl, fetch: createScriptFetch(serve, () => mock.baseUrl) })
  const server = await createMcpServer(access, isAll ? 'all' : 'compact')
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const response = await transport.handleRequest(await toRequest(request))
  const text = await response.text()
  await server.close()
  return { status: response.status, headers: Object.fromEntries(response.headers), text: text === '' ? null : text }
}

const headerNames = ['accept', 'content-type', 'mcp-protocol-version']

async function toRequest({ url, method, headers, text }: ServiceRequest): Promise<Request> {
  const fields = headerNames.flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new Request(url, { method, headers: fields, body: await text() })
}
