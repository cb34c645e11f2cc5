import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DefaultTheme } from 'vitepress'
import { expect, it } from 'vitest'
import { guide, operations } from '../.vitepress/sidebar.ts'
import { entriesOf } from '../scripts/packageEntries.ts'
import { recipes } from '../scripts/recipes.ts'
import { areas, reportsOf } from '../scripts/reports.ts'
import { folder, pages, readPages } from './site.ts'

const sources = fileURLToPath(new URL('../pages/', import.meta.url))
const linksOf = (items: readonly DefaultTheme.SidebarItem[]): string[] =>
  items.flatMap(({ link, items = [] }) => [...(link === undefined ? [] : [link]), ...linksOf(items)])

it('the site has a page for each source', () => {
  const expected = globSync('**/*.md', { cwd: sources }).map((path) => path.replace(/\.md$/, '.html'))
  expect(readPages).toEqual(expected.sort())
})

it('each page of the site but the changelog has an example that runs against the mock', () => {
  const without = readPages.filter(
    (page) => page !== 'changelog.html' && pages.get(page)?.('.try pre code').length === 0,
  )
  expect(readPages.length).toBeGreaterThan(2)
  expect(without).toEqual([])
})

it('the sidebars of the site list every page, and only pages that exist', () => {
  const links = [...new Set(linksOf([...guide, ...operations]))].map(
    (link) => `${link.replace(/\/$/, '/index').slice(1)}.html`,
  )
  expect(links.sort()).toEqual(readPages.filter((page) => page !== 'index.html').sort())
})

it('the changelog shows the changes of each version of each package below the headings of their kinds', () => {
  const $ = pages.get('changelog.html')
  const text = $?.('main').text() ?? ''
  for (const name of ['types', 'client', 'mock']) {
    const changelog = readFileSync(new URL(`../../${name}/CHANGELOG.md`, import.meta.url), 'utf8')
    const versions = Array.from(changelog.matchAll(/^## (\S+)\n(.*?)(?=^## |(?![\s\S]))/gms))
    expect(versions.length).toBeGreaterThan(0)
    for (const [, version = '', changes = ''] of versions) {
      const id = `${name}-${version.replaceAll('.', '-')}`
      const kinds = Array.from(changes.matchAll(/^### (.*)$/gm), ([, kind = '']) => kind)
      expect($?.(`main h3#${id}`).text()).toContain(`@latchkey/${name}`)
      expect(kinds.length).toBeGreaterThan(0)
      for (const kind of kinds) expect($?.(`main h4#${id}-${kind.toLowerCase()}`).text()).toContain(kind)
      expect(text).toContain(version)
    }
  }
  const lines = ['types', 'client', 'mock'].flatMap((name) =>
    readFileSync(new URL(`../../${name}/CHANGELOG.md`, import.meta.url), 'utf8').match(/^- /gm),
  )
  expect($?.('main li').length).toBe(lines.length)
})

it('the page about reports shows every report of other projects in a row, with its sentences and its thread', () => {
  const reports = Object.keys(areas).flatMap(reportsOf)
  const rows = pages.get('reports.html')?.('main tbody tr').toArray() ?? []
  const $ = pages.get('reports.html')
  expect(reports.length).toBeGreaterThan(0)
  expect(rows.map((row) => $?.(row).find('td:nth-child(3) a').attr('href'))).toEqual(
    reports.map(({ source }) => source),
  )
  expect(rows.map((row) => $?.(row).find('td:first-child').text())).toEqual(
    reports.map(({ elsewhere }) => elsewhere.replaceAll('`', '')),
  )
})

it('the map of the site lists every page by its whole URL', () => {
  const map = readFileSync(`${folder}sitemap.xml`, 'utf8')
  const listed = Array.from(map.matchAll(/<loc>(.*?)<\/loc>/g), ([, url = '']) => url)
  const urls = readPages.map((page) => `https://latchkey-dev.github.io/${page.replace(/(^|\/)index\.html$/, '$1')}`)
  expect(listed.sort()).toEqual(urls.sort())
})

it('the site leads to its own texts for language models', () => {
  const links = pages.get('index.html')?.('main a').toArray() ?? []
  expect(links.map((link) => link.attribs.href)).toEqual(expect.arrayContaining(['/llms.txt', '/llms-full.txt']))
})

it('the site shows every example of its folder', () => {
  const examples = fileURLToPath(new URL('../examples/', import.meta.url))
  const shown = globSync('**/*.md', { cwd: sources }).flatMap((path) =>
    Array.from(
      readFileSync(`${sources}${path}`, 'utf8').matchAll(/^<<< @\/\.\.\/examples\/(\S+)/gm),
      ([, name]) => name,
    ),
  )
  expect([...new Set(shown)].sort()).toEqual(globSync('**/*.ts', { cwd: examples }).sort())
})

/** Entries that share a page with others: its path, and what the page calls them. */
const sharedPages: Readonly<Record<string, string>> = {
  '@latchkey/client/operations': 'reference/operations/index.html',
  '@latchkey/client/operations/*': 'reference/operations/index.html',
  '@latchkey/mock/names.schema.json': 'recipes/names.html',
  '@latchkey/mock/scenario.schema.json': 'recipes/scenarios.html',
  '@latchkey/types/openapi.json': 'reference/types.html',
  '@latchkey/types/openapi-3.0.json': 'reference/types.html',
  '@latchkey/types/zod': 'reference/types.html',
}

it('the site has a reference page for every entry of the export maps', () => {
  const titles = new Map(
    [...pages].map(([path, $]) => [
      $('h1')
        .text()
        .replace(/\u200B/g, '')
        .trim(),
      path,
    ]),
  )
  const specifiers = (['types', 'client', 'mock'] as const).flatMap(entriesOf).map(({ specifier }) => specifier)
  const missing = specifiers.filter((specifier) => {
    const shared = pages.get(sharedPages[specifier] ?? '')
    return shared ? !shared('main').text().includes(specifier.replace('*', '')) : !titles.has(specifier)
  })
  expect(specifiers.length).toBeGreaterThan(15)
  expect(missing).toEqual([])
})

it('the site has a page for every recipe of the mock', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const shown = new Set(Object.values(recipes).flatMap(({ sources = [] }) => sources.map(([path]) => path)))
  const written = globSync('packages/mock/docs/recipes/*.md', { cwd: root })
  expect(written.length).toBeGreaterThan(5)
  expect(written.filter((path) => !shown.has(path))).toEqual([])
})
