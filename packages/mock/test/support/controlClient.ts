import type { ControlRoutes } from '@latchkey/contract/routes/controlRoute'
import { controlRoutes } from '@latchkey/contract/routes/controlRoutes'
import { afterEach, beforeEach, expect } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { faultsOf } from './controlDocument.ts'

const json = { 'content-type': 'application/json' }

async function read(response: Response) {
  const text = await response.text()
  const body = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, headers: response.headers, body }
}

const routes: ControlRoutes = controlRoutes

/** A reply of a route. One that succeeds is as the document says, and has no field that its schema does not name. */
async function readReply(key: string, response: Response) {
  const reply = await read(response)
  const route = routes[key]
  if (!response.ok || !route) return reply
  expect(faultsOf(key, reply), key).toBeNull()
  expect(reply.body, key).toEqual(route.output?.parse(reply.body))
  return reply
}

/** A server for each test of a file, and calls of its control interface and of the service. */
export function createControlClient() {
  let server: MockServer
  const calledRoutes = new Set<string>()
  beforeEach(async () => {
    server = await startServer({ seed: 'test', now: '2026-01-15T09:30:00.000Z', allowPrivateWebhooks: true })
  })
  afterEach(() => server.close())
  return {
    get server() {
      return server
    },
    /** The routes that the tests have called until now, such as `GET clock`. */
    calledRoutes,
    async get(path: string, query: Record<string, string> = {}) {
      calledRoutes.add(`GET ${path}`)
      return readReply(`GET ${path}`, await fetch(`${server.url}/__mock/v1/${path}?${new URLSearchParams(query)}`))
    },
    async post(path: string, body?: unknown, headers: Record<string, string> = json) {
      calledRoutes.add(`POST ${path}`)
      const text = body === undefined ? null : JSON.stringify(body)
      const reply = await fetch(`${server.url}/__mock/v1/${path}`, { method: 'POST', headers, body: text })
      return readReply(`POST ${path}`, reply)
    },
    /** Calls the service in the sandbox, as a browser does: a POST if there is a body. */
    async sdk(path: string, body?: object, headers: Record<string, string> = {}) {
      const { id } = server.mock.defaults.environments.sandbox
      const url = `${server.url}/api/v0/sdk/${id}/${path}`
      if (body === undefined) return read(await fetch(url, { headers }))
      return read(await fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) }))
    },
  }
}
