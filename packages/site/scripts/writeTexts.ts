import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface SiteFolders {
  /** The pages, by their paths below `srcDir`. */
  readonly pages: readonly string[]
  readonly srcDir: string
  readonly outDir: string
}

interface PageText {
  readonly url: string
  readonly title: string
  readonly description: string
  readonly text: string
}

const introduction = `# Latchkey

> A typed client for an identity and wallet management API, and the whole service in memory, for tests and demos.
`

/** Writes the site as plain text: `llms.txt` is an index with a sentence for each page, `llms-full.txt` has all pages. */
export function writeTexts({ pages, srcDir, outDir }: SiteFolders): void {
  const texts = pages
    .filter((path) => path !== 'index.md')
    .sort()
    .map((path) => readPage(srcDir, path))
  const index = texts.map(({ title, url, description }) => `- [${title}](${url}): ${description}`)
  writeFileSync(join(outDir, 'llms.txt'), `${introduction}\n${index.join('\n')}\n`)
  const full = texts.map(({ url, text }) => `<!-- ${url} -->\n\n${text.trim()}\n`)
  writeFileSync(join(outDir, 'llms-full.txt'), [introduction, ...full].join('\n'))
}

function readPage(srcDir: string, path: string): PageText {
  const source = readFileSync(join(srcDir, path), 'utf8')
  const [, meta = '', body = source] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? []
  const [, title = path] = /^# (.*)$/m.exec(body) ?? []
  const [, written] = /^description: (.*)$/m.exec(meta) ?? []
  if (!written) throw new Error(`${path} has no description. Give it one in its front matter.`)
  const description = written.startsWith('"') ? (JSON.parse(written) as string) : written
  return { url: `/${path.replace(/\.md$/, '.html')}`, title, description, text: expand(srcDir, body) }
}

/** Puts in the files that a page shows, and leaves out the parts that only a page with script has. */
function expand(srcDir: string, body: string): string {
  return body
    .replaceAll(/^<<< @\/(\S+)$/gm, (_, file: string) => {
      return `\`\`\`ts\n${readFileSync(join(srcDir, file), 'utf8').trim()}\n\`\`\``
    })
    .replaceAll(/<Drawing\n\s+name="([^"]*)"\n\s+description="([^"]*)".*?\/>/gs, '$1: $2')
    .replaceAll(/^<\/?Try>\n|^<Call .*\n+/gm, '')
}
