import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { bundleWorker } from './bundledWorker.ts'

it('starts a Worker with at most 600 kB of code (gzip), and needs nothing of Node', async () => {
  const inspector = `// ${'the inspector '.repeat(1000)}`
  const { modules } = await bundleWorker('./testWorker.ts', inspector)
  const byName = new Map(modules.map(({ path, contents }) => [basename(path), contents]))
  const loaded = new Set<string>()
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    for (const [, next = ''] of (byName.get(name) ?? '').matchAll(/(?:from|import) ?"\.\/([^"]+)"/g)) load(next)
  }
  load('testWorker.js')
  expect(loaded.size).toBeGreaterThan(1)
  expect(loaded.size).toBeLessThan(modules.length)
  const bytes = [...loaded].reduce((sum, name) => sum + gzipSync(byName.get(name) ?? '').length, 0)
  expect(bytes).toBeLessThan(600_000)
  // The code of the inspector is loaded when somebody opens its page.
  const withInspector = [...byName].filter(([, contents]) => contents.includes(inspector)).map(([name]) => name)
  expect(withInspector).toHaveLength(1)
  expect(withInspector.filter((name) => loaded.has(name))).toEqual([])
  for (const [name, contents] of byName) expect(contents, name).not.toMatch(/(from|import) ?\(?"node:/)
})
