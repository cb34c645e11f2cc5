import { constants } from 'node:os'
import { defined } from '@latchkey/base/defined'
import { x } from 'tinyexec'
import { commandHelp } from './commandHelp.ts'
import { flags } from './flags.ts'
import { noProxyVariables } from './noProxy.ts'
import { type CliOptions, toOptions } from './options.ts'
import { parseFlags } from './parseFlags.ts'
import { addVariables } from './readFlags.ts'
import { envFlag, factsText, readOwnVariable, variablesFor } from './runVariables.ts'
import { assertOtherFile, inputFilesOf } from './sameFile.ts'
import { startFromFlags, tryStateFile, writeState } from './startFromFlags.ts'
import { tell } from './tell.ts'
import { flagRows } from './usage.ts'

const ownFlags = {
  env: envFlag,
  'export-on-failure': {
    type: 'string',
    hint: 'file',
    help: 'Write the state to this file as JSON if the command fails. latchkey-mock --import <file> loads it.',
  },
} as const

const helpText = () =>
  commandHelp({
    about:
      "Starts a mock on a free port, runs a command beside it, and ends the mock with the command. The command gets the mock's URL, ids and tokens as variables.",
    usage: 'run [flags] -- <command> [arguments]',
    flags: ownFlags,
    more: [
      factsText(),
      'With --https, LATCHKEY_AUTHORITY_FILE is the certificate to trust, and commands of Node trust it (NODE_EXTRA_CA_CERTS). With --control-token, LATCHKEY_CONTROL_TOKEN is the token. Where HTTP_PROXY or a similar variable is set, this machine is added to NO_PROXY.',
      'The exit code is that of the command: 127 if there is no such command, and 128 and the number of the signal if one has ended it.',
      'It takes the flags of the server, too. The default of --port is 0, and lines about requests are printed only with --verbose, to standard error.',
      flagRows().slice(1).join('\n'),
    ],
  })

/** The exit codes of shells for commands that do not start, by the error of the system. */
const notStarted: Readonly<Record<string, { readonly exitCode: number; readonly reason: string }>> = {
  ENOENT: { exitCode: 127, reason: 'there is no such command' },
  EACCES: { exitCode: 126, reason: 'it may not be executed' },
}

/**
 * Runs `latchkey-mock run`: a command with a mock of its own.
 *
 * @returns The exit code of the command, as a shell has it; that of the mock if it cannot start.
 * @throws TypeError with one line that says what is wrong with the arguments
 */
export async function runBeside(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const request = readArguments(args, env)
  if (!request) {
    console.log(helpText())
    return 0
  }
  const { options, command, ownVariables, exportOnFailure } = request
  if (exportOnFailure !== undefined) await tryStateFile('--export-on-failure', exportOnFailure, options)
  const server = await startFromFlags(options, console.error)
  if (!server) return Number(process.exitCode)
  const variables = await readVariables(server, ownVariables)
  tell(`The mock is at ${server.url} while this runs: ${command.join(' ')}`)
  const trust = options.https ? await (await import('./trustAuthority.ts')).trustAuthority(env) : undefined
  const { controlToken } = options.server
  const exitCode = await execute(command, {
    ...noProxyVariables(env),
    ...variables,
    ...defined({ LATCHKEY_CONTROL_TOKEN: controlToken }),
    ...trust?.variables,
  })
  await trust?.end()
  if (options.exportTo !== undefined) await writeState(options.exportTo, server)
  if (exitCode !== 0 && exportOnFailure !== undefined && (await writeState(exportOnFailure, server)))
    tell(`The state is in ${exportOnFailure}. Load it by: latchkey-mock --import ${exportOnFailure}`)
  await server.close()
  return exitCode
}

/** @throws TypeError when a variable asks for what the mock does not have */
async function readVariables(...input: Parameters<typeof variablesFor>): Promise<Record<string, string>> {
  try {
    return variablesFor(...input)
  } catch (error) {
    await input[0].close()
    throw error
  }
}

/** Runs a command in the terminal of this process. @returns Its exit code */
async function execute([command = '', ...args]: readonly string[], variables: Record<string, string>): Promise<number> {
  // By default the folder of Node comes first on its PATH, where the machine's own Python may be, for example.
  const { process: child } = x(command, [...args], {
    nodePath: false,
    nodeOptions: { stdio: 'inherit', env: variables },
  })
  if (!child) return 1
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal)
  // A terminal sends Ctrl+C to the command as well, and many commands take the second one for "at once".
  const signals: NodeJS.Signals[] = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM', 'SIGHUP']
  const ignore = () => undefined
  process.on('SIGINT', ignore)
  for (const signal of signals) process.on(signal, passOn)
  try {
    return await new Promise<number>((resolve) => {
      child.once('error', ({ code = '', message }: NodeJS.ErrnoException) => {
        const { exitCode, reason } = notStarted[code] ?? { exitCode: 126, reason: message }
        tell(`"${command}" cannot be run: ${reason}.`)
        resolve(exitCode)
      })
      child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
    })
  } finally {
    process.off('SIGINT', ignore)
    for (const signal of signals) process.off(signal, passOn)
  }
}

function readArguments(args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const end = args.indexOf('--')
  const command = end === -1 ? [] : args.slice(end + 1)
  const flagArgs = end === -1 ? args : args.slice(0, end)
  if (command.length === 0 && !flagArgs.some((arg) => arg === '--help' || arg === '-h'))
    throw new TypeError('Write -- and the command after the flags: latchkey-mock run -- npm test.')
  const values = parseFlags(flagArgs, { ...flags, ...ownFlags })
  if (values.help) return undefined
  const { env: own = [], 'export-on-failure': exportOnFailure, ...serverValues } = values
  const withVariables = addVariables(serverValues, env)
  if (withVariables.json) throw new TypeError('--json is only for a server. A command gets variables instead.')
  const options: CliOptions = {
    ...toOptions({ ...withVariables, port: withVariables.port ?? '0' }),
    quiet: !withVariables.verbose,
  }
  if (exportOnFailure !== undefined)
    assertOtherFile({ flag: '--export-on-failure', file: exportOnFailure }, inputFilesOf(withVariables))
  return { options, command, ownVariables: own.map(readOwnVariable), exportOnFailure }
}
