import { instantForm, toEpoch } from '@latchkey/base/clock'
import { hostNameOf } from '@latchkey/base/hostName'
import { isIssuer } from '@latchkey/base/issuer'
import { didYouMean } from '@latchkey/base/nearest'
import { isProvider, providerCatalogue } from '../domain/providers/providerCatalogue.ts'
import type { BackendSettings } from '../domain/shared/backend.ts'
import { answerTimeoutMs } from '../effects/deliver.ts'
import { problemOfRandomFaults, type RandomFaults } from '../http/randomFaults.ts'
import type { UnknownFields } from '../http/validators.ts'
import type { MockOptions } from './mockOptions.ts'
import {
  aFunction,
  checkedWhenRead,
  choice,
  count,
  isObject,
  isText,
  type OptionRules,
  takes,
  trueOrFalse,
} from './optionRule.ts'

const isFunctionOf = (value: unknown, name: string): boolean =>
  typeof (Object(value) as Readonly<Record<string, unknown>>)[name] === 'function'

/** How each option of `createMock` is checked, and its default, in the order of {@link MockOptions}. */
export const optionRules = {
  seed: { default: 'latchkey', ...takes('takes a text', isText) },
  randomness: { default: 'seed', ...choice<'seed' | 'platform'>({ seed: 0, platform: 0 }) },
  now: takes(`must be ${instantForm}`, (value) => !Number.isNaN(toEpoch(value as Date))),
  frozen: trueOrFalse,
  baseUrl: { default: 'https://api.latchkey.test', ...checkedWhenRead },
  providers: {
    default: ['emailOnly'],
    problem(value) {
      if (!Array.isArray(value)) return '`providers` takes a list of names, such as ["google"].'
      const unknown: unknown = value.find((name) => !isProvider(name))
      if (unknown === undefined) return undefined
      return `there is no provider "${String(unknown)}".${didYouMean(String(unknown), providerCatalogue.keys())}`
    },
  },
  strict: { default: true, ...trueOrFalse },
  unknownFields: { default: 'refuse', ...choice<UnknownFields>({ refuse: 0, ignore: 0 }) },
  rateLimits: { default: false, ...trueOrFalse },
  chaos: {
    problem(value) {
      if (!isObject(value)) return '`chaos` takes an object with a rate, such as { rate: 0.1 }.'
      const problem = problemOfRandomFaults(value as RandomFaults)
      return problem && `\`chaos\`: ${problem}`
    },
  },
  code: takes('must be a text of six digits, such as "424242"', (value) => isText(value) && /^\d{6}$/.test(value)),
  signing: { default: 'RS256', ...choice<BackendSettings['signing']>({ RS256: 0, ES256: 0, EdDSA: 0 }) },
  signingKey: checkedWhenRead,
  issuer: takes('takes a URL or a host, without a query or credentials, such as "https://login.example.com"', isIssuer),
  allowPrivateWebhooks: { default: false, ...trueOrFalse },
  webhookHosts: {
    default: [],
    problem(value) {
      if (!Array.isArray(value)) return '`webhookHosts` takes a list of names, such as ["app"].'
      const unreadable: unknown = value.find((host) => !isText(host) || hostNameOf(host) === undefined)
      if (unreadable === undefined) return undefined
      return `\`webhookHosts\` takes names or addresses without a port, not "${String(unreadable)}".`
    },
  },
  deliveryTimeoutMs: {
    default: answerTimeoutMs,
    // A longer timer of Node fires at once.
    ...takes(
      'takes a number of milliseconds above 0, up to 2147483647',
      (value) => typeof value === 'number' && value > 0 && value < 2 ** 31,
    ),
  },
  deliver: aFunction,
  journalLimit: { default: 1_000, ...count },
  outboxLimit: { default: 10_000, ...count },
  eventLimit: { default: 100_000, ...count },
  socketLimits: checkedWhenRead,
  persistence: checkedWhenRead,
  schedule: aFunction,
  names: takes(
    'takes what readNames() of @latchkey/mock/names returns',
    (value) => typeof (value as MockOptions['names'])?.wrap === 'function',
  ),
  smtp: checkedWhenRead,
  sms: checkedWhenRead,
  evm: takes(
    "takes the module @ethereumjs/evm: import * as evm from '@ethereumjs/evm'",
    (value) => isFunctionOf(value, 'createEVM') && isFunctionOf(value, 'Message') && isFunctionOf(value, 'EVMError'),
  ),
  onError: aFunction,
} as const satisfies OptionRules<MockOptions>

/** The options in a list that is not bound to their types, for the nearest one to a misspelled name. */
export const mockOptionNames: readonly string[] = Object.keys(optionRules)
