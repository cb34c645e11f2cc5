/**
 * Measures the packages and similar ones, and prints the table. `--write` writes it to the README. With names of
 * groups, such as `loopback`, measures only these.
 *
 * Nothing here passes or fails, because times depend on the machine.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { type Row, toMarkdown } from './row.ts'
import { ceremonies } from './rows/ceremonies.ts'
import { connections } from './rows/connections.ts'
import { delays } from './rows/delays.ts'
import { embeddedWallets } from './rows/embeddedWallets.ts'
import { firstCalls } from './rows/firstCalls.ts'
import { allowlistGrowth, userGrowth } from './rows/growth.ts'
import { ledger } from './rows/ledger.ts'
import { droppedMocks, longRun, memory } from './rows/memory.ts'
import { otherNames } from './rows/otherNames.ts'
import { overhead } from './rows/overhead.ts'
import { pageWallets } from './rows/pageWallets.ts'
import { paging } from './rows/paging.ts'
import { realChain } from './rows/realChain.ts'
import { injected, insideMsw, loopback } from './rows/requests.ts'
import { signIns } from './rows/signIns.ts'
import { clientSizes, typeCosts } from './rows/sizes.ts'
import { sockets } from './rows/sockets.ts'
import { startUp } from './rows/start.ts'
import { stateFile } from './rows/stateFile.ts'
import { manyUsers } from './rows/store.ts'
import { suite } from './rows/suite.ts'
import { sweeps } from './rows/sweeps.ts'
import { workerPage } from './rows/workerPage.ts'
import { workerStart } from './rows/workerStart.ts'
import { worlds } from './rows/worlds.ts'

// Those that a large heap would slow down come before those that fill one.
const groups: ReadonlyArray<() => Row[] | Promise<Row[]>> = [
  overhead,
  signIns,
  ceremonies,
  embeddedWallets,
  insideMsw,
  loopback,
  connections,
  injected,
  otherNames,
  ledger,
  realChain,
  sockets,
  stateFile,
  droppedMocks,
  longRun,
  memory,
  worlds,
  allowlistGrowth,
  userGrowth,
  manyUsers,
  delays,
  startUp,
  firstCalls,
  suite,
  sweeps,
  pageWallets,
  workerPage,
  workerStart,
  paging,
  clientSizes,
  typeCosts,
]
const names = process.argv.slice(2).filter((argument) => argument !== '--write')
const unknown = names.find((name) => groups.every((group) => group.name !== name))
if (unknown !== undefined)
  throw new TypeError(`There is no group "${unknown}", only ${groups.map(({ name }) => name).join(', ')}.`)
const rows: Row[] = []
for (const group of groups) {
  if (names.length > 0 && !names.includes(group.name)) continue
  process.stderr.write(`${group.name} …\n`)
  rows.push(...(await group()))
}

const table = `${toMarkdown(rows)}\n\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}.\n`
console.log(table)

if (process.argv.includes('--write') && names.length === 0) {
  const file = new URL('../README.md', import.meta.url)
  const readme = readFileSync(file, 'utf8')
  const [before = '', rest = ''] = readme.split('<!-- table -->\n')
  const after = rest.slice(rest.indexOf('<!-- /table -->'))
  writeFileSync(file, `${before}<!-- table -->\n\n${table}${after}`)
}
