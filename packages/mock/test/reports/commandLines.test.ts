import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCommandLine } from '../support/commandLine.ts'

const { run } = createCommandLine()

describe('the server of the command', () => {
  // https://github.com/heygen-com/hyperframes/pull/1184
  it('goes on when nobody reads its output any more, and exports its state at its end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-reports-'))
    try {
      const state = join(folder, 'state.json')
      const { child, started, ended } = run('--port', '0', '--verbose', '--export-on-exit', state)
      const [url = ''] = /http:\/\/\S+\d/.exec(await started) ?? []
      child.stdout?.destroy()
      child.stderr?.destroy()
      // The first lines find the pipe closed, and the next ones come after the failure is known.
      for (let i = 0; i < 5; i++) expect((await fetch(`${url}/api/v0/nothing`)).status).toBe(404)
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
      expect(JSON.parse(await readFile(state, 'utf8'))).toHaveProperty('tables')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
