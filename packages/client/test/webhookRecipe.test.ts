import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { signWebhook, verifyWebhook } from '../src/webhooks.ts'

const secret = 'a secret of the webhook'
const body = '{"eventId":"e", "messageId":"m", "webhookId":"w",  "eventName":"user.created", "data":{"id":"u"} }'

/** Serves the unchanged recipe of README.md. */
async function serveRecipe(): Promise<string> {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const code = /^```js\n(app\.post.*?)^```/ms.exec(readme)?.[1] ?? ''
  const app = express()
  new Function('app', 'express', 'verifyWebhook', 'secret', code)(app, express, verifyWebhook, secret)
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
}

async function deliver(signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-webhook-signature-256': signature }
  return (await fetch(await serveRecipe(), { method: 'POST', headers, body })).status
}

it('the recipe for Express accepts a delivery with spaces that JSON.stringify would not write', async () => {
  expect(await deliver(await signWebhook(body, secret))).toBe(204)
})

it('the recipe for Express refuses a delivery that was signed with another secret', async () => {
  expect(await deliver(await signWebhook(body, 'another secret'))).toBe(400)
})
