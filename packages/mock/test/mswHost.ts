import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createMock, type Mock } from '../src/createMock.ts'
import { callsOf, type TestHost } from './harness.ts'

/** The machine's own `fetch`, intercepted by msw in Node. Which major `msw` is, the vitest project says. */
export function createHost() {
  let mock: Mock
  const server = setupServer()
  const host: TestHost = {
    name: 'msw',
    get mock() {
      return mock
    },
    fetch: (input, init) => fetch(input, init),
  }
  beforeAll(() => server.listen())
  beforeEach(() => {
    mock = createMock({ seed: 'test', now: '2026-01-15T09:30:00.000Z' })
    server.resetHandlers(...mock.handlers({ http, HttpResponse }))
  })
  afterAll(() => server.close())
  return Object.assign(host, callsOf(host))
}
