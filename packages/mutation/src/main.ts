/**
 * Changes rooms and counts what their tests notice.
 *
 * - `pnpm mutation` all rooms, `pnpm mutation sessions device` some: writes `results/`.
 * - `pnpm mutation --since <commit>`: only the lines that have changed, and writes nothing.
 * - `pnpm mutation --incremental sessions`: takes over the results of the last such run where neither the line nor the
 *   test that noticed has changed.
 *
 * Fails when a room, or the changed lines of one, are below the limit, or a survivor has no reason.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { parseArgs } from 'node:util'
import { changedLinesSince } from './changedLines.ts'
import { leastScore, unexplainedIn } from './reasons.ts'
import { type Report, type Result, resultOf, scoreOf } from './report.ts'
import { filesOf, type RoomName, rooms } from './rooms.ts'
import { createWorkingCopy } from './workingCopy.ts'

const repository = join(import.meta.dirname, '../../..')
const results = join(import.meta.dirname, '../results')
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { since: { type: 'string' }, incremental: { type: 'boolean' } },
})
const names = Object.keys(rooms) as RoomName[]
const unknown = positionals.filter((name) => !names.includes(name as RoomName))
if (unknown.length > 0) throw new TypeError(`There is no room ${unknown.join(', ')}. The rooms: ${names.join(', ')}.`)

/** The files of a room, or its changed lines. */
function targetsOf(name: RoomName): string[] {
  const { package: folder, sources } = rooms[name]
  if (values.since === undefined) return [filesOf(sources), `!**/*.test.ts`, `!${sources}/**/test/**`]
  const prefix = `packages/${folder}/`
  return changedLinesSince(repository, values.since)
    .filter(({ file }) => matchesGlob(file, `${prefix}${filesOf(sources)}`) && !file.endsWith('.test.ts'))
    .map(({ file, first, last }) => `${file.slice(prefix.length)}:${first}-${last}`)
}

/** @throws Error when the tests of the room fail without a change */
function run(name: RoomName, targets: readonly string[]): Result {
  const copy = createWorkingCopy(repository)
  try {
    const report = join(copy.root, 'report.json')
    const program = join(copy.root, 'packages/mutation/src/runRoom.ts')
    const cwd = join(copy.root, 'packages', rooms[name].package)
    const cache = join(repository, `node_modules/.cache/latchkey-mutation/${name}.json`)
    const options = ['--report', report, ...(values.incremental ? ['--incremental-file', cache] : [])]
    const { status } = spawnSync(process.execPath, [program, ...options, '--', name, ...targets], {
      cwd,
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error(`Failed to change the room ${name}: Stryker ended with exit code ${status}.`)
    return resultOf(JSON.parse(readFileSync(report, 'utf8')) as Report)
  } finally {
    copy.remove()
  }
}

mkdirSync(results, { recursive: true })
for (const name of positionals.length > 0 ? (positionals as RoomName[]) : names) {
  const targets = targetsOf(name)
  if (targets.length === 0) continue
  const result = run(name, targets)
  const score = scoreOf(result)
  const unexplained = unexplainedIn(name, result)
  console.log(`${name}: ${(score * 100).toFixed(1)} % of ${result.killed + result.survivors.length} changes noticed.`)
  for (const { file, code, replacement } of unexplained) console.log(`  ${file}: ${code} => ${replacement}`)
  if (score < leastScore || unexplained.length > 0) process.exitCode = 1
  if (values.since === undefined)
    writeFileSync(join(results, `${name}.json`), `${JSON.stringify(result, undefined, 2)}\n`)
}
