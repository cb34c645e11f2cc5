import { signWebhook, verifyWebhook } from '@latchkey/client/webhooks'
import { createMock } from '@latchkey/mock'

const mock = createMock()
const url = 'https://app.example.com/webhooks'
const { secret } = await mock.create.webhook({ url, events: ['user.created'] })

// The mock delivers to this function instead of the network.
mock.webhooks.receive(url, async (request) => {
  const { eventName } = await verifyWebhook(request, { secret })
  console.log('verified', eventName)
  return new Response(null, { status: 204 })
})
await mock.create.user({ email: 'ada@example.com' })
await mock.clock.settle()
// → verified user.created

const body = '{"eventName":"user.created"}'
const signature = await signWebhook(body, 'another secret')
console.log(await verifyWebhook({ body, signature }, { secret }).catch((error: { code?: string }) => error.code))
// → signature_wrong
