import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Where people copy code from: pages, their examples, and the files that `init` writes. Recipes and reference of the
 * site are written from the others when it is built.
 */
const pages = globSync(
  [
    'README.md',
    'packages/{client,mock,types}/{README,AGENTS}.md',
    'packages/client/docs/*.md',
    'packages/mock/docs/recipes/*.md',
    'packages/site/{pages,getting-started,examples}/**/*.{md,ts,tsx}',
    'packages/mock/src/bin/init.ts',
    'packages/mock/src/bin/init/*.ts',
  ],
  { cwd: root, exclude: (path) => /node_modules|\.test\.|\/dist|site\/pages\/(recipes|reference)/.test(path) },
)

const codeIn = (page: string) => {
  const text = readFileSync(`${root}/${page}`, 'utf8')
  return page.endsWith('.md')
    ? Array.from(text.matchAll(/^ *```[\s\S]*?^ *```/gm), ([block]) => block).join('\n')
    : text
}

/** The service, and a mock that the command has started. A session in cookies needs a host of the app's own site. */
const allowed = new Set([
  'https://api.example.com',
  'http://127.0.0.1:4010',
  'https://login.example.com',
  'https://login.localhost.test',
])
const sandbox = '00000000-0000-7000-8000-000000000004'

/** Each value that a page gives a name, such as a base URL, as a literal. */
const valuesOf = (pattern: RegExp) =>
  pages.flatMap((page) => Array.from(codeIn(page).matchAll(pattern), ([, value = '']) => ({ page, value })))

it('code that people copy calls the service at one URL, and a mock of the command at another', () => {
  const urls = valuesOf(
    /\b(?:baseUrl|apiUrl|defaultApiUrl|mockUrl|\w*(?:API|MOCK|LATCHKEY)_URL)\b[^'"\n]{0,20}['"](https?:\/\/[^'"$]+)['"]/g,
  )
  expect(urls.length).toBeGreaterThan(20)
  expect(urls.map(({ page }) => page)).toContain('packages/mock/src/bin/init.ts')
  expect(urls.filter(({ value }) => !allowed.has(value))).toEqual([])
})

it('code that people copy names the server of the command by the address at which it listens', () => {
  expect(valuesOf(/(https?:\/\/(?:localhost|0\.0\.0\.0):4010[^\s'"`]*)/g)).toEqual([])
})

it('code that people copy names the environment that every mock has', () => {
  const ids = valuesOf(/\b(?:environmentId|ENVIRONMENT_ID)\b[^'"\n]{0,20}['"]([\da-f-]{36})['"]/g)
  expect(ids.length).toBeGreaterThan(5)
  expect(ids.filter(({ value }) => value !== sandbox)).toEqual([])
})
