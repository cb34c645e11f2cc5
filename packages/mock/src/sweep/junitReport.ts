import { stripVTControlCharacters } from 'node:util'
import { isUnexpected } from '@latchkey/contract/sweepResults'
import { findingText, goneText } from './findingText.ts'
import type { ReportedResult, SweepReport } from './sweepReport.ts'

/**
 * The report as JUnit XML, as GitLab, Jenkins and actions of GitHub read it: a suite with a case for each case.
 *
 * A known fault is a skipped case, with its reason. The text of a failure repeats its message, since GitLab shows only
 * the text, and lists of failures show only the message.
 */
export function junitReport({ name, file, results }: SweepReport): string {
  const failures = results.filter((result) => stateOf(result) === 'failed').length
  const skipped = results.filter((result) => stateOf(result) === 'skipped').length
  // Readers take a missing time for no number.
  const counts = `tests="${results.length}" failures="${failures}" errors="0" skipped="${skipped}" time="0"`
  const testFile = file === undefined ? '' : ` file="${attribute(file)}"`
  const cases = results.map((result) => {
    const start = `    <testcase classname="${attribute(name)}" name="${attribute(result.name)}"${testFile} time="0"`
    const content = contentOf(result)
    return content === '' ? `${start}/>` : `${start}>\n      ${content}\n    </testcase>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Sweep" ${counts}>`,
    `  <testsuite name="${attribute(name)}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function stateOf(result: ReportedResult): 'passed' | 'failed' | 'skipped' {
  if (isUnexpected(result)) return 'failed'
  return result.fault === undefined ? 'passed' : 'skipped'
}

function contentOf(result: ReportedResult): string {
  const { fault, knownFault, outcome, message } = result
  if (fault === undefined)
    return knownFault === undefined ? '' : failure('gone', goneText(knownFault), goneText(knownFault))
  if (knownFault !== undefined) {
    const reason = `Known fault: ${knownFault}`
    return `<skipped message="${attribute(reason)}">${text(reason)}</skipped>`
  }
  const [firstLine] = message?.split('\n') ?? []
  return failure(outcome, [fault, firstLine].filter(Boolean).join(' '), findingText(result))
}

const failure = (type: string, message: string, content: string): string =>
  `<failure type="${attribute(type)}" message="${attribute(message)}">${text(content)}</failure>`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Not even references may name these characters in XML 1.0, and readers refuse the whole file for one. */
const notOfXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

function text(value: string): string {
  return stripVTControlCharacters(value)
    .replaceAll(notOfXml, '\uFFFD')
    .replaceAll(/[&<>"]/g, (character) => entities[character] as string)
}

/** A line break in an attribute reads as a space if it is written as it is. */
const attribute = (value: string): string => text(value).replaceAll(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`)
