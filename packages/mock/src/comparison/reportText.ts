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
    ...noteLines(operations),
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

/** The notes. Fields that the mock has otherwise are many, since it has other records, so they are counted. */
function noteLines(operations: readonly [string, OperationReport][]): string[] {
  const lines = operations.flatMap(([name, { notes }]) =>
    notes.map(({ text, count }) => `  ${name}: ${text} (${count} ×)`),
  )
  const fieldCount = operations.reduce((sum, [, { fields }]) => sum + fields.length, 0)
  const counted =
    fieldCount > 0
      ? [
          `  ${plural(fieldCount, 'optional field')} occur${fieldCount === 1 ? 's' : ''} otherwise in the mock: see "fields" of --report.`,
        ]
      : []
  const all = [...lines, ...counted]
  return all.length > 0 ? ['', 'Notes, which are no differences:', ...all] : []
}
