import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** Runs a program on the sources in a process of its own. @returns The network modules of Node that it has loaded. */
async function networkModules(program: string): Promise<string[]> {
  const code = `${program}; console.log(JSON.stringify(process.moduleLoadList)); process.exit()`
  const args = ['--conditions=@latchkey/source', '--input-type=module', '--eval', code]
  const { stdout } = await run(process.execPath, args, { cwd: import.meta.dirname })
  return (JSON.parse(stdout) as string[]).filter((name) => /\/undici$| (http|tls|net)$/.test(name))
}

const networkClasses = 'NativeModule internal/deps/undici/undici'
const createMock = "const { createMock } = await import('./createMock.ts')"

// Loading them takes as long as loading the mock.
it('a mock needs none of the network classes of Node until something is fetched', async () => {
  const program = `${createMock}; await createMock().create.user({ email: 'ada@example.com' })`
  expect(await networkModules(program)).toEqual([])
})

it('a server needs no more than sockets', async () => {
  const modules = await networkModules(
    "const { startServer } = await import('../hosts/server.ts'); await startServer()",
  )
  expect(modules).toContain('NativeModule net')
  expect(modules).not.toContain(networkClasses)
})

it('a mock has the network classes as soon as something is fetched', async () => {
  const program = `${createMock}; await createMock().fetch('http://localhost:4010/').catch(() => {})`
  expect(await networkModules(program)).toContain(networkClasses)
})
