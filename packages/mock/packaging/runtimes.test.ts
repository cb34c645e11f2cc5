import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { nodes, runtimes } from '@latchkey/runners'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { projectOf } from './recipes.ts'

// Runs the recipe for Bun and Deno as it is written, with the packed packages.

let cwd: string
beforeAll(async () => {
  cwd = await projectOf('runtimes', {}, 'all')
  await writeFile(join(cwd, 'package.json'), '{ "private": true, "type": "module" }')
})

const env = { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '' }

/** Runs a program. @returns Its output. @throws Error with the output when it fails, or does not end in time */
async function run(program: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd, env, timeout: 600_000 })
  return stdout + stderr
}

describe.each([
  ['Node', nodes[24], [], []],
  ['Bun', runtimes.bun, [], []],
  ['Deno', runtimes.deno, ['run'], ['run', '--allow-net', '--allow-env', '--allow-read']],
] as const)('%s', (...[, program, flags, serverFlags]) => {
  it('ends a program in which somebody is still signed in', async () => {
    expect(await run(program, [...flags, 'program.ts'])).toContain('signedIn ada@example.com\n')
  })

  it('starts the server, which answers and ends when it is told to', async () => {
    const command = [...serverFlags, 'node_modules/@latchkey/mock/dist/bin/latchkeyMock.js', '--port', '0', '--json']
    const server = spawn(program, command, { cwd, env })
    onTestFinished(() => void server.kill('SIGKILL'))
    const { value: line } = await createInterface(server.stdout)[Symbol.asyncIterator]().next()
    const { url, environments } = JSON.parse(line ?? '') as {
      url: string
      environments: { sandbox: { id: string; token: string } }
    }
    const { id, token } = environments.sandbox
    const users = `${url}/api/v0/environments/${id}/users`
    expect((await fetch(users, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    expect((await fetch(users)).status).toBe(401)
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  })
})

describe('the tests of the recipe', () => {
  it('pass in Bun', async () => {
    expect(await run(runtimes.bun, ['test', 'bun'])).toContain(' 1 pass\n 0 fail\n')
  })

  it('pass in Deno', async () => {
    const output = await run(runtimes.deno, ['test', 'deno'])
    expect(output).toContain('ok | 1 passed | 0 failed')
  })
})
