import type { TestHost } from '../hosts/harness.ts'

/** A delivery that a receiver got. */
export interface Received {
  readonly at: string
  readonly headers: Headers
  readonly raw: string
  readonly body: Record<string, unknown>
}

/** Listens at a URL and answers with the given statuses in turn, then with 204. */
export function listenAt(host: TestHost, url: string, statuses: number[] = []): Received[] {
  const received: Received[] = []
  host.mock.webhooks.receive(url, async (request) => {
    const raw = await request.text()
    received.push({
      at: host.mock.clock.iso(),
      headers: request.headers,
      raw,
      body: JSON.parse(raw) as Record<string, unknown>,
    })
    return new Response(null, { status: statuses.shift() ?? 204 })
  })
  return received
}

/** HMAC-SHA256 by the platform's own Web Crypto, to check ours against. */
export async function platformHmac(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  return [...mac].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
