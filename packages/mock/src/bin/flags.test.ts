import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { startServer } from '../hosts/server.ts'
import { flags } from './flags.ts'
import { readOptions } from './options.ts'

/** Flags of every program, and the one that says what is the default. */
const unlisted = new Set(['help', 'strict', 'version'])

it('the page of the command has a row for each flag, and no other row', async () => {
  const page = await readFile(new URL('../../docs/recipes/command-line.md', import.meta.url), 'utf8')
  const [, table = ''] = /^\| flag +\| what it does +\|\n((?:\|.*\n)+)/m.exec(page) ?? []
  const rows = Array.from(table.matchAll(/^\| (?:`-\w`, )?`--([a-z-]+)/gm), ([, name]) => name)
  expect(rows.sort()).toEqual(
    Object.keys(flags)
      .filter((name) => !unlisted.has(name))
      .sort(),
  )
})

it('keeps as many worlds as the flag says', async () => {
  const { mock, server } = readOptions(['--port', '0', '--max-worlds', '1'], {})
  const { worlds, close } = await startServer(mock, server)
  onTestFinished(close)
  worlds.create('ada')
  expect(() => worlds.create('bob')).toThrow('the server keeps one world. Drop one')
})
