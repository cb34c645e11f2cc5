import { execFileSync } from 'node:child_process'
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

/** A project with the packages installed as npm does it, and with a nearly empty package. */
function createProject(): string {
  const project = mkdtempSync(join(tmpdir(), 'latchkey-start-'))
  installPackages(project, ['@latchkey/client', '@latchkey/mock', 'openapi-fetch'])
  const empty = join(project, 'node_modules/empty')
  mkdirSync(empty)
  writeFileSync(join(empty, 'package.json'), '{"name":"empty","type":"module","exports":"./index.js"}')
  writeFileSync(join(empty, 'index.js'), 'export const create = () => ({})\n')
  return project
}

/** Starts the loopback server by its command and asks for an environment's settings. */
async function answerFirst(cli: string): Promise<void> {
  const { server, url, sandbox } = await startCommand(cli)
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
    const cli = join(project, 'node_modules/@latchkey/mock/dist/bin/latchkeyMock.js')
    const commands = await mediansOf(processes, {
      cli: prepared(
        () => cli,
        (path) => answerFirst(path),
      ),
      node: prepared(
        () => ['-e', '0'],
        (args) => execFileSync(process.execPath, args),
      ),
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
        ours: commands.cli,
        peer: commands.node,
        name: '`node -e 0`',
        limit: 3,
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
