import { describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()

describe('mock.intercept', () => {
  it('changes the state before a call, which then meets what has changed', async () => {
    const { id } = await host.mock.create.user({ email: 'ada@example.com' })
    const release = host.mock.intercept(async ({ operation }) => {
      if (operation === 'users.get') await host.mock.people.delete(id)
    })
    expect((await host.refuse('users.get', { params: { userId: id } })).status).toBe(404)
    release()
    await host.refuse('users.get', { params: { userId: id } })
    expect(host.mock.journal.list('users.get')).toHaveLength(2)
  })

  it('shows the request, whose body the operation can still read', async () => {
    const seen: unknown[] = []
    host.mock.intercept(async ({ operation, request }) => {
      seen.push(operation, request.method, JSON.parse(await request.text()))
    })
    await host.call('users.create', { body: { email: 'ada@example.com' } })
    expect(seen).toEqual(['users.create', 'POST', { email: 'ada@example.com' }])
  })

  it('answers 500 when the function throws, reports why, and does not run the operation', async () => {
    const release = host.mock.intercept(() => {
      throw new Error('no tea')
    })
    const reports: unknown[] = []
    const report = console.error
    console.error = (cause: unknown) => void reports.push(cause)
    expect((await host.refuse('users.create', { body: { email: 'ada@example.com' } })).status).toBe(500)
    console.error = report
    release()
    expect(reports).toEqual([new Error('no tea')])
    expect((await host.call('users.list')).body.count).toBe(0)
  })

  it('ends with a reset', async () => {
    let calls = 0
    host.mock.intercept(() => (calls += 1))
    await host.call('users.list')
    host.mock.reset()
    await host.call('users.list')
    expect(calls).toBe(1)
  })
})
