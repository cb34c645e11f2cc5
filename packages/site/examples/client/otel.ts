import { bearer, createTransport } from '@latchkey/client'
import { gates } from '@latchkey/client/operations'
import { telemetry, type TelemetrySpan } from '@latchkey/client/otel'
import { createMock } from '@latchkey/mock'

const mock = createMock()
const { id: environmentId, token } = mock.defaults.environments.sandbox
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch, auth: bearer(token) })

// In an app, this is `trace.getTracer('app')` of OpenTelemetry.
const span: TelemetrySpan = {
  setAttributes: ({ 'url.template': template }) => template && console.log('to', template),
  addEvent: (name) => console.log('event', name),
  setStatus: ({ code }) => console.log('status', code),
  spanContext: () => ({ traceId: '1'.repeat(32), spanId: '1'.repeat(16), traceFlags: 1 }),
  end: () => console.log('end'),
}
const tracer = {
  startActiveSpan<T>(name: string, _: object, work: (span: TelemetrySpan) => T): T {
    console.log('begin', name)
    return work(span)
  },
}

await gates.list(api.with({ observe: telemetry({ tracer }) }))
// → begin gates.list
// → event attempt
// → end
