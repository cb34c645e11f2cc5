import process from 'node:process'
import { defined } from '@latchkey/base/defined'
import { keepBrowserWallets } from '../control/device/keepBrowserWallets.ts'
import { startServer } from '../hosts/server.ts'
import { CommandFailed } from '../sweep/commandErrors.ts'
import { waitFor } from '../sweep/passTime.ts'
import type { Stage } from '../sweep/runOnce.ts'
import { noProxyVariables } from './noProxy.ts'
import type { CliOptions } from './options.ts'
import { variablesFor } from './runVariables.ts'
import type { StartCommand, StartedCommand } from './startCommand.ts'

/** The variable with the name of the case that a command runs in. A sweep within a sweep notices it. */
export const caseVariable = 'LATCHKEY_SWEEP_CASE'

interface CommandStageInput {
  readonly command: readonly string[]
  readonly options: CliOptions
  readonly ownVariables: Parameters<typeof variablesFor>[1]
  readonly env: Readonly<Record<string, string | undefined>>
  /** The variables by which the command trusts the certificate of the mock. */
  readonly trust: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly lateMs: number
  readonly start: StartCommand
  /** The name of the case; absent while the sweep learns the calls. */
  readonly caseName?: string
  replayOf(name: string): string
}

/** The argument of the body, which starts the command. */
export interface CommandContext {
  /** @throws CommandNotStarted, CommandFailed or CommandCrashed */
  run(): Promise<void>
}

export interface CommandStage extends Stage<CommandContext> {
  /** The last lines that the command has printed in the latest run. */
  output(): string
}

/** Real time that a run may take beyond the limit, so that the limit of learning is met first. */
const beyondMs = 5000

/** Serves the mock of each run at a port of its own, and tells the command where it is by variables, as `run` does. */
export function createCommandStage(input: CommandStageInput): CommandStage {
  const { command, options, ownVariables, env, trust, timeoutMs, lateMs, start, caseName, replayOf } = input
  const { server, https, wallets } = options
  const isLearning = caseName === undefined
  let started: StartedCommand | undefined
  return {
    realTime: { limitMs: isLearning ? timeoutMs + beyondMs : timeoutMs, longestDelayMs: lateMs },
    address: 'the URL in LATCHKEY_URL, or give it the URL in a variable of its own: --env API_URL=url',
    folder: process.cwd(),
    replayOf,
    page: () => undefined,
    watchUnhandled: () => () => undefined,
    output: () => started?.output() ?? '',
    async run(mock, work) {
      const certificate = https ? (await import('./localHttps.ts')).localHttps(server) : undefined
      const served = await startServer(mock, {
        ...server,
        https: certificate,
        attach: (each) => keepBrowserWallets(each, wallets),
      })
      const variables = {
        ...noProxyVariables(env),
        ...variablesFor(served, ownVariables),
        ...defined({ LATCHKEY_CONTROL_TOKEN: server.controlToken }),
        ...trust,
        [caseVariable]: caseName ?? 'none',
      }
      try {
        return await work({
          async run() {
            started = start(command, variables)
            await (isLearning ? withinLimit(started.ended, timeoutMs) : started.ended)
          },
        })
      } finally {
        await started?.end()
        await served.close()
      }
    },
  }
}

async function withinLimit(ended: Promise<void>, timeoutMs: number): Promise<void> {
  if ((await waitFor(ended, timeoutMs)) === 'hangs')
    throw new CommandFailed(`not ended after ${timeoutMs / 1000} s, and --timeout gives it more`)
  await ended
}
