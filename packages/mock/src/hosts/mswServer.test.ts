import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { createMock } from '../mock/createMock.ts'
import { createMswRouter, type MswHandler, type MswRouter, type UnhandledRequests } from './mswServer.ts'

const baseUrl = 'https://api.example.com'
const remedy = 'Set `baseUrl`.'
const sentence = `The app calls the service at https://api.other.example, but the mock answers at ${baseUrl}. ${remedy}`
let router: MswRouter | undefined
afterEach(() => router?.server.close())

function listen(unhandled: UnhandledRequests, handlers: readonly MswHandler[] = []) {
  router = createMswRouter(handlers, remedy)
  router.listen(unhandled)
  const mock = createMock({ baseUrl })
  const path = `/api/v0/sdk/${mock.defaults.environments.sandbox.id}/healthcheck`
  return { attached: router.attach(mock), path }
}

describe('a router of msw', () => {
  it('refuses a call of the service at another URL than that of the mock, and names both', async () => {
    const { attached, path } = listen('error')
    await attached.run(async () => {
      expect((await fetch(baseUrl + path)).status).toBe(200)
      expect(() => attached.assertReached()).not.toThrow()
      const refused = await fetch(`https://api.other.example${path}`)
      expect([refused.status, await refused.json()]).toMatchObject([500, { error: sentence }])
    })
    expect(() => attached.assertReached()).toThrow(sentence)
  })

  it.each<[UnhandledRequests, string]>([
    ['error', 'a handler of the test answers it'],
    ['bypass', 'unhandled requests may pass'],
  ])('lets such a call pass with "%s" where %s', async (unhandled) => {
    const other = http.get('https://api.other.example/*', () => HttpResponse.text('other'))
    const { attached, path } = listen(unhandled, [other])
    const reply = await attached.run(() => fetch(`https://api.other.example${path}`))
    expect(await reply.text()).toBe('other')
    expect(() => attached.assertReached()).not.toThrow()
  })
})
