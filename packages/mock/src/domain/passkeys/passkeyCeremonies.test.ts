import { beforeEach, describe, expect, it } from 'vitest'
import type { Authenticator } from '../../control/device/authenticator.ts'
import { createMock, type Mock } from '../../mock/createMock.ts'

// Node callers send no `Origin`, which pages always do.
let mock: Mock
let device: Authenticator
let token = ''

beforeEach(async () => {
  mock = createMock({ seed: 'test', now: '2026-01-15T09:30:00.000Z' })
  device = mock.authenticator()
  await mock.create.provider({ provider: 'passkey' })
  token = (await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))).token
})

async function call(path: string, body?: object) {
  const response = await mock.fetch(
    `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/users/passkeys/${path}`,
    {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    },
  )
  return { status: response.status, body: await response.json() }
}

async function register(origin: string) {
  const { body: options } = await call('register')
  return call('register', await device.create(options, { origin }))
}

async function signIn(origin: string) {
  const { body: options } = await call('signin')
  return call('signin', await device.get(options, { origin }))
}

describe('passkeys without a known page', () => {
  it('are for the host of the service, and accept answers from there', async () => {
    expect((await register('https://evil.example.net')).status).toBe(422)
    expect((await register(mock.baseUrl)).status).toBe(200)
    expect((await signIn('https://evil.example.net')).status).toBe(401)
    expect((await signIn(mock.baseUrl)).status).toBe(200)
  })

  it('are for the first listed origin, and accept answers from listed origins', async () => {
    await mock.create.origin('https://app.example.com')
    await mock.create.origin('https://other.example.com')
    expect((await register(mock.baseUrl)).status).toBe(422)
    expect((await register('https://app.example.com')).status).toBe(200)
    expect((await signIn('https://evil.example.net')).status).toBe(401)
    expect((await signIn('https://sub.app.example.com')).status).toBe(401)
    expect((await signIn('https://other.example.com')).status).toBe(200)
    expect((await signIn('https://app.example.com')).status).toBe(200)
  })
})

describe('the challenges of passkeys', () => {
  it('follow from the seed, so that the same run creates the same passkeys', async () => {
    const { body: options } = await call('register')
    const again = createMock({ seed: 'test', now: '2026-01-15T09:30:00.000Z' })
    await again.create.provider({ provider: 'passkey' })
    token = (await again.signIn(await again.create.user({ email: 'ada@example.com' }))).token
    mock = again
    expect((await call('register')).body).toEqual(options)
  })
})
