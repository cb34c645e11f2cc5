import { type MockServer, type ServerOptions, startServer } from '../hosts/server.ts'
import { watchMessages } from '../hosts/watchMessages.ts'
import type { Mock } from '../mock/createMock.ts'
import { version } from '../shared/version.ts'
import { StateNotKept } from '../store/persistence.ts'
import { listenRefusals } from './cannotListen.ts'
import { loadMockNames } from './loadNamesFile.ts'
import { loadScenarioFile } from './loadScenarioFile.ts'
import { openBrowser } from './openBrowser.ts'
import { type CliOptions, readOptions } from './options.ts'
import { createProgress } from './progress.ts'
import { readStateFile } from './readDataFile.ts'
import { requestLine } from './requestLine.ts'
import { usage } from './usage.ts'
import { verboseLines, watchDeliveries, watchEvents } from './verboseLines.ts'
import { writeWholeFile } from './writeWholeFile.ts'

const progress = createProgress(process.stderr)

/** The commands besides serving, by the first argument. Each is loaded when it runs. */
const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  init: async (args) => {
    process.exitCode = await (await import('./init.ts')).runInit(args)
  },
  compare: async (args) => {
    process.exitCode = await (await import('./compare.ts')).runCompare(args)
  },
  record: async (args) => {
    process.exitCode = await (await import('./record.ts')).runRecord(args)
  },
  pull: async (args) => (await import('./pull.ts')).runPull(args, process.env),
  trigger: async (args) => {
    process.exitCode = await (await import('./trigger.ts')).runTrigger(args)
  },
  mcp: async (args) => (await import('./mcp.ts')).runMcp(args),
}

/** Runs the command with the arguments of this process. */
export async function runCommandLine(): Promise<void> {
  const [name = '', ...rest] = process.argv.slice(2)
  if (Object.hasOwn(commands, name)) return runCommand(name, rest)
  const options = attempt(() => readOptions(process.argv.slice(2), process.env))
  if (!options) return
  if (options.help) return console.log(usage())
  if (options.version) return console.log(version)
  const server = await start(options)
  if (!server) return
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(server, options))
  console.log(options.json ? JSON.stringify(describe(server)) : banner(server))
  if (options.open && !(await openBrowser(`${server.url}/`)))
    tell(`The browser could not be opened. The inspector is at ${server.url}/`)
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
  let exitCode = 0
  try {
    if (exportTo !== undefined) {
      progress.show(`Writing the state to ${exportTo} …`)
      await writeWholeFile(exportTo, server.mock.exportStream())
    }
  } catch (error) {
    progress.clear()
    tell(`The state cannot be written: ${(error as Error).message}.`)
    exitCode = 1
  }
  progress.clear()
  await server.close()
  process.exit(exitCode)
}

function attempt(read: () => CliOptions): CliOptions | undefined {
  try {
    return read()
  } catch (error) {
    return fail(2, `${(error as Error).message} See latchkey-mock --help.`)
  }
}

async function start(options: CliOptions): Promise<MockServer | undefined> {
  const { mock, server, importFrom, scenario, quiet, json } = options
  let isPrepared = false
  const prepare = async (draft: Mock) => {
    isPrepared = true
    await fill(draft, options)
  }
  try {
    const names = options.names === undefined ? undefined : await loadMockNames(options.names)
    const hasData = importFrom !== undefined || scenario !== undefined
    const started = await startServer(
      { ...mock, names, onError },
      {
        ...server,
        ...(hasData && { prepare }),
        ...(!quiet && !json && { onAnswer: printerOf(options) }),
        onLoad: (records) => progress.show(`Reading the state: ${records.toLocaleString('en')} records`),
      },
    )
    await attachNodes(started, options)
    progress.clear()
    if (hasData && !isPrepared)
      tell(`${server.state} has a state already, so it goes on from there, without --scenario and --import.`)
    if (!isLoopback(server.host) && server.controlToken === undefined)
      tell(
        'The control interface and the inspector are open to this machine alone. --control-token opens them to others.',
      )
    if (options.verbose && !quiet && !json) {
      watchEvents(started.mock, console.log)
      watchDeliveries(started.mock, console.log)
      watchMessages(started.mock, (line) => console.log(`  message  ${line}`))
    }
    return started
  } catch (error) {
    progress.clear()
    const { code = '', message, syscall } = error as NodeJS.ErrnoException
    const line = message.split('\n')[0] ?? ''
    if (syscall === undefined || !listening.has(syscall)) return fail(2, line)
    return fail(1, `Cannot listen at ${server.host}:${server.port}: ${listenRefusals[code] ?? line}`)
  }
}

/** Closes the server again if a node does not answer. @throws TypeError with one line */
async function attachNodes(server: MockServer, { chains }: CliOptions): Promise<void> {
  try {
    for (const { networkId, url } of chains) await server.mock.chain.attach(networkId, url)
  } catch (error) {
    await server.close()
    throw error
  }
}

/** Fills a new mock with an exported state and a scenario. */
async function fill(draft: Mock, { importFrom, scenario }: CliOptions): Promise<void> {
  if (importFrom !== undefined) {
    progress.show(`Reading ${importFrom} …`)
    draft.import(await readStateFile(importFrom))
  }
  if (scenario === undefined) return
  progress.show(`Loading the scenario ${scenario} …`)
  const load = await loadScenarioFile(scenario)
  await load(draft)
}

function printerOf({ verbose }: CliOptions): ServerOptions['onAnswer'] {
  return (entry, world) => {
    const details = verbose ? verboseLines(entry) : ''
    console.log([requestLine(entry, world), details].filter(Boolean).join('\n'))
  }
}

/** The calls of the system that end in "cannot listen". */
const listening: ReadonlySet<string> = new Set(['listen', 'bind', 'getaddrinfo'])

const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|::1|\[::1\])$/.test(host)

function fail(exitCode: number, line: string): undefined {
  process.exitCode = exitCode
  tell(line)
}

/** A full disk is not a fault of the mock, so its report is one line. */
const onError = (cause: unknown) => (cause instanceof StateNotKept ? tell(cause.message) : console.error(cause))

const tell = (line: string) => console.error(`latchkey-mock: ${line}`)

function describe({ url, mock }: MockServer) {
  const { organizationId, projectId, admin, environments } = mock.defaults
  return {
    url,
    organizationId,
    projectId,
    admin: { token: admin.token },
    environments,
    controlUrl: `${url}/__mock/v1`,
    rpcUrls: rpcUrlsOf(mock),
  }
}

/** The nodes of the pretended chains: Ethereum's, whose last segment may be the id of any other EVM chain, and Solana's. */
const rpcUrlsOf = ({ chain }: Mock) => ({ evm: chain.rpcUrl(1), solana: chain.rpcUrl('mainnet') })

function banner({ url, mock }: MockServer): string {
  const { organizationId, projectId, admin, environments } = mock.defaults
  const { sandbox, live } = environments
  const rpcUrls = rpcUrlsOf(mock)
  const rows = [
    ['listening at', url],
    ['inspector', `${url}/`],
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
    `  curl -H 'authorization: Bearer ${sandbox.token}' ${url}${mock.spellPath(`/api/v0/environments/${sandbox.id}/users`)}`,
    '',
  ].join('\n')
}
