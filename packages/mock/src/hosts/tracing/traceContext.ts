import type { SpanContext } from '@opentelemetry/api'

/** Version, trace, parent and flags. A later version may have more parts behind them. */
const pattern = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/**
 * Reads the header `traceparent` (W3C Trace Context, section 3.2). A broken one does not count.
 *
 * @returns The span of the caller.
 */
export function readTraceparent(header: string | undefined): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] = pattern.exec(header?.trim() ?? '') ?? []
  const isFirst = version === '00'
  if (version === undefined || (isFirst && rest !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}
