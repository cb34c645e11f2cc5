import { describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const unknown = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'

interface KeptNonce {
  readonly id: string
  readonly environmentId: string
  readonly expiresAt: string
}

describe('nonces.create', () => {
  it('returns another nonce each time, which is valid for five minutes', async () => {
    const storedNonces = () => host.mock.export().tables.nonces as readonly KeptNonce[]
    const first = (await host.call('nonces.create')).body.nonce
    const second = (await host.call('nonces.create')).body.nonce
    expect(first).toMatch(/^[A-Za-z0-9]{20}$/)
    expect(second).not.toBe(first)
    const { id: environmentId } = host.mock.defaults.environments.sandbox
    expect(
      storedNonces()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([first, second].sort())
    expect(storedNonces()[0]).toMatchObject({ environmentId, expiresAt: '2026-01-15T09:35:00.000Z' })
    await host.mock.clock.advance({ minutes: 5 })
    const third = (await host.call('nonces.create')).body.nonce
    expect(storedNonces().map(({ id }) => id)).toEqual([third])
  })

  it('is not cached', async () => {
    expect((await host.call('nonces.create')).headers.get('cache-control')).toBe('no-store')
  })

  it('refuses unknown and malformed environments', async () => {
    expect(await host.refuse('nonces.create', { params: { environmentId: unknown } })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(await host.refuse('nonces.create', { params: { environmentId: 'x' } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})
