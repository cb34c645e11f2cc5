import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '@latchkey/base/isObject'
import { quoted } from '../effects/quoted.ts'
import { reportFileName } from '../sweep/reportFileName.ts'
import type { SweepReport } from '../sweep/sweepReport.ts'
import { tryOutputFile } from './outputFile.ts'
import { readJsonFile } from './readDataFile.ts'

/** Reads the file of `--known-faults`. @throws TypeError with one line */
export function readKnownFaults(file: string): Readonly<Record<string, string>> {
  const read = readJsonFile('file of known faults', file)
  if (isObject(read) && Object.values(read).every((reason) => typeof reason === 'string' && reason !== ''))
    return read as Readonly<Record<string, string>>
  throw new TypeError(
    `The file of known faults ${file} must be an object of names of cases, each with the reason: {"profile.get: the reply is lost": "mended in May"}.`,
  )
}

/** Reads the file of `--changed`. @throws TypeError with one line */
export function readEarlierReport(file: string): SweepReport {
  const read = readJsonFile('report', file)
  if (isReport(read)) return read
  throw new TypeError(`The file ${file} is no report of a sweep: --report writes one.`)
}

/** The name of a sweep: its command. */
export const nameOfSweep = (command: readonly string[]): string => command.map(quoted).join(' ')

/** The file of a report that later sweeps can read. */
export const reportFileOf = (folder: string, command: readonly string[]): string =>
  join(folder, `${reportFileName({ name: nameOfSweep(command) })}.json`)

/** Tries at the start whether a report can be written at the end. @throws TypeError with one line */
export async function tryReportFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch(() => undefined)
  await tryOutputFile({ flag: '--report', file: join(folder, 'sweep.json'), overwrite: true })
}

const isReport = (value: unknown): value is SweepReport =>
  isObject(value) && value['version'] === 1 && Array.isArray(value['calls']) && Array.isArray(value['results'])
