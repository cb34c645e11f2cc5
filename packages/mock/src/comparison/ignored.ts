import { didYouMean } from '@latchkey/base/nearest'
import { operationTable } from '@latchkey/types'
import type { Judgement } from './judge.ts'

/**
 * Whether a difference of an operation is left out of the report.
 *
 * @param field - Its whole name, as the deployment has it: `body.gates[].color`
 */
export type IsIgnored = (judgement: Pick<Judgement, 'operation' | 'shownOperation'>, field: string) => boolean

/**
 * Reads what a report leaves out: an operation (`gates.list`, or `GET /api/v0/gateways/*`), a field or header of all
 * operations (`color`), or one of an operation (`gates.list:color`). Names are those of the deployment, which the report
 * does not show. A field is named by its last name, or by its whole path. `*` stands for a segment of a path, or for
 * the end of a field's name.
 *
 * @throws TypeError for an operation that does not exist, and for a numbered placeholder of a report.
 */
export function readIgnored(rules: readonly string[]): IsIgnored {
  const read = rules.map(readRule)
  return (judgement, field) =>
    read.some(
      (rule) =>
        (rule.operation === undefined || isOperation(judgement, rule.operation)) &&
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
const numbered = /<(field|header|parameter|segment) \d+>/

function readRule(text: string): Rule {
  const [placeholder] = numbered.exec(text) ?? []
  if (placeholder !== undefined)
    throw new TypeError(
      `--ignore takes names, and ${placeholder} can be another one in the next report. --show-names prints its name.`,
    )
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

function isOperation({ operation, shownOperation }: Parameters<IsIgnored>[0], rule: string): boolean {
  if (rule === operation || rule === shownOperation) return true
  const steps = rule.split('/')
  const segments = operation.split('/')
  return steps.length === segments.length && steps.every((step, index) => step === '*' || step === segments[index])
}

/** The field of a difference is `body.gates[].color` or `header x-color`. */
function isNamed(field: string, rule: string): boolean {
  const names = [field, field.split(/[. ]|\[\]/).at(-1), field.split(' ').at(-1)]
  if (!rule.endsWith('*')) return names.includes(rule)
  return names.some((name) => name?.startsWith(rule.slice(0, -1)))
}
