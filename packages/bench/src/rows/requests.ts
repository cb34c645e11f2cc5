import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMock } from '@latchkey/mock'
import { startServer } from '@latchkey/mock/node'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { bareRoute } from '../bareRoute.ts'
import { keptConnection } from '../keptConnection.ts'
import { medians } from '../measure.ts'
import { ratio, type Row } from '../row.ts'
import { sandboxOf } from '../sandbox.ts'

const balanceCall = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'eth_getBalance',
  params: ['0x8ba1f109551bd432803012645ac136ddd64dba72', 'latest'],
})

/** A mock with one user, and the call that reads it. */
async function withUser(mock = createMock()) {
  const { id, token } = mock.defaults.environments.sandbox
  const user = await mock.create.user({ email: 'ada@example.com', firstName: 'Ada' })
  return {
    mock,
    token,
    path: `/api/v0/environments/${id}/users/${user.id}`,
  }
}

export async function injected(): Promise<Row[]> {
  const { mock, path } = await withUser()
  const { headers, createUser } = sandboxOf(mock)
  let count = 0
  const times = await medians({
    get: () => mock.fetch(`${mock.baseUrl}${path}`, { headers }),
    bare: bareRoute(),
  })
  const creating = await medians({
    create: () => createUser({ email: `user-${++count}@example.com`, firstName: 'Ada' }),
    bare: bareRoute(),
  })
  const request = { method: 'POST', body: balanceCall, headers: { 'content-type': 'application/json' } }
  const chain = await medians({
    balance: () => mock.fetch(mock.chain.rpcUrl(1), request),
    bare: bareRoute(),
  })
  const name = 'bare route of 300'
  return [
    ratio({ what: 'GET by id, injected', ours: times.get, peer: times.bare, name, limit: 2.2 }),
    ratio({ what: 'create user, injected', ours: creating.create, peer: creating.bare, name, limit: 6 }),
    ratio({ what: 'eth_getBalance, injected', ours: chain.balance, peer: chain.bare, name, limit: 3.5 }),
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
      ratio({
        what: 'GET by id inside msw 3',
        ours: result.ours,
        peer: result.handler,
        name: 'one static handler',
        limit: 1.25,
      }),
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
  const connection = keptConnection(token)
  const plainUrl = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`
  try {
    const result = await medians(
      { ours: () => connection.get(server.url + path), plain: () => connection.get(plainUrl) },
      2_000,
    )
    return [
      ratio({
        what: 'GET by id over loopback',
        ours: result.ours,
        peer: result.plain,
        name: 'plain node:http',
        limit: 2.6,
      }),
    ]
  } finally {
    connection.close()
    plain.close()
    await server.close()
  }
}
