import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../test/controlClient.ts'

const control = createControlClient()
const { get, post, sdk } = control
const mock = () => control.server.mock
const createUser = (email: string) => mock().create.user({ email })
const revokeOwnSession = async (headers: Record<string, string>) => {
  const { id } = mock().defaults.environments.sandbox
  const { status } = await fetch(`${control.server.url}/api/v0/sdk/${id}/revoke`, { method: 'POST', headers })
  expect(status).toBe(204)
}
const eventNames = () => (mock().export().tables.events as { eventName: string }[]).map(({ eventName }) => eventName)

describe('the routes of people', () => {
  it('list the users of an environment by pages, newest first, and those that match a search', async () => {
    for (const name of ['ada', 'grace', 'edith']) {
      await createUser(`${name}@example.com`)
      await mock().clock.advance(1)
    }
    await mock().create.user({ email: 'live@example.com' }, { environmentId: mock().defaults.environments.live.id })
    const emails = async (query: Record<string, string>) => {
      const { count, users } = (await get('people', query)).body
      return [count, users.map(({ email }: { email: string }) => email)]
    }
    expect(await emails({ limit: '2' })).toEqual([3, ['edith@example.com', 'grace@example.com']])
    expect(await emails({ limit: '2', offset: '2' })).toEqual([3, ['ada@example.com']])
    expect(await emails({ search: 'GRACE' })).toEqual([1, ['grace@example.com']])
    expect(await emails({ environmentId: mock().defaults.environments.live.id })).toEqual([1, ['live@example.com']])
    expect((await get('people', { limit: '0' })).status).toBe(400)
  })

  it('show a user with sessions and the latest events', async () => {
    const ada = await createUser('ada@example.com')
    const { headers } = await mock().signIn(ada)
    await mock().clock.advance({ minutes: 1 })
    await mock().signIn(ada, { origin: 'https://app.example.com' })
    await revokeOwnSession(headers)
    await mock().create.user({ email: 'grace@example.com' })
    const { body } = await get('people/details', { userId: ada.id })
    expect(body).toMatchObject({ user: { id: ada.id, email: 'ada@example.com' }, keys: [] })
    expect(body.sessions).toMatchObject([
      { status: 'open', audience: 'https://app.example.com', createdAt: '2026-01-15T09:31:00.000Z' },
      { status: 'revoked', createdAt: '2026-01-15T09:30:00.000Z' },
    ])
    const names = body.events.map(({ eventName }: { eventName: string }) => eventName)
    expect(names.at(-1)).toBe('user.created')
    expect(names.filter((name: string) => name === 'user.created')).toHaveLength(1)
    await mock().clock.advance({ days: 365 })
    const later = (await get('people/details', { userId: ada.id })).body.sessions
    expect(later.map(({ status }: { status: string }) => status)).toEqual(['expired', 'revoked'])
  })

  it('show where the key of an embedded wallet is, without any of its secrets', async () => {
    await mock().create.provider({ provider: 'dynamic' })
    const ada = await createUser('ada@example.com')
    const { address } = await mock().wallets.embedded(ada, { chain: 'EVM' })
    const { body } = await get('people/details', { userId: ada.id })
    expect(body.user.wallets).toMatchObject([{ publicKey: address }])
    expect(body.keys).toMatchObject([{ walletId: body.user.wallets[0].id, rooms: [{ state: 'completed' }] }])
    expect(JSON.stringify(body.keys)).not.toMatch(/serverShares|ciphertext|sealedShare/)
  })

  it('change, sign out and delete a user, with the events of that', async () => {
    const ada = await createUser('ada@example.com')
    await mock().create.user({ email: 'grace@example.com', username: 'grace' })
    const { headers } = await mock().signIn(ada)
    const change = (fields: object) => post('people/update', { userId: ada.id, fields })
    expect((await change({ firstName: 'Ada', metadata: { size: 4 } })).status).toBe(204)
    expect((await change({ username: 'grace' })).body.code).toBe('username_already_exists')
    expect((await change({ fristName: 'Ada' })).status).toBe(400)
    expect((await get('people/details', { userId: ada.id })).body.user).toMatchObject({
      firstName: 'Ada',
      metadata: { size: 4 },
    })
    expect((await sdk('users', undefined, headers)).status).toBe(200)
    expect((await post('people/revokeSessions', { userId: ada.id })).status).toBe(204)
    expect((await sdk('users', undefined, headers)).status).toBe(401)
    expect((await post('people/delete', { userId: ada.id })).status).toBe(204)
    expect((await get('people')).body.count).toBe(1)
    expect(eventNames()).toEqual(expect.arrayContaining(['user.updated', 'admin.user.session.revoked', 'user.deleted']))
  })

  it.each(['update', 'revokeSessions', 'delete'])('refuse to %s nobody', async (action) => {
    const { status, body } = await post(`people/${action}`, {
      userId: 'unknown',
      ...(action === 'update' && { fields: {} }),
    })
    expect([status, body.error]).toEqual([400, expect.stringContaining('there is no user with this id')])
    expect((await get('people/details', { userId: 'unknown' })).status).toBe(400)
  })
})
