import { Agent, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMock } from '@latchkey/mock'
import { startServer } from '@latchkey/mock/node'
import { Hono } from 'hono'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { medians } from '../measure.ts'
import { duration, type Row, timed } from '../row.ts'

const bareUrl = 'https://api.latchkey.test/api/v0/environments/a/resource150/b'
const payload = { user: { id: '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f', email: 'ada@example.com' } }

/** A mock with one user, and the call that reads it. */
async function withUser(mock = createMock()) {
  const { id, token } = mock.defaults.environments.sandbox
  const user = await mock.create.user({ email: 'ada@example.com', firstName: 'Ada' })
  return {
    mock,
    token,
    path: `/api/v0/environments/${id}/users/${user.id}`,
    usersPath: `/api/v0/environments/${id}/users`,
  }
}

/** The least a server can do behind 300 routes: match, and answer a constant. */
function bareRoutes(): Hono {
  const app = new Hono()
  for (let i = 0; i < 300; i++)
    app.get(`/api/v0/environments/:environmentId/resource${i}/:id`, (context) => context.json(payload))
  return app
}

/** One route of 300 alone: what any answer to a Request takes, and by that how quick this machine is. In milliseconds. */
export async function timeOfBareRoute(): Promise<number> {
  const app = bareRoutes()
  return (
    await medians({ bare: () => app.fetch(new Request(bareUrl, { headers: { authorization: 'Bearer token' } })) })
  ).bare
}

export async function injected(): Promise<Row[]> {
  const { mock, token, path, usersPath } = await withUser()
  const app = bareRoutes()
  const headers = { authorization: `Bearer ${token}` }
  let count = 0
  const create = (target: typeof mock) => () =>
    target.fetch(`${target.baseUrl}${usersPath}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `user-${++count}@example.com`, firstName: 'Ada' }),
    })
  const result = await medians({
    get: () => mock.fetch(`${mock.baseUrl}${path}`, { headers }),
    bare: () => app.fetch(new Request(bareUrl, { headers })),
  })
  const empty = (await medians({ create: create(mock) }, 400)).create
  const many = createMock()
  await fill(many, 100_000)
  const full = (await medians({ create: create(many) }, 400)).create
  return [
    row(
      'GET by id, injected (p50)',
      duration(result.get),
      `${duration(result.bare)} bare route of 300`,
      '≤ 25 µs and ≤ 3 ×',
      result.get <= 0.025 && result.get <= 3 * result.bare,
    ),
    timed('create user, injected (p50)', empty, `${duration(full)} with 100 000 users`, 0.06),
    row('the same with 100 000 users', duration(full), `${duration(empty)} with none`, '≤ 1.5 ×', full <= 1.5 * empty),
  ]
}

export async function insideMsw(): Promise<Row[]> {
  const { mock, token, path } = await withUser()
  const headers = { authorization: `Bearer ${token}` }
  const fixed = 'https://static.latchkey.test/user'
  const same = await (await mock.fetch(`${mock.baseUrl}${path}`, { headers })).json()
  const server = setupServer(
    ...mock.handlers({ http, HttpResponse }),
    http.get(fixed, () => HttpResponse.json(same)),
  )
  server.listen()
  try {
    const result = await medians(
      {
        ours: async () => (await fetch(`${mock.baseUrl}${path}`, { headers })).text(),
        handler: async () => (await fetch(fixed, { headers })).text(),
      },
      3_000,
    )
    return [
      row(
        'GET by id inside msw 3 (p50)',
        duration(result.ours),
        `${duration(result.handler)} one static handler`,
        '≤ handler + 25 µs',
        result.ours <= result.handler + 0.025,
      ),
    ]
  } finally {
    server.close()
  }
}

export async function loopback(): Promise<Row[]> {
  const server = await startServer()
  const { mock, token, path } = await withUser(server.mock)
  const body = await (
    await mock.fetch(`${mock.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })
  ).text()
  const plain = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body),
  )
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const get = (url: string) => () =>
    new Promise<void>((resolve, reject) => {
      httpRequest(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) =>
        response.resume().on('end', resolve),
      )
        .on('error', reject)
        .end()
    })
  try {
    const result = await medians(
      { ours: get(server.url + path), plain: get(`http://127.0.0.1:${(plain.address() as AddressInfo).port}/`) },
      2_000,
    )
    return [
      row(
        'GET by id over loopback (p50)',
        duration(result.ours),
        `${duration(result.plain)} plain node:http`,
        '≤ 1.6 ×',
        result.ours <= 1.6 * result.plain,
      ),
    ]
  } finally {
    agent.destroy()
    plain.close()
    await server.close()
  }
}

/** Fills the sandbox through the interface. */
export async function fill(mock: ReturnType<typeof createMock>, users: number) {
  const { id, token } = mock.defaults.environments.sandbox
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (let i = 0; i < users; i++) {
    const response = await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/users`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: `filled-${i}@example.com`, firstName: `Name ${(i * 7919) % users}` }),
    })
    if (response.status !== 201) throw new Error(`Filling stopped at user ${i}: ${await response.text()}`)
  }
}

function row(what: string, ours: string, peer: string, reach: string, reached: boolean): Row {
  return { what, ours, peer, reach, reached }
}
