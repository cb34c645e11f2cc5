import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { duration, type Row, timed } from '../row.ts'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Median over fifteen processes of what a script takes inside of Node, in milliseconds. */
function timeOf(cwd: string, script: string): number {
  const code = `const start = performance.now(); ${script}; console.log(performance.now() - start)`
  const times = Array.from({ length: 15 }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd, encoding: 'utf8' })),
  )
  return times.sort((a, b) => a - b)[7] as number
}

/** A project with the packages as npm puts them there: folders of their own, and no links of a workspace to follow. */
function install(names: readonly string[]): string {
  const project = mkdtempSync(join(tmpdir(), 'latchkey-start-'))
  for (const name of names) {
    const source = realpathSync(join(modules, name))
    for (const part of ['package.json', 'dist'])
      cpSync(join(source, part), join(project, 'node_modules', name, part), { recursive: true })
  }
  return project
}

export function startUp(): Row[] {
  const project = install(['@latchkey/client', '@latchkey/mock', 'openapi-fetch'])
  try {
    const mock = timeOf(project, "const { createMock } = await import('@latchkey/mock'); createMock()")
    const client = timeOf(
      project,
      "const { bearer, createTransport } = await import('@latchkey/client'); createTransport({ baseUrl: 'https://api.latchkey.test', auth: bearer('x') })",
    )
    const peer = timeOf(
      project,
      "const { default: createClient } = await import('openapi-fetch'); createClient({ baseUrl: 'https://api.latchkey.test' })",
    )
    return [
      timed('import + createMock()', mock, '', 30),
      timed('import + createTransport()', client, `${duration(peer)} openapi-fetch`, 2.3),
    ]
  } finally {
    rmSync(project, { recursive: true })
  }
}
