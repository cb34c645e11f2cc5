import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A value of an attribute, as OTLP writes it. */
interface WireValue {
  readonly stringValue?: string
  readonly intValue?: number
  readonly boolValue?: boolean
  readonly arrayValue?: { readonly values: readonly WireValue[] }
}

interface WireAttribute {
  readonly key: string
  readonly value: WireValue
}

interface WireSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly WireAttribute[]
  readonly events: readonly { readonly name: string; readonly attributes: readonly WireAttribute[] }[]
  readonly status: { readonly code?: number }
}

interface WireRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly WireAttribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[]
  }[]
}

/** A span that a collector got, with plain attributes. */
interface ReceivedSpan extends Omit<WireSpan, 'attributes' | 'events'> {
  readonly service: unknown
  readonly attributes: Readonly<Record<string, unknown>>
  readonly events: readonly { readonly name: string; readonly attributes: Readonly<Record<string, unknown>> }[]
}

/** A collector of OTLP over HTTP, which takes JSON. */
export interface OtlpReceiver {
  readonly url: string
  readonly spans: ReceivedSpan[]
  /** The paths that were asked. */
  readonly paths: string[]
  close(): Promise<void>
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const paths: string[] = []
  const server: Server = createServer((incoming, outgoing) => {
    paths.push(incoming.url ?? '')
    let text = ''
    incoming.on('data', (chunk: Buffer) => (text += chunk.toString()))
    incoming.on('end', () => {
      spans.push(...spansOf(JSON.parse(text) as WireRequest))
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    paths,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function spansOf({ resourceSpans }: WireRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        service: plain(resource.attributes)['service.name'],
        attributes: plain(span.attributes),
        events: span.events.map(({ name, attributes }) => ({ name, attributes: plain(attributes) })),
      })),
    ),
  )
}

function plain(attributes: readonly WireAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]))
}

function valueOf({ stringValue, intValue, boolValue, arrayValue }: WireValue): unknown {
  return stringValue ?? intValue ?? boolValue ?? arrayValue?.values.map(valueOf)
}
