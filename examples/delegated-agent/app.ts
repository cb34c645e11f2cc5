// oxlint-disable no-async-endpoint-handlers -- Express 5 passes what such a handler throws to the error handler.
import { createHash, timingSafeEqual } from 'node:crypto'
import { verifyWebhook } from '@latchkey/client/webhooks'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Agent } from './agent.ts'
import { readPayment } from './payment.ts'
import { readPurchase } from './purchase.ts'
import { Refusal, refusals, toRefusal } from './refusal.ts'

export interface AppOptions {
  readonly agent: Agent
  /** Of the webhook at `/webhooks`. */
  readonly webhookSecret: string
  /** The bearer token of your own services at `/payments` and `/purchases`. */
  readonly callerKey: string
}

/** The routes of the backend. */
export function createApp({ agent, webhookSecret, callerKey }: AppOptions): Express {
  const app = express().disable('x-powered-by')

  // The signature covers the raw body, so nothing may parse it before.
  app.post('/webhooks', express.raw({ type: 'application/json' }), async (request, response) => {
    const delivery = { body: request.body as Buffer, signature: request.get('x-webhook-signature-256') }
    await agent.receive(await verifyWebhook(delivery, { secret: webhookSecret }))
    response.sendStatus(204)
  })

  app.post('/payments', requireKey(callerKey), express.json(), async (request, response) => {
    const transactionHash = await agent.pay(readPayment(request.body))
    response.status(201).json({ transactionHash })
  })

  app.post('/purchases', requireKey(callerKey), express.json(), async (request, response) => {
    response.json(await agent.buy(readPurchase(request.body)))
  })

  return app.use(answerError)
}

/** Lets in callers who send the key. Compares hashes, which have one length, in constant time. */
function requireKey(key: string): RequestHandler {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const expected = hash(`Bearer ${key}`)
  return (request, _, next) => {
    if (!timingSafeEqual(hash(request.get('authorization') ?? ''), expected)) throw new Refusal(refusals.unauthorized)
    next()
  }
}

/** Answers `{ error, code }`. */
// Express takes a function for an error handler by its four parameters.
// oxlint-disable-next-line max-params
const answerError: ErrorRequestHandler = (thrown, _request, response, _next) => {
  const error = toRefusal(thrown)
  if (error instanceof Refusal) {
    response.status(error.status).json({ error: error.message, code: error.code })
    return
  }
  // express.json() and express.raw() throw errors with a status.
  const { status } = Object(error) as { status?: number }
  if (status !== undefined && status < 500) {
    response.status(status).json({ error: 'The body cannot be read.', code: 'body_unreadable' })
    return
  }
  console.error(error)
  response.status(500).json({ error: 'Something went wrong here.', code: 'internal_error' })
}
