import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly eventName: string
  /** The raw body: the signature covers its bytes, not the parsed object. */
  readonly body: Buffer
  readonly signature: string
}

/** An HTTP endpoint that takes webhooks. */
export async function startWebhookReceiver() {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { eventName } = JSON.parse(body.toString()) as { eventName: string }
    received.push({ eventName, body, signature: String(request.headers['x-webhook-signature-256']) })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Whether a delivery was signed with the webhook's secret. Compares in constant time. */
export function isSigned(secret: string, { body, signature }: Received): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const signatureBytes = Buffer.from(signature)
  return signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected)
}
