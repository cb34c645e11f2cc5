import { readBaseUrl } from '@latchkey/base/baseUrl'
import { toEpoch } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { hostNameOf } from '@latchkey/base/hostName'
import { assertKeys } from '@latchkey/base/nearest'
import { randomSeed } from '@latchkey/base/random'
import { readSocketLimits, type SocketLimits } from '@latchkey/chains/rpc/sockets/limits'
import type { KeyPair } from '@latchkey/crypto/developmentKeys'
import { type PrivateJwk, readPrivateJwk } from '@latchkey/crypto/ownKey'
import type { ReceiverRules } from '../effects/deliver.ts'
import type { RealPart } from '../effects/realParts.ts'
import { smsPart } from '../effects/smsReceiver.ts'
import { smtpPart } from '../effects/smtpReceiver.ts'
import type { MockOptions } from './mockOptions.ts'
import { defaultsOf, type Filled, problemOf } from './optionRule.ts'
import { mockOptionNames, optionRules } from './optionRules.ts'
import { serverOptionNames } from './serverOptionNames.ts'

type FilledOptions = Filled<MockOptions, typeof optionRules>

/** The options in the form in which a world takes them. */
interface ConvertedOptions {
  /** Epoch milliseconds. */
  readonly now: number | undefined
  readonly signingKey: KeyPair | undefined
  readonly socketLimits: SocketLimits
  /** Where webhooks may be sent to. */
  readonly receivers: ReceiverRules
  /** The receivers of messages. */
  readonly realParts: readonly RealPart[]
}

/** The options with their defaults filled in. */
export type ReadOptions = Omit<FilledOptions, keyof ConvertedOptions> & ConvertedOptions

const defaults = defaultsOf(optionRules)

/** Checks the options of `createMock`. @throws TypeError that names the option */
export function readOptions(options: MockOptions): ReadOptions {
  if (Object(options) !== options) throw refusal('it takes an object, such as { baseUrl: "https://api.example.com" }.')
  const ofServer = serverOptionNames.find((name) => name in options && !mockOptionNames.includes(name))
  if (ofServer !== undefined)
    throw refusal(`there is no option "${ofServer}". A server takes it: startServer({}, { ${ofServer} }).`)
  assertKeys(options, mockOptionNames, { call: 'createMock()', what: 'option' })
  const problem = problemOf(options, optionRules)
  if (problem !== undefined) throw refusal(problem)
  const filled = { ...defaults, ...defined(options) } as FilledOptions
  const { now, signingKey: jwk, smtp, sms } = options
  const signingKey = jwk === undefined ? undefined : readKey(jwk)
  if (signingKey && options.signing !== undefined && options.signing !== signingKey.algorithm)
    throw refusal(
      `\`signing\` is ${options.signing}, and the signing key is one for ${signingKey.algorithm}: leave \`signing\` out.`,
    )
  return {
    ...filled,
    seed: options.seed ?? (filled.randomness === 'seed' ? filled.seed : randomSeed()),
    now: now === undefined ? undefined : toEpoch(now),
    baseUrl: readBaseUrl('createMock()', filled.baseUrl),
    signing: signingKey?.algorithm ?? filled.signing,
    signingKey,
    receivers: {
      allowPrivate: filled.allowPrivateWebhooks,
      hosts: new Set(filled.webhookHosts.flatMap((host) => hostNameOf(host) ?? [])),
    },
    socketLimits: readLimits(options.socketLimits),
    realParts: [...(smtp === undefined ? [] : [smtpPart(smtp)]), ...(sms === undefined ? [] : [smsPart(sms)])],
  }
}

function readKey(jwk: PrivateJwk): KeyPair {
  try {
    return readPrivateJwk(jwk)
  } catch (error) {
    throw refusal(`\`signingKey\` cannot sign: ${(error as Error).message}`)
  }
}

function readLimits(limits: Partial<SocketLimits> = {}): SocketLimits {
  try {
    return readSocketLimits(limits)
  } catch (error) {
    throw refusal(`\`socketLimits\` ${(error as Error).message}`)
  }
}

function refusal(reason: string): TypeError {
  return new TypeError(`Failed to call "createMock()": ${reason}`)
}
