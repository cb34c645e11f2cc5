import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nodes } from '@latchkey/runners'
import { describe, expect, it } from 'vitest'
import { installedPackages, packageNames, runShell, unpackedFolder } from './consumer.ts'
import { writeFiles } from './recipes.ts'

// Plain Node prints the line that threw, the message and the stack of an uncaught error.

const { folder } = installedPackages()

/** A screen of text. Libraries have literals, such as patterns, that no line break can divide. */
const longestLine = 2000

describe.each(packageNames)('the built files of @latchkey/%s', (name) => {
  it('have no line that fills more than a screen', async () => {
    const dist = join(unpackedFolder(name), 'dist')
    const files = (await readdir(dist, { recursive: true })).filter((file) => /\.c?js$/.test(file))
    expect(files).toContain('index.js')
    const lengths = files.map(async (file) => {
      const lines = (await readFile(join(dist, file), 'utf8')).split('\n')
      return [file, Math.max(...lines.map(({ length }) => length))] as const
    })
    expect((await Promise.all(lengths)).filter(([, length]) => length > longestLine)).toEqual([])
  })
})

const sentence = 'TypeError: Failed to call "createMock()": there is no option "sed". Did you mean "seed"?'

const programs: Readonly<Record<string, string>> = {
  'createMock.mjs': "import { createMock } from '@latchkey/mock'\ncreateMock({ sed: 1 })",
  'createMock.cjs': "const { createMock } = require('@latchkey/mock')\ncreateMock({ sed: 1 })",
  'startServer.mjs': "import { startServer } from '@latchkey/mock/node'\nawait startServer({ sed: 1 })",
  'startServer.cjs': "const { startServer } = require('@latchkey/mock/node')\nvoid startServer({ sed: 1 })",
}

describe.each([20, 24] as const)('an uncaught error on Node %i', (version) => {
  it.each(Object.entries(programs))('ends with its sentence, through a pipe too: %s', async (path, text) => {
    const cwd = join(folder, 'uncaught')
    await writeFiles(cwd, [{ path, text }])
    // The streams that tests read from take any length at once, but a pipe of the shell does not.
    const output = await runShell(`"${nodes[version]}" ${path} 2>&1 | cat`, { cwd })
    const [excerpt = '', end = ''] = output.split(`${sentence}\n`)
    expect(excerpt.length).toBeLessThan(longestLine)
    const lines = end.trimEnd().split('\n')
    expect(lines.pop()).toMatch(new RegExp(`^Node\\.js v${version}\\.`))
    expect(lines.filter((line) => line !== '' && !line.startsWith('    at '))).toEqual([])
    expect(lines.join()).toContain(path.startsWith('createMock') ? path : 'startServer')
  })
})
