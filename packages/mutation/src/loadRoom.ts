/**
 * Loads every source of the room before its tests. The mock loads some of them at the first request, so their constants
 * would count as noticed by the first test of all, and changes of them would run only through that test.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf, rooms } from './rooms.ts'

const { sources } = rooms[process.env.LATCHKEY_MUTATION_ROOM as keyof typeof rooms]

for (const file of globSync(filesOf(sources), { exclude: ['**/*.test.ts', '**/test/**', '**/*.d.ts'] }))
  await import(join(process.cwd(), file))
