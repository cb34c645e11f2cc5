import { createClock } from '@latchkey/base/clock'
import type { OperationId } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { DomainError } from '../domain/shared/errors.ts'
import { createRateLimits, limits } from './rateLimits.ts'

const environmentId = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'

function setUp(enabled = true) {
  const clock = createClock({ now: 0 })
  const rateLimits = createRateLimits(clock, enabled)
  const allows = (id: OperationId, { ip = '192.0.2.1', environment = environmentId } = {}) => {
    try {
      rateLimits.count(
        id,
        { environmentId: environment },
        { ipAddress: ip, cookies: {}, url: new URL('https://api.latchkey.test') },
      )
      return true
    } catch (error) {
      if (error instanceof DomainError && error.key === 'tooManyRequests') return false
      throw error
    }
  }
  const times = (count: number, call: () => boolean) => Array.from({ length: count }, call).filter(Boolean).length
  return { clock, rateLimits, allows, times }
}

describe('rate limits', () => {
  it('allow each address the sign-in calls of each window, and no more', () => {
    const { clock, allows, times } = setUp()
    expect(times(70, () => allows('jwks.get'))).toBe(60)
    clock.advance(9_999)
    expect(allows('jwks.get')).toBe(false)
    clock.advance(1)
    expect(allows('jwks.get')).toBe(true)
    for (let i = 0; i < 4; i++) {
      clock.advance(10_000)
      times(60, () => allows('jwks.get'))
    }
    // 60 + 1 + 189 make the 250 of a minute.
    expect(allows('jwks.get')).toBe(false)
  })

  it.each([
    ['nonces.create', 10],
    ['visits.create', 10],
    ['oauth.verify', 10],
    ['passkeys.signIn', 10],
    ['invites.create', 20],
    ['users.bulkCreate', 150],
    ['embeddedWallets.create', 300],
  ] as const)('limit %s to %i a minute', (id, count) => {
    const { allows, times } = setUp()
    expect(times(count + 5, () => allows(id))).toBe(count)
  })

  it('count addresses separately, and administration separately from sign-in', () => {
    const { allows, times } = setUp()
    times(70, () => allows('jwks.get'))
    expect(allows('jwks.get', { ip: '192.0.2.2' })).toBe(true)
    expect(allows('gates.list')).toBe(true)
  })

  it('count the calls of an environment from all addresses', () => {
    const { allows, times } = setUp()
    let address = 0
    expect(times(3_010, () => allows('gates.list', { ip: `192.0.2.${++address}` }))).toBe(3_000)
    expect(allows('gates.list', { ip: 'another', environment: '01938c5e-7a1b-7c3d-8e9f-000000000000' })).toBe(true)
  })

  it('say how long to wait', () => {
    const { clock, rateLimits, allows, times } = setUp()
    times(10, () => allows('nonces.create'))
    clock.advance(20_500)
    expect(() =>
      rateLimits.count(
        'nonces.create',
        { environmentId },
        { ipAddress: '192.0.2.1', cookies: {}, url: new URL('https://api.latchkey.test') },
      ),
    ).toThrow(expect.objectContaining({ details: expect.objectContaining({ retryAfter: 40 }) }))
  })

  it('count nothing while they are off, and start again after a reset', () => {
    const off = setUp(false)
    expect(off.times(1_000, () => off.allows('nonces.create'))).toBe(1_000)
    const on = setUp()
    on.times(10, () => on.allows('nonces.create'))
    on.rateLimits.reset()
    expect(on.allows('nonces.create')).toBe(true)
  })

  it('have unique names for each subject and window', () => {
    const keys = limits.map(({ name, per, windowMs }) => `${name} ${per} ${windowMs}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
