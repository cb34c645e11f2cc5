import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWholeFile } from '../effects/writeWholeFile.ts'
import { streamOf } from '../http/bodyStream.ts'
import { htmlReport } from './htmlReport.ts'
import { junitReport } from './junitReport.ts'
import { reportFileName } from './reportFileName.ts'
import type { SweepReport } from './sweepReport.ts'

const formats: Readonly<Record<string, (report: SweepReport) => string>> = {
  json: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
  xml: junitReport,
  html: htmlReport,
}

/** A report has no secrets of the service: who reads the folder may read it. */
const mode = 0o666

/**
 * Writes a report as JSON, as JUnit XML, and as a page. The folder is created if there is none, and the files of an
 * earlier run of the sweep are replaced.
 *
 * @returns The paths of the files
 * @throws Error with one line that names the folder
 */
export async function writeSweepReport(folder: string, report: SweepReport): Promise<string[]> {
  const name = reportFileName(report)
  const files: string[] = []
  try {
    await mkdir(folder, { recursive: true })
    for (const [type, format] of Object.entries(formats)) {
      const file = join(folder, `${name}.${type}`)
      await writeWholeFile(file, streamOf([format(report)]), mode)
      files.push(file)
    }
  } catch (cause) {
    throw notWritten(folder, cause)
  }
  return files
}

/**
 * Creates the folder of a report before a sweep runs, so that it does not fail at the end.
 *
 * @throws Error with one line that names the folder
 */
export async function openReportFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (cause) {
    throw notWritten(folder, cause)
  }
}

const notWritten = (folder: string, cause: unknown): Error =>
  new Error(`Failed to write the report of a sweep to "${folder}": ${(cause as Error).message}.`, { cause })
