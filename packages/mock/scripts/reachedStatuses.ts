/** Fails unless the tests that ran just before have reached every status that the document gives an operation. */
import { type OperationRow, operationTable } from '@latchkey/types'
import { readRecordings } from '../test/statusRecordings.ts'

const reached = readRecordings()
const documented = Object.entries<OperationRow>(operationTable).map(([id, { success, errors }]) => ({
  id,
  statuses: [...success, ...Object.keys(errors)],
}))
const missing = documented.flatMap(({ id, statuses }) => {
  const unreached = statuses.filter((status) => !reached.has(`${id} ${status}`))
  return unreached.length === 0 ? [] : `${id}: ${unreached.join(', ')}`
})

if (missing.length > 0) {
  console.error(`No test reaches these documented statuses:\n  ${missing.join('\n  ')}`)
  process.exit(1)
}
console.log(
  `Tests reach all ${documented.flatMap(({ statuses }) => statuses).length} documented statuses of ${documented.length} operations.`,
)
