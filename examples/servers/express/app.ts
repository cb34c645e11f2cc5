import { expressUser, expressWebhook, userOf } from '@latchkey/client/server'
import express from 'express'
import { receive, verify } from '../latchkey.ts'

const app = express()

app.get('/account', expressUser(verify), (request, response) => {
  response.json({ email: userOf(request).email })
})

app.post('/gold', expressUser(verify, 'gold'), (_, response) => {
  response.json({ bars: 1 })
})

// It reads the bytes that the signature covers, so parsers of bodies come after it.
app.post('/webhooks', expressWebhook(receive))
app.use(express.json())

app.listen(Number(process.env['PORT']), '127.0.0.1')
