import { operationTable } from '@latchkey/types'
import { didYouMean } from '../shared/nearest.ts'
import type { Difference } from './difference.ts'

/** Whether a difference of an operation is left out of the report. */
export type IsIgnored = (operation: string, difference: Pick<Difference, 'field'>) => boolean

/**
 * Reads what a report leaves out: an operation (`gates.list`, or `GET /api/v0/gateways` as the report calls it), a field
 * or header of all operations (`color`), or one of an operation (`gates.list:color`). A field is named by its last name,
 * or by its whole path.
 *
 * @throws TypeError for an operation that does not exist.
 */
export function readIgnored(rules: readonly string[]): IsIgnored {
  const read = rules.map(readRule)
  return (operation, { field }) =>
    read.some(
      (rule) =>
        (rule.operation === undefined || rule.operation === operation) &&
        (rule.field === undefined || isNamed(field, rule.field)),
    )
}

interface Rule {
  readonly operation?: string
  readonly field?: string
}

const operationId = /^[a-z]\w*\.\w+$/
/** The name of a request of no operation: `GET /api/v0/gateways`. */
const request = /^[A-Z]+ \//

function readRule(text: string): Rule {
  if (request.test(text)) return { operation: text }
  const [first = '', ...rest] = text.split(':')
  if (rest.length === 0 && !operationId.test(first)) return { field: first }
  if (!Object.hasOwn(operationTable, first))
    throw new TypeError(
      `--ignore takes an operation, a field or "operation:field", and there is no operation "${first}".` +
        didYouMean(first, Object.keys(operationTable)),
    )
  return rest.length === 0 ? { operation: first } : { operation: first, field: rest.join(':') }
}

/** The field of a difference is `body.gates[].color` or `header x-color`. */
function isNamed(field: string, name: string): boolean {
  return field === name || field.split(/[. ]|\[\]/).at(-1) === name || field.split(' ').at(-1) === name
}
