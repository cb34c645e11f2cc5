import ipaddr from 'ipaddr.js'
import type { ReceiverRules } from '../../effects/deliver.ts'
import { assert } from '../shared/errors.ts'

/**
 * Names that only resolve within a private network (RFC 6761, RFC 6762, RFC 8375, and those of cloud metadata
 * services).
 */
const privateNames = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home.arpa', 'private', 'corp']

/**
 * Refuses a URL that may not receive webhooks.
 *
 * Receivers are https URLs on public addresses, and http URLs on loopback or at a host of the rules for tests. `URL`
 * normalizes the spellings of an address (decimal, octal, hexadecimal, short) before the ranges are checked.
 *
 * @throws {@link DomainError} `invalidWebhookUrl`, `validationFailed`
 */
export function assertWebhookUrl(text: string, { allowPrivate, hosts }: ReceiverRules): void {
  assert(URL.canParse(text), 'invalidWebhookUrl', { message: problemOf(text) })
  const { protocol, username, password, hostname } = new URL(text)
  assert(protocol === 'https:' || protocol === 'http:', 'invalidWebhookUrl', {
    message: 'Webhooks are sent to https URLs; topics are not served.',
  })
  assert(username === '' && password === '', 'invalidWebhookUrl', {
    message: 'The URL of a webhook cannot hold a user name or password.',
  })
  const reach = reachOf(hostname)
  if (hosts.has(hostname) || (reach === 'loopback' && protocol === 'http:')) return
  // The interface's own pattern refuses plain http, by 400.
  assert(protocol === 'https:' || (reach === 'private' && allowPrivate), 'validationFailed', {
    message:
      `url must be an https URL with its host in small letters and without a port, or an http URL of this machine. ` +
      `For tests, \`webhookHosts\` ` +
      `(\`--webhook-host\`) names other hosts, such as "${hostname}".`,
  })
  assert(reach === 'public' || allowPrivate, 'invalidWebhookUrl')
}

const largestPort = 65_535

/** Why a text that has the form of a URL is none. */
function problemOf(text: string): string {
  const port = /^https?:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(text)?.[1]
  return Number(port) > largestPort
    ? `This is not a URL: ${port} is not a port, which is a number up to ${largestPort}.`
    : 'This is not a URL.'
}

/** The target of a delivery. */
export interface DeliveryTarget {
  readonly url: URL
  /** The IP address in the URL, or the one that its host name resolves to. */
  readonly address: string
}

/**
 * Whether a webhook may be delivered to an address: public ones by https, and loopback by http, as {@link
 * assertWebhookUrl} does for names.
 *
 * @param rules.ownPort - The port of the service itself, to which nothing is ever sent on this machine.
 */
export function isDeliverable(
  { url, address }: DeliveryTarget,
  { allowPrivate, hosts, ownPort }: ReceiverRules & { readonly ownPort: number },
): boolean {
  if (!ipaddr.isValid(address)) return false
  const isHttps = url.protocol === 'https:'
  const port = Number(url.port || (isHttps ? 443 : 80))
  if (port === ownPort && leadsHere.has(rangeOf(address))) return false
  return allowPrivate || hosts.has(url.hostname) || reachOfAddress(address) === (isHttps ? 'public' : 'loopback')
}

type Reach = 'public' | 'loopback' | 'private'

function reachOf(hostname: string): Reach {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  const literal = host.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(literal)) return reachOfAddress(literal)
  if (host === 'localhost') return 'loopback'
  const isPrivate = !host.includes('.') || privateNames.some((name) => host === name || host.endsWith(`.${name}`))
  return isPrivate ? 'private' : 'public'
}

/** Ranges of this machine's own addresses. A connection to an unspecified address goes to loopback. */
const leadsHere: ReadonlySet<string> = new Set(['loopback', 'unspecified'])

const reaches: Readonly<Record<string, Reach>> = { unicast: 'public', loopback: 'loopback' }

function reachOfAddress(address: string): Reach {
  return reaches[rangeOf(address)] ?? 'private'
}

/**
 * The name of an address's range. An IPv4-mapped IPv6 address counts as its IPv4 address. Public IPv6 addresses begin
 * with the bits 001 (RFC 4291, section 2.4), so others are reserved, such as IPv4-compatible ones.
 */
function rangeOf(address: string): string {
  const parsed = ipaddr.process(address)
  const isGlobal = (parsed.toByteArray()[0] ?? 0) >> 5 === 0b001
  const range = parsed.range()
  return parsed.kind() === 'ipv6' && range === 'unicast' && !isGlobal ? 'reserved' : range
}
