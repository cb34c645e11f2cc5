import { readBaseUrl } from '@latchkey/base/baseUrl'
import { instantForm, toEpoch } from '@latchkey/base/clock'
import { hostNameOf } from '@latchkey/base/hostName'
import { isIssuer } from '@latchkey/base/issuer'
import { didYouMean } from '@latchkey/base/nearest'
import { shownUrl } from '@latchkey/base/shownUrl'
import { readSocketLimits, type SocketLimits } from '@latchkey/chains/rpc/sockets/limits'
import type { BrowserChain } from '../control/device/browserWalletOptions.ts'
import { isProvider, type ProviderName, providerCatalogue } from '../domain/providers/providerCatalogue.ts'
import type { Choice } from '../mock/optionRule.ts'

// Each reads the text of a flag, and throws a TypeError with one line that says what is wrong with it.

export function readPort(text: string, flag: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new TypeError(`${flag} takes a number from 0 to 65535, not "${text}".`)
}

export function readHosts(names: readonly string[], flag: string): readonly string[] {
  const badName = names.find((name) => hostNameOf(name) === undefined)
  if (badName === undefined) return names
  throw new TypeError(`${flag} takes a name or an address without a port, not "${badName}".`)
}

export function readOrigin(text: string, flag: string): string {
  try {
    readBaseUrl('startServer()', text)
    return text
  } catch (error) {
    const { message } = error as Error
    const problem = message.replace(/^Failed to call "[^"]*": `baseUrl` /, '')
    const sentence = problem.endsWith('URL.') ? problem.replace(/\.$/, ', such as https://mock.example.com.') : problem
    throw new TypeError(`${flag} ${sentence}`, { cause: error })
  }
}

/** A token that nobody guesses: `controlToken` in code may be shorter. */
export function readToken(text: string, flag: string): string {
  if (/^[\w.~+/-]{16,256}=*$/.test(text)) return text
  throw new TypeError(`${flag} takes 16 to 256 letters, digits and "-._~+/", so that nobody guesses it.`)
}

export function readInstant(text: string, flag: string): string {
  if (!Number.isNaN(toEpoch(text))) return text
  throw new TypeError(`${flag} takes ${instantForm}, not "${text}".`)
}

/** Reads one of the words that an option can be. */
export const readChoice =
  <Value extends string>({ values }: Choice<Value>) =>
  (text: string, flag: string): Value => {
    const words = Object.keys(values) as Value[]
    const word = words.find((each) => each === text)
    if (word !== undefined) return word
    const [list, advice] = words.length < 3 ? [words.join(' or '), ''] : [words.join(', '), didYouMean(text, words)]
    throw new TypeError(`${flag} takes ${list}, not "${text}".${advice}`)
  }

export function readCode(text: string, flag: string): string {
  if (/^\d{6}$/.test(text)) return text
  throw new TypeError(`${flag} takes six digits, such as 424242, not "${text}".`)
}

export function readIssuer(text: string, flag: string): string {
  if (isIssuer(text)) return text
  throw new TypeError(
    `${flag} takes a URL or a host, without a query or credentials, such as https://login.example.com, not "${shownUrl(text)}".`,
  )
}

export function readLimit(text: string, flag: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new TypeError(`${flag} takes a whole number from 0 to 999999999, not "${text}".`)
}

/** @returns Milliseconds */
export function readSeconds(text: string, flag: string): number {
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text)) return Number(text) * 1_000
  throw new TypeError(`${flag} takes seconds from 0 to 9999, not "${text}".`)
}

/** @param list - Such as `sockets=100,silenceMs=5000`. */
export function readSockets(list: string, flag: string): Partial<SocketLimits> {
  const limits = list.split(',').map((each) => {
    const [name = '', limit] = each.split('=')
    if (limit === undefined) throw new TypeError(`${flag} takes names and numbers, such as sockets=100, not "${each}".`)
    if (!/^\d{1,9}$/.test(limit))
      throw new TypeError(`${flag} takes a whole number of 1 or more as \`${name}\`, not ${limit}.`)
    return [name, Number(limit)] as const
  })
  try {
    return readSocketLimits(Object.fromEntries(limits))
  } catch (error) {
    throw new TypeError(`${flag} ${(error as Error).message}`, { cause: error })
  }
}

/** A chain whose node is real. */
export interface ChainFlag {
  /** A chain id, or the name of a cluster of Solana. */
  readonly network: number | string
  readonly url: string
}

/** The message has no part of the URL, which may have credentials. */
export function readChain(text: string, flag: string): ChainFlag {
  const [, id = '', url = ''] = /^([1-9]\d{0,15}|[a-z][a-z-]{0,30})=(https?:\/\/.+)$/.exec(text) ?? []
  if (id === '')
    throw new TypeError(
      `${flag} takes a chain id or a cluster of Solana, and the URL of its node: 1=http://127.0.0.1:8545.`,
    )
  return { network: /^\d/.test(id) ? Number(id) : id, url }
}

/** Ways in that are on without a provider, which people look for among them. */
const wayIn = (name: string) =>
  /wallet|evm|solana|metamask/i.test(name)
    ? ' Signing in with a wallet needs none.'
    : ' Such as google, emailOnly, sms or passkey.'

/** Chains by the names that people call them. */
const browserChains: Readonly<Record<string, BrowserChain>> = {
  evm: 'EVM',
  solana: 'SOL',
  eclipse: 'ECLIPSE',
  bitcoin: 'BTC',
  sui: 'SUI',
  aptos: 'APTOS',
  cosmos: 'COSMOS',
  tron: 'TRON',
  ton: 'TON',
  starknet: 'STARK',
  algorand: 'ALGO',
  flow: 'FLOW',
  spark: 'SPARK',
}

export function readBrowserChains(list: string, flag: string): BrowserChain[] {
  return list.split(',').map((name) => {
    const chain = Object.hasOwn(browserChains, name) ? browserChains[name] : undefined
    if (chain !== undefined) return chain
    const names = Object.keys(browserChains)
    throw new TypeError(
      `${flag} does not know "${name}".${didYouMean(name, names) || ` It takes ${names.join(', ')}, separated by commas.`}`,
    )
  })
}

/** `monday:0.1`: a seed and the share of calls that fail. */
export function readChaos(text: string, flag: string): { readonly seed: string; readonly rate: number } {
  const [, seed = '', share = ''] = /^(.+):(\d(?:\.\d+)?)$/.exec(text) ?? []
  const rate = Number(share)
  if (seed !== '' && rate > 0 && rate <= 1) return { seed, rate }
  throw new TypeError(`${flag} takes a seed and a rate above 0, up to 1: monday:0.1.`)
}

export function readProviders(list: string, flag: string): ProviderName[] {
  if (list === 'none') return []
  return list.split(',').map((name) => {
    if (isProvider(name)) return name
    throw new TypeError(`${flag} does not know "${name}".${didYouMean(name, providerCatalogue.keys()) || wayIn(name)}`)
  })
}
