import { describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const last = () => host.mock.journal.list().at(-1)

describe('journal.sendAgain', () => {
  it('sends a request once more with an API token, and says what it was answered', async () => {
    await host.call('users.create', { body: { email: 'ada@example.com' } })
    const { requestId } = host.mock.journal.list('users.create')[0] ?? { requestId: '' }
    expect(await host.mock.journal.sendAgain(requestId)).toEqual({ requestId: expect.any(String), status: 422 })
    expect(host.mock.journal.list('users.create')).toHaveLength(2)
    const { status } = await host.mock.journal.sendAgain(requestId, { body: { email: 'grace@example.com' } })
    expect([status, (await host.mock.people.list()).count]).toEqual([201, 2])
  })

  it('keeps query and path, and sends an unknown URL without a credential', async () => {
    for (let count = 0; count < 3; count += 1) await host.mock.create.user()
    await host.call('users.list', { query: { limit: 2, filter: { filterColumn: 'email', filterValue: '' } } })
    const sent = last()
    const { requestId } = await host.mock.journal.sendAgain(sent?.requestId ?? '')
    expect(last()).toMatchObject({ requestId, query: sent?.query, path: sent?.path, status: 200 })
    await host.mock.fetch(`${host.mock.baseUrl}/api/v0/nowhere`)
    expect(await host.mock.journal.sendAgain(last()?.requestId ?? '')).toMatchObject({ status: 404 })
  })

  it('signs the user in who sent it', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    const { token } = await host.mock.signIn(user)
    await host.call('profile.update', { token, body: { firstName: 'Ada' } })
    await host.call('profile.update', { token, body: { firstName: 'Augusta' } })
    const [first] = host.mock.journal.list('profile.update')
    expect(await host.mock.journal.sendAgain(first?.requestId ?? '')).toMatchObject({ status: 200 })
    expect(last()).toMatchObject({ userId: user.id, operation: 'profile.update' })
    expect((await host.mock.people.details(user.id)).user.firstName).toBe('Ada')
  })

  it('asks for a body whose secrets or end the journal lacks, and for a request that it has', async () => {
    await host.refuse('emailSignIn.signIn', {
      body: { verificationUUID: crypto.randomUUID(), verificationToken: '918273' },
    })
    const { requestId = '' } = last() ?? {}
    await expect(host.mock.journal.sendAgain(requestId)).rejects.toThrow('pass `body`')
    await host.refuse('emailSignIn.create', { body: { email: 'ada@example.com', note: 'x'.repeat(100_000) } })
    await expect(host.mock.journal.sendAgain(last()?.requestId ?? '')).rejects.toThrow('pass `body`')
    await expect(host.mock.journal.sendAgain('req_of_another_journal')).rejects.toThrow('has no request')
    expect(host.mock.journal.list()).toHaveLength(2)
  })
})
