import { createClock } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { shownUrl } from '@latchkey/base/shownUrl'
import type { Attributes, SpanContext } from '@opentelemetry/api'
import { version } from '../../effects/version.ts'
import type { JournalEntry } from '../../http/journal.ts'
import type { Mock } from '../../mock/createMock.ts'
import { loadOpenTelemetry } from './loadOpenTelemetry.ts'
import { readTraceparent } from './traceContext.ts'

/** Sends spans of mocks to a collector. */
export interface Tracing {
  /** Sends the spans of a mock, or of a world, from now on. */
  watch(mock: Mock, world?: string): void
  /** Sends the spans that wait, and ends. A collector that does not answer is waited for a few seconds at most. */
  close(): Promise<void>
}

/** How many events lead from their deliveries to the spans of their requests. */
const maximumEvents = 10_000
const timeoutMillis = 3_000

/**
 * Sends spans to a collector by OpenTelemetry (OTLP, JSON over HTTP): of each request, with its events and why it was
 * refused, and below it of the webhooks that it led to. A request with `traceparent` joins the trace of its caller.
 *
 * @param endpoint - Base URL of the collector, such as `http://127.0.0.1:4318`, or the whole URL that ends in
 *   `/v1/traces`.
 * @throws TypeError for another URL, or when OpenTelemetry is not installed
 */
export async function createTracing(endpoint: string): Promise<Tracing> {
  const url = tracesUrl(endpoint)
  const otel = await loadOpenTelemetry()
  const exporter = new otel.OTLPTraceExporter({ url, timeoutMillis })
  const provider = new otel.TracerProvider({
    resource: otel.resourceFromAttributes({ 'service.name': 'latchkey-mock', 'service.version': version }),
    spanProcessors: [
      new otel.BatchSpanProcessor({ exporter, exportTimeoutMillis: timeoutMillis, scheduledDelayMillis: 1_000 }),
    ],
  })
  const tracer = provider.getTracer('@latchkey/mock', version)
  // The machine's time, as the spans of others have it. That of a mock may stand still.
  const clock = createClock()
  const requests = new Map<string, SpanContext>()
  const unwatchers: (() => void)[] = []

  const contextOf = (parent: SpanContext | undefined) =>
    parent ? otel.trace.setSpanContext(otel.ROOT_CONTEXT, parent) : otel.ROOT_CONTEXT
  const remember = (eventId: string, span: SpanContext) => {
    requests.set(eventId, span)
    const [oldest] = requests.keys()
    if (requests.size > maximumEvents && oldest !== undefined) requests.delete(oldest)
  }

  function traceRequest(entry: JournalEntry, world: string | undefined): void {
    // A room or a WebSocket is an entry that is told again after each step.
    if (entry.room || entry.socket) return
    const endTime = clock.now()
    const span = tracer.startSpan(
      entry.operation ?? entry.method,
      {
        kind: otel.SpanKind.SERVER,
        startTime: endTime - (entry.durationMs ?? 0),
        attributes: requestAttributes(entry, world),
      },
      contextOf(readTraceparent(entry.headers?.traceparent)),
    )
    const refusal = refusalOf(entry)
    if (refusal) span.addEvent('latchkey.refused', refusal, endTime)
    if (entry.fault) span.addEvent('latchkey.fault', {}, endTime)
    for (const { id, eventName } of entry.events ?? []) {
      span.addEvent(eventName, { 'latchkey.event.id': id }, endTime)
      remember(id, span.spanContext())
    }
    traceQuestions(entry.questions, { from: endTime - (entry.durationMs ?? 0), parent: span.spanContext() })
    if (entry.status >= 500 || entry.status === 0) span.setStatus({ code: otel.SpanStatusCode.ERROR })
    span.end(endTime)
  }

  /** Spans of what a request asked real nodes, providers and issuers. @param from - When the request began. */
  function traceQuestions(
    questions: JournalEntry['questions'] = [],
    { from, parent }: { readonly from: number; readonly parent: SpanContext },
  ): void {
    for (const { source, label, afterMs, durationMs, problem } of questions) {
      const startTime = from + afterMs
      const attributes = { 'latchkey.source': source }
      const span = tracer.startSpan(label, { kind: otel.SpanKind.CLIENT, startTime, attributes }, contextOf(parent))
      if (problem !== undefined) span.setStatus({ code: otel.SpanStatusCode.ERROR, message: problem })
      span.end(startTime + durationMs)
    }
  }

  function traceDelivery(delivery: ReturnType<Mock['webhooks']['deliveries']>[number], world: string | undefined) {
    const { eventId, attempt, status, response, redelivery } = delivery
    const answered = (response as { readonly status?: unknown }).status
    const span = tracer.startSpan(
      'webhook',
      {
        kind: otel.SpanKind.CLIENT,
        attributes: defined({
          'latchkey.world': world,
          'latchkey.event.id': eventId,
          'latchkey.webhook.id': delivery.webhookId,
          'latchkey.webhook.attempt': attempt,
          'latchkey.webhook.redelivery': redelivery,
          'http.response.status_code': typeof answered === 'number' ? answered : undefined,
        }) as Attributes,
      },
      contextOf(requests.get(eventId)),
    )
    if (status !== 'delivered') span.setStatus({ code: otel.SpanStatusCode.ERROR, message: status })
    span.end()
  }

  return {
    watch(mock, world) {
      const seen = new Set(mock.webhooks.deliveries().map(({ id }) => id))
      unwatchers.push(
        mock.journal.watch((entry) => traceRequest(entry, world)),
        mock.watch((tables) => {
          if (!tables.includes('webhookAttempts')) return
          for (const delivery of mock.webhooks.deliveries()) {
            if (seen.has(delivery.id)) continue
            seen.add(delivery.id)
            traceDelivery(delivery, world)
          }
        }),
      )
    },
    async close() {
      for (const unwatch of unwatchers.splice(0)) unwatch()
      // A collector that is down must not keep anything from ending.
      await provider.shutdown().catch(() => undefined)
    },
  }
}

function requestAttributes(entry: JournalEntry, world: string | undefined): Attributes {
  const { method, path, status, requestId, operation, userId } = entry
  return defined({
    'http.request.method': method,
    'url.path': path,
    'http.response.status_code': status === 0 ? undefined : status,
    'http.response.header.x-request-id': [requestId],
    'latchkey.operation': operation,
    'latchkey.user.id': userId,
    'latchkey.world': world,
  }) as Attributes
}

/** The rule that refused a request, by the code and the sentence of its reply. */
function refusalOf({ status, reply }: JournalEntry): Attributes | undefined {
  if (status < 400) return undefined
  const { error, code } = Object(reply) as { readonly error?: unknown; readonly code?: unknown }
  return defined({
    'latchkey.code': typeof code === 'string' ? code : undefined,
    'latchkey.reason': typeof error === 'string' ? error : undefined,
  }) as Attributes
}

/** @throws TypeError for a URL that no collector has */
function tracesUrl(endpoint: string): string {
  const isUrl = /^https?:\/\//.test(endpoint) && URL.canParse(endpoint)
  if (!isUrl)
    throw new TypeError(
      `\`otlp\` takes the URL of a collector, such as http://127.0.0.1:4318, not "${shownUrl(endpoint)}".`,
    )
  const base = endpoint.replace(/\/$/, '')
  return base.endsWith('/v1/traces') ? base : `${base}/v1/traces`
}
