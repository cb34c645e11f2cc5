import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const repository = 'https://github.com/latchkey-dev/latchkey'

/**
 * Without the site's own pages, whose links lead to pages of the site, and the generated reference: their own tests
 * follow these.
 */
const pages = globSync(['*.md', '{.github,spec,packages,examples}/**/*.md'], {
  cwd: root,
  exclude: (path) => /node_modules|CHANGELOG|packages\/site|client\/docs\/api|\/dist|\/results/.test(path),
})

const withoutCode = (text: string) => text.replace(/^ *(```|~~~)[\s\S]*?^ *\1/gm, '').replace(/(`+)[^`]+\1/g, '')

/** The targets of a page's links. */
function linksOf(markdown: string): string[] {
  const text = withoutCode(markdown)
  const inline = text.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)
  const references = text.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)
  return [...inline, ...references].map(([, target = '']) => target)
}

/** The anchors of a page's headings, as GitHub writes them, and those that the page names itself. */
function anchorsOf(markdown: string): Set<string> {
  const counts = new Map<string, number>()
  const headings = Array.from(
    markdown.replace(/^ *(```|~~~)[\s\S]*?^ *\1/gm, '').matchAll(/^#{1,6} +(.+)$/gm),
    ([, title = '']) => {
      const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
      const slug = plain
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-')
      const count = counts.get(slug) ?? 0
      counts.set(slug, count + 1)
      return count === 0 ? slug : `${slug}-${count}`
    },
  )
  const named = Array.from(markdown.matchAll(/\b(?:id|name)="([^"]+)"/g), ([, name = '']) => name)
  return new Set([...headings, ...named])
}

/** Where a link of a page leads in the repository; `undefined` for another site. */
function targetOf(
  page: string,
  link: string,
): { readonly path: string; readonly anchor: string | undefined } | undefined {
  const [target = '', anchor] = link.split('#')
  if (target === '') return { path: page, anchor }
  if (!/^[a-z]+:/i.test(target)) return { path: join(dirname(page), target), anchor }
  const [, path] = /^\/(?:blob|tree|raw)\/main\/([^?]+)/.exec(target.replace(repository, '')) ?? []
  return path !== undefined && target.startsWith(repository) ? { path, anchor } : undefined
}

function isDead(page: string, link: string): boolean {
  const target = targetOf(page, link)
  if (!target) return false
  const file = join(root, target.path)
  if (!existsSync(file)) return true
  if (target.anchor === undefined) return false
  const shown = statSync(file).isDirectory() ? join(file, 'README.md') : file
  if (!shown.endsWith('.md')) return false
  const anchors = anchorsByFile.get(shown) ?? anchorsOf(readFileSync(shown, 'utf8'))
  anchorsByFile.set(shown, anchors)
  return !anchors.has(target.anchor)
}

const anchorsByFile = new Map<string, ReadonlySet<string>>()

it('each link of a page of the repository leads to a file and a heading that exist', () => {
  const links = pages.flatMap((page) => linksOf(readFileSync(join(root, page), 'utf8')).map((link) => ({ page, link })))
  expect(links.length).toBeGreaterThan(500)
  expect(links.filter(({ page, link }) => isDead(page, link))).toEqual([])
})

it.each([
  ['a file that is not there', './nothing.md'],
  ['a heading that is not there', './README.md#nothing'],
  ['a heading that is not there in the same page', '#nothing'],
  ['a file that the repository does not have', `${repository}/blob/main/nothing.md`],
  ['a heading that a page of the repository does not have', `${repository}/tree/main/packages/client#nothing`],
])('the check of links finds one to %s', (_, link) => {
  expect(isDead('README.md', link)).toBe(true)
})
