import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const create = async (body: object = { note: 'Nightly sync' }, token?: string) =>
  (await host.call('tokens.create', { body, token })).body.token
const listed = async () => (await host.call('tokens.list')).body.tokens ?? []

describeEnvironmentRefusals(host, {
  'tokens.list': {},
  'tokens.create': { body: { note: 'Nightly sync' } },
  'tokens.delete': { params: async () => ({ tokenId: (await create()).id }) },
})

describe('tokens.list', () => {
  it('is for admins among the members, not for members who may read other data', async () => {
    for (const role of ['viewer', 'developer'] as const) {
      const { token } = await host.mock.create.admin({ role })
      expect(await host.refuse('tokens.list', { token }), role).toMatchObject({
        status: 403,
        code: 'insufficient_role',
      })
    }
    const { token } = await host.mock.create.admin({ role: 'admin' })
    expect((await host.call('tokens.list', { token })).body.tokens).toEqual(await listed())
  })
})

describe('tokens.create', () => {
  it('shows the raw token only once, and it works at once', async () => {
    const { sandbox } = host.mock.defaults.environments
    const { rawToken, active, ...token } = await create({
      note: 'Nightly sync',
      scopes: ['environment.settings.read', 'environment.settings.read'],
    })
    expect(rawToken).toMatch(/^lk_sandbox_[A-Za-z0-9]{40}$/)
    expect(active).toBe(true)
    expect(token).toEqual({
      id: expect.any(String),
      checksum: rawToken.slice(-6),
      note: 'Nightly sync',
      scopes: ['environment.settings.read'],
      createdAt: '2026-01-15T09:30:00.000Z',
      createdBy: expect.objectContaining({ id: host.mock.defaults.admin.id, email: host.mock.defaults.admin.email }),
      projectEnvironmentId: sandbox.id,
      projectEnvironment: { id: sandbox.id },
    })
    expect((await listed()).at(-1)).toEqual(token)
    expect((await host.call('gates.list', { token: rawToken })).status).toBe(200)
    expect(JSON.stringify(host.mock.export())).not.toContain(rawToken)
  })

  it('is valid in its environment only, and names it', async () => {
    const { live } = host.mock.defaults.environments
    const { body } = await host.call('tokens.create', {
      params: { environmentId: live.id },
      token: live.token,
      body: { note: 'Live' },
    })
    expect(body.token.rawToken).toMatch(/^lk_live_/)
    expect(await host.refuse('gates.list', { token: body.token.rawToken })).toMatchObject({
      status: 403,
      code: 'wrong_environment',
    })
    expect((await listed()).map(({ id }) => id)).not.toContain(body.token.id)
  })

  it('grants only the scopes that the creator holds', async () => {
    const scopes = ['environment.apiTokens.write', 'environment.users.read']
    const { rawToken } = await create({ note: 'Narrow', scopes })
    expect((await create({ note: 'Heir' }, rawToken)).scopes).toEqual(scopes)
    expect((await create({ note: 'Narrower', scopes: ['environment.users.read'] }, rawToken)).scopes).toEqual([
      'environment.users.read',
    ])
    const before = await listed()
    expect(
      await host.refuse('tokens.create', {
        token: rawToken,
        body: { note: 'Wide', scopes: ['environment.users.write'] },
      }),
    ).toMatchObject({ status: 422, code: 'invalid_scopes' })
    expect(await listed()).toEqual(before)
  })

  it('lets a member with the role admin create tokens of every scope, and refuses lower roles', async () => {
    const admin = await host.mock.create.admin({ role: 'admin' })
    const developer = await host.mock.create.admin({ role: 'developer' })
    const token = await create({ note: 'By a member' }, admin.token)
    expect(token.createdBy).toMatchObject({ id: admin.id, email: admin.email })
    expect(token.scopes).toHaveLength(14)
    expect(await host.refuse('tokens.create', { body: { note: 'x' }, token: developer.token })).toMatchObject({
      status: 403,
      code: 'insufficient_role',
    })
  })

  it('shows the same fields of whoever created the token', async () => {
    const admin = await host.mock.create.admin({ role: 'admin' })
    await create({ note: 'By a member' }, admin.token)
    const { rawToken } = await create({ note: 'By a token' })
    await create({ note: 'By a token of a token' }, rawToken)
    await host.mock.delegation.backend()
    const creators = (await listed()).map(({ createdBy }) => createdBy)
    expect(creators.length).toBeGreaterThan(4)
    for (const creator of creators)
      expect(Object.keys(creator).sort()).toEqual(['alias', 'email', 'firstName', 'id', 'lastName'])
    const { id, email } = host.mock.defaults.admin
    const owner = { id, email, alias: null, firstName: 'Ada', lastName: 'Admin' }
    const member = { id: admin.id, email: admin.email, alias: null, firstName: null, lastName: null }
    expect(creators.filter((creator) => creator.id === admin.id)).toEqual([member])
    expect(creators.filter((creator) => creator.id !== admin.id)).toEqual(creators.slice(1).map(() => owner))
  })

  it('allows at most a hundred tokens', async () => {
    for (let count = (await listed()).length; count < 100; count++) await create()
    expect(await host.refuse('tokens.create', { body: { note: 'One more' } })).toMatchObject({
      status: 422,
      code: 'too_many_api_tokens',
    })
    expect(await listed()).toHaveLength(100)
  })

  it.each([
    {},
    { note: 'x'.repeat(101) },
    { note: 'x', scopes: ['everything'] },
    { note: 'x', scopes: 'environment.users.read' },
  ])('refuses %j', async (body) => {
    expect(await host.refuse('tokens.create', { body })).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe('tokens.delete', () => {
  it('revokes the token at once, and no other', async () => {
    const { id, rawToken } = await create()
    const other = await create()
    expect((await host.call('tokens.delete', { params: { tokenId: id } })).status).toBe(204)
    expect(await host.refuse('gates.list', { token: rawToken })).toMatchObject({ status: 401, code: 'token_revoked' })
    expect((await host.call('gates.list', { token: other.rawToken })).status).toBe(200)
    expect((await listed()).map((token) => token.id)).not.toContain(id)
    expect(await host.refuse('tokens.delete', { params: { tokenId: id } })).toMatchObject({
      status: 404,
      body: undefined,
    })
  })

  it('lets a token delete itself', async () => {
    const { id, rawToken } = await create()
    await host.call('tokens.delete', { params: { tokenId: id }, token: rawToken })
    expect(await host.refuse('tokens.delete', { params: { tokenId: id }, token: rawToken })).toMatchObject({
      status: 401,
      code: 'token_revoked',
    })
  })
})
