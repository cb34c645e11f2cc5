import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import type { Mock } from '../../src/mock/createMock.ts'
import { callsOf, type HostOptions, mockOptions, type TestHost } from './harness.ts'

/** The loopback server, over real sockets. */
export function createHost({ mockPer = 'test', mock: options }: HostOptions = {}) {
  let server: MockServer
  const host: TestHost = {
    name: 'server',
    get mock(): Mock {
      return server.mock
    },
    fetch: (input, init) => fetch(input, init),
  }
  const [begin, end] = mockPer === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach]
  begin(async () => {
    // A test chooses the address that it calls from, as it can in process.
    server = await startServer({ ...mockOptions, ...options }, { trustProxy: true })
  })
  end(() => server.close())
  return Object.assign(host, callsOf(host))
}
