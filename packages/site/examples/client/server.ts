import { createRequestVerifier, RequestRefused, webhookHandler } from '@latchkey/client/server'
import { createMock } from '@latchkey/mock'

const mock = createMock()
const { id: environmentId } = mock.defaults.environments.sandbox
const { headers } = await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))

// A route for users. Your server leaves `fetch` out.
const verify = createRequestVerifier({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
const route = async (request: Request) => {
  try {
    const { email } = await verify(request)
    return Response.json({ email })
  } catch (error) {
    if (error instanceof RequestRefused) return error.toResponse()
    throw error
  }
}
const url = 'https://app.example.com/account'
console.log(await (await route(new Request(url, { headers }))).text())
// → {"email":"ada@example.com"}
console.log((await route(new Request(url))).status)
// → 401

// The route of a webhook, to which the mock delivers.
const hook = 'https://app.example.com/webhooks'
const { secret } = await mock.create.webhook({ url: hook, events: ['user.created'] })
mock.webhooks.receive(hook, webhookHandler(secret, { 'user.created': ({ data }) => console.log('hello', data.email) }))
await mock.create.user({ email: 'grace@example.com' })
await mock.clock.settle()
// → hello grace@example.com
