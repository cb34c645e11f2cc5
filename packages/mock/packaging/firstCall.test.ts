import { expect, it } from 'vitest'
import { runNode } from './consumer.ts'

/** Runs a program in a project that has the packages. @returns The files that each of its parts has loaded. */
async function filesOf(...parts: readonly string[]): Promise<string[][]> {
  const program = `
    import { registerHooks } from 'node:module'
    let files = []
    registerHooks({ load: (url, context, next) => (files.push(url.split('/').at(-1)), next(url, context)) })
    const parts = []
    ${parts.map((part) => `${part}; parts.push(files.splice(0))`).join('\n')}
    console.log(JSON.stringify(parts))`
  return JSON.parse(await runNode(['--input-type=module', '--eval', program])) as string[][]
}

// Each further file costs half a millisecond, and each test file of a user pays it. tsup.config.ts makes few of many.
it('loads few files at the start, and two more with the first call', async () => {
  const [started, called, calledAgain] = await filesOf(
    "const { createMock } = await import('@latchkey/mock'); const mock = createMock()",
    "await mock.create.user({ email: 'ada@example.com' })",
    "await mock.create.gate({ name: 'Members' })",
  )
  expect(started).toContain('index.js')
  // Beside the entry and the mock: a chunk per set of entries that need neither.
  expect(started!.length).toBeLessThanOrEqual(6)
  expect(called).toHaveLength(2)
  expect(calledAgain).toEqual([])
})
