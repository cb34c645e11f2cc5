import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** Runs a program on the sources in a process of its own. @returns The list that it leaves in `list`. */
async function listOf(program: string): Promise<string[]> {
  const code = `${program}; console.log(JSON.stringify(list)); process.exit()`
  const args = ['--conditions=@latchkey/source', '--input-type=module', '--eval', code]
  const { stdout } = await run(process.execPath, args, { cwd: import.meta.dirname })
  return JSON.parse(stdout) as string[]
}

/** @returns The network modules of Node that a program has loaded. */
async function networkModules(program: string): Promise<string[]> {
  const modules = await listOf(`${program}; const list = process.moduleLoadList`)
  return modules.filter((name) => /\/undici$| (http|tls|net)$/.test(name))
}

/** @returns The modules of zod, of the schemas and of the handlers that a program has loaded. */
async function operationModules(program: string): Promise<string[]> {
  const modules = await listOf(`
    import { registerHooks } from 'node:module'
    const list = []
    registerHooks({ load: (url, context, next) => (list.push(url), next(url, context)) })
    ${program}`)
  return modules.filter((url) => /[/]zod[/]|[/]zod[.]ts$|[/]mock[/]src[/]operations[/]/.test(url))
}

const networkClasses = 'NativeModule internal/deps/undici/undici'
const createMock = "const { createMock } = await import('./createMock.ts')"

// Loading them takes as long as loading the mock.
it('a mock needs none of the network classes of Node until something is fetched', async () => {
  const program = `${createMock}; await createMock().create.user({ email: 'ada@example.com' })`
  expect(await networkModules(program)).toEqual([])
})

// They are half of the code, and zod builds what a schema is made of as soon as it is loaded.
it('a mock loads neither schemas nor handlers until an operation is called', async () => {
  expect(await operationModules(`${createMock}; createMock()`)).toEqual([])
})

it('a mock has schemas and handlers as soon as an operation is called', async () => {
  const modules = await operationModules(`${createMock}; await createMock().create.user({ email: 'ada@example.com' })`)
  const loaded = modules.join('\n')
  expect(loaded).toContain('/types/src/generated/zod.ts')
  expect(loaded).toContain('/mock/src/operations/users/users.ts')
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
