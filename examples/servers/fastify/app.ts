import { fastifyUser, fastifyWebhook, userOf } from '@latchkey/client/server'
import fastify from 'fastify'
import { receive, verify } from '../latchkey.ts'

const app = fastify()

app.get('/account', { onRequest: fastifyUser(verify) }, (request) => ({ email: userOf(request).email }))

app.post('/gold', { onRequest: fastifyUser(verify, 'gold') }, () => ({ bars: 1 }))

app.register(fastifyWebhook('/webhooks', receive))

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
