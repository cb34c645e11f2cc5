import { stat } from 'node:fs/promises'
import { defined } from '@latchkey/base/defined'
import { findUpstreamSocket, noSocketClient } from '@latchkey/chains/rpc/sockets/upstreamSocket'
import { StateNotKept } from '@latchkey/store/persistence'
import { keepBrowserWallets } from '../control/device/keepBrowserWallets.ts'
import { loadNodemailer } from '../effects/smtpReceiver.ts'
import { writeWholeFile } from '../effects/writeWholeFile.ts'
import { isForProxy } from '../hosts/controlAccess.ts'
import { listenRefusals } from '../hosts/listenRefusals.ts'
import { type MockServer, startServer } from '../hosts/server.ts'
import type { ServerOptions } from '../hosts/serverOptions.ts'
import { watchMessages } from '../hosts/watchMessages.ts'
import type { Mock } from '../mock/createMock.ts'
import { attachParts } from './attachParts.ts'
import { untilEndSignal } from './endSignals.ts'
import { optionOf } from './flagRow.ts'
import { flags } from './flags.ts'
import { loadEvm } from './loadEvm.ts'
import { loadMockNames } from './loadNamesFile.ts'
import { loadScenarioFile } from './loadScenarioFile.ts'
import type { CliOptions } from './options.ts'
import { tryOutputFile } from './outputFile.ts'
import { createProgress } from './progress.ts'
import { readStateFile } from './readDataFile.ts'
import { realAttachments } from './realFlags.ts'
import { requestLine } from './requestLine.ts'
import { endDespite } from './superviseScenario.ts'
import { fail, tell } from './tell.ts'
import { verboseLines, watchDeliveries, watchEvents } from './verboseLines.ts'

const progress = createProgress(process.stderr)

/** The exit code of a server that does not start by what the flags and their files say. */
const notStartedCode = 2

/**
 * Starts the server that the flags describe.
 *
 * @param print - Takes the lines about requests and deliveries, unless the flags leave them out.
 * @returns The server. Nothing if it cannot start: then standard error says why, and the exit code is set.
 */
export async function startFromFlags(
  options: CliOptions,
  print: (line: string) => void,
): Promise<MockServer | undefined> {
  const { mock, server, importFrom, exportTo, scenario, quiet, json } = options
  let isPrepared = false
  const prepare = async (draft: Mock) => {
    isPrepared = true
    await fill(draft, options)
  }
  const hasOwnClock = await isFilled(server.state)
  try {
    if (exportTo !== undefined) await tryStateFile('--export-on-exit', exportTo, options)
    if (mock.smtp !== undefined) await loadNodemailer()
    const https = options.https ? (await import('./localHttps.ts')).localHttps(server) : undefined
    const names = options.names === undefined ? undefined : await loadMockNames(options.names)
    const evm = options.evm ? await loadEvm() : undefined
    const hasData = importFrom !== undefined || scenario !== undefined
    const started = await startServer(
      { ...mock, names, evm, onError },
      {
        ...server,
        https,
        ...defined({ prepare: hasData ? prepare : undefined }),
        attach: (served) => attachFlags(served, options),
        ...defined({ onAnswer: !quiet && !json ? printerOf(options, print) : undefined }),
        onLoad: (records) => progress.show(`Reading the state: ${records.toLocaleString('en')} records`),
      },
    )
    progress.clear()
    const unused = Object.keys({
      ...(isPrepared ? {} : defined({ '--scenario': scenario, '--import': importFrom })),
      ...(hasOwnClock ? defined({ '--now': mock.now, '--frozen': mock.frozen || undefined }) : {}),
    })
    if (unused.length > 0)
      tell(`${server.state} has a state already, so it goes on from there, without ${unused.join(' and ')}.`)
    if (started.movedFrom !== undefined && mock.issuer === undefined)
      tell(
        `The state was served at ${started.movedFrom} before. Tokens of users name that address, so those of before are refused at ${started.url}. Start it there again to keep them, or always with the same --issuer.`,
      )
    if (server.controlToken === undefined) noteClosedControl(server)
    if (options.verbose && !quiet && !json) {
      watchEvents(started.mock, print)
      watchDeliveries(started.mock, print)
      watchMessages(started.mock, (line) => print(`  message  ${line}`))
    }
    return started
  } catch (error) {
    progress.clear()
    endDespite(error)
    const { code = '', message, syscall } = error as NodeJS.ErrnoException
    const line = withFlag(message.split('\n')[0] ?? '')
    if (syscall === undefined || !listening.has(syscall)) return fail(notStartedCode, line)
    return fail(1, `Cannot listen at ${server.host}:${server.port}: ${listenRefusals[code] ?? line}`)
  }
}

/** Whether a state file has a state already, with a clock that goes on. */
const isFilled = (file: string | undefined): Promise<boolean> =>
  stat(file ?? '').then(
    ({ size }) => size > 0,
    () => false,
  )

/** The sentence about an option with the flag that sets it, which is all that its reader has written. */
function withFlag(sentence: string): string {
  return sentence.replace(/^Failed to call "(?:startServer|createMock)\(\)": `(\w+)`/, (whole, option: string) => {
    const found = Object.entries(flags).find(([, flag]) => optionOf(flag).option === option)
    return found ? `--${found[0]}` : whole
  })
}

/** Says who can use the control interface of a server without a token, if that is not simply its user. */
function noteClosedControl(server: CliOptions['server']): void {
  if (isForProxy(server))
    tell(
      'The control interface and the inspector are closed, since a proxy can be in front. --control-token opens them.',
    )
  else if (!isLoopback(server.host))
    tell('The control interface and the inspector are open only to this machine. --control-token opens them to others.')
}

/** Attaches the real parts. @throws TypeError with one line for one that does not answer */
async function attachFlags(mock: Mock, options: CliOptions): Promise<void> {
  const { chains, waitTimeoutMs, wallets } = options
  const nodes = chains.map(
    ({ network, url }) =>
      () =>
        mock.chain.attach(network, url),
  )
  const attachments = [...nodes, ...realAttachments(mock, options)]
  if (attachments.length > 0) progress.clear()
  await untilEndSignal(() => attachParts(attachments, { limitMs: waitTimeoutMs, report: tell }))
  await keepBrowserWallets(mock, wallets)
  if (chains.length > 0 && !findUpstreamSocket())
    tell(`The chains of --chain have JSON-RPC over HTTP, and no WebSockets, since ${noSocketClient}`)
}

/** Fills a new mock with an exported state and a scenario. */
async function fill(draft: Mock, { importFrom, scenario }: CliOptions): Promise<void> {
  if (importFrom !== undefined) {
    progress.show(`Reading ${importFrom} …`)
    draft.import(await readStateFile(importFrom))
  }
  if (scenario === undefined) return
  progress.show(`Loading the scenario ${scenario} …`)
  await loadScenarioFile(scenario, draft, notStartedCode)
}

function printerOf({ verbose }: CliOptions, print: (line: string) => void): ServerOptions['onAnswer'] {
  return (entry, world) => {
    const details = verbose ? verboseLines(entry) : ''
    print([requestLine(entry, world), details].filter(Boolean).join('\n'))
  }
}

/** The state of an earlier run. */
const ownBeginning = /^\{"version":\d+,"now":/

/**
 * Tries at the start whether the state can be written to a file at the end.
 *
 * @throws TypeError with one line
 */
export const tryStateFile = (flag: string, file: string, { importFrom, overwrite }: CliOptions): Promise<void> =>
  tryOutputFile({ flag, file, overwrite: overwrite || file === importFrom, ownBeginning })

/**
 * Writes the state of a server to a file, as JSON.
 *
 * @returns Whether it is written. If not, standard error says why.
 */
export async function writeState(file: string, { mock }: MockServer): Promise<boolean> {
  try {
    progress.show(`Writing the state to ${file} …`)
    await writeWholeFile(file, mock.exportStream())
    progress.clear()
    return true
  } catch (error) {
    progress.clear()
    tell(`The state cannot be written: ${(error as Error).message}.`)
    return false
  }
}

/** The calls of the system that end in "cannot listen". */
const listening: ReadonlySet<string> = new Set(['listen', 'bind', 'getaddrinfo'])

const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|::1|\[::1\])$/.test(host)

/** A full disk is not a fault of the mock, so its report is one line. */
const onError = (cause: unknown) => (cause instanceof StateNotKept ? tell(cause.message) : console.error(cause))
