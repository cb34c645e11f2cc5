import { parseArgs } from 'node:util'
import type { MockOptions } from '../createMock.ts'
import { toEpoch } from '../effects/clock.ts'
import { isProvider, providerCatalogue, type ProviderName } from '../domain/providers/providerCatalogue.ts'
import { hostNameOf } from '../hosts/admission.ts'
import type { ServerOptions } from '../hosts/server.ts'
import { didYouMean } from '../nearest.ts'

const flags = {
  port: { type: 'string', short: 'p', hint: '<number>', help: 'Port to listen at; 0 picks a free one. Default 4010.' },
  host: { type: 'string', hint: '<name>', help: 'Name or address to listen at. Default 127.0.0.1.' },
  'allow-host': {
    type: 'string',
    multiple: true,
    hint: '<name>',
    help: 'Accept requests for this host name, too. Repeatable.',
  },
  'base-url': { type: 'string', hint: '<origin>', help: 'How callers reach the server, if not by --host and --port.' },
  'control-token': {
    type: 'string',
    hint: '<token>',
    help: 'Let callers of other machines use the control interface with this bearer token.',
  },
  seed: { type: 'string', hint: '<text>', help: 'Seeds ids, codes and keys. Default "latchkey".' },
  now: { type: 'string', hint: '<instant>', help: 'Where the clock starts, in ISO 8601. Default: the present time.' },
  frozen: { type: 'boolean', hint: '', help: 'Stop the clock until it is advanced.' },
  providers: {
    type: 'string',
    hint: '<names>',
    help: 'Sign-in providers of the sandbox, such as google,emailOnly or none. Default emailOnly.',
  },
  'rate-limits': { type: 'boolean', hint: '', help: 'Enforce the rate limits.' },
  'trust-proxy': {
    type: 'boolean',
    hint: '',
    help: 'Take the caller from X-Forwarded-For (its first address), behind a proxy.',
  },
  'unknown-fields': {
    type: 'string',
    hint: '<mode>',
    help: 'Request fields that the interface lacks: refuse or ignore. Default refuse.',
  },
  'journal-limit': {
    type: 'string',
    hint: '<number>',
    help: 'How many exchanges the journal keeps. Default 1000.',
  },
  'outbox-limit': {
    type: 'string',
    hint: '<number>',
    help: 'How many messages the outbox keeps. Default 10000.',
  },
  state: { type: 'string', hint: '<file>', help: 'Keep the state in this file, and go on from it. Needs Node 22.13.' },
  'state-sync': {
    type: 'string',
    hint: '<mode>',
    help: 'What the state file survives: normal (a crash) or full (also a power cut). Default normal.',
  },
  import: { type: 'string', hint: '<file>', help: 'Begin with a state that was exported as JSON.' },
  'export-on-exit': {
    type: 'string',
    hint: '<file>',
    help: 'Write the state to this file as JSON when the server ends.',
  },
  signing: { type: 'string', hint: '<name>', help: 'Algorithm of the tokens: RS256, ES256 or EdDSA. Default RS256.' },
  quiet: { type: 'boolean', short: 'q', hint: '', help: 'Print no line for each request.' },
  json: { type: 'boolean', hint: '', help: 'Print one line of JSON and nothing else.' },
  version: { type: 'boolean', hint: '', help: 'Print the version.' },
  help: { type: 'boolean', short: 'h', hint: '', help: 'Print this help.' },
} as const

export interface CliOptions {
  readonly mock: MockOptions
  readonly server: Required<Pick<ServerOptions, 'port' | 'host' | 'allowHosts' | 'trustProxy'>> &
    Pick<ServerOptions, 'state' | 'stateSync' | 'baseUrl' | 'controlToken'>
  /** File of an exported state to begin with. */
  readonly importFrom?: string
  /** File for the state when the server ends. */
  readonly exportTo?: string
  readonly quiet: boolean
  readonly json: boolean
  readonly version: boolean
  readonly help: boolean
}

/** Reads the command line. @throws TypeError with one line that says what is wrong. */
export function readOptions(args: string[]): CliOptions {
  const { values } = parse(args)
  const { port = '4010', host = '127.0.0.1', now, frozen = false, 'allow-host': allowHosts = [] } = values
  const { 'unknown-fields': unknownFields = 'refuse' } = values
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new TypeError(`--port takes a number from 0 to 65535, not "${port}".`)
  if (now !== undefined && Number.isNaN(toEpoch(now)))
    throw new TypeError(`--now takes an ISO 8601 instant, not "${now}".`)
  const badName = allowHosts.find((name) => hostNameOf(name) === undefined)
  if (badName !== undefined)
    throw new TypeError(`--allow-host takes a name or an address without a port, not "${badName}".`)
  if (unknownFields !== 'refuse' && unknownFields !== 'ignore')
    throw new TypeError(`--unknown-fields takes refuse or ignore, not "${unknownFields}".`)
  const { state, 'state-sync': stateSync, 'control-token': controlToken } = values
  if (controlToken !== undefined && !/^[\w.~+/-]{16,256}=*$/.test(controlToken))
    throw new TypeError('--control-token takes 16 to 256 letters, digits and "-._~+/", so that nobody guesses it.')
  if (stateSync !== undefined && stateSync !== 'normal' && stateSync !== 'full')
    throw new TypeError(`--state-sync takes normal or full, not "${stateSync}".`)
  if (state !== undefined && port === '0')
    throw new TypeError('--state needs a fixed --port, since the tokens of the state contain it.')
  return {
    // Without --frozen the clock runs on from --now: a demo is not a test.
    mock: {
      seed: values.seed,
      signing: readSigning(values.signing),
      now,
      frozen,
      rateLimits: values['rate-limits'] ?? false,
      unknownFields,
      journalLimit: readLimit('--journal-limit', values['journal-limit']),
      outboxLimit: readLimit('--outbox-limit', values['outbox-limit']),
      providers: values.providers === undefined ? undefined : readProviders(values.providers),
    },
    server: {
      port: Number(port),
      host,
      allowHosts,
      trustProxy: values['trust-proxy'] ?? false,
      baseUrl: values['base-url'],
      controlToken,
      state,
      stateSync,
    },
    importFrom: values.import,
    exportTo: values['export-on-exit'],
    quiet: values.quiet ?? false,
    json: values.json ?? false,
    version: values.version ?? false,
    help: values.help ?? false,
  }
}

const algorithms = ['RS256', 'ES256', 'EdDSA'] as const satisfies MockOptions['signing'][]

function readSigning(name: string | undefined): MockOptions['signing'] {
  const algorithm = algorithms.find((each) => each === name)
  if (name === undefined || algorithm) return algorithm
  throw new TypeError(`--signing takes ${algorithms.join(', ')}, not "${name}".${didYouMean(name, algorithms)}`)
}

function readLimit(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw new TypeError(`${flag} takes a whole number from 0 to 999999999, not "${text}".`)
  return Number(text)
}

function readProviders(list: string): ProviderName[] {
  if (list === 'none') return []
  return list.split(',').map((name) => {
    if (!isProvider(name))
      throw new TypeError(`--providers does not know "${name}".${didYouMean(name, providerCatalogue.keys())}`)
    return name
  })
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: flags, strict: true, allowPositionals: false })
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/(?<=\.) |\n/)
    throw new TypeError(sentence.endsWith('.') ? sentence : `${sentence}.`, { cause: error })
  }
}

/** What `--help` prints. */
export function usage(): string {
  const rows = Object.entries(flags).map(([name, { hint, help, ...rest }]) => {
    const short = 'short' in rest ? `-${rest.short}, ` : ''
    return `  ${`${short}--${name} ${hint}`.padEnd(24)}  ${help}`
  })
  return [
    'Serves an in-memory mock of the identity and wallet management API.',
    '',
    'Usage: latchkey-mock [options]',
    '',
    ...rows,
  ].join('\n')
}
