import type { ComparisonReport, OperationReport, ReportedDifference } from './comparisonReport.ts'

/** A report as lines for people. */
export function reportText(report: ComparisonReport): string {
  const { compared, requests, differences, unanswered } = report
  const operations = Object.entries(report.operations)
  const reasons = Object.entries(unanswered).map(([reason, count]) => `  ${times(count)} without an answer: ${reason}`)
  return [
    `Compared ${plural(compared, 'exchange')} of ${plural(requests, 'request')}: ${plural(differences, 'difference')}.`,
    ...reasons,
    ...operations.filter(([, { differences: own }]) => own.length > 0).flatMap(operationLines),
    ...(operations.some(([, operation]) => noteCount(operation) > 0)
      ? ['', 'Notes, which are no differences:', ...operations.flatMap(noteLines)]
      : []),
  ].join('\n')
}

const plural = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

const times = (count: number) => plural(count, 'request')

function operationLines([name, { requests, differences, omitted }]: [string, OperationReport]): string[] {
  return [
    '',
    `${name} (${times(requests)})`,
    ...differences.flatMap(differenceLines),
    ...(omitted > 0 ? [`  and ${plural(omitted, 'further difference')}`] : []),
  ]
}

function differenceLines({ kind, side, field, expected, found, count, example }: ReportedDifference): string[] {
  const { status, shape } = example
  return [
    `  ${kind}  ${side} ${field}: expected ${expected}, found ${found} (${count} ×, status ${status})`,
    ...(shape === undefined ? [] : [`    ${JSON.stringify(shape)}`]),
  ]
}

const noteCount = ({ notes, fields }: OperationReport) => notes.length + fields.length

function noteLines([name, { notes, fields }]: [string, OperationReport]): string[] {
  return [
    ...notes.map(({ text, count }) => `  ${name}: ${text} (${count} ×)`),
    ...fields.map(
      ({ field, target, mock }) => `  ${name}: ${field} is ${target.join(' or ')}, in the mock ${mock.join(' or ')}.`,
    ),
  ]
}
