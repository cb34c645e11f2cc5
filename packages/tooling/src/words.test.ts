import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Words at which readers stop, and the usual ones. */
const words: readonly (readonly [word: RegExp, usual: string])[] = [
  [/\bpretended\b/i, 'simulated'],
  [/\bor alike\b/i, 'or similar'],
  [/\bclients of the field\b/i, 'common libraries'],
  [/\bforeign tokens\b/i, 'external tokens'],
]

const files = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.mjs', '*.md', '*.yaml', '*.vue'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => existsSync(`${root}/${path}`) && !/CHANGELOG\.md$|\/words\.test\.ts$|^$/.test(path))

/** The lines of a text that have such a word, with the usual one. */
const unusualLines = (text: string) =>
  text.split('\n').flatMap((line) => {
    const found = words.find(([word]) => word.test(line))
    return found ? [`${line.trim()} (${found[1]})`] : []
  })

it('has the usual words in sources and pages', () => {
  const unusual = files.flatMap((path) =>
    unusualLines(readFileSync(`${root}/${path}`, 'utf8')).map((line) => `${path}: ${line}`),
  )
  expect(files.length).toBeGreaterThan(2_000)
  expect(unusual).toEqual([])
})

it('finds such a word, and what is usual for it', () => {
  expect(unusualLines('/** The pretended chains. */\nconst a = 1')).toEqual([
    '/** The pretended chains. */ (simulated)',
  ])
})
