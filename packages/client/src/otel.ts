import { isLatchkeyError } from './shared/errors.ts'
import { requestIdOf } from './policies/headers.ts'
import type { Policy, Reply } from './policies/pipeline.ts'

type Attributes = Record<string, string | number | boolean | string[]>

/** What is used of a span of `@opentelemetry/api`. */
export interface TelemetrySpan {
  setAttributes(attributes: Attributes): unknown
  addEvent(name: string, attributes: Attributes): unknown
  setStatus(status: { code: number; message?: string }): unknown
  spanContext(): { traceId: string; spanId: string; traceFlags: number }
  end(): void
}

/** What is used of a tracer of `@opentelemetry/api`; `trace.getTracer('app')` gives one. */
export interface TelemetryTracer {
  startActiveSpan<T>(
    name: string,
    options: { kind: number; attributes: Attributes },
    work: (span: TelemetrySpan) => T,
  ): T
}

/** How calls are traced. */
export interface TelemetryOptions {
  tracer: TelemetryTracer
  /**
   * Whether each request carries the header `traceparent` (W3C Trace Context), so that the service's spans join the
   * trace. In a browser the header makes a preflight request necessary, and the service must allow it.
   * @default false
   */
  propagate?: boolean
}

/** `SpanKind.CLIENT` and `SpanStatusCode.ERROR` of OpenTelemetry. */
const client = 2
const failed = 2

/**
 * Traces calls by OpenTelemetry: one span for each call, named by its operation, from the credential to the end of the
 * reply's body. Attempts that were followed by another one, and the last one, are events of it. Attributes are those of
 * the HTTP conventions: method, path template, server, status, request id, how often it was sent again. Ids of a URL,
 * queries, other headers and bodies are not recorded. What openapi-fetch finds in a reply to a call by path comes after
 * its span: broken JSON is an error of it for operation functions alone.
 *
 * @param options - The tracer, and whether to pass the trace on.
 * @returns What goes into `observe` of a client or transport.
 * @example const api = createTransport({ baseUrl, auth, observe: telemetry({ tracer: trace.getTracer('app') }) })
 */
export function telemetry({ tracer, propagate = false }: TelemetryOptions): Policy {
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
          // The messages of this package hold no secrets; what others say is not known.
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
