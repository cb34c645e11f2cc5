import { isOutcome } from '@latchkey/contract/sweepResults'
import { readJsonFile } from '../../files.ts'
import type { Report } from './shownMark.ts'

/** Reads a report of a sweep from a file. @throws Error with a sentence, when it is not such a report */
export async function readReport(file: File): Promise<Report> {
  const report = await readJsonFile(file)
  const problem = problemOf(fieldsOf(report))
  if (problem !== undefined) throw new Error(`The file ${file.name} is not a report of a sweep: ${problem}`)
  return report as Report
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown) => Object(value) as Fields

function problemOf({ version, name, calls, results, pictures }: Fields): string | undefined {
  if (version !== 1) return 'its version is not 1.'
  if (typeof name !== 'string') return 'it has no name.'
  if (!areCalls(calls)) return 'its calls cannot be read.'
  if (!Array.isArray(pictures) || !pictures.every(isPicture)) return 'its pictures cannot be read.'
  if (!Array.isArray(results)) return 'it has no results.'
  const index = results.findIndex((result) => !isResult(fieldsOf(result)))
  return index === -1 ? undefined : `its result ${index + 1} cannot be read.`
}

const isPicture = (value: unknown) => typeof value === 'string' && value.startsWith('data:image/')

const isResult = (result: Fields) =>
  hasTexts(result, ['name', 'call', 'failure']) &&
  hasTexts(result, ['fault', 'message', 'line', 'replay', 'knownFault'], 'undefined') &&
  isOutcome(String(result.outcome)) &&
  areCalls(result.calls)

const areCalls = (calls: unknown) =>
  Array.isArray(calls) &&
  calls
    .map(fieldsOf)
    .every(
      (call) =>
        hasTexts(call, ['name', 'method', 'path']) &&
        hasTexts(call, ['code'], 'undefined') &&
        ['number', 'string', 'undefined'].includes(typeof call.status),
    )

/** @param other - The type that a value may have in place of a text. */
const hasTexts = (fields: Fields, names: readonly string[], other = 'string') =>
  names.every((name) => ['string', other].includes(typeof fields[name]))
