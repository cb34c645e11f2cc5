import { Hono } from 'hono'

const url = 'https://api.latchkey.test/api/v0/environments/a/resource150/b'
const payload = { user: { id: '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f', email: 'ada@example.com' } }

/** The least that a server does for a Request: it matches one route of 300 and answers a constant. */
export function bareRoute(): () => unknown {
  const app = new Hono()
  for (let i = 0; i < 300; i++)
    app.get(`/api/v0/environments/:environmentId/resource${i}/:id`, (context) => context.json(payload))
  return () => app.fetch(new Request(url, { headers: { authorization: 'Bearer token' } }))
}
