import { afterEach, beforeEach } from 'vitest'
import type { Mock } from '../src/createMock.ts'
import { type MockServer, startServer } from '../src/hosts/server.ts'
import { callsOf, type TestHost } from './harness.ts'

/** The loopback server, over real sockets. */
export function createHost() {
  let server: MockServer
  const host: TestHost = {
    name: 'server',
    get mock(): Mock {
      return server.mock
    },
    fetch: (input, init) => fetch(input, init),
  }
  beforeEach(async () => {
    server = await startServer({ seed: 'test', now: '2026-01-15T09:30:00.000Z' })
  })
  afterEach(() => server.close())
  return Object.assign(host, callsOf(host))
}
