import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { titlesIn } from './testTitles.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const files = globSync('{packages,examples}/**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules', '**/dist'],
})

it('no two tests of a file have the same title, since a failure names the test by its title', () => {
  const repeated = files.flatMap((path) => {
    const titles = titlesIn(path, readFileSync(`${root}/${path}`, 'utf8'))
    return titles.filter((title, i) => titles.indexOf(title) !== i).map((title) => `${path}: ${title}`)
  })
  expect(files.length).toBeGreaterThan(500)
  expect(repeated).toEqual([])
})

it('titles are read as the test runner prints them, and those with expressions as they are written', () => {
  const code = `
    it('it\\'s so', () => {})
    it.each(rows)("sends $id", () => {})
    test(\`reads \${name}\`, () => {})
    suite.it('no test', () => {})`
  expect(titlesIn('a.test.ts', code)).toEqual(["it's so", 'sends $id', 'reads ${name}'])
})
