import { urlBelow } from '@latchkey/base/baseUrl'
import { jsonPieces } from '@latchkey/base/jsonPieces'
import { nearest } from '@latchkey/base/nearest'
import { parseJson, problemOfJson } from '@latchkey/base/parseJson'
import type { Reply } from '@latchkey/base/reply'
import type { ControlRoute, ControlRoutes, RefusalKind } from '@latchkey/contract/routes/controlRoute'
import { controlRoutes } from '@latchkey/contract/routes/controlRoutes'
import { streamRoutes } from '@latchkey/contract/routes/streamRoutes'
import * as z from 'zod'
import { assert, DomainError } from '../../domain/shared/errors.ts'
import { streamOf } from '../../http/bodyStream.ts'
import { replyToError, toWire, type WireReply } from '../../http/respond.ts'
import { eventStreamType } from '../../http/serverSentEvents.ts'
import type { ServiceRequest } from '../../http/serviceRequest.ts'
import { explain } from '../../http/validators.ts'
import type { Mock } from '../mock.ts'
import { stateLevels } from '../objects/stateText.ts'
import { assertMayControl, isScriptOfThisMachine } from './assertMayControl.ts'
import { createEventStream } from './eventStream.ts'
import { controlHandlers } from './handlers/controlHandlers.ts'
import type { ControlHost } from './handlers/handlersOf.ts'
import { sentenceOfRoute } from './sentenceOfRoute.ts'
import { createSnapshots } from './snapshots.ts'
import type { ControlledWorlds } from './worlds.ts'

const prefix = '/__mock/v1/'
/** The script that puts browser wallets into pages. Hosts guard it as they do the control interface. */
const walletScriptPath = '/__mock/wallets.js'
const headersOfScript = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
}
/** `same-site` would not do: for browsers, two ports of an IP address are one site in `Sec-Fetch-Site`, but not here. */
const headersForThisMachine = { ...headersOfScript, 'cross-origin-resource-policy': 'cross-origin' }
/**
 * The limit of a request's body. It is high, since whole states are large, and only callers that may control the mock
 * get here.
 */
const maximumBytes = 268_435_456
const routes: ControlRoutes = controlRoutes
type Handler = (mock: Mock, input: never, host: ControlHost) => unknown
const handlers: Readonly<Record<string, Handler>> = controlHandlers
/** The descriptions of the interface, by their paths. What they need is loaded for them. */
const documents: Readonly<Record<string, (baseUrl: string) => Promise<object>>> = {
  'openapi.json': describe,
  async 'openapi-3.0.json'(baseUrl) {
    const { toOpenApi30 } = await import('@latchkey/types/openapi30')
    return toOpenApi30(await describe(baseUrl))
  },
}

async function describe(baseUrl: string): Promise<object> {
  const { describeRoutes } = await import('./describeRoutes.ts')
  return describeRoutes(routes, baseUrl)
}

/**
 * Serves the control object to other processes. The host admits only callers that may use it.
 *
 * A page of another origin cannot use it: a request with another `Origin` is refused, and no reply allows other
 * origins.
 *
 * @returns A function that answers requests under `/__mock/v1`, and returns `undefined` for those of pages.
 */
export function createControlAnswer(
  mock: Mock,
  worlds: ControlledWorlds,
): (request: ServiceRequest) => Promise<WireReply> | undefined {
  const host: ControlHost = { snapshots: createSnapshots(), worlds }
  return (request) => {
    const url = urlBelow(mock.baseUrl, request.url)
    if (url?.pathname === walletScriptPath) return script(url.searchParams.get('base') ?? undefined)
    if (!url || !url.pathname.startsWith(prefix)) return undefined
    const path = url.pathname.slice(prefix.length)
    const document = request.method === 'GET' && Object.hasOwn(documents, path) ? documents[path] : undefined
    if (document) return document(mock.baseUrl).then((body) => toWire({ status: 200, body }, {}))
    const key = `${request.method} ${path}`
    const route = Object.hasOwn(routes, key) ? routes[key] : undefined
    if (route) return run(key, route, url)
    if (key === 'GET stream') return stream()
    const refusal = refusalAt(path)
    return refusal && Promise.resolve(toWire(replyToError(refusal, undefined, report), {}))

    async function run(key: string, route: ControlRoute, url: URL): Promise<WireReply> {
      const { input: schema, output, isDownload = false, isUpload = false } = route
      let reply: Reply
      let kind: RefusalKind = 'input'
      try {
        assertMayControl(request, mock.baseUrl)
        const input = isUpload ? await bodyOf(request) : parse(schema, await readInput(request, url))
        kind = 'rule'
        const body = await handlers[key]?.(mock, input as never, host)
        assertOutput(key, output, body)
        if (isDownload) return streamed(body)
        reply = body === undefined ? { status: 204 } : { status: 200, body }
      } catch (error) {
        // The control object throws a TypeError for wrong use.
        const isUse = error instanceof TypeError
        const refusal = isUse ? new DomainError('badRequest', { message: sentenceOfRoute(error.message, key) }) : error
        const { body, ...rest } = replyToError(refusal, undefined, report)
        const reason = isUse ? { kind: 'use', ofFunction: error.message } : { kind }
        reply = { ...rest, body: { ...Object(body), ...reason } }
      }
      return toWire(reply, {})
    }

    async function script(base: string | undefined): Promise<WireReply> {
      try {
        // A page of this machine gets nothing by it but wallets for tests.
        const isForPage = isScriptOfThisMachine(request, mock.baseUrl)
        if (!isForPage) assertMayControl(request, mock.baseUrl)
        assert(request.method === 'GET', 'methodNotAllowed', { allow: 'GET' })
        assert(base === undefined || isBaseUrl(base), 'badRequest', { message: wrongBase })
        const body = await mock.browserWallets.writeScript(base)
        return toWire({ status: 200, body }, isForPage ? headersForThisMachine : headersOfScript)
      } catch (refusal) {
        return toWire(replyToError(refusal, undefined, report), {})
      }
    }

    async function stream(): Promise<WireReply> {
      try {
        assertMayControl(request, mock.baseUrl)
      } catch (refusal) {
        return toWire(replyToError(refusal, undefined, report), {})
      }
      const headers = { 'content-type': eventStreamType }
      return { ...toWire({ status: 200 }, headers), stream: createEventStream(mock, host) }
    }
  }
}

const isBaseUrl = (text: string) => /^https?:\/\/[^?#]+$/.test(text) && URL.canParse(text)
const wrongBase =
  'The parameter "base" of the script is the URL by which pages reach the mock, such as http://localhost:5173, where the app passes `/__mock/` on.'

const report = (cause: unknown) => console.error(cause)

/** An answer that breaks its schema is a bug of the mock. @throws Error */
function assertOutput(key: string, output: z.ZodType | undefined, body: unknown): void {
  if (!output && body === undefined) return
  const result = output?.safeParse(body)
  if (!result?.success)
    throw new Error(
      `"${key}" answered with a body that breaks its schema: ${result ? explain(result.error, undefined, body) : 'no body.'}`,
    )
}

/** The refusal of a path that is served for another method only, or not at all; `undefined` for the path of a page. */
function refusalAt(path: string): DomainError | undefined {
  const keys = [...Object.keys(controlRoutes), ...Object.keys(streamRoutes)]
  const methodsAt = (name: string) =>
    keys.filter((key) => key.endsWith(` ${name}`)).map((key) => key.split(' ', 1)[0] ?? '')
  const methods = methodsAt(path)
  if (methods.length > 0) return new DomainError('methodNotAllowed', { allow: methods.join(', ') })
  const similarPath = nearest(
    path,
    keys.map((key) => key.split(' ')[1] ?? ''),
  )
  // Pages are below the path as well, and answer for themselves.
  if (similarPath === undefined && /^(billing|downloads)\//.test(path)) return undefined
  if (similarPath === undefined)
    return new DomainError('notFound', { hint: `GET ${prefix}openapi.json lists what is served here.` })
  const urls = methodsAt(similarPath).map((method) => `${method} ${prefix}${similarPath}`)
  return new DomainError('notFound', { hint: `Did you mean ${urls.join(' or ')}?` })
}

/** A reply whose text is written while it is sent. */
function streamed(body: unknown): WireReply {
  const head = toWire({ status: 200 }, { 'content-type': 'application/json' })
  return { ...head, stream: streamOf(jsonPieces(body, stateLevels)) }
}

/** Hosts whose requests are short have the body only as a text. */
async function bodyOf(request: ServiceRequest): Promise<ReadableStream<Uint8Array>> {
  return request.body ?? new Blob([await request.text(maximumBytes)]).stream()
}

const noInput = z.strictObject({})

/** @throws DomainError for input that does not fit */
function parse(schema: z.ZodType | undefined, rawInput: unknown): unknown {
  const input = (schema ?? noInput).safeParse(rawInput)
  if (!input.success) throw new DomainError('validationFailed', { message: explain(input.error, schema, rawInput) })
  return schema && input.data
}

async function readInput(request: ServiceRequest, url: URL): Promise<unknown> {
  if (request.method === 'GET') return Object.fromEntries(url.searchParams)
  const text = await request.text(maximumBytes)
  if (text === '') return {}
  try {
    return parseJson(text)
  } catch (error) {
    throw new DomainError('badRequest', { message: problemOfJson(error) })
  }
}
