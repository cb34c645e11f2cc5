import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { duration, type Row, timed } from '../row.ts'

const cwd = fileURLToPath(new URL('../..', import.meta.url))

/** Median over eleven processes of what a script takes inside of Node, in milliseconds. */
function timeOf(script: string): number {
  const code = `const start = performance.now(); ${script}; console.log(performance.now() - start)`
  const times = Array.from({ length: 11 }, () => Number(execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd, encoding: 'utf8' })))
  return times.sort((a, b) => a - b)[5] as number
}

export function startUp(): Row[] {
  const mock = timeOf("const { createMock } = await import('@latchkey/mock'); createMock()")
  const client = timeOf("const { bearer, createTransport } = await import('@latchkey/client'); createTransport({ baseUrl: 'https://api.latchkey.test', auth: bearer('x') })")
  const peer = timeOf("const { default: createClient } = await import('openapi-fetch'); createClient({ baseUrl: 'https://api.latchkey.test' })")
  return [
    timed('import + createMock()', mock, '', 30),
    timed('import + createTransport()', client, `${duration(peer)} openapi-fetch`, 2.3),
  ]
}
