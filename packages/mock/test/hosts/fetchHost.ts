import { beforeAll, beforeEach } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { provingFetch } from '../contract/provingFetch.ts'
import { callsOf, type HostOptions, mockOptions, type TestHost } from './harness.ts'

/** The core itself, injected as `fetch`, below a path as the worlds of a server are. Called once per test file. */
export function createHost({ mockPer = 'test', mock: options }: HostOptions = {}) {
  let mock: Mock
  const host: TestHost = {
    name: 'fetch',
    get mock() {
      return mock
    },
    fetch: (input, init) => provingFetch(mock, input, init),
  }
  const begin = mockPer === 'file' ? beforeAll : beforeEach
  begin(() => {
    mock = createMock({ baseUrl: 'https://api.latchkey.test/w/tests', ...mockOptions, ...options })
  })
  return Object.assign(host, callsOf(host))
}
