import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'

const control = createControlClient()
const { get, post, sdk } = control
const mock = () => control.server.mock
const liveId = () => mock().defaults.environments.live.id

describe('GET overview', () => {
  it('shows where the mock is, the time, how much there is, and the providers of each environment', async () => {
    const user = await mock().create.user({ email: 'ada@example.com' })
    await mock().signIn(user)
    await mock().create.provider({ provider: 'google' }, { environmentId: liveId() })
    await sdk('settings')
    const { status, body } = await get('overview')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      baseUrl: control.server.url,
      defaults: mock().defaults,
      clock: { now: '2026-01-15T09:30:00.000Z', isRunning: false },
      counts: { users: 1, sessions: 1, wallets: 0, deliveries: 0, messages: 0, requests: 1, jobs: 0 },
      providers: { sandbox: ['emailOnly'], live: ['google'] },
    })
    expect(body.counts.events).toBe((mock().export().tables.events as unknown[]).length)
  })
})

describe('the routes of providers', () => {
  const isEnabled = async (provider: string, at: Record<string, string> = {}) =>
    (await get('providers', at)).body.providers.find((state: { provider: string }) => state.provider === provider)
      ?.isEnabled

  it('disable a provider, so that nobody signs in by it, and enable it again', async () => {
    const begin = () => sdk('emailVerifications/create', { email: 'ada@example.com' })
    expect((await begin()).status).toBe(201)
    expect((await post('providers/set', { provider: 'emailOnly', isEnabled: false })).status).toBe(204)
    expect([await isEnabled('emailOnly'), (await begin()).body.code]).toEqual([false, 'no_enabled_email_provider'])
    await post('providers/set', { provider: 'emailOnly', isEnabled: true })
    expect([await isEnabled('emailOnly'), (await begin()).status]).toEqual([true, 201])
  })

  it('create a provider that is not set up, in the environment that is named', async () => {
    await post('providers/set', { provider: 'github', isEnabled: true, environmentId: liveId() })
    expect(await isEnabled('github', { environmentId: liveId() })).toBe(true)
    expect(await isEnabled('github')).toBeUndefined()
    expect((await post('providers/set', { provider: 'discord', isEnabled: false })).status).toBe(204)
    expect(await isEnabled('discord')).toBeUndefined()
  })

  it.each([
    [{ provider: 'gogle', isEnabled: true }, 'Did you mean "google"?'],
    [{ provider: 'google', isEnabled: true, environmentId: 'unknown' }, 'there is no environment with this id'],
    [{ provider: 'google', isEnabled: false, environmentId: 'unknown' }, 'there is no environment with this id'],
    [{ provider: 'google' }, 'isEnabled'],
  ])('refuse %j', async (input, reason) => {
    const { status, body } = await post('providers/set', input)
    expect([status, body.error]).toEqual([400, expect.stringContaining(reason)])
  })
})

describe('GET jobs', () => {
  it('lists in order what falls due, in words', async () => {
    mock().webhooks.receive('https://hooks.example.com/', () => new Response(null, { status: 500 }))
    await mock().create.webhook({ url: 'https://hooks.example.com/' })
    await mock().create.customHostname({ hostname: 'auth.example.com' })
    await mock().create.user({ email: 'ada@example.com' })
    await mock().clock.settle()
    const { jobs } = (await get('jobs')).body
    const due = jobs.map(({ dueAt }: { dueAt: string }) => dueAt)
    expect(due).toEqual([...due].sort())
    expect(jobs.map(({ kind, attempt, description }: Record<string, unknown>) => [kind, attempt, description])).toEqual(
      [
        ['webhooks.deliver', 2, 'Delivers ping to https://hooks.example.com/.'],
        ['webhooks.deliver', 2, 'Delivers user.created to https://hooks.example.com/.'],
        ['customHostnames.check', 1, 'Looks up the DNS records of auth.example.com.'],
        ['webhookMessages.forget', 1, 'Deletes webhook messages of the sandbox environment that are too old.'],
      ],
    )
    mock().webhooks.receive('https://hooks.example.com/', () => new Response())
    await mock().clock.set(jobs[1].dueAt)
    expect((await get('jobs')).body.jobs.map(({ kind }: { kind: string }) => kind)).not.toContain('webhooks.deliver')
  })
})

describe('GET clock/expiries', () => {
  it('lists so many of what expires next', async () => {
    const ada = await mock().create.user({ email: 'ada@example.com' })
    await mock().signIn(ada)
    await mock().create.token({ note: 'CI', expiresAt: '2026-01-15T10:00:00.000Z' })
    const { count, expiries } = (await get('clock/expiries', { limit: '1' })).body
    expect([count, expiries]).toEqual([
      2,
      [
        {
          kind: 'token',
          expiresAt: '2026-01-15T10:00:00.000Z',
          subjectId: expect.any(String),
          description: 'The API token "CI" of the sandbox environment expires.',
        },
      ],
    ])
  })

  it.each(['0', '501', 'many'])('refuses the limit %s', async (limit) => {
    const { status, body } = await get('clock/expiries', { limit })
    expect([status, body.error]).toEqual([400, expect.stringContaining('limit')])
  })
})

describe('the routes of snapshots', () => {
  it('list named snapshots, go back to one, and delete one', async () => {
    const { body: empty } = await post('snapshots', { name: 'before Ada' })
    const { requests: _, ...before } = mock().counts()
    await mock().create.user({ email: 'ada@example.com' })
    await post('clock/advance', { minutes: 1 })
    const { body: full } = await post('snapshots', {})
    expect((await get('snapshots')).body.snapshots).toEqual([
      { snapshotId: empty.snapshotId, name: 'before Ada', takenAt: '2026-01-15T09:30:00.000Z', counts: before },
      { snapshotId: full.snapshotId, takenAt: '2026-01-15T09:31:00.000Z', counts: { ...full.counts, users: 1 } },
    ])
    await post('snapshots/restore', { snapshotId: empty.snapshotId })
    expect(mock().export().tables.users).toEqual([])
    expect((await post('snapshots/drop', { snapshotId: full.snapshotId })).status).toBe(204)
    expect((await get('snapshots')).body.snapshots).toHaveLength(1)
    // An id is not given again.
    expect((await post('snapshots', {})).body.snapshotId).not.toBe(full.snapshotId)
  })

  it.each([
    ['restore', { snapshotId: 'snapshot-9' }],
    ['drop', { snapshotId: 'snapshot-9' }],
    ['drop', {}],
  ])('refuse to %s %j', async (action, input) => {
    expect((await post(`snapshots/${action}`, input)).status).toBe(400)
  })
})
