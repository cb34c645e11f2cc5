import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCookieJar } from '../../src/carriers/cookieJar.ts'
import { persist } from '../../src/hosts/persistence.ts'
import { createMock, type Mock } from '../../src/mock/createMock.ts'

const now = '2026-01-15T09:30:00.000Z'
const usersOf = async (mock: Mock) => {
  const { id, token } = mock.defaults.environments.sandbox
  const headers = { authorization: `Bearer ${token}` }
  const response = await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/users`, { headers })
  return ((await response.json()) as { users: { id: string; email: string }[] }).users
}

/** Leaves the page, as far as its listeners know. */
const leave = () => dispatchEvent(new PageTransitionEvent('pagehide'))
const stops: (() => void)[] = []
const start = async (mock: Mock, options: Parameters<typeof persist>[1] = {}) => {
  const persistence = await persist(mock, options)
  stops.push(persistence.stop)
  return persistence
}

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.restoreAllMocks()
})

describe('persist', () => {
  it('lets the next page continue the state of this one, with new ids', async () => {
    const first = createMock({ now })
    expect((await start(first)).isRestored).toBe(false)
    const ada = await first.create.user({ email: 'ada@example.com' })
    leave()
    const second = createMock({ now })
    expect((await start(second)).isRestored).toBe(true)
    const grace = await second.create.user({ email: 'grace@example.com' })
    expect((await usersOf(second)).map(({ id }) => id).sort()).toEqual([ada.id, grace.id].sort())
  })

  it('restores a frozen clock, even if it was running at the start', async () => {
    const first = createMock()
    await start(first)
    first.clock.freeze()
    await first.clock.set(now)
    leave()
    const second = createMock()
    await start(second)
    expect([second.clock.iso(), second.clock.isRunning]).toEqual([now, false])
  })

  it('lets a running clock continue as if there had been no reload', async () => {
    const first = createMock({ now, frozen: false })
    await start(first)
    leave()
    const machine = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => machine + 3_600_000)
    const second = createMock({ now })
    await start(second)
    expect(second.clock.isRunning).toBe(true)
    expect(second.clock.now() - Date.parse(now)).toBeGreaterThanOrEqual(3_600_000)
  })

  it('stores cookies until they expire', async () => {
    const first = createMock({ now })
    const cookies = createCookieJar(first.clock.now)
    await start(first, { cookies })
    cookies.keep(['session=1; Path=/', 'short=2; Path=/; Max-Age=60'])
    await first.clock.advance({ minutes: 2 })
    leave()
    const second = createMock({ now })
    const restored = createCookieJar(second.clock.now)
    await start(second, { cookies: restored })
    expect(restored.header('/')).toBe('session=1')
  })

  it('stores under another name, and in another storage', async () => {
    const first = createMock({ now })
    await start(first, { storage: localStorage, key: 'mine' })
    leave()
    expect([sessionStorage.length, localStorage.getItem('mine') === null]).toEqual([0, false])
    localStorage.removeItem('mine')
  })

  it.each(['{"state":{"version":0}}', 'no JSON'])(
    'starts with a new state and warns when the stored one cannot be read: %s',
    async (text) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      sessionStorage.setItem('latchkey.mock', text)
      const mock = createMock({ now })
      expect((await start(mock)).isRestored).toBe(false)
      expect(await usersOf(mock)).toEqual([])
      expect(warn).toHaveBeenCalledWith(
        expect.stringContaining('could not be read, so it is removed'),
        expect.any(Error),
      )
      expect(sessionStorage.length).toBe(0)
    },
  )

  it('warns when the storage is full', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const storage = {
      getItem: () => null,
      removeItem: () => undefined,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    await start(createMock({ now }), { storage })
    leave()
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('could not be stored'), expect.any(DOMException))
  })

  it('lets the next page start with a new state after clear()', async () => {
    const persistence = await start(createMock({ now }))
    persistence.save()
    persistence.clear()
    leave()
    expect(sessionStorage.length).toBe(0)
  })
})
