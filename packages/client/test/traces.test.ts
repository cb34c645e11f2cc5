import { startServer } from '@latchkey/mock/node'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { expect, it, onTestFinished } from 'vitest'
import { startOtlpReceiver } from '../../mock/test/support/otlpReceiver.ts'
import { createTransport } from '../src/calls/createTransport.ts'
import { users } from '../src/generated/operations/index.ts'
import { telemetry } from '../src/otel.ts'
import { bearer } from '../src/policies/auth.ts'

it('shows a call of an app and what the mock did for it in one trace', async () => {
  const collector = await startOtlpReceiver()
  onTestFinished(() => collector.close())
  const server = await startServer({}, { otlp: collector.url })
  const exporter = new OTLPTraceExporter({ url: `${collector.url}/v1/traces` })
  const app = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'app' }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const { id: environmentId, token } = server.mock.defaults.environments.sandbox
  const api = createTransport({
    baseUrl: server.url,
    environmentId,
    auth: bearer(token),
    observe: telemetry({ tracer: app.getTracer('app'), propagate: true }),
  })
  server.mock.faults.set('users.list', { status: 503 }, 1)
  await users.list(api)
  await Promise.all([app.shutdown(), server.close()])

  const call = collector.spans.find(({ service }) => service === 'app')
  expect(call?.name).toBe('users.list')
  const answers = collector.spans.filter(({ service }) => service === 'latchkey-mock')
  expect(answers.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([503, 200])
  for (const { traceId, parentSpanId, name } of answers)
    expect([traceId, parentSpanId, name]).toEqual([call?.traceId, call?.spanId, 'users.list'])
})
