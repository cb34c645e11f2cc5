import { requestIdOf } from './policies/headers.ts'
import type { Policy, Reply } from './policies/pipeline.ts'
import { assertArgument } from './shared/assertArgument.ts'
import { isLatchkeyError } from './shared/errors.ts'

type Attributes = Record<string, string | number | boolean | string[]>

/** The part of a span of `@opentelemetry/api` that {@link telemetry} uses. */
export interface TelemetrySpan {
  setAttributes(attributes: Attributes): unknown
  addEvent(name: string, attributes: Attributes): unknown
  setStatus(status: { code: number; message?: string }): unknown
  spanContext(): { traceId: string; spanId: string; traceFlags: number }
  end(): void
}

/** The part of a tracer of `@opentelemetry/api` that {@link telemetry} uses. `trace.getTracer('app')` returns one. */
export interface TelemetryTracer {
  startActiveSpan<T>(
    name: string,
    options: { kind: number; attributes: Attributes },
    work: (span: TelemetrySpan) => T,
  ): T
}

/** Options of {@link telemetry}. */
export interface TelemetryOptions {
  /** The tracer that creates the spans. */
  tracer: TelemetryTracer
  /**
   * Whether to send the header `traceparent` (W3C Trace Context), so that the service's spans join the trace.
   * In a browser, the header causes a preflight request, and the service must allow it.
   * @default false
   */
  propagate?: boolean | undefined
}

/** `SpanKind.CLIENT` and `SpanStatusCode.ERROR` of OpenTelemetry. */
const client = 2
const failed = 2

/**
 * Traces calls with OpenTelemetry. Each call is a span, which is named after its operation and lasts from the
 * credential to the end of the reply's body. Each attempt is an event of the span. The attributes follow the HTTP
 * conventions: method, path template, server, status, request id, number of retries. Spans never contain the ids of a
 * URL, queries, other headers or bodies.
 *
 * In a call by path, openapi-fetch parses the JSON after the span has ended. So only calls of operation functions
 * record broken JSON as an error.
 *
 * @param options - The tracer, and whether to send `traceparent`.
 * @returns A layer for the option `observe` of a client or transport.
 * @throws {@link TypeError} when there is no `tracer`.
 * @example const api = createTransport({ baseUrl, auth, observe: telemetry({ tracer: trace.getTracer('app') }) })
 */
export function telemetry(options: TelemetryOptions): Policy {
  const { tracer, propagate = false }: TelemetryOptions = Object(options)
  assertArgument(tracer?.startActiveSpan, 'tracer', "a tracer: { tracer: trace.getTracer('app') }")
  return (request, next) => {
    const {
      call,
      url,
      init: { method = 'GET' },
    } = request
    const { hostname, port, protocol } = new URL(url)
    const attributes: Attributes = {
      'http.request.method': method,
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'http:' ? 80 : 443),
      ...(call.path && { 'url.template': call.path }),
    }
    return tracer.startActiveSpan(call.operation ?? method, { kind: client, attributes }, async (span) => {
      let isOpen = true
      const end = (error?: unknown): void => {
        if (!isOpen) return
        isOpen = false
        if (call.attempts > 1) span.setAttributes({ 'http.request.resend_count': call.attempts - 1 })
        if (error !== undefined) {
          const type = nameOf(error)
          span.setAttributes({ 'error.type': type })
          // Messages of this package have no secrets; messages of other errors might.
          span.setStatus({ code: failed, message: isLatchkeyError(error) ? error.message : type })
        }
        span.end()
      }
      const guard = async <T>(work: Promise<T>): Promise<T> => {
        try {
          return await work
        } catch (error) {
          end(error)
          throw error
        }
      }
      const attempt: NonNullable<typeof request.middleware>[number] = async (sent, send) => {
        if (propagate) {
          const { traceId, spanId, traceFlags } = span.spanContext()
          sent.init.headers.traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
        }
        const counted = { 'http.request.resend_count': sent.attempt - 1 }
        try {
          const response = await send(sent)
          span.addEvent('attempt', { ...counted, 'http.response.status_code': response.status })
          return response
        } catch (error) {
          span.addEvent('attempt', { ...counted, 'error.type': nameOf(error) })
          throw error
        }
      }
      const reply = await guard(next({ ...request, middleware: [...(request.middleware ?? []), attempt] }))
      note(span, reply)
      return {
        ...reply,
        async read<T>(work: () => Promise<T>) {
          const value = await guard(reply.read(work))
          end()
          return value
        },
        release(streams?: boolean) {
          reply.release(streams)
          end()
        },
      }
    })
  }
}

function note(span: TelemetrySpan, { response }: Reply): void {
  const { status } = response
  const requestId = requestIdOf(response)
  span.setAttributes({
    'http.response.status_code': status,
    ...(requestId && { 'http.response.header.x-request-id': [requestId] }),
  })
  if (status < 400) return
  span.setAttributes({ 'error.type': `${status}` })
  span.setStatus({ code: failed })
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error'
}
