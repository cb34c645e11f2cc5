/**
 * Fails unless the tests that ran just before have seen the whole contract: every status that the document gives an
 * operation, and every field that a reply may have, but those of `test/contract/unreachedFields.ts`; and have let each
 * write of each operation fail, and strangers send each operation in vain. Handlers must have read every parameter,
 * header and field of a body, but those of `test/contract/unreadInputs.ts`. `evidence.json` has to say of each
 * operation what this run shows; `--write` writes it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { evidenceOf, strangersFail } from '../test/contract/evidence.ts'
import { isReadLine } from '../test/contract/noteReads.ts'
import { refusalsFile, refusalsOf } from '../test/contract/refusals.ts'
import { documentedFields } from '../test/contract/replyFields.ts'
import { readRecordings } from '../test/contract/replyRecordings.ts'
import { documentedInputs } from '../test/contract/requestInputs.ts'
import { rollbackFaults } from '../test/contract/rollbackRecordings.ts'
import { unreachedFields } from '../test/contract/unreachedFields.ts'
import { unreadInputs } from '../test/contract/unreadInputs.ts'

const reached = readRecordings()
const rows = Object.entries<OperationRow>(operationTable)
const statuses = rows.flatMap(([id, { success, errors }]) =>
  [...success, ...Object.keys(errors)].map((status) => `${id} ${status}`),
)
const fields = [...documentedFields(rows.map(([, row]) => row))]
const isExcused = (field: string) => field in unreachedFields || (field.split('.')[0] as string) in unreachedFields
const isReached = (name: string) => reached.has(name)
const inputs = [...documentedInputs(rows)]
const isRead = (input: string) => reached.has(isReadLine(input))

const evidenceFile = new URL('../evidence.json', import.meta.url)
const evidence = evidenceOf(reached)
if (process.argv.includes('--write')) writeFileSync(evidenceFile, `${JSON.stringify(evidence, null, 2)}\n`)
const refusalsPath = new URL('../src/http/generated/refusals.ts', import.meta.url)
const refusals = refusalsOf(reached)
if (process.argv.includes('--write')) writeFileSync(refusalsPath, refusalsFile(refusals))
const { refusals: committedRefusals } = (await import(
  `${refusalsPath.href}?written`
)) as typeof import('../src/http/generated/refusals.ts')
const committed = JSON.parse(readFileSync(evidenceFile, 'utf8')) as typeof evidence
const isStale = (id: string) => committed[id] !== evidence[id]

const faults = {
  'evidence.json is not what this run shows; `pnpm --filter @latchkey/mock evidence` writes it': [
    ...new Set([...Object.keys(evidence), ...Object.keys(committed)]),
  ].filter(isStale),
  'src/http/generated/refusals.ts is not what this run shows; `pnpm --filter @latchkey/mock evidence` writes it':
    Object.entries(refusals).flatMap(([id, codes]) => (committedRefusals[id as OperationId] === codes ? [] : id)),
  ...rollbackFaults(operationTable, reached),
  'No test lets strangers send these operations': rows.map(([id]) => id).filter((id) => !isReached(strangersFail(id))),
  'No test reaches these documented statuses': statuses.filter((status) => !isReached(status)),
  'No test sees these fields of replies with a value': fields.filter((field) => !isReached(field) && !isExcused(field)),
  'Tests see these fields, so test/contract/unreachedFields.ts must not name them': fields.filter(
    (field) => isReached(field) && isExcused(field),
  ),
  'test/contract/unreachedFields.ts names what no reply has': Object.keys(unreachedFields).filter(
    (name) => !fields.some((field) => field === name || field.startsWith(`${name}.`)),
  ),
  'No handler reads these parts of requests': inputs.filter((input) => !isRead(input) && !(input in unreadInputs)),
  'Handlers read these parts of requests, so test/contract/unreadInputs.ts must not name them': inputs.filter(
    (input) => isRead(input) && input in unreadInputs,
  ),
  'test/contract/unreadInputs.ts names what no request has': Object.keys(unreadInputs).filter(
    (name) => !inputs.includes(name),
  ),
}

const lines = Object.entries(faults).flatMap(([sentence, names]) =>
  names.length === 0 ? [] : [`${sentence} (${names.length}):`, ...names.slice(0, 20).map((name) => `  ${name}`)],
)
if (lines.length > 0) {
  console.error(lines.join('\n'))
  process.exit(1)
}
console.log(
  `Tests reach all ${statuses.length} documented statuses of ${rows.length} operations, and`,
  `${fields.filter(isReached).length} of ${fields.length} fields of their replies; test/contract/unreachedFields.ts says why not the others.`,
  `Handlers read ${inputs.filter(isRead).length} of ${inputs.length} parameters, headers and fields of bodies; test/contract/unreadInputs.ts says why not the others.`,
)
