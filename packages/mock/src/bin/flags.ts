import { nearest } from '@latchkey/base/nearest'
import { parseFlags } from './parseFlags.ts'
import { factNames, variableOf as variableOfFact } from './runVariables.ts'
import { defaultWorlds } from '../control/http/worlds.ts'
import { serverOptionRules } from '../hosts/serverOptionRules.ts'
import type { ServerOptions } from '../hosts/serverOptions.ts'
import type { MockOptions } from '../mock/createMock.ts'
import { optionRules } from '../mock/optionRules.ts'
import { defaultSocketLimits } from '../pages/sockets/limits.ts'
import type { CommandOptions } from './commandOptions.ts'
import {
  readChain,
  readChoice,
  readCode,
  readHosts,
  readInstant,
  readIssuer,
  readLimit,
  readOrigin,
  readPort,
  readProviders,
  readSeconds,
  readSockets,
  readToken,
} from './flagReaders.ts'
import type { FlagRow, SetOptions } from './flagRow.ts'
import { readKeyFile } from './readKeyFile.ts'
import { readKeySet, readProvider } from './realFlags.ts'

const furtherLimits = Object.keys(defaultSocketLimits).filter((name) => name !== 'sockets' && name !== 'subscriptions')

/**
 * Each flag of the server, in the order of the help. The environment variable of `--control-token` is
 * `LATCHKEY_CONTROL_TOKEN`.
 */
export const flags = {
  port: {
    server: 'port',
    type: 'string',
    group: 'Address',
    short: 'p',
    hint: 'number',
    read: readPort,
    ownDefault: 4010,
    help: 'Port to listen at; 0 picks a free one.',
  },
  host: { server: 'host', type: 'string', group: 'Address', hint: 'name', help: 'Name or address to listen at.' },
  'allow-host': {
    server: 'allowHosts',
    type: 'string',
    group: 'Address',
    multiple: true,
    hint: 'name',
    read: readHosts,
    help: 'Accept requests for this host name, too.',
    more: 'The server always accepts those for `--host` and for loopback names.',
  },
  'webhook-host': {
    mock: 'webhookHosts',
    type: 'string',
    group: 'Address',
    multiple: true,
    hint: 'name',
    read: readHosts,
    help: 'Send webhooks to this host, too, wherever it is, also by http: `app` for `http://app:3000/hooks`.',
    more: 'Any port will do.',
  },
  'base-url': {
    server: 'baseUrl',
    type: 'string',
    group: 'Address',
    hint: 'origin',
    read: readOrigin,
    help: 'Origin at which callers reach the server, if not `--host` and `--port`.',
    more: 'Such as that of [a proxy](proxy.md). The server accepts requests for its host name.',
  },
  https: {
    command: 'https',
    type: 'boolean',
    group: 'Address',
    ownDefault: false,
    help: 'Serve [HTTPS](#https), with a certificate of an authority that this command makes once and says how to trust.',
  },
  'control-token': {
    server: 'controlToken',
    type: 'string',
    group: 'Address',
    hint: 'token',
    read: readToken,
    help: 'Let callers of any machine control the mock with this bearer token. Those of this machine need it then, too.',
  },
  'trust-proxy': {
    server: 'trustProxy',
    type: 'boolean',
    group: 'Address',
    help: 'Take the caller from X-Forwarded-For (its first address), behind [a proxy](proxy.md).',
  },
  scenario: {
    command: 'scenario',
    type: 'string',
    group: 'Data',
    hint: 'file',
    help: 'Begin with the people, gates, webhooks and more of [this file](scenarios.md) (.json, .js, .mjs, .ts), or with "demo".',
    more: 'TypeScript needs Node 22.18 or later. `demo` comes with the package.',
  },
  state: {
    server: 'state',
    type: 'string',
    group: 'Data',
    hint: 'file',
    help: 'Keep the state in this file, and go on from it. Needs Node 22.13.',
  },
  'state-sync': {
    server: 'stateSync',
    type: 'string',
    group: 'Data',
    hint: 'mode',
    read: readChoice(serverOptionRules.stateSync),
    help: 'Which failures the state file survives: `normal` (a crash) or `full` (also a power cut).',
  },
  import: {
    command: 'importFrom',
    type: 'string',
    group: 'Data',
    hint: 'file',
    help: 'Begin with a state that was exported as JSON.',
  },
  'export-on-exit': {
    command: 'exportTo',
    type: 'string',
    group: 'Data',
    hint: 'file',
    help: 'Write the state to this file as JSON when the server ends.',
    more: 'It does so when its terminal is closed, too. A state of an earlier run is replaced when the new one is whole.',
  },
  overwrite: {
    command: 'overwrite',
    type: 'boolean',
    group: 'Data',
    ownDefault: false,
    help: 'Let `--export-on-exit` replace a file that is neither a state nor that of `--import`.',
  },
  seed: {
    mock: 'seed',
    type: 'string',
    group: 'Time and chance',
    hint: 'text',
    help: 'Seeds ids, codes and keys.',
    more: 'The same seed and the same calls give the same ones.',
  },
  now: {
    mock: 'now',
    type: 'string',
    group: 'Time and chance',
    hint: 'instant',
    read: readInstant,
    help: 'Where the clock starts, in ISO 8601.',
    defaultText: 'the present time',
    more: 'Time then passes as usual, unless `--frozen` is set.',
  },
  frozen: {
    mock: 'frozen',
    type: 'boolean',
    group: 'Time and chance',
    // Without --frozen the clock runs on from --now: a demo is not a test.
    ownDefault: false,
    help: 'Stop the clock until it is advanced.',
  },
  providers: {
    mock: 'providers',
    type: 'string',
    group: 'Behaviour',
    hint: 'names',
    read: readProviders,
    help: 'Sign-in providers of the sandbox, such as `google,emailOnly` or `none`.',
  },
  signing: {
    mock: 'signing',
    type: 'string',
    group: 'Behaviour',
    hint: 'name',
    read: readChoice(optionRules.signing),
    help: 'Algorithm of the tokens: `RS256`, `ES256` or `EdDSA`.',
  },
  'signing-key': {
    mock: 'signingKey',
    type: 'string',
    group: 'Behaviour',
    hint: 'file',
    read: (file: string, _: string, { signing }: { readonly signing?: MockOptions['signing'] }) =>
      readKeyFile(file, signing),
    help: 'Sign the tokens with [the private key](#a-key-of-your-own) of this file: PEM or JWK, of RSA, P-256 or Ed25519.',
  },
  issuer: {
    mock: 'issuer',
    type: 'string',
    group: 'Behaviour',
    hint: 'url',
    read: readIssuer,
    help: 'The issuer (iss) of the tokens; `{environmentId}` in it is replaced.',
    defaultText: 'host, port and environment',
    more: 'For example `https://login.example.com`.',
  },
  code: {
    mock: 'code',
    type: 'string',
    group: 'Behaviour',
    hint: 'digits',
    read: readCode,
    help: 'Send this one-time code to everybody in sandboxes: six digits.',
    defaultText: 'random codes',
    more: 'Live environments keep random codes.',
  },
  'rate-limits': { mock: 'rateLimits', type: 'boolean', group: 'Behaviour', help: 'Enforce the rate limits.' },
  'unknown-fields': {
    mock: 'unknownFields',
    type: 'string',
    group: 'Behaviour',
    hint: 'mode',
    read: readChoice(optionRules.unknownFields),
    help: 'What to do with unknown request fields: `refuse` or `ignore`.',
  },
  strict: {
    mock: 'strict',
    type: 'boolean',
    group: 'Behaviour',
    help: 'Fail a call whose reply breaks the OpenAPI document. This is the default.',
  },
  'no-strict': {
    mock: 'strict',
    type: 'boolean',
    group: 'Behaviour',
    read: (isSet: boolean) => !isSet,
    help: 'Send such replies as they are.',
  },
  'journal-limit': {
    mock: 'journalLimit',
    type: 'string',
    group: 'Behaviour',
    hint: 'number',
    read: readLimit,
    help: 'How many exchanges the journal keeps.',
  },
  'outbox-limit': {
    mock: 'outboxLimit',
    type: 'string',
    group: 'Behaviour',
    hint: 'number',
    read: readLimit,
    help: 'How many messages the outbox keeps.',
  },
  'event-limit': {
    mock: 'eventLimit',
    type: 'string',
    group: 'Behaviour',
    hint: 'number',
    read: readLimit,
    help: 'How many events each environment keeps.',
  },
  'max-worlds': {
    server: 'worlds',
    type: 'string',
    group: 'Behaviour',
    hint: 'number',
    read: (text: string, flag: string) => ({ maximum: readLimit(text, flag) }),
    ownDefault: { maximum: defaultWorlds.maximum },
    help: 'How many [worlds](connect.md#worlds) the server keeps.',
  },
  'socket-limits': {
    mock: 'socketLimits',
    type: 'string',
    group: 'Behaviour',
    hint: 'limits',
    read: readSockets,
    help: `Limits of the chains' WebSockets, such as \`sockets=100,subscriptions=50\`. Also ${furtherLimits.slice(0, -1).join(', ')} and ${furtherLimits.at(-1)}.`,
    more: '[All of them](control.md#options).',
  },
  names: {
    command: 'names',
    type: 'string',
    group: 'Behaviour',
    hint: 'file',
    help: 'Spell paths, fields, enum values, headers, cookies, tokens and claims as [this file](names.md) (.json) says.',
  },
  chain: {
    command: 'chains',
    type: 'string',
    group: 'Behaviour',
    hint: 'id=url',
    multiple: true,
    read: (texts: string[], flag: string) => texts.map((text) => readChain(text, flag)),
    ownDefault: [],
    help: 'Let [a real node](chains.md#a-real-node) be this EVM chain, such as `1=http://127.0.0.1:8545`.',
    more: 'A cluster of Solana has its name: `devnet=http://127.0.0.1:8899`.',
  },
  idp: {
    command: 'realProviders',
    type: 'string',
    group: 'Behaviour',
    hint: 'provider=issuer',
    multiple: true,
    read: (texts: string[]) => texts.map(readProvider),
    ownDefault: [],
    help: 'Let [a real provider](real-providers.md#a-real-provider) sign people in, such as `google=http://127.0.0.1:8080/realms/staff`.',
  },
  jwks: {
    command: 'realKeySets',
    type: 'string',
    group: 'Behaviour',
    hint: 'url',
    multiple: true,
    read: (texts: string[]) => texts.map(readKeySet),
    ownDefault: [],
    help: 'Verify foreign tokens by [the real JWK set](real-providers.md#a-real-issuer) at this URL of settings; `url=url` if it is elsewhere.',
  },
  'wait-timeout': {
    command: 'waitTimeoutMs',
    type: 'string',
    group: 'Behaviour',
    hint: 'seconds',
    read: readSeconds,
    ownDefault: 0,
    help: 'Wait this long for what `--chain`, `--idp` and `--jwks` name, if it is [still starting](real-providers.md#real-parts-that-start-later).',
  },
  smtp: {
    mock: 'smtp',
    type: 'string',
    group: 'Behaviour',
    hint: 'url',
    help: 'Send e-mails to [this mailbox](mailboxes.md) as well, such as `smtp://127.0.0.1:1025`. Needs nodemailer.',
  },
  sms: {
    mock: 'sms',
    type: 'string',
    group: 'Behaviour',
    hint: 'url',
    help: 'Post text messages to this URL as JSON as well, such as `http://127.0.0.1:3030/sms`.',
  },
  otlp: {
    server: 'otlp',
    type: 'string',
    group: 'Output',
    hint: 'url',
    help: 'Send [spans](#traces) to this collector of OpenTelemetry, such as `http://127.0.0.1:4318`. Needs its packages.',
  },
  open: {
    command: 'open',
    type: 'boolean',
    group: 'Output',
    ownDefault: false,
    help: 'Open the inspector in the browser.',
  },
  verbose: {
    command: 'verbose',
    type: 'boolean',
    group: 'Output',
    ownDefault: false,
    help: 'Print bodies, events, similar operations and notes below each request, webhook deliveries, and the codes of e-mails and text messages. Secrets of requests are covered.',
  },
  quiet: {
    command: 'quiet',
    type: 'boolean',
    group: 'Output',
    short: 'q',
    ownDefault: false,
    help: 'Print no line for each request.',
  },
  json: {
    command: 'json',
    type: 'boolean',
    group: 'Output',
    ownDefault: false,
    help: 'Print one line of JSON and nothing else.',
  },
  version: { command: 'version', type: 'boolean', group: 'Output', ownDefault: false, help: 'Print the version.' },
  help: { command: 'help', type: 'boolean', group: 'Output', short: 'h', ownDefault: false, help: 'Print this help.' },
} as const satisfies Readonly<Record<string, FlagRow>>

export type FlagName = keyof typeof flags
type Unset<Place extends 'mock' | 'server' | 'command', Options> = Record<
  Exclude<keyof Options, SetOptions<typeof flags, Place>>,
  readonly FlagName[]
>

/** The options that no flag sets, with the flags of the command that do the same. An option needs a flag or a row here. */
export const withoutFlag = {
  mock: {
    randomness: [],
    baseUrl: ['base-url'],
    allowPrivateWebhooks: [],
    deliveryTimeoutMs: [],
    deliver: [],
    persistence: ['state'],
    schedule: [],
    names: ['names'],
    onError: [],
  },
  server: {
    requestTimeoutMs: [],
    prepare: ['scenario', 'import'],
    attach: ['chain', 'idp', 'jwks'],
    https: ['https'],
    onAnswer: ['quiet', 'verbose'],
    onLoad: [],
  },
  command: {},
} as const satisfies {
  readonly mock: Unset<'mock', MockOptions>
  readonly server: Unset<'server', ServerOptions>
  readonly command: Unset<'command', CommandOptions>
}
