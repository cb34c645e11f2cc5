import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'
import { customNetworkBody } from '../../test/people/customNetworkBody.ts'
import { listenAt, platformHmac } from '../../test/support/webhookReceiver.ts'
import { DomainError } from '../domain/shared/errors.ts'
import { createMock, type Mock } from '../mock/createMock.ts'

const host = createHost()
const now = '2026-01-15T09:30:00.000Z'
const count = async () => (await host.call('users.list')).body.count

describe('the same seed', () => {
  it('gives the same ids, codes and tokens for the same calls', async () => {
    const story = async (seed: string) => {
      const mock = createMock({ seed, now })
      const user = await mock.create.user({ email: 'ada@example.com' })
      const { token } = await mock.signIn(user)
      return JSON.stringify([mock.defaults, user, token, mock.export()])
    }
    expect(await story('one')).toBe(await story('one'))
    expect(await story('one')).not.toBe(await story('two'))
  })
})

describe('mock.create', () => {
  it('sets up any provider with all settings that it needs', async () => {
    const mock = createMock()
    for (const provider of ['apple', 'okta', 'shopify', 'steam', 'telegram', 'sms', 'sendgrid', 'passkey'] as const) {
      expect(await mock.create.provider({ provider }), provider).toMatchObject({
        provider,
        enabledAt: expect.any(String),
      })
    }
  })
})

describe('mock.create.webhook', () => {
  it('returns the secret that messages are signed with', async () => {
    const url = 'https://hooks.example.com/'
    const received = listenAt(host, url)
    const { secret, webhookId } = await host.mock.create.webhook({ url, events: ['ping'] })
    await host.mock.clock.settle()
    const [message] = received
    expect(message?.headers.get('x-webhook-signature-256')).toBe(
      `sha256=${await platformHmac(secret, message?.raw ?? '')}`,
    )
    const { body } = await host.call('webhooks.get', { params: { webhookId }, query: { includeSecret: true } })
    expect(body.secret).toBe(secret)
  })
})

describe('mock.create in a deleted environment', () => {
  it('creates nothing and names the reason', async () => {
    await host.call('projects.create', { body: { name: 'Second' } })
    await host.call('projects.delete')
    const { create } = host.mock
    const factories = {
      user: () => create.user({ email: 'ada@example.com' }),
      gate: () => create.gate({}),
      provider: () => create.provider({ provider: 'google' }),
      token: () => create.token(),
      live: () => create.user({}, { environmentId: host.mock.defaults.environments.live.id }),
      admin: () => create.admin(),
    }
    const before = host.mock.export().tables
    for (const [name, make] of Object.entries(factories))
      await expect(make(), name).rejects.toThrow(/^Failed to call .*there is no environment with this id\.$/)
    expect(host.mock.export().tables).toEqual(before)
  })
})

describe('snapshot, restore and reset', () => {
  it('restores a snapshot with its clock and randomness', async () => {
    await host.mock.create.user({ email: 'ada@example.com' })
    const snapshot = host.mock.snapshot()
    const first = await host.mock.create.user({ email: 'bob@example.com' })
    await host.mock.clock.advance({ days: 1 })
    host.mock.restore(snapshot)
    expect([await count(), host.mock.clock.iso()]).toEqual([1, now])
    expect(await host.mock.create.user({ email: 'bob@example.com' })).toEqual(first)
  })

  it('resets faults and overrides, and keeps the default tokens valid', async () => {
    await host.mock.create.user({ email: 'ada@example.com' })
    host.mock.faults.set('users.list', { status: 500 })
    host.mock.override('users.list', () => ({ status: 418 }))
    host.mock.reset()
    expect(await count()).toBe(0)
    expect(host.mock.journal.list()).toHaveLength(1)
  })

  it('signs valid tokens after a reset, also in a mock that has run for hours', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const mock = createMock()
      vi.setSystemTime(Date.now() + 7 * 3_600_000)
      mock.reset()
      const { token } = await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))
      const { id } = mock.defaults.environments.sandbox
      const keys = await (await mock.fetch(`${mock.baseUrl}/api/v0/sdk/${id}/.well-known/jwks`)).json()
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys))
      expect(payload.iat).toBe(Math.floor(Date.now() / 1000))
    } finally {
      vi.useRealTimers()
    }
  })

  it("go on with the machine's time after an old state was imported, so that new tokens are valid", async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const old = createMock()
      const { id } = await old.create.user({ email: 'ada@example.com' })
      const state = JSON.parse(JSON.stringify(old.export()))
      await old.clock.advance({ days: 1 })
      const moved = old.export()
      old.clock.freeze()
      const frozen = old.export()
      const [frozenAt, { clock: _, ...earlier }] = [old.clock.now(), state]
      vi.setSystemTime(Date.now() + 7 * 86_400_000)
      const mock = createMock()
      for (const data of [state, earlier]) {
        mock.import(data)
        expect([mock.clock.now(), mock.clock.isRunning]).toEqual([Date.now(), true])
      }
      const { token } = await mock.signIn(id)
      vi.setSystemTime(Date.now() + 60_000)
      const headers = { authorization: `Bearer ${token}` }
      const url = `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/users`
      expect((await mock.fetch(url, { headers })).status).toBe(200)
      mock.import(moved)
      expect(mock.clock.now()).toBe(Date.now() + 86_400_000)
      mock.import(frozen)
      expect([mock.clock.now(), mock.clock.isRunning]).toEqual([frozenAt, false])
      const standing = createMock({ now })
      standing.import(state)
      expect([standing.clock.now(), standing.clock.isRunning]).toEqual([state.now, false])
      for (const clock of [null, 1, { offset: 'x' }, { offset: 0, stopped: Number.NaN }])
        expect(() => mock.import({ ...state, clock })).toThrow('not a result of `export()`')
    } finally {
      vi.useRealTimers()
    }
  })

  it('leave names for new records that no record of a loaded state has', async () => {
    const createAll = async ({ create, defaults }: Mock) => [
      (await create.gate({})).name,
      (await create.allowlist()).name,
      (await create.customField()).name,
      (await create.admin()).email,
      (await create.organization({ owner: defaults.admin.id })).name,
    ]
    const names = await createAll(host.mock)
    const other = createMock({ now })
    other.import(host.mock.export())
    const more = await createAll(other)
    expect(new Set([...names, ...more]).size).toBe(10)
    host.mock.reset()
    expect(await createAll(host.mock)).toEqual(names)
  })

  it('refuses to create a token with an invalid expiresAt', async () => {
    const before = host.mock.export().tables
    await expect(host.mock.create.token({ expiresAt: 'tomorrow' })).rejects.toThrow(
      '`expiresAt` is not an ISO 8601 instant',
    )
    expect(host.mock.export().tables).toEqual(before)
  })

  it('refuses a second coupon with the same code', async () => {
    await host.mock.billing.addCoupon('SPRING')
    await expect(host.mock.billing.addCoupon('SPRING')).rejects.toMatchObject({
      name: 'DomainError',
      message: 'A coupon of this code was given out already.',
    })
  })

  it.each(['reset', 'restore', 'import'] as const)(
    'finishes a sign-in that runs during a %s on the new state',
    async (how) => {
      const faults: unknown[] = []
      const mock = createMock({ now, onError: (cause) => faults.push(cause) })
      const user = await mock.create.user({ email: 'ada@example.com' })
      await mock.signIn(user)
      const [snapshot, state] = [mock.snapshot(), mock.export()]
      const signIn = mock.signIn(user)
      if (how === 'restore') mock.restore(snapshot)
      else if (how === 'import') mock.import(state)
      else mock.reset()
      if (how === 'reset') await expect(signIn).rejects.toThrow()
      else expect(await signIn).toMatchObject({ token: expect.any(String) })
      expect(faults).toEqual([])
      expect(mock.export().tables.sessions).toHaveLength(how === 'reset' ? 0 : 2)
    },
  )

  it("refuses another mock's snapshot", () => {
    const foreign = createMock().snapshot()
    expect(() => host.mock.restore(foreign)).toThrow(TypeError)
  })
})

describe('fork', () => {
  it('copies the state of the mock and shares nothing from then on', async () => {
    await host.mock.create.user({ email: 'ada@example.com' })
    const fork = host.mock.fork()
    await fork.create.user({ email: 'bob@example.com' })
    await fork.clock.advance(1000)
    const { token, id } = fork.defaults.environments.sandbox
    const replyOfFork = await fork.fetch(`${fork.baseUrl}/api/v0/environments/${id}/users`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([(await replyOfFork.json()).count, await count(), host.mock.clock.iso()]).toEqual([2, 1, now])
  })
})

describe('export and import', () => {
  it('carries the whole state over as JSON', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    const { token } = await host.mock.signIn(user)
    const other = createMock({ seed: 'another', baseUrl: host.mock.baseUrl })
    other.import(JSON.parse(JSON.stringify(host.mock.export())))
    const response = await other.fetch(`${other.baseUrl}/api/v0/sdk/${other.defaults.environments.sandbox.id}/users`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([response.status, (await response.json()).id]).toEqual([200, user.id])
  })

  it('refuses invalid data and changes nothing', async () => {
    await host.mock.create.user({ email: 'ada@example.com' })
    const good = host.mock.export()
    for (const bad of [
      undefined,
      {},
      { ...good, version: 2 },
      { ...good, random: [1] },
      { ...good, tables: { unknown: [] } },
      { ...good, tables: { users: [{}] } },
    ]) {
      expect(() => host.mock.import(bad)).toThrow(TypeError)
    }
    expect(await count()).toBe(1)
  })
})

describe('faults', () => {
  it('answers a status the given number of times, in the documented shape', async () => {
    host.mock.faults.set('users.list', { status: 429, retryAfterSeconds: 7 }, 2)
    for (let i = 0; i < 2; i++) {
      const refusal = await host.refuse('users.list')
      expect([refusal.status, refusal.headers.get('retry-after'), refusal.code]).toEqual([
        429,
        '7',
        'too_many_requests',
      ])
    }
    expect(await count()).toBe(0)
  })

  it('does not run the operation that fails', async () => {
    host.mock.faults.set('users.create', { status: 500 }, 1)
    await host.refuse('users.create', { body: { email: 'ada@example.com' } })
    expect(await count()).toBe(0)
  })

  it('can break the connection', async () => {
    host.mock.faults.set('*', { networkError: true }, 1)
    await expect(host.send('users.list')).rejects.toThrow(TypeError)
    expect(await count()).toBe(0)
  })

  it('runs the operation and loses half of its reply', async () => {
    host.mock.faults.set('users.create', { truncate: true }, 1)
    await expect(host.send('users.create', { body: { email: 'ada@example.com' } })).rejects.toThrow()
    expect(await count()).toBe(1)
  })

  it('can be cleared', async () => {
    host.mock.faults.set('users.list', { status: 503 })
    host.mock.faults.clear('users.list')
    expect(await count()).toBe(0)
  })

  it('are counted, and one of several can be cleared', async () => {
    host.mock.faults.set('users.list', { status: 503 })
    host.mock.faults.set('users.list', { status: 500 }, 2)
    await host.refuse('users.list')
    const [first, second] = host.mock.faults.list()
    expect([first?.played, second?.played]).toEqual([1, 0])
    host.mock.faults.clear(first)
    expect((await host.refuse('users.list')).status).toBe(500)
    expect(host.mock.faults.list()).toEqual([{ ...second, times: 1, played: 1 }])
    expect(() => host.mock.faults.clear(first)).toThrow(`the fault "${first?.id}" is not set any more`)
  })

  it('are in the journal with the requests that they happened to', async () => {
    host.mock.faults.set('users.list', { status: 503, body: { error: 'down' }, delayMs: 1 }, 1)
    await host.refuse('users.list')
    await host.call('users.list')
    expect(host.mock.journal.list('users.list').map(({ fault }) => fault)).toEqual([
      { id: expect.stringMatching(/^fault-\d+$/), status: 503, delayMs: 1 },
      undefined,
    ])
  })

  it('refuses a number of times below 1', () => {
    expect(() => host.mock.faults.set('users.list', { status: 500 }, 0)).toThrow(TypeError)
  })
})

describe('override', () => {
  it('answers in place of an operation, and can call the operation itself', async () => {
    const restore = host.mock.override('users.list', async (_call, next) => {
      const reply = await next()
      return { ...reply, body: { ...reply.body, count: 99 } }
    })
    expect(await count()).toBe(99)
    restore()
    expect(await count()).toBe(0)
  })

  it('runs after credentials and input are checked', async () => {
    host.mock.override('users.list', () => ({ status: 200, body: { count: 1, users: [] } }))
    expect((await host.refuse('users.list', { token: null })).status).toBe(401)
    expect((await host.refuse('users.list', { query: { limit: 0 } })).status).toBe(400)
  })
})

describe('journal', () => {
  it('keeps requests and replies with secrets masked', async () => {
    const { body } = await host.call('tokens.create', { body: { note: 'for the journal' } })
    const [entry] = host.mock.journal.list('tokens.create')
    expect(entry).toMatchObject({
      method: 'POST',
      operation: 'tokens.create',
      status: 201,
      body: { note: 'for the journal' },
    })
    expect(JSON.stringify(host.mock.journal.list())).not.toContain(body.token.rawToken)
  })

  it('suggests an operation for a request that found nothing', async () => {
    const { sandbox } = host.mock.defaults.environments
    await host.fetch(`${host.mock.baseUrl}/api/v0/environments/${sandbox.id}/user`)
    expect(host.mock.journal.list().at(-1)).toMatchObject({
      status: 404,
      nearMisses: ['users.list'],
    })
  })
})

describe('clock', () => {
  it('stands still at the time of the option until it is moved', async () => {
    expect(host.mock.clock.iso()).toBe(now)
    await host.mock.clock.advance({ hours: 1, minutes: 30 })
    expect(host.mock.clock.iso()).toBe('2026-01-15T11:00:00.000Z')
    await host.mock.clock.set('2026-01-15T10:00:00.000Z')
    expect(host.mock.clock.iso()).toBe('2026-01-15T10:00:00.000Z')
  })

  it('runs the jobs that become due on the way, each at its time', async () => {
    const attempts: string[] = []
    host.mock.webhooks.receive('https://hooks.example.com/', () => {
      attempts.push(host.mock.clock.iso())
      return new Response(null, { status: 500 })
    })
    await host.mock.create.webhook({ url: 'https://hooks.example.com/', events: ['ping'] })
    await host.mock.clock.advance({ days: 3 })
    expect(attempts[0]).toBe(now)
    expect(attempts).toHaveLength(3)
    expect([...attempts].sort()).toEqual(attempts)
    expect(host.mock.clock.iso()).toBe('2026-01-18T09:30:00.000Z')
  })

  it('says when the next job is due, as far as the clock gets there by itself', async () => {
    const { mock } = host
    expect(mock.clock.nextDueAt()).toBeUndefined()
    mock.webhooks.receive('https://hooks.example.com/', () => new Response(null, { status: 500 }))
    await mock.create.webhook({ url: 'https://hooks.example.com/', events: ['ping'] })
    expect(mock.clock.nextDueAt()).toBe(mock.clock.now())
    await mock.clock.settle()
    expect(mock.clock.nextDueAt()).toBeUndefined()
    mock.clock.resume()
    const dueAt = mock.clock.nextDueAt()
    expect(dueAt).toBeGreaterThan(mock.clock.now())
    mock.clock.freeze()
    expect(mock.clock.nextDueAt()).toBeUndefined()
    mock.clock.resume()
    expect(mock.clock.nextDueAt()).toBe(dueAt)
  })

  it('leaves it to the host to run jobs that it has a schedule for', async () => {
    const calls: (number | undefined)[] = []
    const mock = createMock({ now, schedule: (dueAt) => void calls.push(dueAt) })
    const received: Request[] = []
    mock.webhooks.receive('https://hooks.example.com/', (request) => {
      received.push(request)
      return new Response(null, { status: 500 })
    })
    await mock.create.webhook({ url: 'https://hooks.example.com/', events: ['ping'] })
    await vi.waitFor(() => expect(calls.at(-1)).toBe(Date.parse(now)))
    expect(received).toEqual([])
    await mock.clock.settle()
    expect([received.length, calls.at(-1)]).toEqual([1, undefined])
    mock.clock.resume()
    await vi.waitFor(() => expect(calls.at(-1)).toBe(mock.clock.nextDueAt()))
    expect(mock.clock.nextDueAt()).toBeGreaterThan(Date.parse(now))
    mock.clock.freeze()
    await vi.waitFor(() => expect(calls.at(-1)).toBeUndefined())
    // A copy has no host that would run its jobs, so it does it by itself.
    const before = calls.length
    await mock.fork().clock.advance({ days: 1 })
    expect(calls).toHaveLength(before)
  })

  it('refuses a negative span and instants out of range', async () => {
    for (const span of [-1, Number.NaN, 1e300, { days: 1e9 }])
      expect(() => host.mock.clock.advance(span)).toThrow(TypeError)
    for (const instant of [8_640_000_000_000_000, '+275000-01-01T00:00:00Z', 'soon'])
      await expect(host.mock.clock.set(instant)).rejects.toThrow(TypeError)
    expect(host.mock.clock.iso()).toBe(now)
    expect(await count()).toBe(0)
  })
})

describe('settings.patch', () => {
  it('takes the chains as replies show them, with the custom networks, and lists each network once', async () => {
    await host.call('customNetworks.create', { body: customNetworkBody })
    const { body } = await host.call('environments.get')
    const chains = body.settings?.chains ?? []
    await host.mock.settings.patch({ chains })
    expect((await host.call('environments.get')).body.settings?.chains).toEqual(chains)
    expect(host.mock.settings.get().chains.flatMap(({ networks = [] }) => networks)).not.toContainEqual(
      expect.objectContaining({ type: 'custom' }),
    )
  })

  it('changes the named settings and keeps the rest', async () => {
    const before = host.mock.settings.get()
    await host.mock.settings.patch({ security: { jwtDuration: { amount: 5, unit: 'minutes' } } })
    const { body } = await host.call('sdkSettings.get')
    expect(body.security.jwtDuration).toEqual({ amount: 5, unit: 'minutes' })
    expect(body.general).toEqual(before.general)
  })

  it('refuses settings that the interface does not have, and changes nothing', async () => {
    const before = host.mock.settings.get()
    await expect(host.mock.settings.patch({ security: { jwtDuration: { amount: 'many' } } } as object)).rejects.toThrow(
      TypeError,
    )
    expect(host.mock.settings.get()).toEqual(before)
  })
})

describe('signIn', () => {
  it('returns a token that the interface accepts', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    const { headers } = await host.mock.signIn(user.id)
    const response = await host.fetch(
      `${host.mock.baseUrl}/api/v0/sdk/${host.mock.defaults.environments.sandbox.id}/users`,
      { headers },
    )
    expect((await response.json()).id).toBe(user.id)
  })

  it('is refused by a gate, like any other sign-in', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    await host.mock.create.gate({ outcome: 'siteAccess' })
    await expect(host.mock.signIn(user)).rejects.toMatchObject({ code: 'gate_access_required' })
  })

  it('says that a user has no credential, or that there is no such user', async () => {
    const user = await host.mock.create.user({ firstName: 'Ada' })
    await expect(host.mock.signIn(user)).rejects.toThrow(/no credential/)
    await expect(host.mock.signIn('01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f')).rejects.toThrow(/no user/)
  })
})

describe('createMock', () => {
  it.each([{ now: 'yesterday' }, { baseUrl: 'nowhere' }])('refuses invalid options: %o', (options) => {
    expect(() => createMock(options)).toThrow(TypeError)
  })

  it('answers below its own base URL only', async () => {
    const { serve } = createMock({ baseUrl: 'https://api.example.com/w/ada' })
    for (const path of ['', '/w', '/w/adam/x', '/x/w/ada']) {
      expect(serve(new Request(`https://api.example.com${path}`)), path).toBeUndefined()
    }
    const reply = await serve(new Request('https://api.example.com/w/ada'))
    expect(reply?.status).toBe(404)
    expect(host.mock.serve(new Request('https://elsewhere.example.com/api/v0/organizations'))).toBeUndefined()
    await expect(createMock().fetch('https://elsewhere.example.com/')).rejects.toThrow(/answers below https:/)
  })

  it('enforces rate limits by its own clock when the option is set', async () => {
    const mock = createMock({ now, rateLimits: true })
    const nonce = () => mock.fetch(`${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/nonce`)
    for (let i = 0; i < 10; i++) expect((await nonce()).status).toBe(200)
    const refused = await nonce()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    await mock.clock.advance({ seconds: 60 })
    expect((await nonce()).status).toBe(200)
  })

  it('undoes everything when a reply breaks the document, and reports the operation', async () => {
    const faults: unknown[] = []
    const mock = createMock({ now, onError: (cause) => faults.push(cause) })
    // @ts-expect-error -- a user has more than an id
    mock.override('users.create', async (_, next) => ({ ...(await next()), body: { user: { id: 'broken' } } }))
    const { token, id } = mock.defaults.environments.sandbox
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const users = `${mock.baseUrl}/api/v0/environments/${id}/users`
    const response = await mock.fetch(users, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'ada@example.com' }),
    })
    expect([response.status, String(faults[0])]).toEqual([500, expect.stringContaining('users.create')])
    expect(await (await mock.fetch(users, { headers })).json()).toMatchObject({ count: 0 })
  })

  it.each([
    [true, 500],
    [false, 200],
  ])('answers a reply with an undocumented field, at any depth: strict %s, status %i', async (strict, status) => {
    const faults: unknown[] = []
    const mock = createMock({ now, strict, onError: (cause) => faults.push(cause) })
    const gate = await mock.create.gate({})
    const { token, id } = mock.defaults.environments.sandbox
    const rule = {
      type: 'nft',
      address: { networkId: 1, contractAddress: `0x${'a'.repeat(40)}` },
      filter: { ammount: 5 },
    }
    // @ts-expect-error -- a filter has no `ammount`
    mock.override('gates.get', () => ({ status: 200, body: { ...gate, rules: [rule] } }))
    const response = await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/gates/${gate.id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([response.status, faults.map(String)]).toEqual([
      status,
      strict
        ? [
            expect.stringContaining(
              'gates.get answered 200 with a body that breaks its schema: ' +
                'rules.0.filter.ammount must be left out, since there is no such field.',
            ),
          ]
        : [],
    ])
  })

  it.each([
    [true, 500],
    [false, 422],
  ])('checks refusals against the document, too: strict %s, status %i', async (strict, status) => {
    const faults: unknown[] = []
    const mock = createMock({ now, strict, onError: (cause) => faults.push(cause) })
    const { token, id } = mock.defaults.environments.sandbox
    mock.override('users.create', () => {
      throw new DomainError('mergeConfirmation', {
        payload: { mergeConflicts: 'not what the document says' },
      })
    })
    const response = await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect([response.status, faults.map(String)]).toEqual([
      status,
      strict ? [expect.stringContaining('users.create answered 422')] : [],
    ])
  })
})
