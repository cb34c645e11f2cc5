import { describe, expect, it } from 'vitest'
import { webhookHandler } from '../../src/server.ts'
import { signWebhook } from '../../src/webhooks.ts'

const secret = 'a secret of the webhook'
const body = JSON.stringify({ eventId: 'e', messageId: 'm', eventName: 'user.created', data: { id: 'u' } })

async function delivery(): Promise<Request> {
  const headers = { 'x-webhook-signature-256': await signWebhook(body, secret) }
  return new Request('https://app.example.com/webhooks', { method: 'POST', headers, body })
}

describe('a route of webhooks', () => {
  // https://github.com/NousResearch/hermes-agent/pull/47293
  it('passes a message on again after it has failed, and no more once it has succeeded', async () => {
    const attempts: string[] = []
    const handler = webhookHandler(
      secret,
      {
        'user.created': ({ messageId }) => {
          attempts.push(messageId)
          if (attempts.length === 1) throw new Error('no database')
        },
      },
      { handled: new Set(), onError: () => undefined },
    )
    const statuses: number[] = []
    for (let i = 0; i < 3; i++) statuses.push((await handler(await delivery())).status)
    expect([statuses, attempts]).toEqual([
      [500, 204, 204],
      ['m', 'm'],
    ])
  })

  // https://github.com/JhaSourav07/commitpulse/issues/6543
  it.each(['sha256=abc', 'sha256=', 'abc', `sha256=${'0'.repeat(63)}`, `sha256=${'0'.repeat(128)}`])(
    'refuses a signature of another length with 400, and fails nowhere: %s',
    async (signature) => {
      const headers = { 'x-webhook-signature-256': signature }
      const request = new Request('https://app.example.com/webhooks', { method: 'POST', headers, body })
      const errors: unknown[] = []
      const handler = webhookHandler(secret, {}, { onError: (error) => void errors.push(error) })
      expect((await handler(request)).status).toBe(400)
      expect(errors).toEqual([expect.objectContaining({ code: 'signature_missing' })])
    },
  )
})
