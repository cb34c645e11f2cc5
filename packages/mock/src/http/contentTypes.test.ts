import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const sandbox = () => host.mock.defaults.environments.sandbox
const administration = (path: string) => `/api/v0/environments/${sandbox().id}/${path}`
const sdk = (path: string) => `/api/v0/sdk/${sandbox().id}/${path}`

interface Example {
  readonly method?: string
  readonly path: () => string
  readonly headers?: () => Record<string, string>
  readonly status: number
}

const authorization = () => ({ authorization: `Bearer ${sandbox().token}` })
const preflight = () => ({ origin: 'http://localhost:3000', 'access-control-request-method': 'GET' })

/** One reply of each kind that the service writes. */
const replies: Record<string, Example> = {
  'a JSON body': { path: () => administration('users'), headers: authorization, status: 200 },
  'a reply to HEAD': { method: 'HEAD', path: () => administration('users'), headers: authorization, status: 200 },
  'a refusal': { path: () => administration('users'), status: 401 },
  'a URL that is not served': { path: () => '/api/v0/nothing', status: 404 },
  'a method that is not served': { method: 'PATCH', path: () => administration('users'), status: 405 },
  'a preflight': { method: 'OPTIONS', path: () => sdk('settings'), headers: preflight, status: 204 },
  'a fault that a test has set': { path: () => sdk('.well-known/jwks'), status: 503 },
  'a page': { path: () => sdk('messenger/auth?state=state-of-a-person'), status: 200 },
  'a page besides the operations': { path: () => '/__mock/idp/google/jwks', status: 200 },
  'a refusal besides the operations': { path: () => '/__mock/v1/downloads/nothing', status: 403 },
}

describe('the content type of a reply', () => {
  beforeEach(async () => {
    await host.mock.create.provider({ provider: 'telegram' })
    host.mock.faults.set('jwks.get', { status: 503 })
  })

  it.each(Object.entries(replies))(
    'is not guessed by a browser: %s',
    async (_, { method = 'GET', path, headers, status }) => {
      const response = await host.fetch(host.mock.baseUrl + path(), { method, headers: headers?.() ?? {} })
      expect([response.status, response.headers.get('x-content-type-options')]).toEqual([status, 'nosniff'])
    },
  )

  it('is not guessed by a browser: a file', async () => {
    const { body } = await host.call('exports.create', { body: { format: 'csv', model: 'users' } })
    await host.mock.clock.advance({ seconds: 5 })
    const params = { exportId: body.id ?? '' }
    const { headers } = await host.call('exports.download', { params })
    const response = await host.fetch(headers.get('location') ?? '')
    expect([response.status, response.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
  })
})
