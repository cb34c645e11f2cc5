import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Whether a script of the root works in a fresh clone: it installs first, or runs one that does. */
function installs(name: string): boolean {
  const command = scripts[name] ?? ''
  const [, inner] = /^pnpm (?:--silent )?([\w:]+)/.exec(command) ?? []
  return (
    /^pnpm (?:--\S+ )*install\b/.test(command) || command.endsWith('/start.mjs') || (inner ? installs(inner) : false)
  )
}

const pages = ['README.md', ...globSync('{examples/*,packages/site}/README.md', { cwd: root })]
const blocksIn = (page: string) => Array.from(read(page).matchAll(/^```sh\n([^]*?)^```/gm), ([, block = '']) => block)

it.each(pages)('the first command of a checkout in each block of %s works in a fresh clone', (page) => {
  const firsts = blocksIn(page).flatMap((block) => /npx pnpm@12 (.*?)\s*(?:#.*)?$/m.exec(block)?.[1] ?? [])
  expect(firsts.filter((command) => !installs(command.split(' ')[0] ?? ''))).toEqual([])
})

it('a script counts as one that installs if it, or a script that it calls, does', () => {
  expect(['start', 'test', 'build', 'mock', 'tarballs', 'bench'].filter((name) => !installs(name))).toEqual([])
  expect(['lint', 'generate', 'nothing'].filter(installs)).toEqual([])
})
