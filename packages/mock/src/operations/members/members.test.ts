import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { describeMemberRefusals } from '../../../test/contract/memberRefusals.ts'

const host = createHost()
type Role = 'admin' | 'developer' | 'viewer'
const list = async (token?: string) => (await host.call('members.list', { token })).body
const roles = async () => Object.fromEntries((await list()).members.map(({ user, role }) => [user.email, role]))
const memberOf = async (adminId: string) => (await list()).members.find(({ user }) => user.id === adminId)?.id as string
/** Somebody with a role in the ready organization. */
async function join(role: Role) {
  const person = await host.mock.create.admin({ role, email: `${role}@example.org` })
  return { ...person, memberId: await memberOf(person.id) }
}
const callerMember = () => memberOf(host.mock.defaults.admin.id)
const change = (memberId: string, role: string, token?: string) => ({ params: { memberId }, body: { role }, token })

describeMemberRefusals(host, {
  'members.list': {},
  'members.listEnvironmentIds': {},
  'members.update': {
    params: async () => ({ memberId: (await join('viewer')).memberId }),
    body: { role: 'developer' },
  },
  'members.delete': { params: async () => ({ memberId: (await join('viewer')).memberId }) },
  'members.delegateOwnership': {
    params: async () => ({ memberId: await callerMember() }),
    body: { adminMemberIdToDelegate: unknownId },
  },
})

describe('members.list', () => {
  it('shows every member as a user with a role, oldest membership first', async () => {
    await host.mock.clock.advance(1000)
    const { id } = await host.mock.create.admin({
      role: 'viewer',
      email: 'grace@example.com',
      phoneNumber: '+4915112345678',
    })
    const { count, members } = await list()
    expect(count).toBe(2)
    expect(members.map(({ role, user }) => [role, user.id])).toEqual([
      ['owner', host.mock.defaults.admin.id],
      ['viewer', id],
    ])
    expect(members[1]?.user).toMatchObject({
      id,
      projectEnvironmentId: expect.any(String),
      email: 'grace@example.com',
      alias: null,
      phoneNumber: '+4915112345678',
      createdAt: '2026-01-15T09:30:01.000Z',
      firstVisit: null,
      sessionId: null,
      verifiedCredentials: [],
      screeningChecks: [],
    })
    expect(members[0]?.user).toMatchObject({ firstName: 'Ada', lastName: 'Admin' })
  })

  it('shows a member who accepted an invite, and no member of another organization', async () => {
    const { id, token, email } = await host.mock.create.admin({ role: null, email: 'grace@example.com' })
    await host.mock.create.organization({ owner: id })
    expect((await list()).count).toBe(1)
    await host.call('invites.create', { body: { email, role: 'viewer' } })
    const { invites } = (await host.call('invites.list', { query: { status: 'pending' }, token })).body
    await host.call('invites.update', {
      params: { inviteId: invites?.[0]?.id as string },
      body: { status: 'accepted' },
      token,
    })
    expect(await roles()).toEqual({ 'admin@example.com': 'owner', 'grace@example.com': 'viewer' })
  })
})

describe('members.update', () => {
  it('changes what a member may do from the next call on', async () => {
    const { memberId, id, token } = await join('viewer')
    const environment = {
      params: { environmentId: host.mock.defaults.environments.sandbox.id },
      body: { origin: 'https://app.example.com' },
      token,
    }
    expect(await host.refuse('origins.create', environment)).toMatchObject({ status: 403, code: 'insufficient_role' })
    expect((await host.call('members.update', change(memberId, 'developer'))).body).toMatchObject({
      member: { id: memberId, user: { id }, role: 'developer' },
    })
    expect((await host.call('origins.create', environment)).status).toBe(201)
    expect((await host.call('organizations.list', { token })).body.organizations).toMatchObject([{ role: 'developer' }])
    expect((await host.call('members.update', { params: { memberId }, body: {} })).body.member?.role).toBe('developer')
  })

  it('lets an admin promote and demote admins, and step down', async () => {
    const admin = await host.mock.create.admin({ role: 'admin', email: 'first@example.com' })
    const { memberId } = await join('developer')
    await host.call('members.update', change(memberId, 'admin', admin.token))
    await host.call('members.update', change(memberId, 'viewer', admin.token))
    await host.call('members.update', change(await memberOf(admin.id), 'viewer', admin.token))
    expect(await roles()).toMatchObject({ 'developer@example.org': 'viewer', 'first@example.com': 'viewer' })
    expect(await host.refuse('members.update', change(memberId, 'admin', admin.token))).toMatchObject({
      status: 403,
      code: 'insufficient_role',
    })
  })

  it('ends the pending invites of an admin who may no longer invite', async () => {
    const { token, memberId } = await join('admin')
    await host.call('invites.create', { body: { email: 'grace@example.com', role: 'admin' }, token })
    await host.call('invites.create', { body: { email: 'alan@example.com', role: 'admin' } })
    const invited = async () => (await host.call('invites.listByOrganization')).body.invites?.map(({ email }) => email)
    await host.call('members.update', change(memberId, 'admin'))
    expect(await invited()).toHaveLength(2)
    await host.call('members.update', change(memberId, 'developer'))
    expect(await invited()).toEqual(['alan@example.com'])
  })

  it('does not appoint or demote an owner', async () => {
    const { memberId, token } = await join('admin')
    const before = await roles()
    expect(await host.refuse('members.update', change(memberId, 'owner'))).toMatchObject({
      status: 422,
      code: 'invalid_update',
    })
    expect(await host.refuse('members.update', change(await callerMember(), 'admin'))).toMatchObject({
      status: 422,
      code: 'invalid_update',
    })
    for (const [id, role] of [
      [memberId, 'owner'],
      [await callerMember(), 'viewer'],
    ] as const) {
      expect(await host.refuse('members.update', change(id, role, token))).toMatchObject({
        status: 403,
        code: 'insufficient_role',
      })
    }
    expect(await roles()).toEqual(before)
  })

  it("applies to a test's set-up, too, which cannot create a second owner", async () => {
    await expect(host.mock.create.admin({ role: 'owner' as 'admin' })).rejects.toMatchObject({ key: 'invalidUpdate' })
    expect(Object.values(await roles())).toEqual(['owner'])
  })

  it('lets only admins of the same organization update a member', async () => {
    const { memberId } = await join('viewer')
    const developer = await join('developer')
    expect(await host.refuse('members.update', change(memberId, 'developer', developer.token))).toMatchObject({
      status: 403,
      code: 'insufficient_role',
    })
    const { id, token } = await host.mock.create.admin({ role: null })
    await host.mock.create.organization({ owner: id })
    expect(await host.refuse('members.update', change(memberId, 'developer', token))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(await host.refuse('members.update', { params: { memberId }, body: { role: 'king' } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(await roles()).toMatchObject({ 'viewer@example.org': 'viewer' })
  })
})

describe('members.delete', () => {
  it('removes a member from this organization at once, and from no other', async () => {
    const { id, token, memberId } = await join('admin')
    const { id: organizationId } = await host.mock.create.organization({ owner: id })
    const createdToken = (await host.call('tokens.create', { token, body: { note: 'By the member' } })).body.token
    expect((await host.call('members.delete', { params: { memberId } })).status).toBe(204)
    expect(await host.refuse('gates.list', { token })).toMatchObject({ status: 403, code: 'wrong_environment' })
    expect((await host.refuse('organizations.get', { token })).status).toBe(404)
    expect((await host.call('organizations.get', { params: { organizationId }, token })).status).toBe(200)
    expect((await host.call('gates.list', { token: createdToken.rawToken })).status).toBe(200)
    expect(await roles()).toEqual({ 'admin@example.com': 'owner' })
    expect((await host.refuse('members.delete', { params: { memberId } })).status).toBe(404)
  })

  it('deletes the invites to the person and the invites that the person has sent', async () => {
    const invite = (body: object, token?: string) => host.call('invites.create', { body, token })
    await invite({ email: '', phoneNumber: '+4915112345678', role: 'admin' })
    const person = await host.mock.create.admin({
      role: 'admin',
      email: 'grace@example.com',
      phoneNumber: '+4915112345678',
    })
    await invite({ email: 'first@example.com', role: 'admin' }, person.token)
    await invite({ email: 'second@example.com', role: 'viewer' })
    const [stale] =
      (await host.call('invites.list', { query: { status: 'pending' }, token: person.token })).body.invites ?? []
    expect(stale).toMatchObject({ role: 'admin' })
    await host.call('members.delete', { params: { memberId: await memberOf(person.id) } })
    const answer = { params: { inviteId: stale?.id as string }, body: { status: 'accepted' }, token: person.token }
    expect((await host.refuse('invites.update', answer)).status).toBe(404)
    expect((await host.call('invites.listByOrganization')).body.invites?.map(({ email }) => email)).toEqual([
      'second@example.com',
    ])
    expect((await host.refuse('organizations.get', { token: person.token })).status).toBe(404)
  })

  it('does not remove the caller or the owner', async () => {
    const { memberId, token } = await join('admin')
    const themself = { status: 422, code: 'members_cannot_delete_themself' }
    expect(await host.refuse('members.delete', { params: { memberId }, token })).toMatchObject(themself)
    expect(await host.refuse('members.delete', { params: { memberId: await callerMember() } })).toMatchObject(themself)
    expect(await host.refuse('members.delete', { params: { memberId: await callerMember() }, token })).toMatchObject({
      status: 403,
      code: 'insufficient_role',
    })
    expect((await list()).count).toBe(2)
  })

  it('lets only admins of the same organization remove a member', async () => {
    const { memberId } = await join('viewer')
    const developer = await join('developer')
    expect(await host.refuse('members.delete', { params: { memberId }, token: developer.token })).toMatchObject({
      status: 403,
      code: 'insufficient_role',
    })
    const { id, token } = await host.mock.create.admin({ role: null })
    await host.mock.create.organization({ owner: id })
    expect((await host.refuse('members.delete', { params: { memberId }, token })).status).toBe(404)
    expect((await list()).count).toBe(3)
  })
})

describe('members.delegateOwnership', () => {
  const delegate = (memberId: string, heir: string, token?: string) => ({
    params: { memberId },
    body: { adminMemberIdToDelegate: heir },
    token,
  })

  it('makes an admin the owner and the former owner an admin', async () => {
    const heir = await host.mock.create.admin({ role: 'admin', email: 'heir@example.com' })
    const [from, to] = [await callerMember(), await memberOf(heir.id)]
    expect((await host.call('members.delegateOwnership', delegate(from, to))).status).toBe(204)
    expect(await roles()).toEqual({ 'admin@example.com': 'admin', 'heir@example.com': 'owner' })
    expect(await host.refuse('members.delegateOwnership', delegate(from, to))).toMatchObject({
      status: 403,
      code: 'insufficient_role',
    })
    expect((await host.call('billing.getSubscription', { token: heir.token })).body.billingPortalUrl).toBeDefined()
    await host.call('members.delegateOwnership', delegate(to, from, heir.token))
    expect(await roles()).toEqual({ 'admin@example.com': 'owner', 'heir@example.com': 'admin' })
  })

  it('refuses a new owner who is not an admin, a stranger, or the owner, and another membership', async () => {
    const developer = await join('developer')
    const admin = await host.mock.create.admin({ role: 'admin', email: 'heir@example.com' })
    const { id } = await host.mock.create.admin({ role: null })
    const foreign = await host.mock.create.organization({ owner: id })
    const foreignMember = host.mock.export().tables.members as { id: string; organizationId: string }[]
    const strangerId = foreignMember.find(({ organizationId }) => organizationId === foreign.id)?.id as string
    const before = await roles()
    for (const heir of [developer.memberId, strangerId, unknownId, await callerMember()]) {
      expect(await host.refuse('members.delegateOwnership', delegate(await callerMember(), heir))).toMatchObject({
        status: 422,
        code: 'invalid_update',
      })
    }
    const adminMember = await memberOf(admin.id)
    expect(await host.refuse('members.delegateOwnership', delegate(adminMember, adminMember))).toMatchObject({
      status: 422,
      code: 'invalid_update',
    })
    expect(
      await host.refuse('members.delegateOwnership', delegate(adminMember, adminMember, admin.token)),
    ).toMatchObject({ status: 403, code: 'insufficient_role' })
    expect(
      await host.refuse('members.delegateOwnership', { params: { memberId: await callerMember() }, body: {} }),
    ).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await roles()).toEqual(before)
  })
})

describe('the limit of owned organizations', () => {
  it('also applies to delegated ownership', async () => {
    const { id, memberId } = await join('admin')
    for (let count = 1; count <= 20; count++) await host.mock.create.organization({ owner: id })
    const delegate = { params: { memberId: await callerMember() }, body: { adminMemberIdToDelegate: memberId } }
    expect(await host.refuse('members.delegateOwnership', delegate)).toMatchObject({
      status: 422,
      code: 'too_many_organizations_for_user',
    })
    expect(await roles()).toEqual({ 'admin@example.com': 'owner', 'admin@example.org': 'admin' })
  })
})

describe('members.listEnvironmentIds', () => {
  it('lists the environments of every organization of the caller, and of no other', async () => {
    const { sandbox, live } = host.mock.defaults.environments
    const { id, token } = await join('viewer')
    const { id: organizationId } = await host.mock.create.organization({ owner: id })
    const ids = async (bearer: string) => (await host.call('members.listEnvironmentIds', { token: bearer })).body
    expect(await ids(token)).toEqual([sandbox.id, live.id])
    const { body } = await host.call('projects.create', { params: { organizationId }, token, body: { name: 'Own' } })
    const createdIds = body.project?.projectEnvironments?.map((environment) => environment.id)
    expect(await ids(token)).toEqual([sandbox.id, live.id, ...(createdIds ?? [])])
    expect(await ids(host.mock.defaults.admin.token)).toEqual([sandbox.id, live.id])
    expect(await ids((await host.mock.create.admin({ role: null })).token)).toEqual([])
  })
})
