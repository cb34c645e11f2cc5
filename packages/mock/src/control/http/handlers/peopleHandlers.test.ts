import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'

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

  it('find a person by all that belongs to the person', async () => {
    const wallet = { publicWalletAddress: '0x8ba1f109551bd432803012645ac136ddd64dba72', chain: 'EVM' } as const
    const ada = await mock().create.user({
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      alias: 'Countess',
      phoneNumber: '+442071838750',
    })
    await mock().create.wallet(ada.id, wallet)
    await createUser('grace@example.com')
    const { sign, issuer: iss, jwksUrl } = await mock().issuers.create({ issuer: 'https://login.example.com' })
    await mock().settings.patch({ security: { externalAuth: { enabled: true, iss, jwksUrl } } })
    expect((await sdk('externalAuth/signin', { jwt: await sign({ sub: 'employee-4711' }) })).status).toBe(200)
    const emails = async (search: string) =>
      (await get('people', { search })).body.users.map(({ email }: { email?: string }) => email)
    for (const search of ['ADA@ex', 'countess', 'ada lovel', '+4420718', '0x8BA1F1', ada.id, ` ${ada.id.slice(-8)} `])
      expect(await emails(search), search).toEqual(['ada@example.com'])
    expect(await emails('employee-4711')).toEqual([null])
    expect(await emails('nobody')).toEqual([])
    expect(await emails('')).toHaveLength(3)
  })

  it('list the environments, also those of further projects', async () => {
    await createUser('ada@example.com')
    const { sandbox, live } = mock().defaults.environments
    const { url } = control.server
    const created = await fetch(`${url}/api/v0/organizations/${mock().defaults.organizationId}/projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock().defaults.admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Second' }),
    })
    expect(created.status).toBe(200)
    const { environments } = (await get('environments')).body
    const of = (projectName: string) => ({ projectName, organizationName: 'Example organization' })
    expect(environments).toEqual([
      { id: sandbox.id, name: 'sandbox', ...of('Example project'), users: 1 },
      { id: live.id, name: 'live', ...of('Example project'), users: 0 },
      { id: expect.any(String), name: expect.any(String), ...of('Second'), users: 0 },
      { id: expect.any(String), name: expect.any(String), ...of('Second'), users: 0 },
    ])
  })

  it('show what each gate and list says of a user, and why the user cannot sign in', async () => {
    const ada = await createUser('ada@example.com')
    const holders = await mock().create.gate({ name: 'Holders', outcome: 'scope', scope: 'holder' })
    const friends = await mock().create.allowlist({ name: 'Friends', outcome: 'siteAccess' })
    const off = await mock().create.allowlist({ name: 'Switched off', enabled: false })
    const access = async () => (await get('people/details', { userId: ada.id })).body.access
    expect(await access()).toEqual({
      gates: [{ id: holders.id, name: 'Holders', outcome: 'scope', scope: 'holder', isEnabled: true, isPassed: false }],
      allowlists: [
        { id: friends.id, name: 'Friends', outcome: 'siteAccess', scope: null, isEnabled: true, isListed: false },
        { id: off.id, name: 'Switched off', outcome: off.outcome, scope: null, isEnabled: false, isListed: false },
      ],
      refusal: { code: expect.any(String), error: expect.stringMatching(/\.$/) },
    })
    const { body } = await post('signIn', { userId: ada.id })
    expect(body).toMatchObject((await access()).refusal)
    await mock().create.allowlistEntry(friends.id, { email: 'ada@example.com' })
    expect(await access()).toMatchObject({ allowlists: [{ isListed: true }, { isListed: false }], refusal: null })
    expect((await post('signIn', { userId: ada.id })).status).toBe(200)
    const { publicKey } = await mock().create.wallet(ada.id)
    const { id, token } = mock().defaults.environments.sandbox
    const url = `${mock().baseUrl}/api/v0/environments/${id}/integrations/screening/sanctions/enable`
    await mock().fetch(url, { method: 'PUT', headers: { authorization: `Bearer ${token}` } })
    await mock().chain.sanction(publicKey)
    expect(await access()).toMatchObject({ refusal: { code: 'screening_blocked' } })
  })

  it('show factors and their codes, and delete them', async () => {
    await mock().settings.patch({
      security: { mfa: { enabled: true, methods: [{ type: 'totp', enabled: true, allowBackupCodes: true }] } },
    })
    const ada = await createUser('ada@example.com')
    const app = await mock().create.totp(ada)
    const details = async () => (await get('people/details', { userId: ada.id })).body
    const { user, recoveryCodes } = await details()
    expect(user.mfaDevices).toMatchObject([{ id: app.deviceId, type: 'totp', verified: true }])
    expect(recoveryCodes.count).toBe(recoveryCodes.codes.length)
    const { code } = (await get('people/totpCode', { deviceId: app.deviceId })).body
    expect(code).toBe(app.code())
    const { headers } = await mock().signIn(ada)
    expect((await sdk('users/mfa/auth/totp', { id: app.deviceId, code }, headers)).status).toBe(200)
    expect((await post('people/deleteFactors', { userId: ada.id })).status).toBe(204)
    expect(await details()).toMatchObject({ user: { mfaDevices: [] }, recoveryCodes: { count: 0, codes: [] } })
    expect((await get('people/totpCode', { deviceId: app.deviceId })).status).toBe(400)
  })

  it('revoke one session, and leave the others', async () => {
    const ada = await createUser('ada@example.com')
    const first = await mock().signIn(ada)
    const second = await mock().signIn(ada)
    const [, { id: sessionId }] = (await get('people/details', { userId: ada.id })).body.sessions
    expect((await post('people/revokeSession', { sessionId })).status).toBe(204)
    expect((await sdk('users', undefined, first.headers)).status).toBe(401)
    expect((await sdk('users', undefined, second.headers)).status).toBe(200)
    const { status, body } = await post('people/revokeSession', { sessionId: 'unknown' })
    expect([status, body.error]).toEqual([400, expect.stringContaining('there is no session with this id')])
  })

  it('change the e-mail address as if it were proved, and leave the former one to others', async () => {
    const ada = await createUser('ada@example.com')
    await createUser('grace@example.com')
    const { headers } = await mock().signIn(ada)
    const change = (fields: object) => post('people/update', { userId: ada.id, fields })
    const profile = async () => (await get('people/details', { userId: ada.id })).body.user
    expect((await change({ email: 'Grace@example.com', firstName: 'Ada' })).body.code).toBe('email_already_exists')
    expect((await change({ email: 'no address' })).body.code).toBe('invalid_email')
    expect((await change({ email: '' })).body.code).toBe('email_cannot_be_null')
    expect((await change({ email: 'ada@example.org', username: '?' })).status).toBe(400)
    expect(await profile()).toHaveProperty('firstName', null)
    expect(await profile()).toMatchObject({ email: 'ada@example.com' })

    expect((await change({ email: 'ada@example.org', firstName: 'Ada' })).status).toBe(204)
    expect(await profile()).toMatchObject({
      email: 'ada@example.org',
      firstName: 'Ada',
      verifiedCredentials: [{ email: 'ada@example.org', signInEnabled: true }],
    })
    expect((await sdk('users', undefined, headers)).body.email).toBe('ada@example.org')
    expect((await change({ email: 'Ada@example.org' })).status).toBe(204)
    expect(await profile()).toMatchObject({ email: 'Ada@example.org' })
    expect((await createUser('ada@example.com')).email).toBe('ada@example.com')
    const { kyc } = mock().settings.get()
    await mock().settings.patch({ kyc: kyc.map((field) => ({ ...field, required: false })) })
    expect((await change({ email: '' })).body.code).toBe('cannot_delete_last_sign_in_verified_credential')
    await mock().create.wallet(ada.id)
    await mock().signIn(ada)
    expect((await change({ email: '' })).status).toBe(204)
    expect(await profile()).toHaveProperty('email', null)
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

  it.each(['update', 'revokeSessions', 'deleteFactors', 'delete'])('refuse to %s nobody', async (action) => {
    const { status, body } = await post(`people/${action}`, {
      userId: 'unknown',
      ...(action === 'update' && { fields: {} }),
    })
    expect([status, body.error]).toEqual([400, expect.stringContaining('there is no user with this id')])
    expect((await get('people/details', { userId: 'unknown' })).status).toBe(400)
  })
})
