import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeMemberRefusals } from '../../../test/contract/memberRefusals.ts'

const host = createHost()
const create = async (token?: string) =>
  (await host.call('memberTokens.create', { body: { note: 'Console' }, token })).body.token
const listed = async (token?: string) => (await host.call('memberTokens.list', { token })).body.tokens ?? []
const remove = (tokenId: string, token?: string) => ({ params: { tokenId }, token })

describeMemberRefusals(host, {
  'memberTokens.list': {},
  'memberTokens.create': { body: { note: 'Console' } },
  'memberTokens.delete': { params: async () => ({ tokenId: (await create()).id }) },
})

describe('memberTokens.create', () => {
  it('shows the raw token only once; it acts as its member everywhere, by the present roles', async () => {
    const person = await host.mock.create.admin({ role: 'viewer' })
    const { rawToken, active, ...token } = await create(person.token)
    expect(rawToken).toMatch(/^lk_member_[A-Za-z0-9]{40}$/)
    expect(active).toBe(true)
    expect(token).toEqual({
      id: expect.any(String),
      checksum: rawToken.slice(-6),
      note: 'Console',
      createdAt: '2026-01-15T09:30:00.000Z',
      createdBy: { id: person.id, email: person.email, alias: null, firstName: null, lastName: null },
    })
    expect((await listed(rawToken)).at(-1)).toEqual(token)
    expect(JSON.stringify(host.mock.export())).not.toContain(rawToken)
    expect((await host.call('gates.list', { token: rawToken })).status).toBe(200)
    expect(await host.refuse('projects.create', { token: rawToken, body: { name: 'Own' } })).toMatchObject({
      status: 403,
      code: 'insufficient_role',
    })
    const { id: organizationId } = await host.mock.create.organization({ owner: person.id })
    expect(
      (await host.call('projects.create', { token: rawToken, params: { organizationId }, body: { name: 'Own' } }))
        .status,
    ).toBe(200)
  })

  it.each([[['environment.users.read']], [[]]])('takes no scopes, such as %j', async (scopes) => {
    const before = await listed()
    expect(await host.refuse('memberTokens.create', { body: { note: 'Narrow', scopes } })).toMatchObject({
      status: 422,
      code: 'invalid_scopes',
    })
    expect(await listed()).toEqual(before)
  })

  it('allows at most a hundred tokens of one person', async () => {
    const other = await host.mock.create.admin()
    for (let count = (await listed()).length; count < 100; count++) await create()
    expect(await host.refuse('memberTokens.create', { body: { note: 'One more' } })).toMatchObject({
      status: 422,
      code: 'too_many_api_tokens',
    })
    expect(await listed()).toHaveLength(100)
    await create(other.token)
  })

  it.each([{}, { note: 'x'.repeat(101) }])('refuses %j', async (body) => {
    expect(await host.refuse('memberTokens.create', { body })).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe('memberTokens.list', () => {
  it('shows the tokens of the caller only, oldest first, without their raw values', async () => {
    const person = await host.mock.create.admin()
    await host.mock.clock.advance(1000)
    const { id, rawToken } = await create(person.token)
    const tokens = await listed(person.token)
    expect(tokens.map(({ note }) => note)).toEqual(['Test token', 'Console'])
    expect(tokens[1]).toMatchObject({ id, checksum: rawToken.slice(-6) })
    expect(tokens[1]).not.toHaveProperty('rawToken')
    expect(await listed()).toHaveLength(1)
  })
})

describe('memberTokens.delete', () => {
  it('revokes the token at once, and no other', async () => {
    const { id, rawToken } = await create()
    expect((await host.call('memberTokens.delete', remove(id))).status).toBe(204)
    for (const call of ['organizations.list', 'gates.list'] as const)
      expect(await host.refuse(call, { token: rawToken })).toMatchObject({ status: 401, code: 'token_revoked' })
    expect(await listed()).toHaveLength(1)
    expect(await host.refuse('memberTokens.delete', remove(id))).toMatchObject({ status: 404, body: undefined })
  })

  it('lets a token delete itself, and refuses the token of another member', async () => {
    const { id, rawToken } = await create()
    const person = await host.mock.create.admin({ role: 'admin' })
    expect((await host.refuse('memberTokens.delete', remove(id, person.token))).status).toBe(404)
    expect(await listed()).toHaveLength(2)
    await host.call('memberTokens.delete', remove(id, rawToken))
    expect(await listed()).toHaveLength(1)
  })

  it('names the methods of its URL', async () => {
    const reply = await host.fetch(`${host.mock.baseUrl}/api/v0/user/tokens/${(await create()).id}`, {
      headers: { authorization: `Bearer ${host.mock.defaults.admin.token}` },
    })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'DELETE'])
  })
})
