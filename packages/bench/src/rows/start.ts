import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from '../installPackages.ts'
import { mediansOf, prepared } from '../measure.ts'
import { processTimes } from '../processTimes.ts'
import { ratio, type Row } from '../row.ts'
import { startCommand } from '../startCommand.ts'

const bench = fileURLToPath(new URL('../..', import.meta.url))
const processes = 15
/** The first statement of most test files. */
const createsUser = "await createMock().create.user({ email: 'ada@example.com' })"

/** A server as one writes it by hand, which prints where it answers and looks the answer up. */
const honoServer = `
  import { serve } from '@hono/node-server'
  import { Hono } from 'hono'
  const settings = new Map([['1', { environmentId: '1' }]])
  const app = new Hono()
  app.get('/api/v0/sdk/:id/settings', (context) => context.json(settings.get(context.req.param('id'))))
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
    console.log(JSON.stringify({ url: 'http://127.0.0.1:' + port, environments: { sandbox: { id: '1', token: '' } } })),
  )`

/** A project with the packages installed as npm does it, and with a nearly empty package. */
function createProject(): string {
  const project = mkdtempSync(join(tmpdir(), 'latchkey-start-'))
  installPackages(project, ['@hono/node-server', '@latchkey/client', '@latchkey/mock', 'hono', 'openapi-fetch'])
  writeFileSync(join(project, 'hono.mjs'), honoServer)
  const empty = join(project, 'node_modules/empty')
  mkdirSync(empty)
  writeFileSync(join(empty, 'package.json'), '{"name":"empty","type":"module","exports":"./index.js"}')
  writeFileSync(join(empty, 'index.js'), 'export const create = () => ({})\n')
  return project
}

/** Starts a server by its script and asks for an environment's settings. */
async function answerFirst(script: string): Promise<void> {
  const { server, url, sandbox } = await startCommand(script)
  try {
    const response = await fetch(`${url}/api/v0/sdk/${sandbox.id}/settings`)
    if (!response.ok) throw new Error(`The server answered ${response.status}.`)
    await response.text()
  } finally {
    server.kill()
  }
}

export async function startUp(): Promise<Row[]> {
  const project = createProject()
  try {
    const times = processTimes(processes, {
      mock: { cwd: project, script: "const { createMock } = await import('@latchkey/mock'); createMock()" },
      answered: { cwd: project, script: `const { createMock } = await import('@latchkey/mock'); ${createsUser}` },
      msw: { cwd: bench, script: "await import('msw/node')" },
      client: {
        cwd: project,
        script:
          "const { bearer, createTransport } = await import('@latchkey/client'); createTransport({ baseUrl: 'https://api.latchkey.test', auth: bearer('x') })",
      },
      empty: { cwd: project, script: "const { create } = await import('empty'); create()" },
    })
    const started = (script: string) => prepared(() => join(project, script), answerFirst)
    const commands = await mediansOf(processes, {
      ours: started('node_modules/@latchkey/mock/dist/bin/latchkeyMock.js'),
      hono: started('hono.mjs'),
    })
    return [
      ratio({
        what: 'import + createMock()',
        ours: times.mock,
        peer: times.msw,
        name: 'import of msw/node',
        limit: 0.9,
      }),
      ratio({
        what: 'import + createMock() + its first user',
        ours: times.answered,
        peer: times.msw,
        name: 'import of msw/node',
        limit: 1.45,
      }),
      ratio({
        what: 'command to first answer',
        ours: commands.ours,
        peer: commands.hono,
        name: 'Hono with a Map',
        limit: 1.8,
      }),
      ratio({
        what: 'import + createTransport()',
        ours: times.client,
        peer: times.empty,
        name: 'an empty package',
        limit: 3,
      }),
    ]
  } finally {
    rmSync(project, { recursive: true })
  }
}
