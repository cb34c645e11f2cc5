import { readBaseUrl } from '@latchkey/base/baseUrl'
import { toEpoch } from '@latchkey/base/clock'
import { hostNameOf } from '@latchkey/base/hostName'
import { isIssuer } from '@latchkey/base/issuer'
import { didYouMean } from '@latchkey/base/nearest'
import { shownUrl } from '@latchkey/base/shownUrl'
import { isProvider, providerCatalogue, type ProviderName } from '../domain/providers/providerCatalogue.ts'
import type { ServerOptions } from '../hosts/serverOptions.ts'
import type { MockOptions } from '../mock/createMock.ts'
import { readSocketLimits } from '../pages/sockets/limits.ts'
import { type FlagValues, readFlags } from './flags.ts'
import { readKeyFile } from './readKeyFile.ts'
import { readRealFlags, type RealFlags } from './realFlags.ts'

export interface CliOptions {
  readonly mock: MockOptions
  readonly server: { [Name in 'port' | 'host' | 'allowHosts' | 'trustProxy']: NonNullable<ServerOptions[Name]> } & Pick<
    ServerOptions,
    'state' | 'stateSync' | 'baseUrl' | 'controlToken' | 'otlp' | 'worlds'
  >
  /** File of an exported state to begin with. */
  readonly importFrom?: string | undefined
  /** File or name of a scenario to begin with. */
  readonly scenario?: string | undefined
  /** File with the names of a deployment that spells the interface differently. */
  readonly names?: string | undefined
  /** The real nodes. */
  readonly chains: readonly ChainFlag[]
  /** The real providers and issuers. */
  readonly real: RealFlags
  /** How long real parts may take until they answer, in milliseconds. */
  readonly waitTimeoutMs: number
  /** File to which the state is written when the server ends. */
  readonly exportTo?: string | undefined
  /** Whether that file is replaced, whatever it is. */
  readonly overwrite: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  /** Whether the inspector is opened in the browser. */
  readonly open: boolean
  /** Whether the server speaks HTTPS, by a certificate of the local authority. */
  readonly https: boolean
  readonly json: boolean
  readonly version: boolean
  readonly help: boolean
}

/**
 * Reads the command line and the environment.
 *
 * @throws TypeError with one line that says what is wrong
 */
export function readOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>): CliOptions {
  return toOptions(readFlags(args, env))
}

/**
 * Reads the values of flags.
 *
 * @throws TypeError with one line that says what is wrong
 */
export function toOptions(values: FlagValues): CliOptions {
  const { port = '4010', host = '127.0.0.1', now, frozen = false, 'allow-host': allowHosts = [] } = values
  const { 'unknown-fields': unknownFields = 'refuse' } = values
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new TypeError(`--port takes a number from 0 to 65535, not "${port}".`)
  if (now !== undefined && Number.isNaN(toEpoch(now)))
    throw new TypeError(`--now takes an ISO 8601 instant, not "${now}".`)
  const badName = allowHosts.find((name) => hostNameOf(name) === undefined)
  if (badName !== undefined)
    throw new TypeError(`--allow-host takes a name or an address without a port, not "${badName}".`)
  const webhookHosts = values['webhook-host']
  const badHost = webhookHosts?.find((name) => hostNameOf(name) === undefined)
  if (badHost !== undefined)
    throw new TypeError(`--webhook-host takes a name or an address without a port, not "${badHost}".`)
  if (unknownFields !== 'refuse' && unknownFields !== 'ignore')
    throw new TypeError(`--unknown-fields takes refuse or ignore, not "${unknownFields}".`)
  const { state, 'state-sync': stateSync, 'control-token': controlToken } = values
  if (controlToken !== undefined && !/^[\w.~+/-]{16,256}=*$/.test(controlToken))
    throw new TypeError('--control-token takes 16 to 256 letters, digits and "-._~+/", so that nobody guesses it.')
  if (stateSync !== undefined && stateSync !== 'normal' && stateSync !== 'full')
    throw new TypeError(`--state-sync takes normal or full, not "${stateSync}".`)
  if (values.code !== undefined && !/^\d{6}$/.test(values.code))
    throw new TypeError(`--code takes six digits, such as 424242, not "${values.code}".`)
  if (values.issuer !== undefined && !isIssuer(values.issuer))
    throw new TypeError(
      `--issuer takes a URL or a host, without a query or credentials, such as https://login.example.com, not "${shownUrl(values.issuer)}".`,
    )
  const signing = readSigning(values.signing)
  const signingKey = values['signing-key'] === undefined ? undefined : readKeyFile(values['signing-key'], signing)
  if (values.strict && values['no-strict']) throw new TypeError('--strict and --no-strict exclude each other.')
  if (state !== undefined && port === '0')
    throw new TypeError('--state needs a fixed --port, since the tokens of the state contain it.')
  return {
    // Without --frozen the clock runs on from --now: a demo is not a test.
    mock: {
      seed: values.seed,
      signing,
      signingKey,
      issuer: values.issuer,
      webhookHosts,
      code: values.code,
      now,
      frozen,
      strict: values.strict ?? !values['no-strict'],
      rateLimits: values['rate-limits'] ?? false,
      unknownFields,
      journalLimit: readLimit('--journal-limit', values['journal-limit']),
      outboxLimit: readLimit('--outbox-limit', values['outbox-limit']),
      eventLimit: readLimit('--event-limit', values['event-limit']),
      socketLimits: values['socket-limits'] === undefined ? undefined : readSockets(values['socket-limits']),
      providers: values.providers === undefined ? undefined : readProviders(values.providers),
      smtp: values.smtp,
      sms: values.sms,
    },
    server: {
      port: Number(port),
      host,
      allowHosts,
      trustProxy: values['trust-proxy'] ?? false,
      baseUrl: values['base-url'] === undefined ? undefined : readOrigin(values['base-url']),
      controlToken,
      state,
      stateSync,
      otlp: values.otlp,
      worlds: { maximum: readLimit('--max-worlds', values['max-worlds']) },
    },
    importFrom: values.import,
    scenario: values.scenario,
    names: values.names,
    chains: (values.chain ?? []).map(readChain),
    real: readRealFlags(values),
    waitTimeoutMs: readSeconds('--wait-timeout', values['wait-timeout']),
    exportTo: values['export-on-exit'],
    overwrite: values.overwrite ?? false,
    quiet: values.quiet ?? false,
    verbose: values.verbose ?? false,
    open: values.open ?? false,
    https: values.https ?? false,
    json: values.json ?? false,
    version: values.version ?? false,
    help: values.help ?? false,
  }
}

/** @throws TypeError with the flag in place of the option of `startServer` */
function readOrigin(text: string): string {
  try {
    readBaseUrl('startServer()', text)
    return text
  } catch (error) {
    const { message } = error as Error
    const problem = message.replace(/^Failed to call "[^"]*": `baseUrl` /, '')
    const sentence = problem.endsWith('URL.') ? problem.replace(/\.$/, ', such as https://mock.example.com.') : problem
    throw new TypeError(`--base-url ${sentence}`, { cause: error })
  }
}

const algorithms = ['RS256', 'ES256', 'EdDSA'] as const satisfies MockOptions['signing'][]

function readSigning(name: string | undefined): MockOptions['signing'] {
  const algorithm = algorithms.find((each) => each === name)
  if (name === undefined || algorithm) return algorithm
  throw new TypeError(`--signing takes ${algorithms.join(', ')}, not "${name}".${didYouMean(name, algorithms)}`)
}

/** A chain whose node is real. */
interface ChainFlag {
  /** A chain id, or the name of a cluster of Solana. */
  readonly network: number | string
  readonly url: string
}

/** The message has no part of the URL, which may have credentials. */
function readChain(text: string): ChainFlag {
  const [, id = '', url = ''] = /^([1-9]\d{0,15}|[a-z][a-z-]{0,30})=(https?:\/\/.+)$/.exec(text) ?? []
  if (id === '')
    throw new TypeError(
      '--chain takes a chain id or a cluster of Solana, and the URL of its node: 1=http://127.0.0.1:8545.',
    )
  return { network: /^\d/.test(id) ? Number(id) : id, url }
}

function readLimit(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw new TypeError(`${flag} takes a whole number from 0 to 999999999, not "${text}".`)
  return Number(text)
}

/** @returns Milliseconds */
function readSeconds(flag: string, text = '0'): number {
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(text)) throw new TypeError(`${flag} takes seconds from 0 to 9999, not "${text}".`)
  return Number(text) * 1_000
}

/** @param list - Such as `sockets=100,silenceMs=5000`. */
function readSockets(list: string): MockOptions['socketLimits'] {
  const limits = list.split(',').map((each) => {
    const [name = '', limit] = each.split('=')
    if (limit === undefined)
      throw new TypeError(`--socket-limits takes names and numbers, such as sockets=100, not "${each}".`)
    if (!/^\d{1,9}$/.test(limit))
      throw new TypeError(`--socket-limits takes a whole number of 1 or more as \`${name}\`, not ${limit}.`)
    return [name, Number(limit)] as const
  })
  try {
    return readSocketLimits(Object.fromEntries(limits))
  } catch (error) {
    throw new TypeError(`--socket-limits ${(error as Error).message}`, { cause: error })
  }
}

/** Ways in that are on without a provider, which people look for among them. */
const wayIn = (name: string) =>
  /wallet|evm|solana|metamask/i.test(name)
    ? ' Signing in with a wallet needs none.'
    : ' Such as google, emailOnly, sms or passkey.'

function readProviders(list: string): ProviderName[] {
  if (list === 'none') return []
  return list.split(',').map((name) => {
    if (!isProvider(name))
      throw new TypeError(
        `--providers does not know "${name}".${didYouMean(name, providerCatalogue.keys()) || wayIn(name)}`,
      )
    return name
  })
}
