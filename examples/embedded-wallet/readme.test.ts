import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')
const lines = (code: string) => code.split('\n').map((line) => line.trim())

it('the README shows code as it stands in the files that it names', async () => {
  const blocks = [...(await read('README.md')).matchAll(/^```tsx\n\/\/ (src\/\S+)\n(.*?)^```/gms)]
  expect(blocks.length).toBe(2)
  for (const [, path = '', code = ''] of blocks)
    expect(lines(await read(path)).join('\n'), path).toContain(lines(code.trim()).join('\n'))
})
