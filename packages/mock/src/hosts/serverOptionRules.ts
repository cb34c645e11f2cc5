import { longestDelayMs } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { assertKeys } from '@latchkey/base/nearest'
import type { WorldOptions } from '../control/http/worlds.ts'
import {
  aFunction,
  choice,
  defaultsOf,
  type Filled,
  isObject,
  type OptionRules,
  problemOf,
  takes,
  trueOrFalse,
} from '../mock/optionRule.ts'
import { mockOptionNames } from '../mock/optionRules.ts'
import type { ServerOptionName } from '../mock/serverOptionNames.ts'
import type { ServerOptions } from './serverOptions.ts'

const isFilledText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isPort = (value: unknown) => /^\d{1,5}$/.test(String(value)) && Number(value) <= 65_535

function isCertificate(value: unknown): boolean {
  const { cert, key } = Object(value) as Readonly<Record<string, unknown>>
  return typeof value === 'function' || Boolean(cert && key)
}

/**
 * How each option of `startServer` is checked, and its default, in the order of {@link ServerOptions}. A text in the
 * place of `true` or of a list would open the server to more callers than it says.
 */
export const serverOptionRules = {
  port: { default: 0, ...takes('takes a whole number from 0 to 65535', isPort) },
  host: { default: '127.0.0.1', ...takes('takes a host name or an address', isFilledText) },
  allowHosts: { default: [], ...takes('takes a list of names', Array.isArray) },
  trustProxy: { default: false, ...trueOrFalse },
  baseUrl: takes('takes an origin, such as "https://mock.example.com"', isFilledText),
  controlToken: takes(
    'takes a text of ASCII characters that is not empty',
    (value) => isFilledText(value) && /^[!-~]([ -~]*[!-~])?$/.test(value),
  ),
  requestTimeoutMs: {
    default: 300_000,
    ...takes(
      `takes a whole number of milliseconds above 0, up to ${longestDelayMs}`,
      (value) => Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= longestDelayMs,
    ),
  },
  worlds: takes('takes an object', isObject),
  state: takes('takes the path of a file', isFilledText),
  prepare: aFunction,
  attach: aFunction,
  https: takes('takes a certificate { cert, key } in PEM, or a function that returns one', isCertificate),
  onAnswer: aFunction,
  onLoad: aFunction,
  otlp: takes('takes the URL of a collector', isFilledText),
  stateSync: { default: 'normal', ...choice<'normal' | 'full'>({ normal: 0, full: 0 }, 'takes') },
  // The second comparison is with the names for which a mock says that a server takes them.
} as const satisfies OptionRules<ServerOptions> satisfies Record<ServerOptionName, object>

const worldOptionNames = Object.keys({ maximum: 0, idleMinutes: 0 } satisfies Record<keyof WorldOptions, 0>)

/** The options of a server with their defaults filled in. */
export type FilledServerOptions = Filled<ServerOptions, typeof serverOptionRules>

const defaults = defaultsOf(serverOptionRules)

/**
 * Checks the arguments of `startServer`. Those of the mock are checked when it is created.
 *
 * @throws TypeError that names the option
 */
export function readServerOptions(mock: unknown, options: ServerOptions): FilledServerOptions {
  if (!isObject(mock) || !isObject(options))
    throw refusal('it takes a mock, or the options of one, and then an object such as { port: 4010 }.')
  const names = Object.keys(serverOptionRules)
  const ofMock = Object.keys(options).find((name) => !names.includes(name) && mockOptionNames.includes(name))
  if (ofMock !== undefined)
    throw refusal(`there is no option "${ofMock}" of the server. The mock takes it: startServer({ ${ofMock} }).`)
  assertKeys(options, names, { call: 'startServer()', what: 'option' })
  const problem = problemOf(options, serverOptionRules)
  if (problem !== undefined) throw refusal(problem)
  assertKeys(options.worlds ?? {}, worldOptionNames, { call: 'startServer()', what: 'option of `worlds`' })
  return { ...defaults, ...defined(options) } as FilledServerOptions
}

function refusal(reason: string): TypeError {
  return new TypeError(`Failed to call "startServer()": ${reason}`)
}
