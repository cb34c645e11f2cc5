import { didYouMean } from '@latchkey/base/nearest'
import { version } from '../effects/version.ts'
import type { MockServer } from '../hosts/server.ts'
import { authorityFile } from './authorityFolder.ts'
import { describeServer, rpcUrlsOf } from './describeServer.ts'
import { firstEndSignal } from './endSignals.ts'
import { openBrowser } from './openBrowser.ts'
import { type CliOptions, readOptions } from './options.ts'
import { outliveReaders } from './outliveReaders.ts'
import { startFromFlags, writeState } from './startFromFlags.ts'
import { fail, tell } from './tell.ts'
import { usage } from './usage.ts'

/** The commands besides serving, by the first argument. Each is loaded when it runs. */
const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  init: async (args) => {
    process.exitCode = await (await import('./init.ts')).runInit(args)
  },
  check: async (args) => {
    process.exitCode = await (await import('./check.ts')).runCheck(args)
  },
  compare: async (args) => {
    process.exitCode = await (await import('./compare.ts')).runCompare(args)
  },
  record: async (args) => {
    process.exitCode = await (await import('./record.ts')).runRecord(args)
  },
  pull: async (args) => (await import('./pull.ts')).runPull(args, process.env),
  trigger: async (args) => {
    process.exitCode = await (await import('./trigger.ts')).runTrigger(args, process.env)
  },
  run: async (args) => {
    process.exitCode = await (await import('./run.ts')).runBeside(args, process.env)
  },
  sweep: async (args) => {
    process.exitCode = await (await import('./sweep.ts')).runSweep(args, process.env)
  },
  mcp: async (args) => (await import('./mcp.ts')).runMcp(args, process.env),
}

/** The commands that have a help of their own. */
export const commandNames = Object.keys(commands)

/** Runs the command. Where it fails, this sets the exit code of the process. */
export async function runCommandLine(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  outliveReaders()
  const [name = '', ...rest] = args
  if (Object.hasOwn(commands, name)) return runCommand(name, rest)
  if (name === 'help') return console.log(usage())
  if (name !== '' && !name.startsWith('-')) return fail(2, noCommand(name))
  const options = attempt(() => readOptions(args, process.env))
  if (!options) return
  if (options.help) return console.log(usage())
  if (options.version) return console.log(version)
  const server = await startFromFlags(options, console.log)
  if (!server) return
  void firstEndSignal().then(() => end(server, options))
  const more = options.https ? { authorityFile: authorityFile() } : {}
  const shown = { ...more, hasWallets: options.wallets.length > 0 }
  console.log(options.json ? JSON.stringify({ ...describeServer(server), ...more }) : banner(server, shown))
  if (options.open && !(await openBrowser(`${server.url}/`)))
    tell(`The browser could not be opened. The inspector is at ${server.url}/`)
}

/** Words for serving, which happens without a command. */
const wordsOfServing: ReadonlySet<string> = new Set(['serve', 'server', 'start', 'dev', 'mock', 'up'])

function noCommand(name: string): string {
  const isServing = wordsOfServing.has(name.toLowerCase())
  const advice = isServing
    ? ' Without one, latchkey-mock serves: latchkey-mock --port 4010.'
    : didYouMean(name, Object.keys(commands))
  return `There is no command "${name}".${advice} See latchkey-mock --help.`
}

async function runCommand(name: string, args: readonly string[]): Promise<void> {
  try {
    await commands[name]?.(args)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    fail(2, `${error.message} See latchkey-mock ${name} --help.`)
  }
}

async function end(server: MockServer, { exportTo }: CliOptions): Promise<void> {
  const isWritten = exportTo === undefined || (await writeState(exportTo, server))
  await server.close()
  process.exit(isWritten ? 0 : 1)
}

function attempt(read: () => CliOptions): CliOptions | undefined {
  try {
    return read()
  } catch (error) {
    return fail(2, `${(error as Error).message} See latchkey-mock --help.`)
  }
}

interface BannerFacts {
  readonly authorityFile?: string
  /** Whether the server has begun with browser wallets. */
  readonly hasWallets: boolean
}

function banner({ url, mock }: MockServer, { authorityFile: ca, hasWallets }: BannerFacts): string {
  const { organizationId, projectId, admin, environments } = mock.defaults
  const { sandbox, live } = environments
  const rpcUrls = rpcUrlsOf(mock)
  const rows = [
    ['listening at', url],
    ['inspector', `${url}/`],
    ...(ca === undefined ? [] : [['authority', ca] as const]),
    ...(hasWallets ? [['wallets', `${url}/__mock/wallets.js  (inject it before a page's own scripts)`] as const] : []),
    ['JSON-RPC', `${rpcUrls.evm}  (or another chain id)`],
    ['', rpcUrls.solana],
    ['organization', organizationId],
    ['project', projectId],
    ['admin token', admin.token],
    ['sandbox', sandbox.id],
    ['  token', sandbox.token],
    ['live', live.id],
    ['  token', live.token],
  ] as const
  return [
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(14)}${value}`),
    '',
    '  Try:',
    `  curl ${ca === undefined ? '' : `--cacert '${ca}' `}-H 'authorization: Bearer ${sandbox.token}' ${url}${mock.spellPath(`/api/v0/environments/${sandbox.id}/users`)}`,
    '',
  ].join('\n')
}
