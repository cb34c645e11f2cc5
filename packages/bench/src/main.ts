/**
 * Measures the packages beside their peers and prints the table. `--write` puts it into the README.
 *
 * Nothing here passes or fails: a machine's mood is no property of the code.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { duration, type Row, toMarkdown } from './row.ts'
import { overhead } from './rows/overhead.ts'
import { paging } from './rows/paging.ts'
import { injected, insideMsw, loopback, timeOfBareRoute } from './rows/requests.ts'
import { signIns } from './rows/signIns.ts'
import { clientSizes, typeCosts } from './rows/sizes.ts'
import { startUp } from './rows/start.ts'
import { lists } from './rows/store.ts'

// Those that a large heap would slow down come before those that fill one.
const groups: ReadonlyArray<() => Row[] | Promise<Row[]>> = [
  overhead,
  signIns,
  insideMsw,
  loopback,
  injected,
  lists,
  startUp,
  paging,
  clientSizes,
  typeCosts,
]
const rows: Row[] = []
/** What the bare route took where the limits that are times were set. */
const bareRouteAtReferenceMs = 0.006
const bareRouteMs = await timeOfBareRoute()
for (const group of groups) {
  process.stderr.write(`${group.name} …\n`)
  rows.push(...(await group()))
}

const pace = bareRouteMs / bareRouteAtReferenceMs
const about = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}. The bare route of 300 takes ${duration(bareRouteMs)} here, and took about ${duration(bareRouteAtReferenceMs)} where the limits that are times were set: "at this pace" is within ${pace.toFixed(1)} times the limit.`
const table = `${toMarkdown(rows, pace)}\n\n${about}\n`
console.log(table)

if (process.argv.includes('--write')) {
  const file = new URL('../README.md', import.meta.url)
  const readme = readFileSync(file, 'utf8')
  const [before = '', rest = ''] = readme.split('<!-- table -->\n')
  const after = rest.slice(rest.indexOf('<!-- /table -->'))
  writeFileSync(file, `${before}<!-- table -->\n${table}${after}`)
}
