import { loadContract } from '../comparison/contract.ts'
import type { ObservedExchange } from '../comparison/observedExchange.ts'
import { startProxy } from '../hosts/proxy.ts'
import { createRecording } from '../recording/createRecording.ts'
import { readKept } from '../recording/keptFields.ts'
import { cannotListen } from './cannotListen.ts'
import { commandHelp, helpFlag } from './commandHelp.ts'
import { firstEndSignal } from './endSignals.ts'
import { readHosts, readPort } from './flagReaders.ts'
import { tryOutputFile } from './outputFile.ts'
import { parseFlags } from './parseFlags.ts'
import { assertOtherFile, inputFilesOf } from './sameFile.ts'
import { readTarget, readTimeout, refuseOwnAddress, targetFlags } from './targetFlags.ts'
import { loadTargetNames } from './targetNames.ts'
import { keepFlag, leftOutLines, scenarioFlags, writeScenario } from './writeScenario.ts'

const flags = { ...targetFlags, ...scenarioFlags, ...keepFlag, ...helpFlag } as const

const helpText = () =>
  commandHelp({
    about:
      'Stands between an app and a real deployment, passes every request on, and keeps what the app reads of settings, providers, gates, lists, networks and hostnames as a scenario that a mock plays. Placeholders stand for all texts of the deployment, so you can show it to anybody. Ctrl+C, SIGTERM or SIGHUP ends it and writes the scenario.',
    usage: 'record --target <url> --scenario <file> [flags]',
    flags,
    more: ['Exit code: 0, 2 for wrong flags, 3 if nothing passed that a scenario keeps.'],
  })

/**
 * Runs `latchkey-mock record` until a signal ends it.
 *
 * @returns The exit code.
 * @throws TypeError with one line that says what is wrong with the arguments
 */
export async function runRecord(args: readonly string[]): Promise<number> {
  const options = readFlags(args)
  if (!options) {
    console.log(helpText())
    return 0
  }
  const { file, port } = options
  await tryOutputFile({ flag: '--scenario', file, overwrite: options.overwrite })
  const ended = firstEndSignal()
  const names = await loadTargetNames(options.namesFile)
  const recording = createRecording(await loadContract(), options.isKept)
  const observer = {
    observe: (exchange: ObservedExchange) => recording.observe(names.read(exchange)),
    noteUnanswered: () => undefined,
  }
  const proxy = await startProxy({ ...options, isSdkPath: names.isSdkPath }, observer).catch(cannotListen(port))
  console.log(`Listening at ${proxy.url}. Point the app there. Ctrl+C ends, and writes the scenario.`)
  await ended
  await proxy.close()
  const recorded = recording.scenario()
  if (!recorded) {
    console.log('Nothing passed that a scenario keeps, so none was written.')
    return 3
  }
  await writeScenario(file, recorded.scenario)
  console.log([`Wrote ${file}. Play it by: latchkey-mock --scenario ${file}`, ...leftOutLines(recorded)].join('\n'))
  return 0
}

function readFlags(args: readonly string[]) {
  const values = parseFlags(args, flags)
  if (values.help) return undefined
  const { scenario, keep = [], port = '4011', 'allow-host': allowHosts = [], timeout = '30' } = values
  const options = {
    target: readTarget(values.target),
    port: readPort(port, '--port'),
    allowHosts: readHosts(allowHosts, '--allow-host'),
    timeoutMs: readTimeout(timeout),
    namesFile: values.names,
    isKept: readKept(keep),
    overwrite: values.overwrite,
  }
  refuseOwnAddress(options.target, options.port)
  if (scenario === undefined) throw new TypeError('--scenario is missing: --scenario <file>.')
  if (!scenario.endsWith('.json')) throw new TypeError(`--scenario takes a file that ends in .json, not "${scenario}".`)
  assertOtherFile({ flag: '--scenario', file: scenario }, inputFilesOf(values, ['names']))
  return { ...options, file: scenario }
}
