import { nearest } from '@latchkey/base/nearest'
import { parseFlags } from './parseFlags.ts'
import { factNames, variableOf as variableOfFact } from './runVariables.ts'

/** A flag, with the texts that `--help` shows about it. */
interface Flag {
  readonly type: 'string' | 'boolean'
  readonly group: (typeof groups)[number]
  readonly short?: string
  readonly multiple?: boolean
  readonly hint?: string
  readonly help: string
}

/** The headings of the help, in their order. */
export const groups = ['Address', 'Data', 'Time and chance', 'Behaviour', 'Output'] as const

export const flags = {
  port: {
    type: 'string',
    group: 'Address',
    short: 'p',
    hint: 'number',
    help: 'Port to listen at; 0 picks a free one. Default 4010.',
  },
  host: { type: 'string', group: 'Address', hint: 'name', help: 'Name or address to listen at. Default 127.0.0.1.' },
  'allow-host': {
    type: 'string',
    group: 'Address',
    multiple: true,
    hint: 'name',
    help: 'Accept requests for this host name, too. Repeatable.',
  },
  'webhook-host': {
    type: 'string',
    group: 'Address',
    multiple: true,
    hint: 'name',
    help: 'Send webhooks to this host, too, wherever it is, also by http: app for http://app:3000/hooks. Repeatable.',
  },
  'base-url': {
    type: 'string',
    group: 'Address',
    hint: 'origin',
    help: 'Origin at which callers reach the server, if not --host and --port.',
  },
  https: {
    type: 'boolean',
    group: 'Address',
    help: 'Serve HTTPS, with a certificate of an authority that this command makes once and says how to trust.',
  },
  'control-token': {
    type: 'string',
    group: 'Address',
    hint: 'token',
    help: 'Let callers of any machine control the mock with this bearer token. Those of this machine need it then, too.',
  },
  'trust-proxy': {
    type: 'boolean',
    group: 'Address',
    help: 'Take the caller from X-Forwarded-For (its first address), behind a proxy.',
  },
  scenario: {
    type: 'string',
    group: 'Data',
    hint: 'file',
    help: 'Begin with the people, gates, webhooks and more of this file (.json, .js, .mjs, .ts), or with "demo".',
  },
  state: {
    type: 'string',
    group: 'Data',
    hint: 'file',
    help: 'Keep the state in this file, and go on from it. Needs Node 22.13.',
  },
  'state-sync': {
    type: 'string',
    group: 'Data',
    hint: 'mode',
    help: 'Which failures the state file survives: normal (a crash) or full (also a power cut). Default normal.',
  },
  import: { type: 'string', group: 'Data', hint: 'file', help: 'Begin with a state that was exported as JSON.' },
  'export-on-exit': {
    type: 'string',
    group: 'Data',
    hint: 'file',
    help: 'Write the state to this file as JSON when the server ends.',
  },
  overwrite: {
    type: 'boolean',
    group: 'Data',
    help: 'Let --export-on-exit replace a file that is neither a state nor that of --import.',
  },
  seed: {
    type: 'string',
    group: 'Time and chance',
    hint: 'text',
    help: 'Seeds ids, codes and keys. Default "latchkey".',
  },
  now: {
    type: 'string',
    group: 'Time and chance',
    hint: 'instant',
    help: 'Where the clock starts, in ISO 8601. Default: the present time.',
  },
  frozen: { type: 'boolean', group: 'Time and chance', help: 'Stop the clock until it is advanced.' },
  providers: {
    type: 'string',
    group: 'Behaviour',
    hint: 'names',
    help: 'Sign-in providers of the sandbox, such as google,emailOnly or none. Default emailOnly.',
  },
  signing: {
    type: 'string',
    group: 'Behaviour',
    hint: 'name',
    help: 'Algorithm of the tokens: RS256, ES256 or EdDSA. Default RS256.',
  },
  'signing-key': {
    type: 'string',
    group: 'Behaviour',
    hint: 'file',
    help: 'Sign the tokens with the private key of this file: PEM or JWK, of RSA, P-256 or Ed25519.',
  },
  issuer: {
    type: 'string',
    group: 'Behaviour',
    hint: 'url',
    help: 'The issuer (iss) of the tokens; {environmentId} in it is replaced. Default: host, port and environment.',
  },
  code: {
    type: 'string',
    group: 'Behaviour',
    hint: 'digits',
    help: 'Send this one-time code to everybody in sandboxes: six digits. Default: random codes.',
  },
  'rate-limits': { type: 'boolean', group: 'Behaviour', help: 'Enforce the rate limits.' },
  'unknown-fields': {
    type: 'string',
    group: 'Behaviour',
    hint: 'mode',
    help: 'What to do with unknown request fields: refuse or ignore. Default refuse.',
  },
  strict: {
    type: 'boolean',
    group: 'Behaviour',
    help: 'Fail a call whose reply breaks the OpenAPI document. This is the default.',
  },
  'no-strict': { type: 'boolean', group: 'Behaviour', help: 'Send such replies as they are.' },
  'journal-limit': {
    type: 'string',
    group: 'Behaviour',
    hint: 'number',
    help: 'How many exchanges the journal keeps. Default 1000.',
  },
  'outbox-limit': {
    type: 'string',
    group: 'Behaviour',
    hint: 'number',
    help: 'How many messages the outbox keeps. Default 10000.',
  },
  'event-limit': {
    type: 'string',
    group: 'Behaviour',
    hint: 'number',
    help: 'How many events each environment keeps. Default 100000.',
  },
  'max-worlds': {
    type: 'string',
    group: 'Behaviour',
    hint: 'number',
    help: 'How many worlds the server keeps. Default 1000.',
  },
  'socket-limits': {
    type: 'string',
    group: 'Behaviour',
    hint: 'limits',
    help: "Limits of the chains' WebSockets, such as sockets=100,subscriptions=50. Also allSubscriptions, messageBytes, waitingMessages, bufferedBytes, allBufferedBytes and silenceMs.",
  },
  names: {
    type: 'string',
    group: 'Behaviour',
    hint: 'file',
    help: 'Spell paths, fields, enum values, headers, cookies, tokens and claims as this file (.json) says.',
  },
  chain: {
    type: 'string',
    group: 'Behaviour',
    hint: 'id=url',
    multiple: true,
    help: 'Let a real node be this EVM chain, such as 1=http://127.0.0.1:8545. May be repeated.',
  },
  idp: {
    type: 'string',
    group: 'Behaviour',
    hint: 'provider=issuer',
    multiple: true,
    help: 'Let a real provider sign people in, such as google=http://127.0.0.1:8080/realms/staff. May be repeated.',
  },
  jwks: {
    type: 'string',
    group: 'Behaviour',
    hint: 'url',
    multiple: true,
    help: 'Verify foreign tokens by the real JWK set at this URL of settings; url=url if it is elsewhere. May be repeated.',
  },
  'wait-timeout': {
    type: 'string',
    group: 'Behaviour',
    hint: 'seconds',
    help: 'Wait this long for what --chain, --idp and --jwks name, if it is still starting. Default 0.',
  },
  smtp: {
    type: 'string',
    group: 'Behaviour',
    hint: 'url',
    help: 'Send e-mails to this mailbox as well, such as smtp://127.0.0.1:1025. Needs nodemailer.',
  },
  sms: {
    type: 'string',
    group: 'Behaviour',
    hint: 'url',
    help: 'Post text messages to this URL as JSON as well, such as http://127.0.0.1:3030/sms.',
  },
  otlp: {
    type: 'string',
    group: 'Output',
    hint: 'url',
    help: 'Send spans to this collector of OpenTelemetry, such as http://127.0.0.1:4318. Needs its packages.',
  },
  open: { type: 'boolean', group: 'Output', help: 'Open the inspector in the browser.' },
  verbose: {
    type: 'boolean',
    group: 'Output',
    help: 'Print bodies, events, similar operations and notes below each request, webhook deliveries, and the codes of e-mails and text messages. Secrets of requests are covered.',
  },
  quiet: { type: 'boolean', group: 'Output', short: 'q', help: 'Print no line for each request.' },
  json: { type: 'boolean', group: 'Output', help: 'Print one line of JSON and nothing else.' },
  version: { type: 'boolean', group: 'Output', help: 'Print the version.' },
  help: { type: 'boolean', group: 'Output', short: 'h', help: 'Print this help.' },
} as const satisfies Readonly<Record<string, Flag>>

type FlagName = keyof typeof flags
/** The values of the server's flags. */
export type FlagValues = ReturnType<typeof parseFlags<typeof flags>>
/** Flags that only make sense on a command line. */
const commandLineOnly: ReadonlySet<string> = new Set<FlagName>(['help', 'version'])

/** The environment variable that stands for a flag: `LATCHKEY_CONTROL_TOKEN` for `--control-token`. */
const variableOf = (name: string): string => `LATCHKEY_${name.toUpperCase().replaceAll('-', '_')}`

/**
 * Reads the flags of a command line. A flag that it does not have is read from the environment.
 *
 * @throws TypeError with one sentence that says what is wrong
 */
export function readFlags(args: readonly string[], env: Readonly<Record<string, string | undefined>>): FlagValues {
  return addVariables(parseFlags(args, flags), env)
}

/**
 * Adds the flags that are set in the environment alone.
 *
 * @throws TypeError with one sentence that says what is wrong
 */
export function addVariables<Values extends FlagValues>(
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
): Values {
  assertVariables(env)
  const decided: Record<string, unknown> = { ...values }
  const isDecided = (name: string) =>
    name in decided || (name.endsWith('strict') && (values.strict || values['no-strict']))
  for (const [name, flag] of Object.entries(flags) as [FlagName, Flag][]) {
    const text = env[variableOf(name)]
    if (text !== undefined && text !== '' && !isDecided(name) && !commandLineOnly.has(name))
      decided[name] = valueOf(name, flag, text)
  }
  return decided as Values
}

/** Variables that other parts of the mock and its kits read, and that `run` sets. */
const otherVariables: readonly string[] = [...factNames.map(variableOfFact), 'LATCHKEY_AUTHORITY_FILE']

/** @throws TypeError for a variable that is meant for a flag and misspelled, as a misspelled flag is refused */
function assertVariables(env: Readonly<Record<string, string | undefined>>): void {
  const names = [...Object.keys(flags).map(variableOf), ...otherVariables]
  for (const name of Object.keys(env)) {
    if (!name.startsWith('LATCHKEY_') || names.includes(name)) continue
    // Only what is a typo of a flag: other programs may have variables of this beginning, too.
    const meant = nearest(
      name.slice('LATCHKEY_'.length),
      names.map((each) => each.slice('LATCHKEY_'.length)),
    )
    if (meant !== undefined) throw new TypeError(`There is no variable ${name}. Did you mean LATCHKEY_${meant}?`)
  }
}

function valueOf(name: string, { type, multiple }: Flag, text: string): unknown {
  if (type === 'string') return multiple ? text.split(',') : text
  if (!/^(1|true|0|false)$/i.test(text)) throw new TypeError(`${variableOf(name)} takes true or false, not "${text}".`)
  return /^(1|true)$/i.test(text)
}
