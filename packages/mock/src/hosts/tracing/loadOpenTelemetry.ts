import { importOutside } from '@latchkey/base/importOutside'

type Api = typeof import('@opentelemetry/api')
type Exporter = typeof import('@opentelemetry/exporter-trace-otlp-http')
type Resources = typeof import('@opentelemetry/resources')
type Sdk = typeof import('@opentelemetry/sdk-trace')

/** Variables, so that bundlers of apps do not look for packages that few apps have. */
const names: readonly string[] = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
]

/**
 * Loads OpenTelemetry, which few need.
 *
 * @throws TypeError with what to do when it is not installed
 */
export async function loadOpenTelemetry(
  load: (name: string) => Promise<unknown> = importOutside,
): Promise<Api & Exporter & Resources & Sdk> {
  try {
    const modules = await Promise.all(names.map(load))
    return Object.assign({}, ...modules) as Api & Exporter & Resources & Sdk
  } catch (cause) {
    throw new TypeError(
      `Spans are sent by OpenTelemetry, which is not here. Run: npm install --save-dev ${names.join(' ')}`,
      { cause },
    )
  }
}
