import { readFile, writeFile } from 'node:fs/promises'
import { compare } from './compare.ts'
import { putTable, toTable } from './table.ts'

// node behaviour/run.ts [--write] [part of a client's name and runtime]
const part = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'))
  .join(' ')
const { columns, missing } = await compare((name) => (part ? name.includes(part) : !name.startsWith('careless')))
const table = toTable(columns)
console.log(table)
for (const { client, runtime, verdicts } of columns) {
  for (const { when, fault } of verdicts) if (fault) console.log(`${client}, ${runtime}: ${when}: ${fault}`)
}
for (const runtime of missing) console.log(`${runtime} is not on this machine, so its column is missing.`)

if (process.argv.includes('--write')) {
  if (part || missing.length > 0) throw new Error('A part of the table is not written.')
  const readme = new URL('README.md', import.meta.url)
  await writeFile(readme, putTable(await readFile(readme, 'utf8'), table))
}
if (
  columns.some(
    ({ client, verdicts }) => client === '@latchkey/client' && verdicts.some(({ verdict }) => verdict === 'fail'),
  )
)
  process.exitCode = 1
