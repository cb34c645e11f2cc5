import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'
import { requestEmailCode, signInByEmail } from '../../../test/people/oneTimeCodes.ts'
import { listenAt } from '../../../test/support/webhookReceiver.ts'

const host = createHost()

const list = (query: Record<string, unknown> = {}) => host.call('events.list', { query })
const aliases = async (query: Record<string, unknown> = {}) => (await list(query)).body.map(({ data }) => data.alias)

async function createUsers(count: number, stepMs = 1000) {
  for (let i = 1; i <= count; i++) {
    await host.mock.create.user({ alias: `user ${i}` })
    await host.mock.clock.advance(stepMs)
  }
}

const firstEvent = async () => {
  await host.mock.create.user()
  return { eventId: (await list()).body[0]?.eventId as string }
}

describeEnvironmentRefusals(host, { 'events.list': {}, 'events.get': { params: firstEvent } })

describe('events.list', () => {
  it('shows changed resources in the same form as the replies', async () => {
    const { sessions: _, ...user } = await host.mock.create.user({ email: 'ada@example.com' })
    const { body, headers } = await list()
    expect(body).toEqual([
      {
        eventId: body[0]?.eventId,
        environmentId: host.mock.defaults.environments.sandbox.id,
        environmentName: 'sandbox',
        eventName: 'user.created',
        eventAction: 'created',
        resourceType: 'user',
        timestamp: '2026-01-15T09:30:00.000Z',
        data: user,
        context: { version: '1' },
      },
    ])
    expect(headers.get('x-next-cursor')).toBeNull()
  })

  it('names the user who acted, and the action behind the first dot', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    const { headers } = await host.mock.signIn(user)
    await host.call('sessions.revoke', { headers })
    const { body } = await list()
    expect(
      body.map(({ eventName, eventAction, resourceType, context }) => [
        eventName,
        eventAction,
        resourceType,
        context.userId,
      ]),
    ).toEqual([
      ['user.session.revoked', 'session.revoked', 'user', user.id],
      ['user.session.created', 'session.created', 'user', user.id],
      ['user.created', 'created', 'user', undefined],
    ])
    expect(body[0]?.data).toMatchObject({ userId: user.id, revokedAt: '2026-01-15T09:30:00.000Z' })
  })

  it('names the user whose session made the call, even if the session did not change', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    const { token } = await host.mock.signIn(user)
    await host.call('profile.update', { token, body: { firstName: 'Ada' } })
    await host.call('users.update', { params: { userId: user.id }, body: { firstName: 'Augusta' } })
    await host.call('profile.delete', { token })
    const { body } = await list()
    expect(body.slice(0, 3).map(({ eventName, context }) => [eventName, context.userId])).toEqual([
      ['user.deleted', user.id],
      ['user.updated', undefined],
      ['user.updated', user.id],
    ])
  })

  it('names no user if the administration ends a session', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    await host.mock.signIn(user)
    const {
      body: { user: seen },
    } = await host.call('users.get', { params: { userId: user.id } })
    await host.call('sessions.revokeById', { params: { sessionId: String(seen?.sessions?.[0]?.id) } })
    expect((await list()).body[0]).toMatchObject({ eventName: 'admin.user.session.revoked', context: { version: '1' } })
    expect((await list()).body[0]?.context).not.toHaveProperty('userId')
  })

  it('names the user who took over an address in the events about its former user', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    const former = await signInByEmail(host, 'ada@example.com')
    const user = await host.mock.create.user({ email: 'bob@example.com' })
    await host.call('emailSignIn.verify', {
      token: (await host.mock.signIn(user)).token,
      body: await requestEmailCode(host, 'ada@example.com'),
    })
    const ended = (await list()).body.find(({ eventName }) => eventName === 'user.deleted')
    expect([ended?.data.id, ended?.context.userId]).toEqual([former.body.user.id, user.id])
  })

  it('shows no token, secret or key', async () => {
    await host.mock.create.webhook({ url: 'https://hooks.example.com/', isEnabled: false })
    await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))
    expect(JSON.stringify((await list()).body)).not.toMatch(/whsec_|lk_sandbox_|tokenId|eyJ|"key"|hash/)
  })

  it('lists events of the environment only', async () => {
    const { live } = host.mock.defaults.environments
    await host.mock.create.user({ alias: 'sandbox user' })
    await host.mock.create.user({ alias: 'live user' }, { environmentId: live.id })
    expect(await aliases()).toEqual(['sandbox user'])
    const { body } = await host.call('events.list', { params: { environmentId: live.id }, token: live.token })
    expect(body).toMatchObject([{ environmentName: 'live', data: { alias: 'live user' } }])
  })

  it('pages by fifty, the newest first, independent of later events', async () => {
    await createUsers(120, 0)
    const first = await list()
    await createUsers(3)
    const second = await list({ cursor: first.headers.get('x-next-cursor') })
    const third = await list({ cursor: second.headers.get('x-next-cursor') })
    expect(third.headers.get('x-next-cursor')).toBeNull()
    const seen = [first, second, third].flatMap(({ body }) => body.map(({ data }) => data.alias))
    expect(seen).toEqual(Array.from({ length: 120 }, (_, i) => `user ${120 - i}`))
  })

  it('filters by resource type and dates, the first inclusive, the last exclusive', async () => {
    await createUsers(3)
    await host.call('visits.create', {
      body: {
        address: '0x52908400098527886E0F7030069857D2E4169EE7',
        chain: 'EVM',
        provider: 'browserExtension',
        walletName: 'metamask',
      },
    })
    expect((await list({ resourceType: 'visit' })).body.map(({ eventName }) => eventName)).toEqual(['visit.created'])
    expect((await list({ resourceType: 'planet' })).body).toEqual([])
    expect(await aliases({ resourceType: 'user', startDate: '2026-01-15T09:30:01.000Z' })).toEqual(['user 3', 'user 2'])
    expect(await aliases({ endDate: '2026-01-15T09:30:01Z' })).toEqual(['user 1'])
    expect(await aliases({ startDate: '2026-01-15T10:30:01+01:00', endDate: '2026-01-15T09:30:02Z' })).toEqual([
      'user 2',
    ])
    expect(await aliases({ startDate: '2026-01-16' })).toEqual([])
    expect(await aliases({ startDate: '2026-01-15', endDate: '2026-01-16', resourceType: 'user' })).toHaveLength(3)
  })

  it('pages within filters', async () => {
    await createUsers(60)
    const query = { resourceType: 'user', startDate: '2026-01-15T09:30:05Z', endDate: '2026-01-15T09:30:59Z' }
    const first = await list(query)
    const rest = await list({ ...query, cursor: first.headers.get('x-next-cursor') })
    expect([first.body.length, rest.body.length]).toEqual([50, 4])
    expect(rest.headers.get('x-next-cursor')).toBeNull()
    expect(rest.body.at(-1)?.timestamp).toBe('2026-01-15T09:30:05.000Z')
  })

  it('refuses a cursor of other filters, of another environment, and a made-up one', async () => {
    await createUsers(51, 0)
    const { headers } = await list()
    const cursor = headers.get('x-next-cursor') as string
    const { live } = host.mock.defaults.environments
    for (const query of [
      { cursor, resourceType: 'user' },
      { cursor, startDate: '2026-01-15' },
      { cursor: `${cursor}x` },
      { cursor: 'AAAA' },
      { cursor: '' },
    ]) {
      expect(await host.refuse('events.list', { query })).toMatchObject({ status: 400, code: 'invalid_cursor' })
    }
    const foreign = { params: { environmentId: live.id }, token: live.token, query: { cursor } }
    expect(await host.refuse('events.list', foreign)).toMatchObject({ status: 400, code: 'invalid_cursor' })
  })

  it.each([{ startDate: 'yesterday' }, { endDate: '2026-02-30' }, { startDate: '2026-01-15 09:30' }, { endDate: '' }])(
    'refuses the date %j',
    async (query) => {
      expect(await host.refuse('events.list', { query })).toMatchObject({ status: 400, code: 'validation_failed' })
    },
  )

  it('has no events of a call that failed', async () => {
    await host.mock.create.user({ username: 'ada_l' })
    await host.refuse('users.create', { body: { username: 'ada_l' } })
    expect((await list()).body).toHaveLength(1)
  })
})

describe('events.get', () => {
  it('shows an event as the list does, and as it was at its time', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com', alias: 'before' })
    const { eventId } = (await list()).body[0] ?? {}
    await host.call('users.update', { params: { userId: user.id }, body: { alias: 'after' } })
    const { body } = await host.call('events.get', { params: { eventId } })
    expect(body).toEqual((await list()).body[1])
    expect(body).toMatchObject({ eventId, eventName: 'user.created', data: { alias: 'before' } })
  })

  it('finds an event by the id that webhooks receive, but not a ping', async () => {
    const received = listenAt(host, 'https://hooks.example.com/')
    await host.mock.create.webhook({ url: 'https://hooks.example.com/', events: ['user.created'] })
    await host.mock.create.user()
    await host.mock.clock.settle()
    const [ping, userEvent] = received.map(({ body }) => body.eventId as string)
    expect((await host.call('events.get', { params: { eventId: userEvent } })).body.eventName).toBe('user.created')
    expect(await host.refuse('events.get', { params: { eventId: ping } })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })

  it('can be read by members of the organization only', async () => {
    const params = await firstEvent()
    const viewer = await host.mock.create.admin({ role: 'viewer' })
    expect((await host.call('events.get', { params, token: viewer.token })).body.eventId).toBe(params.eventId)
    const stranger = await host.mock.create.admin({ role: null })
    expect((await host.refuse('events.get', { params, token: stranger.token })).status).toBe(403)
  })
})

describe('events.listTypes', () => {
  it('names and describes every event that a webhook can have, each once', async () => {
    const { body } = await host.call('events.listTypes')
    const names = body.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(body.map(({ description }) => description)).size).toBe(names.length)
    expect(body.every(({ description }) => /^[A-Z].*\.$/.test(description))).toBe(true)
    expect(names).toEqual(
      expect.arrayContaining(['ping', 'user.created', 'wallet.linked', 'waas.policy.violation', 'visit.created']),
    )
    const webhook = await host.mock.create.webhook({
      url: 'https://hooks.example.com/',
      isEnabled: false,
      events: names,
    })
    expect(webhook.events).toEqual(names)
  })

  it('is the same for a member of any role, and for a token that may read events', async () => {
    const { body } = await host.call('events.listTypes')
    for (const role of ['viewer', null] as const) {
      expect(
        (await host.call('events.listTypes', { token: (await host.mock.create.admin({ role })).token })).body,
      ).toEqual(body)
    }
  })

  it('refuses other callers', async () => {
    expect(await host.refuse('events.listTypes', { token: null })).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(await host.refuse('events.listTypes', { token: 'lk_sandbox_unknown' })).toMatchObject({
      status: 401,
      code: 'unauthorized',
    })
    const { rawToken } = await host.mock.create.token({ scopes: ['environment.users.read'] })
    expect(await host.refuse('events.listTypes', { token: rawToken })).toMatchObject({
      status: 403,
      code: 'missing_scope',
    })
    const { token } = await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))
    expect(await host.refuse('events.listTypes', { token })).toMatchObject({ status: 401, code: 'unauthorized' })
  })
})
