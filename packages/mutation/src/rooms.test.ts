import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { leastScore, unexplainedIn } from './reasons.ts'
import { type Result, scoreOf } from './report.ts'
import { filesOf, type RoomName, rooms } from './rooms.ts'

const packages = join(import.meta.dirname, '../..')
const results = join(import.meta.dirname, '../results')
const measured = readdirSync(results).map((file) => file.replace(/\.json$/, '') as RoomName)

it.each(Object.entries(rooms))('the room %s has sources, and each of its tests is there', (_, room) => {
  const folder = join(packages, room.package)
  expect(globSync(filesOf(room.sources), { cwd: folder })).not.toEqual([])
  const missing = room.tests.filter(
    (path) => globSync(path.endsWith('.ts') ? path : `${path}**/*.test.ts`, { cwd: folder }).length === 0,
  )
  expect(missing).toEqual([])
})

it('the weekly workflow runs every room', () => {
  const text = readFileSync(join(packages, '../.github/workflows/mutation.yml'), 'utf8')
  const { jobs } = parse(text) as { jobs: { room: { strategy: { matrix: { room: string[] } } } } }
  expect(jobs.room.strategy.matrix.room).toEqual(Object.keys(rooms))
})

it.each(measured)('a room whose tests notice enough has a reason for each change that they miss: %s', (name) => {
  const result = JSON.parse(readFileSync(join(results, `${name}.json`), 'utf8')) as Result
  expect(rooms[name]).toBeDefined()
  const open = scoreOf(result) < leastScore ? [] : unexplainedIn(name, result)
  expect(open).toEqual([])
})
