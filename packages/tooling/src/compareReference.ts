/**
 * Compares the document in `spec/` with a reference of the interface's facts.
 *
 * Usage: `node packages/tooling/src/compareReference.ts <folder>`, where the folder has `operations.yaml` and
 * `schemas.yaml`. It fails on a difference that the page of the decisions does not name, and on one that the page
 * names and that does not exist.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compare } from './compareReference/compare.ts'
import { readPage } from './compareReference/differencePage.ts'
import { judge, lineOf } from './compareReference/judge.ts'
import { readDocument } from './compareReference/readDocument.ts'
import { readReference } from './compareReference/readReference.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = 'spec/decisions/39-differences-from-the-interface.md'
const [folder] = process.argv.slice(2)

if (folder === undefined) {
  console.error('Name the folder that has operations.yaml and schemas.yaml of the reference.')
  process.exitCode = 2
} else {
  const { differences: named, renamed } = readPage(readFileSync(`${root}/${page}`, 'utf8'))
  const reference = readReference(folder)
  const document = readDocument(`${root}/packages/types/src/generated/openapi.json`)
  const differences = compare({ reference, document, renamed })
  const { unnamed, stale } = judge(differences, named)
  for (const difference of unnamed) console.log(`not named: ${lineOf(difference)}`)
  for (const row of stale) console.log(`does not exist: ${lineOf(row)} (${page}:${row.line})`)
  console.log(
    `${reference.operations.size} operations and ${reference.schemas.size} schemas, enums and scalars compared: ` +
      `${differences.length} differences, of which ${unnamed.length} are not named. ` +
      `The page names ${named.length}, of which ${stale.length} do not exist.`,
  )
  if (unnamed.length + stale.length > 0) process.exitCode = 1
}
