import { constants } from 'node:os'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { x } from 'tinyexec'
import { CommandCrashed, CommandFailed } from '../sweep/commandErrors.ts'
import { waitFor } from '../sweep/passTime.ts'

/** A command that runs beside a mock. */
export interface StartedCommand {
  /**
   * Settles when the command ends.
   *
   * @throws CommandNotStarted, CommandFailed or CommandCrashed
   */
  readonly ended: Promise<void>
  /** Ends the command and all that it has started. */
  end(): Promise<void>
  /** The last lines that it has printed, without colours. */
  output(): string
}

/**
 * Starts a command with its arguments.
 *
 * @param variables - Those that it has besides the variables of this process.
 */
export type StartCommand = (command: readonly string[], variables: Record<string, string>) => StartedCommand

/** A command that does not start. */
export class CommandNotStarted extends Error {
  override readonly name = 'CommandNotStarted'
}

/** Why a command does not start, by the error of the system. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such command',
  EACCES: 'it may not be executed',
}

const mostLines = 20
const mostCharacters = 4000
/** Real time for a command to end by itself, and for its output to arrive. */
const graceMs = 1000
/** Signals of a program that does not run on. Shells and npm give them as exit codes, from 128 on. */
const crashes = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGKILL', 'SIGSEGV', 'SIGSYS'] as const
/** From here on, exit codes of Windows are exceptions of the system. */
const windowsExceptions = 0xc0000000

/** Commands have a process group each, so that all that they have started can be ended. Windows has no such groups. */
const hasGroups = process.platform !== 'win32'

/** Starts a command whose output is kept, and whose input is empty. */
export function startCommand(
  [command = '', ...args]: readonly string[],
  variables: Record<string, string>,
): StartedCommand {
  // By default the folder of Node comes first on its PATH, where the machine's own Python may be, for example.
  const { process: child } = x(command, args, {
    nodePath: false,
    nodeOptions: { stdio: ['ignore', 'pipe', 'pipe'], env: variables, detached: hasGroups },
  })
  if (!child) throw new CommandNotStarted(`"${command}" cannot be run.`)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(-4 * mostCharacters)))
  const closed = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', ({ code = '', message }: NodeJS.ErrnoException) =>
      reject(new CommandNotStarted(`"${command}" cannot be run: ${reasons[code] ?? message}.`)),
    )
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const kill = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined) return
    try {
      if (hasGroups) process.kill(-child.pid, signal)
      else child.kill(signal)
    } catch {
      // All of them have ended.
    }
  }
  const endAtExit = () => kill('SIGKILL')
  process.once('exit', endAtExit)

  async function end(): Promise<void> {
    kill('SIGTERM')
    await waitFor(exited, graceMs)
    await endRest()
  }

  /** Processes that a command has left would hold its ports and its output. */
  async function endRest(): Promise<void> {
    kill('SIGKILL')
    await waitFor(closed, graceMs)
    process.off('exit', endAtExit)
  }

  const output = () => lastLines(printed)
  async function judge(): Promise<void> {
    const { code, signal } = await exited
    await endRest()
    const crash = signal ?? crashOf(code)
    if (crash !== undefined) throw new CommandCrashed(`ended by ${crash}`, output())
    if (code !== 0) throw new CommandFailed(`exit code ${code}`, output())
  }
  const ended = judge()
  // Nobody waits for a command that is ended.
  ended.catch(() => undefined)
  return { ended, end, output }
}

function crashOf(code: number | null): string | undefined {
  if (code === null) return undefined
  if (code >= windowsExceptions) return `the exception 0x${code.toString(16)}`
  return crashes.find((signal) => constants.signals[signal] === code - 128)
}

function lastLines(printed: string): string {
  const lines = stripVTControlCharacters(printed).trimEnd().split(/\r?\n/)
  return lines.slice(-mostLines).join('\n').slice(-mostCharacters)
}
