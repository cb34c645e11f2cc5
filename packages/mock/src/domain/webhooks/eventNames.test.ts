import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { eventTypes } from './eventNames.ts'

it('has each event of the catalogue in the table of the page about events, and no other name', async () => {
  const page = await readFile(new URL('../../../../../spec/decisions/12-events.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  const named = rows.flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/`([\w.]+)`/g)].map(([, name]) => name))
  expect(named.toSorted()).toEqual(eventTypes.map(({ name }) => name).toSorted())
})
