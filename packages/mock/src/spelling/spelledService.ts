import { defined } from '@latchkey/base/defined'
import {
  readTarget,
  translateBody,
  translateCookies,
  translateHeaderList,
  translateReply,
  translateSetCookie,
  type DeploymentNames,
  type OperationPlans,
} from '@latchkey/names/messages'
import type { WireReply } from '../http/respond.ts'
import { eventStreamType } from '../http/serverSentEvents.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'
import { spellEvents } from './spellEvents.ts'

type Serve = (request: ServiceRequest) => Promise<WireReply> | undefined

/**
 * A service under the names of a deployment: requests are read into the document's names before `serve`, and replies are
 * spelled after it. Pages and the control interface, below `/__mock/`, have no other names.
 */
export function spellService(names: DeploymentNames, serve: Serve, baseUrl: () => string): Serve {
  const readHeaders = createHeaderReader(names)
  const spellHeaders = createHeaderSpeller(names)
  return (request) => {
    const target = targetBelow(baseUrl(), request.url)
    if (!target || target.path.startsWith('/__mock/')) return serve(request)
    const read = readTarget(names, request.method, target)
    const url = baseUrl() + read.path + read.query
    const plans = names.read.plansOf(read.operation)
    const reply = serve({
      method: request.method,
      url,
      headers: readHeaders(request.headers),
      text: plans.body ? readText(request, plans) : (maximumBytes) => request.text(maximumBytes),
    })
    const replyPlans = names.spell.plansOf(read.operation)
    return reply?.then((written) => spellHeaders(spellReply(replyPlans, written)))
  }
}

interface Target {
  readonly path: string
  /** With its `?`; empty without one. */
  readonly query: string
}

/** The path and the query of a URL below the base URL. Hosts give URLs as `new URL()` writes them. */
function targetBelow(baseUrl: string, url: string): Target | undefined {
  if (!url.startsWith(baseUrl)) {
    const { href } = new URL(url)
    return href === url ? undefined : targetBelow(baseUrl, href)
  }
  const hash = url.indexOf('#')
  const rest = url.slice(baseUrl.length, hash === -1 ? undefined : hash)
  const mark = rest.indexOf('?')
  return mark === -1 ? { path: rest, query: '' } : { path: rest.slice(0, mark), query: rest.slice(mark) }
}

function readText(request: ServiceRequest, plans: OperationPlans): ServiceRequest['text'] {
  return async (maximumBytes) =>
    translateBody(plans, request.headers.get('content-type') ?? '', await request.text(maximumBytes))
}

type HeaderReader = (headers: ServiceRequest['headers']) => ServiceRequest['headers']

function createHeaderReader({ read, spell, hasHeaders }: DeploymentNames): HeaderReader {
  if (!hasHeaders) return (headers) => headers
  const readers: Readonly<Record<string, (value: string) => string>> = {
    cookie: (value) => translateCookies(read, value),
    'access-control-request-headers': (value) => translateHeaderList(read, value),
  }
  return (headers) => ({
    get(name) {
      const value = headers.get(spell.header(name))
      const reader = value === null ? undefined : readers[name]
      return reader && value !== null ? reader(value) : value
    },
    ...defined({ keys: headers.keys && (() => Array.from(headers.keys?.() ?? [], (name) => read.header(name))) }),
  })
}

const lists: ReadonlySet<string> = new Set(['access-control-allow-headers', 'access-control-expose-headers'])

function createHeaderSpeller({ spell, hasHeaders }: DeploymentNames): (reply: WireReply) => WireReply {
  if (!hasHeaders) return (reply) => reply
  return (reply) => {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(reply.headers))
      headers[spell.header(name)] = lists.has(name) ? translateHeaderList(spell, value) : value
    const cookies = reply.cookies?.map((line) => translateSetCookie(spell, line))
    return { ...reply, headers, cookies }
  }
}

function spellReply(plans: OperationPlans, reply: WireReply): WireReply {
  const { status, text, stream } = reply
  const type = reply.headers['content-type'] ?? ''
  if (stream && type === eventStreamType) return { ...reply, stream: spellEvents(plans, status, stream) }
  if (text === null || !plans.reply(status)) return reply
  const edited = type.startsWith('application/json') ? plans.replyEdits(status)?.(text) : undefined
  return { ...reply, text: edited ?? translateReply(plans, status, { type, text }) }
}
