import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { callsOf, type HostOptions, mockOptions, type TestHost } from './harness.ts'

/** The machine's own `fetch`, intercepted by msw in Node. Which major `msw` is, the vitest project says. */
export function createHost({ mockPer = 'test', mock: options }: HostOptions = {}) {
  let mock: Mock
  const server = setupServer()
  const host: TestHost = {
    name: 'msw',
    get mock() {
      return mock
    },
    fetch: (input, init) => fetch(input, init),
  }
  const begin = mockPer === 'file' ? beforeAll : beforeEach
  beforeAll(() => server.listen())
  begin(() => {
    mock = createMock({ ...mockOptions, ...options })
    server.resetHandlers(...mock.handlers({ http, HttpResponse }))
  })
  afterAll(() => server.close())
  return Object.assign(host, callsOf(host))
}
