import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()

describe('profile.get', () => {
  it('shows the present user', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com', firstName: 'Ada', metadata: { plan: 'free' } })
    const { token } = await host.mock.signIn(user)
    const { body } = await host.call('profile.get', { token })
    expect(body).toMatchObject({
      id: user.id,
      email: 'ada@example.com',
      firstName: 'Ada',
      metadata: { plan: 'free' },
      newUser: false,
      scope: 'user:basic',
      missingFields: [],
    })
    expect(body.verifiedCredentials).toMatchObject([
      { id: body.lastVerifiedCredentialId, format: 'email', email: 'ada@example.com' },
    ])
    await host.call('users.update', { params: { userId: user.id }, body: { firstName: 'Augusta' } })
    expect((await host.call('profile.get', { token })).body.firstName).toBe('Augusta')
  })

  it('lists empty required fields, standard and custom, and grants user:basic after they are filled', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    const { token } = await host.mock.signIn(user)
    const field = await host.mock.create.customField({ name: 'Shoe size', required: true })
    await host.mock.create.customField({ name: 'Hat size', required: true, enabled: false })
    await host.mock.create.customField({ name: 'Shirt size', required: false })
    const kyc = host.mock.settings
      .get()
      .kyc.map((field) => (field.name === 'country' ? { ...field, enabled: true, required: true } : field))
    await host.mock.settings.patch({ kyc })
    const { body } = await host.call('profile.get', { token })
    expect(body.missingFields).toMatchObject([
      { name: 'country', type: 'standard' },
      { name: 'Shoe size', type: 'custom', required: true, enabled: true },
    ])
    expect(body.scope).toBe('')
    await host.call('users.update', {
      params: { userId: user.id },
      body: { country: 'GB', metadata: { [String(field.key)]: '38' } },
    })
    expect((await host.call('profile.get', { token })).body).toMatchObject({ missingFields: [], scope: 'user:basic' })
  })

  it('shows no credential that is not verified', async () => {
    const {
      body: { user },
    } = await host.call('users.create', {
      body: { email: 'ada@example.com', oauthAccounts: [{ provider: 'google', accountId: 'g-1' }] },
    })
    const { token } = await host.mock.signIn(String(user?.id))
    const { body } = await host.call('profile.get', { token })
    expect(body.verifiedCredentials.map(({ format }) => format)).toEqual(['oauth'])
  })

  it('refuses a call without a session, with an API token, and from another environment', async () => {
    const { live, sandbox } = host.mock.defaults.environments
    const { token } = await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))
    for (const bad of [null, sandbox.token, 'x.y.z'])
      expect(await host.refuse('profile.get', { token: bad })).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(await host.refuse('profile.get', { token, params: { environmentId: live.id } })).toMatchObject({
      status: 401,
      code: 'unauthorized',
    })
  })
})

describe('profile.checkField', () => {
  const ask = async (field: string, value: string, token: string) =>
    (await host.call('profile.checkField', { token, query: { filter: { field, value } } })).body
  const refuse = (field: string, value: string, token: string | null) =>
    host.refuse('profile.checkField', { token, query: { filter: { field, value } } })
  let token = ''

  beforeEach(async () => {
    token = (await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com', username: 'Ada' }))).token
    await host.mock.create.user({ email: 'Bob@example.com', username: 'Bobby' })
  })

  it("says whether a username is free, regardless of case; the user's present one is", async () => {
    expect(await ask('username', 'BOBBY', token)).toEqual({ field: 'username', value: 'BOBBY', available: false })
    for (const free of ['bobby2', 'ada'])
      expect(await ask('username', free, token)).toEqual({ field: 'username', value: free, available: true })
    await host.call('profile.update', { token, body: { username: 'augusta' } })
    const { token: bob } = await host.mock.signIn(await host.mock.create.user({ email: 'eve@example.com' }))
    expect([(await ask('username', 'ada', bob)).available, (await ask('username', 'augusta', bob)).available]).toEqual([
      true,
      false,
    ])
  })

  it('says whether an address is free: one that another user has proved is not', async () => {
    expect(await ask('email', 'bob@EXAMPLE.com', token)).toEqual({
      field: 'email',
      value: 'bob@EXAMPLE.com',
      available: false,
    })
    await host.call('users.create', { body: { email: 'waiting@example.com' } })
    for (const free of ['waiting@example.com', 'new@example.com', 'ada@example.com'])
      expect((await ask('email', free, token)).available, free).toBe(true)
  })

  it('says whether a name is free below the domain of the environment', async () => {
    await host.mock.settings.patch({ sdk: { nameService: { evm: { domain: 'app.example.eth' } } } })
    expect((await ask('name-service-subdomain-handle', 'bobby', token)).available).toBe(false)
    for (const free of ['ada', 'new-name', '7'])
      expect((await ask('name-service-subdomain-handle', free, token)).available, free).toBe(true)
    for (const bad of ['-ada', 'ada-', 'a_b', 'a.b', 'x'.repeat(64)])
      expect(await refuse('name-service-subdomain-handle', bad, token), bad).toMatchObject({
        status: 422,
        code: 'invalid_username',
      })
  })

  it('refuses names if the environment gives none, and invalid values', async () => {
    expect(await refuse('name-service-subdomain-handle', 'ada', token)).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    for (const bad of ['ab', 'a b c', 'x'.repeat(21), 'a.b.c'])
      expect(await refuse('username', bad, token), bad).toMatchObject({ status: 422, code: 'invalid_username' })
    for (const bad of ['ada', 'ada@', '@example.com'])
      expect(await refuse('email', bad, token), bad).toMatchObject({ status: 422, code: 'invalid_email' })
    await host.mock.settings.patch({ sdk: { blockEmailSubaddresses: true } })
    expect(await refuse('email', 'ada+1@example.com', token)).toMatchObject({
      status: 422,
      code: 'invalid_email_address',
    })
  })

  it('ignores users of another environment', async () => {
    await host.mock.create.user(
      { email: 'live@example.com', username: 'living' },
      { environmentId: host.mock.defaults.environments.live.id },
    )
    expect([
      (await ask('email', 'live@example.com', token)).available,
      (await ask('username', 'living', token)).available,
    ]).toEqual([true, true])
  })

  it('answers 404 without a filter', async () => {
    expect(await host.refuse('profile.checkField', { token })).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('refuses a malformed filter', async () => {
    for (const query of [
      { filter: { field: 'email' } },
      { filter: { field: 'id', value: 'x' } },
      { filter: 'email' },
      { filter: { field: 'email', value: '' } },
    ]) {
      expect(await host.refuse('profile.checkField', { token, query }), JSON.stringify(query)).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
  })

  it('refuses a call without a session, and one that waits for its second factor', async () => {
    for (const bad of [null, host.mock.defaults.environments.sandbox.token])
      expect(await refuse('email', 'bob@example.com', bad)).toMatchObject({ status: 401, code: 'unauthorized' })
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await refuse('email', 'bob@example.com', token)).toMatchObject({ status: 403, code: 'mfa_required' })
  })
})
