import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { duration, type Row } from '../row.ts'

/** Median wall time of Node running a script, over eleven processes. */
function timeOf(code: string): number {
  const times = Array.from({ length: 11 }, () => {
    const start = performance.now()
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: fileURLToPath(new URL('../..', import.meta.url)) })
    return performance.now() - start
  })
  return times.sort((a, b) => a - b)[5] as number
}

export function startUp(): Row[] {
  const bare = timeOf('')
  const mock = timeOf("import { createMock } from '@latchkey/mock'; createMock()") - bare
  const client = timeOf("import { bearer, createTransport } from '@latchkey/client'; createTransport({ baseUrl: 'https://api.latchkey.test', auth: bearer('x') })") - bare
  return [
    { what: 'import + createMock(), over bare node', ours: duration(mock), peer: `${duration(bare)} bare node`, reach: '≤ 30 ms', reached: mock <= 30 },
    { what: 'import + createTransport(), over bare node', ours: duration(client), peer: '', reach: '≤ 2.3 ms', reached: client <= 2.3 },
  ]
}
