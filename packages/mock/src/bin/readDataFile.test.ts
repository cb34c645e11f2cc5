import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readJsonFile } from './readDataFile.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-data-'))
})
afterEach(() => rm(folder, { recursive: true }))

const read = async (what: string, text: string) => {
  const file = join(folder, 'data.json')
  await writeFile(file, text)
  return readJsonFile(what, file)
}

it.each(['scenario', 'names file'])('a %s may begin with a byte order mark, as PowerShell writes it', async (what) => {
  expect(await read(what, '\uFEFF{ "a": 1 }')).toEqual({ a: 1 })
})

it.each(['\uFEFF{', '\uFEFF\uFEFF{}', '{ \uFEFF"a": 1 }'])(
  'what is not JSON is refused all the same: %j',
  async (text) => {
    await expect(read('scenario', text)).rejects.toThrow(/^The scenario \S+data\.json cannot be read: /)
  },
)
