import { serve } from '@hono/node-server'
import { RequestRefused } from '@latchkey/client/server'
import { Hono } from 'hono'
import { receive, verify } from '../latchkey.ts'

const app = new Hono()

app.get('/account', async ({ req, json }) => {
  const { email } = await verify(req.raw)
  return json({ email })
})

app.post('/gold', async ({ req, json }) => {
  await verify(req.raw, 'gold')
  return json({ bars: 1 })
})

app.post('/webhooks', ({ req }) => receive(req.raw))

app.onError((error) => {
  if (error instanceof RequestRefused) return error.toResponse()
  throw error
})

serve({ fetch: app.fetch, port: Number(process.env['PORT']), hostname: '127.0.0.1' })
