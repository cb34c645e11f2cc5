import type { ComparisonReport } from '../comparison/comparisonReport.ts'
import { createComparison } from '../comparison/createComparison.ts'
import { readIgnored } from '../comparison/ignored.ts'
import type { ObservedExchange } from '../comparison/observedExchange.ts'
import { reportText } from '../comparison/reportText.ts'
import { writeWholeFile } from '../effects/writeWholeFile.ts'
import { startProxy } from '../hosts/proxy.ts'
import { cannotListen } from './cannotListen.ts'
import { commandHelp, helpFlag } from './commandHelp.ts'
import { firstEndSignal } from './endSignals.ts'
import { readHosts, readPort } from './flagReaders.ts'
import { namesText } from './namesText.ts'
import { tryOutputFile } from './outputFile.ts'
import { parseFlags } from './parseFlags.ts'
import { assertOtherFile, inputFilesOf } from './sameFile.ts'
import { readTarget, readTimeout, refuseOwnAddress, targetFlags } from './targetFlags.ts'
import { loadTargetNames } from './targetNames.ts'

const flags = {
  ...targetFlags,
  report: { type: 'string', hint: 'file', help: 'Write the report as JSON, too.' },
  overwrite: { type: 'boolean', help: 'Let --report replace a file that is not a report.' },
  ignore: {
    type: 'string',
    multiple: true,
    hint: 'name',
    help: 'Leave out an operation (gates.list), a field or header (x-color), or one of an operation (gates.list:color).',
  },
  'show-names': {
    type: 'boolean',
    help: 'Print below the report which names its placeholders stand for. They can be secrets: do not share them.',
  },
  ...helpFlag,
} as const

const helpText = () =>
  commandHelp({
    about:
      'Stands between an app and a real deployment, passes every request on, and reports where the deployment differs from the mock. Ctrl+C, SIGTERM or SIGHUP ends it and prints the report. The report names only what the OpenAPI document has, with placeholders for everything else, so you can show it to anybody.',
    usage: 'compare --target <url> [flags]',
    flags,
    more: ['Exit code: 0 no difference, 1 differences, 2 wrong flags, 3 nothing compared.'],
  })

/** A report of another run. */
const earlierReport = { flag: '--report', ownBeginning: /^\{\s*"version": \d+,\s*"requests":/ } as const

/** The exit codes of the command. */
const exitCodes = { same: 0, different: 1, misuse: 2, nothing: 3 } as const

/**
 * Runs `latchkey-mock compare` until a signal ends it.
 *
 * @returns The exit code.
 * @throws TypeError with one line that says what is wrong with the arguments
 */
export async function runCompare(args: readonly string[]): Promise<number> {
  const { isHelp, port, target, reportFile, overwrite, areNamesShown, ...options } = readFlags(args)
  if (isHelp) {
    console.log(helpText())
    return exitCodes.same
  }
  if (reportFile !== undefined) await tryOutputFile({ ...earlierReport, file: reportFile, overwrite })
  const ended = firstEndSignal()
  const names = await loadTargetNames(options.namesFile)
  const comparison = await createComparison(options.isIgnored, names.isInterfacePath)
  const observer = { ...comparison, observe: (exchange: ObservedExchange) => comparison.observe(names.read(exchange)) }
  const proxyOptions = { ...options, target: target as URL, port, isSdkPath: names.isSdkPath }
  const proxy = await startProxy(proxyOptions, observer).catch(cannotListen(port))
  console.log(`Listening at ${proxy.url}. Point the app there. Ctrl+C ends, and prints the report.`)
  await ended
  await proxy.close()
  const report = await comparison.report()
  // First to the terminal, so that a file that cannot be written any more does not take the report with it.
  console.log(reportText(report))
  if (areNamesShown) console.log(namesText(comparison.hiddenNames()))
  if (reportFile !== undefined) await writeReport(reportFile, report)
  return exitCodeOf(report)
}

function readFlags(args: readonly string[]) {
  const values = parseFlags(args, flags)
  const { target, port = '4011', 'allow-host': allowHosts = [], timeout = '30' } = values
  const { names, report, ignore = [], 'show-names': areNamesShown = false, help } = values
  const isHelp = help ?? false
  const options = {
    isHelp,
    target: isHelp ? undefined : readTarget(target),
    port: readPort(port, '--port'),
    allowHosts: readHosts(allowHosts, '--allow-host'),
    timeoutMs: readTimeout(timeout),
    namesFile: names,
    reportFile: report,
    overwrite: values.overwrite,
    areNamesShown,
    isIgnored: readIgnored(ignore),
  }
  if (options.target) refuseOwnAddress(options.target, options.port)
  if (report !== undefined && !isHelp)
    assertOtherFile({ flag: '--report', file: report }, inputFilesOf(values, ['names']))
  return options
}

async function writeReport(file: string, report: ComparisonReport): Promise<void> {
  try {
    await writeWholeFile(file, new Blob([`${JSON.stringify(report, undefined, 2)}\n`]).stream())
  } catch (error) {
    throw new TypeError(`The report cannot be written to ${file}: ${(error as Error).message}.`, { cause: error })
  }
}

/** A run that has compared nothing has not shown that anything is the same. */
function exitCodeOf({ differences, compared }: ComparisonReport): number {
  if (differences > 0) return exitCodes.different
  return compared > 0 ? exitCodes.same : exitCodes.nothing
}
