import ipaddr from 'ipaddr.js'
import { assert } from './errors.ts'

/** Names that never leave a private network (RFC 6761, RFC 6762, RFC 8375, and what clouds use for their metadata). */
const privateNames = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home.arpa', 'private', 'corp']

/**
 * Refuses a URL that may not be a receiver of webhooks.
 *
 * Receivers are https URLs on public addresses, and http URLs on loopback for tests. `URL` has read the spellings of
 * an address (decimal, octal, hexadecimal, short) before the ranges are looked at.
 *
 * @param allowPrivate - Whether receivers may be on private addresses, and without https there.
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

function reachOf(hostname: string): 'public' | 'loopback' | 'private' {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  const literal = host.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(literal)) {
    // `process` reads an IPv4-mapped IPv6 address as the IPv4 address that it reaches.
    const range = ipaddr.process(literal).range()
    return range === 'unicast' ? 'public' : range === 'loopback' ? 'loopback' : 'private'
  }
  if (host === 'localhost') return 'loopback'
  const isPrivate = !host.includes('.') || privateNames.some((name) => host === name || host.endsWith(`.${name}`))
  return isPrivate ? 'private' : 'public'
}
