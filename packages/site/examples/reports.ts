import { verifyWebhook } from '@latchkey/client/webhooks'
import { createMock } from '@latchkey/mock'

const mock = createMock()
const url = 'https://app.example.com/webhooks'
const { secret } = await mock.create.webhook({ url, events: ['user.created'] })

// Many handlers verify what a JSON parser has left. It is written anew then, and its bytes are others.
mock.webhooks.receive(url, async (request) => {
  const signature = request.headers.get('x-webhook-signature-256') ?? ''
  const text = await request.text()
  const parsed = JSON.stringify(JSON.parse(text), null, 2)
  for (const body of [text, parsed]) {
    const result = await verifyWebhook({ body, signature }, { secret }).catch((error: { code?: string }) => error)
    console.log('eventName' in result ? result.eventName : result.code)
  }
  return new Response(null, { status: 204 })
})
await mock.create.user({ email: 'ada@example.com' })
await mock.clock.settle()
// → user.created
// → signature_wrong
