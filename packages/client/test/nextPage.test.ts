import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const page = readFileSync(new URL('../docs/next.md', import.meta.url), 'utf8')
const example = fileURLToPath(new URL('../../../examples/next-session/', import.meta.url))
const blocks = Array.from(page.matchAll(/^```tsx?\n(?:\/\/ (\S+)\n)?(.*?)^```$/gms), ([, path = '', code = '']) => ({
  path,
  code,
}))
const filesIn = (folder: string) =>
  readdirSync(join(example, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(example.length).replaceAll(sep, '/'))
const foldersWith = (name: string) =>
  filesIn('app')
    .filter((path) => path.endsWith(`/${name}`))
    .map(dirname)
    .sort()

it.each(blocks)('the page about Next shows all of $path, so that it can be copied', ({ path, code }) => {
  expect(path, `This block does not name its file: ${code}`).not.toBe('')
  expect(code).toBe(readFileSync(join(example, path), 'utf8'))
})

it('the page about Next shows every file of the app', () => {
  const files = ['proxy.ts', 'playwright.config.ts', ...['app', 'lib', 'tests'].flatMap(filesIn)]
  expect(blocks.map(({ path }) => path).sort()).toEqual(files.sort())
})

it('each page of the example has its own loading.tsx, without which next dev warns of uncached data', () => {
  expect(foldersWith('loading.tsx')).toEqual(foldersWith('page.tsx'))
})

it('the tests of the page wait for a build longer than the minute that Playwright gives a server', () => {
  const commands = page.match(/\{ command: '[^']*\bbuild\b.*\}/g) ?? []
  expect(commands).not.toEqual([])
  for (const command of commands) expect(command).toMatch(/ timeout: 300_000 /)
})

it('the page about Next says which of its files need Playwright before the app is built', () => {
  const [, begin = ''] = /^## Begin$(.*?)^## /ms.exec(page) ?? []
  expect(begin).toContain('[Tests](#tests) can wait')
})
