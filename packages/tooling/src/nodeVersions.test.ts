import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')
const filesOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/*.test.ts'] })

/** The versions of Node that a text names with a minor version. */
const versionsIn = (text: string) =>
  Array.from(text.matchAll(/\bNode(?:\.js)? (?:≥ |from |v)?(\d+\.\d+)/g), ([, version = '']) => version)

/** The table of README.md: the one place that says what needs which Node. */
const [, section = ''] = /^## Which Node\n([^]*?)^## /m.exec(read('README.md')) ?? []
const table = Array.from(section.matchAll(/\| +(\d+\.\d+) +\|$/gm), ([, version = '']) => version)

it('the supported versions of Node are in one table, whose first row is the least that the packages take', () => {
  expect(table.length).toBeGreaterThan(3)
  expect(table).toEqual([...table].sort((a, b) => Number(a) - Number(b)))
  for (const path of filesOf('package.json', 'packages/{types,client,mock}/package.json'))
    expect(JSON.parse(read(path)).engines.node, path).toBe(`>=${table[0]}`)
})

it('the table of versions says which Node vitest needs as vitest itself does', () => {
  const { engines } = JSON.parse(read('packages/mock/node_modules/vitest/package.json')) as {
    engines: { node: string }
  }
  expect(engines.node).toBe('^22.12.0 || ^24.0.0 || >=26.0.0')
  expect(section).toMatch(/vitest 5.* 23 and 25 .*22\.12/)
})

it('a first page names no version of Node but the least one and the one with which everything works', () => {
  const pages = filesOf(
    'README.md',
    'CONTRIBUTING.md',
    'packages/{types,client,mock}/README.md',
    'packages/site/pages/{index,getting-started}.md',
  )
  expect(pages.length).toBe(7)
  const texts = pages.map((page) => read(page).replace(section, ''))
  expect([...new Set(texts.flatMap(versionsIn))].sort()).toEqual([table[0], table.at(-1)])
})

it('other pages, helps and refusals name only versions of Node that the table has', () => {
  const pages = filesOf('packages/{client,mock}/docs/**/*.md', 'examples/*/README.md')
  const sources = filesOf('packages/mock/src/{bin,hosts}/**/*.ts')
  const isKnown = (version: string) => table.includes(version)
  // Comments may tell what an older Node lacks.
  const sentences = (path: string) => read(path).replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
  const named = [...pages.map((path) => [path, read(path)]), ...sources.map((path) => [path, sentences(path)])] as const
  const strange = named.filter(([, text = '']) => !versionsIn(text).every(isKnown)).map(([path]) => path)
  expect(strange).toEqual([])
  expect(named.flatMap(([, text = '']) => versionsIn(text)).length).toBeGreaterThan(5)
})
