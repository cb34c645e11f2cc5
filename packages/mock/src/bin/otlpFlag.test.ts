import { expect, it, onTestFinished } from 'vitest'
import { createCommandLine } from '../../test/support/commandLine.ts'
import { startOtlpReceiver } from '../../test/support/otlpReceiver.ts'

const { run } = createCommandLine()

it('sends spans to the collector of --otlp until it ends', async () => {
  const collector = await startOtlpReceiver()
  onTestFinished(() => collector.close())
  const { child, started, ended } = run('--port', '0', '--json', '--otlp', collector.url)
  const { url, environments } = JSON.parse(await started)
  const { id, token } = environments.sandbox
  await fetch(`${url}/api/v0/environments/${id}/users`, { headers: { authorization: `Bearer ${token}` } })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(collector.spans.map(({ name, service }) => [name, service])).toEqual([['users.list', 'latchkey-mock']])
})

it.each(['127.0.0.1:4317', 'grpc://127.0.0.1:4317'])(
  'does not start with --otlp %s, which is no URL of HTTP',
  async (otlp) => {
    const { ended, output } = run('--port', '0', '--otlp', otlp)
    expect(await ended).toBe(2)
    expect(output.stderr).toContain(`takes the URL of a collector, such as http://127.0.0.1:4318, not "${otlp}".`)
    expect(output.stdout).toBe('')
  },
)
