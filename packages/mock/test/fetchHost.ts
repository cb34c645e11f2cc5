import { beforeEach } from 'vitest'
import { createMock, type Mock } from '../src/createMock.ts'
import { callsOf, type TestHost } from './harness.ts'

/** The core itself, injected as `fetch`. Called once per test file; each test gets a mock of its own. */
export function createHost() {
  let mock: Mock
  const host: TestHost = {
    name: 'fetch',
    get mock() {
      return mock
    },
    fetch: (input, init) => mock.fetch(input as Request, init),
  }
  beforeEach(() => {
    mock = createMock({ seed: 'test', now: '2026-01-15T09:30:00.000Z' })
  })
  return Object.assign(host, callsOf(host))
}
