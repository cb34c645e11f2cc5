/**
 * A server in a process of its own, which tells its parent where it answers: `ours` with one user, or `hono`, which
 * answers the bytes of the second argument from a `Map`.
 */
import { serve } from '@hono/node-server'
import { startServer } from '@latchkey/mock/node'
import { Hono } from 'hono'
import type { Served } from './rows/connections.ts'

const servers: Readonly<Record<string, (body: string) => Promise<Served>>> = {
  async ours() {
    const { url, mock } = await startServer()
    const { id, token } = mock.defaults.environments.sandbox
    const user = await mock.create.user({ email: 'ada@example.com', firstName: 'Ada' })
    return { origin: url, path: `/api/v0/environments/${id}/users/${user.id}`, token }
  },
  hono(body) {
    const users = new Map([['ada', body]])
    const app = new Hono()
    app.get('/environments/:environmentId/users/:userId', (context) => {
      const user = users.get(context.req.param('userId'))
      if (user === undefined) return context.notFound()
      return context.body(user, 200, { 'content-type': 'application/json' })
    })
    return new Promise((resolve) => {
      serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
        resolve({ origin: `http://127.0.0.1:${port}`, path: '/environments/e/users/ada', token: 'token' }),
      )
    })
  },
}

const [side = '', body = ''] = process.argv.slice(2)
process.send?.(await servers[side]?.(body))
