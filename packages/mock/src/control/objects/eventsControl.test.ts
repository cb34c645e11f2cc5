import { describe, expect, it } from 'vitest'
import { createMock } from '../../mock/createMock.ts'

const now = '2026-03-01T09:00:00.000Z'

describe('mock.events', () => {
  it('has each event of the service as it arises, without any webhook', async () => {
    const mock = createMock({ now, frozen: true })
    const watched: string[] = []
    const end = mock.events.watch(({ eventName }) => watched.push(eventName))
    const user = await mock.create.user({ email: 'ada@example.com' })
    expect(mock.events.list()).toEqual([
      {
        id: expect.any(String),
        createdAt: now,
        eventName: 'user.created',
        environmentId: mock.defaults.environments.sandbox.id,
        environmentName: 'sandbox',
        data: expect.objectContaining({ id: user.id, email: 'ada@example.com' }),
        messages: [],
      },
    ])
    end()
    await mock.create.user({ email: 'grace@example.com' })
    expect([watched, mock.events.list().length]).toEqual([['user.created'], 2])
  })

  it('says which request caused an event, who acted, and which messages it caused', async () => {
    const mock = createMock({ now, frozen: true })
    mock.webhooks.receive('https://app.example.com/hooks', () => new Response())
    const webhook = await mock.create.webhook({ url: 'https://app.example.com/hooks', events: ['user.updated'] })
    const user = await mock.create.user({ email: 'ada@example.com' })
    const { headers } = await mock.signIn(user)
    const { id } = mock.defaults.environments.sandbox
    const seen: unknown[] = []
    mock.events.watch(({ requestId, messages }) => seen.push([requestId, messages.map(({ status }) => status)]))
    await mock.fetch(`${mock.baseUrl}/api/v0/sdk/${id}/users`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ alias: 'Ada' }),
    })
    const entry = mock.journal.list('profile.update').at(-1)
    const event = mock.events.last({ eventName: 'user.updated' })
    expect(entry).toMatchObject({
      status: 200,
      userId: user.id,
      events: [{ id: event?.id, eventName: 'user.updated' }],
    })
    expect(event).toMatchObject({ userId: user.id, requestId: entry?.requestId })
    expect(seen).toEqual([[entry?.requestId, ['pending']]])
    await mock.clock.settle()
    const message = mock.webhooks.messages().at(-1)
    expect(mock.events.last()?.messages).toEqual([
      { id: message?.id, webhookId: webhook.webhookId, status: 'delivered' },
    ])
    mock.journal.clear()
    expect(mock.events.last()).not.toHaveProperty('requestId')
  })

  it('tells of an event that stays although its request failed', async () => {
    const mock = createMock({ now, frozen: true })
    const before = mock.events.list().length
    const { id, token } = mock.defaults.environments.sandbox
    const refused = await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'not an address' }),
    })
    expect([refused.status, mock.events.list().length]).toEqual([400, before])
    expect(mock.journal.list().at(-1)).not.toHaveProperty('events')
  })

  it('filters by type and environment, and returns the latest ones up to the limit', async () => {
    const mock = createMock({ now, frozen: true })
    const { sandbox, live } = mock.defaults.environments
    for (const index of [1, 2, 3]) await mock.create.user({ email: `${index}@example.com` })
    await mock.create.user({ email: 'live@example.com' }, { environmentId: live.id })
    const emails = (query?: Parameters<typeof mock.events.list>[0]) =>
      mock.events.list(query).map(({ data }) => data.email)
    expect(emails({ environmentId: live.id })).toEqual(['live@example.com'])
    expect(emails({ environmentId: sandbox.id, limit: 2 })).toEqual(['2@example.com', '3@example.com'])
    expect(emails({ limit: 1 })).toEqual(['live@example.com'])
    expect(emails({ eventName: 'user.deleted' })).toEqual([])
    expect(emails({ environmentId: 'unknown' })).toEqual([])
  })

  it('goes back with the state', async () => {
    const mock = createMock({ now, frozen: true })
    const snapshot = mock.snapshot()
    await mock.create.user({ email: 'ada@example.com' })
    mock.restore(snapshot)
    expect(mock.events.list()).toEqual([])
  })

  it.each([
    [{ eventName: 'user.create' }, 'there is no event "user.create". Did you mean "user.created"?'],
    [{ limit: 0 }, '`limit` must be a whole number from 1 to 10000.'],
    [{ limit: 10_001 }, '`limit` must be a whole number from 1 to 10000.'],
    [{ type: 'user.created' }, 'there is no filter "type".'],
  ])('refuses %j', (query, message) => {
    expect(() => createMock().events.list(query as never)).toThrow(`Failed to call "events.list()": ${message}`)
  })
})
