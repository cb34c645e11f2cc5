import dns from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { awaitAnswer, type Deliver, type DeliveryRequest, RefusedReceiver } from './deliver.ts'

export interface GuardedDeliverOptions {
  /** How long a receiver may take for its whole answer. */
  readonly timeoutMs: number
  /** Whether a delivery to the URL may go to the IP address. */
  readonly mayConnect: (url: URL, address: string) => boolean
  /** Resolves names. @default the system's */
  readonly lookup?: typeof dns.lookup
}

/**
 * Delivers over Node's sockets, and checks each address before it connects: the message goes to the checked address,
 * even if a name server answers differently the next time. A connection serves one delivery and is not reused.
 */
export function createGuardedDeliver({ timeoutMs, mayConnect, lookup = dns.lookup }: GuardedDeliverOptions): Deliver {
  return (delivery) => {
    const url = new URL(delivery.url)
    const guard = (address: string) => {
      if (!mayConnect(url, address)) throw new RefusedReceiver()
    }
    return awaitAnswer(
      async (signal) => {
        const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
        // Node calls `lookup` for names only, not for addresses.
        if (isIP(literal)) guard(literal)
        const incoming = await post(url, delivery, { signal, lookup: guardedLookup(lookup, guard) })
        return { type: 'default', status: incoming.statusCode ?? 0, body: Readable.toWeb(incoming) }
      },
      { timeoutMs, failure: 'The receiver could not be reached.' },
    )
  }
}

function post(
  url: URL,
  { headers, body }: DeliveryRequest,
  options: { signal: AbortSignal; lookup: LookupFunction },
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request(url, { ...options, method: 'POST', headers, agent: false }, resolve)
      .on('error', reject)
      .end(body)
  })
}

/** Resolves a name, and fails when any of its addresses is refused: Node connects to the first that answers. */
function guardedLookup(lookup: typeof dns.lookup, guard: (address: string) => void): LookupFunction {
  return (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      try {
        for (const { address } of addresses) guard(address)
      } catch (refusal) {
        return callback(refusal as Error, [])
      }
      const [first] = addresses
      if (options.all || !first) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
