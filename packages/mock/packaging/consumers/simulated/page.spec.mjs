import { bearer, createTransport } from '@latchkey/client'
import { users } from '@latchkey/client/operations'
import { webhookHandler } from '@latchkey/client/server'
import { createSession, sendEmailCode, signInWithEmailCode } from '@latchkey/client/session'
import { signWebhook, verifyWebhook } from '@latchkey/client/webhooks'
import { createMock } from '@latchkey/mock'

const mock = createMock({ seed: 'page' })
const { sandbox } = mock.defaults.environments
const api = createTransport({ baseUrl: mock.baseUrl, environmentId: sandbox.id, fetch: mock.fetch })
const secret = 'whsec'

test('this is a page', () => {
  expect(document.createElement('p').outerHTML).toBe('<p></p>')
})

test('a person signs in, and the storage of the page keeps the session', async () => {
  const session = createSession({ api })
  const { verificationUUID } = await sendEmailCode(session, { email: 'ada@example.com' })
  const { code } = mock.outbox.email.last('ada@example.com')
  await signInWithEmailCode(session, { verificationUUID, verificationToken: code })
  const reloaded = createSession({ api })
  await reloaded.ready
  expect(reloaded.state).toBe('signedIn')
  await session.signOut()
})

test('a reply of several chunks is read', async () => {
  const chunked = async (...request) => {
    const reply = await mock.fetch(...request)
    const bytes = new Uint8Array(await reply.arrayBuffer())
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7))
        controller.close()
      },
    })
    return new Response(body, { status: reply.status, headers: { 'content-type': 'application/json' } })
  }
  await mock.create.user({ email: 'grace@example.com' })
  const list = await users.list(api.with({ auth: bearer(sandbox.token), fetch: chunked }))
  expect(list.users.map(({ email }) => email)).toContain('grace@example.com')
})

test('a webhook is verified, and a handler answers it', async () => {
  const event = { eventName: 'user.created', messageId: 'm', data: { userId: 'ä' } }
  const body = JSON.stringify(event)
  const headers = { 'x-webhook-signature-256': await signWebhook(body, secret) }
  const request = () => new Request('http://localhost:3000/webhooks', { method: 'POST', body, headers })
  expect(await verifyWebhook(request(), { secret })).toEqual(event)
  const heard = []
  const handle = webhookHandler(secret, { 'user.created': ({ data }) => heard.push(data.userId) })
  expect([(await handle(request())).status, heard]).toEqual([204, ['ä']])
  const forged = new Request(request(), { headers: { 'x-webhook-signature-256': await signWebhook(body, 'other') } })
  await expect(verifyWebhook(forged, { secret })).rejects.toMatchObject({ name: 'WebhookError' })
})
