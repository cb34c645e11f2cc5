import { assertKeys } from '@latchkey/base/nearest'
import type { WorldOptions } from '../control/http/worlds.ts'
import type { ServerCertificate } from '../effects/certificates.ts'
import type { JournalEntry } from '../http/journal.ts'
import type { Mock } from '../mock/createMock.ts'
import { mockOptionNames } from '../mock/mockOptions.ts'
import type { serverOptionNames } from '../mock/serverOptionNames.ts'

export interface ServerOptions {
  /** @default 0: a free port */
  port?: number | undefined
  /** Host name or address to listen at. @default '127.0.0.1' */
  host?: string | undefined
  /**
   * Further host names for which the server accepts requests, such as its name in a container network. It always
   * accepts `host` and loopback names. It refuses other names, so that a web page cannot use it by DNS rebinding.
   *
   * @default []
   */
  allowHosts?: readonly string[] | undefined
  /**
   * Whether the first address of `X-Forwarded-For` is the caller's, for rate limits and sessions. Set it only behind a
   * proxy that sets the header itself: otherwise a caller can claim any address. Behind a proxy the control interface
   * needs `controlToken`.
   *
   * @default false: the caller's address is that of the connection
   */
  trustProxy?: boolean | undefined
  /**
   * Origin by which callers reach the server, such as that of a proxy or a container. The server answers to its host
   * name. If that is not a loopback name, the control interface needs `controlToken`.
   *
   * @default the address that it listens at
   */
  baseUrl?: string | undefined
  /**
   * Lets callers of any machine use the control interface, with `Authorization: Bearer` and this token. Callers of this
   * machine need it, too, since a proxy is one of them.
   *
   * @default only callers of this machine use it, without a proxy
   */
  controlToken?: string | undefined
  /**
   * How long a caller may take to send a request, in milliseconds, more than 0. A request that takes longer is 408, and
   * its connection ends. Its head must arrive within a minute in any case.
   *
   * @default 300_000
   */
  requestTimeoutMs?: number | undefined
  /** How many worlds the server keeps, and for how long. */
  worlds?: WorldOptions | undefined
  /**
   * A file in which the state of the mock and its worlds outlives the process. The server goes on from it, and creates
   * it if there is none. Needs Node 22.13 or later, and a port that stays the same, since tokens contain it.
   */
  state?: string | undefined
  /**
   * Fills a new mock before the server answers. It is not called when the server goes on from a state file. If it fails,
   * the server ends, and leaves no state file. The mock that it gets is a draft: the server's has its data, and not the
   * overrides, faults and receivers that were registered there. A reset leads to this data.
   */
  prepare?: ((mock: Mock) => unknown) | undefined
  /**
   * Attaches real parts, such as nodes, before the server answers. It is called at each start, also when the server goes
   * on from a state file. If it fails, the server ends.
   */
  attach?: ((mock: Mock) => unknown) | undefined
  /**
   * Serves HTTPS with this certificate. A function is asked before the server listens, and again for the first connection
   * after `renewAt`.
   *
   * @default the server speaks HTTP
   */
  https?: ServerCertificate | (() => Promise<ServerCertificate>) | undefined
  /** Called after each answer, with its entry of the journal, and the name of the world if it was one's. */
  onAnswer?: ((entry: JournalEntry, world?: string) => void) | undefined
  /** Called now and then while a state file is read, with the number of records until then. */
  onLoad?: ((records: number) => void) | undefined
  /**
   * Sends spans to this collector by OpenTelemetry: of requests, with their events and refusals, and of webhooks. A
   * request with `traceparent` joins its caller's trace. Needs four packages of OpenTelemetry, which an error names.
   */
  otlp?: string | undefined
  /** When a commit is on the disk: `'full'` also survives a power cut, and is slower. @default 'normal' */
  stateSync?: 'normal' | 'full' | undefined
}

interface Check {
  readonly isValid: (value: unknown) => boolean
  /** The end of the refusal: `takes a list of names`. */
  readonly rule: string
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isFunction = (value: unknown) => typeof value === 'function'
const isPort = (value: unknown) => /^\d{1,5}$/.test(String(value)) && Number(value) <= 65_535

function isCertificate(value: unknown): boolean {
  const { cert, key } = Object(value) as Readonly<Record<string, unknown>>
  return isFunction(value) || Boolean(cert && key)
}

/** A text in the place of `true` or of a list would open the server to more callers than it says. */
const checks = {
  port: { isValid: isPort, rule: 'takes a whole number from 0 to 65535' },
  host: { isValid: isText, rule: 'takes a host name or an address' },
  allowHosts: { isValid: Array.isArray, rule: 'takes a list of names' },
  trustProxy: { isValid: (value) => typeof value === 'boolean', rule: 'takes true or false' },
  baseUrl: { isValid: isText, rule: 'takes an origin, such as "https://mock.example.com"' },
  controlToken: {
    isValid: (value) => isText(value) && /^[!-~]([ -~]*[!-~])?$/.test(value),
    rule: 'takes a text of ASCII characters that is not empty',
  },
  requestTimeoutMs: { isValid: (value) => Number(value) > 0, rule: 'takes a number above 0' },
  worlds: { isValid: (value) => typeof value === 'object' && value !== null, rule: 'takes an object' },
  state: { isValid: isText, rule: 'takes the path of a file' },
  prepare: { isValid: isFunction, rule: 'takes a function' },
  attach: { isValid: isFunction, rule: 'takes a function' },
  https: { isValid: isCertificate, rule: 'takes a certificate { cert, key } in PEM, or a function that returns one' },
  onAnswer: { isValid: isFunction, rule: 'takes a function' },
  onLoad: { isValid: isFunction, rule: 'takes a function' },
  otlp: { isValid: isText, rule: 'takes the URL of a collector' },
  stateSync: { isValid: (value) => value === 'normal' || value === 'full', rule: 'takes "normal" or "full"' },
} satisfies Record<keyof ServerOptions, Check> & Record<(typeof serverOptionNames)[number], Check>

const worldOptionNames = Object.keys({ maximum: 0, idleMinutes: 0 } satisfies Record<keyof WorldOptions, 0>)

/**
 * Checks the arguments of `startServer`. Those of the mock are checked when it is created.
 *
 * @throws TypeError that names the option
 */
export function assertServerOptions(mock: unknown, options: ServerOptions): void {
  for (const value of [mock, options])
    if (typeof value !== 'object' || value === null)
      throw refusal('it takes a mock, or the options of one, and then an object such as { port: 4010 }.')
  const ofMock = Object.keys(options).find((name) => !(name in checks) && mockOptionNames.includes(name))
  if (ofMock !== undefined)
    throw refusal(`there is no option "${ofMock}" of the server. The mock takes it: startServer({ ${ofMock} }).`)
  assertKeys(options, Object.keys(checks), { call: 'startServer()', what: 'option' })
  for (const [name, { isValid, rule }] of Object.entries<Check>(checks)) {
    const value: unknown = options[name as keyof ServerOptions]
    if (value !== undefined && !isValid(value)) throw refusal(`\`${name}\` ${rule}.`)
  }
  assertKeys(options.worlds ?? {}, worldOptionNames, { call: 'startServer()', what: 'option of `worlds`' })
}

function refusal(reason: string): TypeError {
  return new TypeError(`Failed to call "startServer()": ${reason}`)
}
