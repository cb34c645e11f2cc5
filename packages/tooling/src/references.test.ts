import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Texts that refer to the source of the document, which readers of the repository do not have. */
const references = [/\bx-(origin|row)\b/, /\binterface('s)? text/i, /\binterface (shows|spells)\b/, /\brows? \d+\b/]

it('no file refers to what readers of the repository do not have', () => {
  const pages = globSync(
    ['*.md', 'spec/**/*.{md,yaml,mjs}', 'packages/*/{*.md,src/*.md}', 'packages/types/scripts/*.ts'],
    {
      cwd: root,
    },
  )
  const lines = pages.flatMap((page) =>
    readFileSync(`${root}/${page}`, 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        references.some((reference) => reference.test(line)) ? [`${page}:${i + 1}: ${line}`] : [],
      ),
  )
  expect(pages).toContain('SUPPORTED.md')
  expect(lines).toEqual([])
})

it('each project of vitest that a page names exists', () => {
  const settings = readFileSync(`${root}/packages/mock/vitest.config.ts`, 'utf8')
  const projects = new Set(Array.from(settings.matchAll(/name: '([\w-]+)'/g), ([, name]) => name))
  const named = globSync(['*.md', 'packages/*/{*.md,src/*.md,test/*.md}', 'packages/mock/package.json'], {
    cwd: root,
  }).flatMap((page) =>
    Array.from(readFileSync(`${root}/${page}`, 'utf8').matchAll(/--project (?!<)([\w-]+)/g), ([, name]) => ({
      page,
      name,
    })),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ name }) => !projects.has(name))).toEqual([])
})
