import type { OperationId } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { createMock } from '../mock/createMock.ts'
import { nearMisses } from './nearMisses.ts'
import { rows } from './router.ts'

const id = '00000000-0000-7000-8000-000000000004'

describe('nearMisses', () => {
  it.each<[method: string, path: string, id: OperationId]>([
    ['GET', `/api/v0/environments/${id}/user`, 'users.list'],
    ['GET', `/api/v0/enviroments/${id}/users`, 'users.list'],
    ['POST', `/api/v0/environments/${id}/user`, 'users.create'],
    ['GET', `/environments/${id}/users`, 'users.list'],
    ['GET', `/v0/environments/${id}/users`, 'users.list'],
    ['GET', `/api/v1/environments/${id}/users`, 'users.list'],
    ['GET', `/api/environments/${id}/users`, 'users.list'],
    ['GET', `/environments/${id}/user`, 'users.list'],
    ['GET', '/api/v0/users', 'users.list'],
    ['POST', `/api/v0/environments/${id}/emailVerifications/create`, 'emailSignIn.create'],
    ['POST', `/sdk/${id}/emailVerification/create`, 'emailSignIn.create'],
    ['PUT', `/api/v0/gates/${id}/enable`, 'gates.enable'],
    ['GET', `/api/v0/sdk/${id}/.well-known/jwk`, 'jwks.get'],
    ['GET', '/api/v0/organisations', 'organizations.list'],
    ['GET', `/api/v0/organisations/${id}`, 'organizations.get'],
  ])('suggests for %s %s the operation %s', (method, path, operation) => {
    expect(nearMisses(method, path)).toContain(operation)
  })

  it.each([
    '/',
    '/favicon.ico',
    '/index.html',
    '/api/v0',
    '/api/v0/',
    '/api/v0/nothing',
    `/api/v0/environments/${id}/payments`,
    `/api/v0/nothing/${id}`,
    `/assets/${id}/logo.png`,
    `/api/v0/environments/${id}/users/${id}/orders`,
    '/api/v0/environments/%zz/user',
    `/${'a/'.repeat(40)}`,
  ])('suggests nothing for %s', (path) => {
    expect(nearMisses('GET', path)).toEqual([])
  })

  it('finds each operation by its path without the version, except deprecated ones', () => {
    for (const [name, { method, path, deprecated }] of Object.entries(rows)) {
      if (deprecated) continue
      const short = path.replace('/api/v0', '').replace(/\{\w+\}/g, id)
      expect(
        nearMisses(method, short).map((near) => `${rows[near].method} ${rows[near].path}`),
        name,
      ).toContain(`${method} ${path}`)
    }
  })
})

describe('a URL that is not served', () => {
  it('is answered with similar URLs, in the documented shape', async () => {
    const { fetch, baseUrl } = createMock()
    const answer = async (path: string) => (await fetch(`${baseUrl}${path}`)).json()
    expect(await answer(`/environments/${id}/users`)).toEqual({
      error: 'Nothing is served at this URL. Did you mean GET /api/v0/environments/{environmentId}/users?',
      code: 'not_found',
    })
    expect((await answer('/api/v0/users')).error).toBe(
      'Nothing is served at this URL. ' +
        'Did you mean GET /api/v0/sdk/{environmentId}/users or GET /api/v0/environments/{environmentId}/users?',
    )
    expect(await answer('/favicon.ico')).toEqual({ error: 'Nothing is served at this URL.', code: 'not_found' })
  })
})
