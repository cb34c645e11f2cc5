import ipaddr from 'ipaddr.js'
import { assert } from '../shared/errors.ts'

/** Names that never leave a private network (RFC 6761, RFC 6762, RFC 8375, and what clouds use for their metadata). */
const privateNames = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home.arpa', 'private', 'corp']

/**
 * Refuses a URL that may not be a receiver of webhooks.
 *
 * Receivers are https URLs on public addresses, and http URLs on loopback for tests. `URL` has read the spellings of
 * an address (decimal, octal, hexadecimal, short) before the ranges are looked at.
 *
 * @param input.allowPrivate - Whether receivers may be on private addresses, and without https there.
 * @throws {@link DomainError} `invalidWebhookUrl`
 */
export function assertWebhookUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): void {
  assert(URL.canParse(text), 'invalidWebhookUrl')
  const { protocol, username, password, hostname } = new URL(text)
  assert(protocol === 'https:' || protocol === 'http:', 'invalidWebhookUrl', {
    message: 'Webhooks are sent to https URLs; topics are not served.',
  })
  assert(username === '' && password === '', 'invalidWebhookUrl', {
    message: 'The URL of a webhook cannot hold a user name or password.',
  })
  const reach = reachOf(hostname)
  if (reach === 'loopback' && protocol === 'http:') return
  assert(reach === 'public' || allowPrivate, 'invalidWebhookUrl')
  assert(protocol === 'https:' || reach !== 'public', 'invalidWebhookUrl')
}

/** Where a delivery is about to go. */
export interface DeliveryTarget {
  readonly url: URL
  /** IP address that the host of the URL is, or that its name leads to. */
  readonly address: string
}

/**
 * Whether a webhook may be delivered to an address: public ones by https, and loopback by http, as
 * {@link assertWebhookUrl} has it of names.
 *
 * @param options.allowPrivate - Whether it may be any other address, too.
 * @param options.ownPort - Port that the service itself listens at. Nothing is ever sent there on this machine.
 */
export function isDeliverable(
  { url, address }: DeliveryTarget,
  { allowPrivate, ownPort }: { allowPrivate: boolean; ownPort: number },
): boolean {
  if (!ipaddr.isValid(address)) return false
  const isHttps = url.protocol === 'https:'
  const port = Number(url.port || (isHttps ? 443 : 80))
  if (port === ownPort && leadsHere.has(rangeOf(address))) return false
  return allowPrivate || reachOfAddress(address) === (isHttps ? 'public' : 'loopback')
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

/** Ranges whose addresses are this machine; a connection to an unspecified address goes to loopback. */
const leadsHere: ReadonlySet<string> = new Set(['loopback', 'unspecified'])

const reaches: Readonly<Record<string, Reach>> = { unicast: 'public', loopback: 'loopback' }

function reachOfAddress(address: string): Reach {
  return reaches[rangeOf(address)] ?? 'private'
}

/**
 * The name of an address's range. An IPv4-mapped IPv6 address is read as the IPv4 address that it reaches. Public IPv6
 * addresses begin with the bits 001 (RFC 4291, section 2.4), so others are reserved, such as IPv4-compatible ones.
 */
function rangeOf(address: string): string {
  const parsed = ipaddr.process(address)
  const isGlobal = (parsed.toByteArray()[0] ?? 0) >> 5 === 0b001
  return parsed.kind() === 'ipv6' && parsed.range() === 'unicast' && !isGlobal ? 'reserved' : parsed.range()
}
