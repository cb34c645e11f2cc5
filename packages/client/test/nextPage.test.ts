import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const page = readFileSync(new URL('../docs/next.md', import.meta.url), 'utf8')
const example = new URL('../../../examples/next-session/', import.meta.url)
const blocks = Array.from(page.matchAll(/^```\w+\n(?:\/\/ (\S+)\n)?(.*?)\n```$/gms), ([, path = '', code = '']) => ({
  path,
  code,
}))

it.each(blocks)('the page about Next shows code of $path as it stands in the example', ({ path, code }) => {
  expect(path, `This block does not name its file: ${code}`).not.toBe('')
  expect(readFileSync(new URL(path, example), 'utf8')).toContain(code)
})

it('the page about Next shows each file that has to do with sessions', () => {
  const files = ['lib/serverSession.ts', 'proxy.ts', 'app/layout.tsx', 'app/Providers.tsx', 'app/actions.ts']
  expect(blocks.map(({ path }) => path)).toEqual(expect.arrayContaining(files))
})
