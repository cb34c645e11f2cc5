import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeMemberRefusals } from '../../test/memberRefusals.ts'

const host = createHost()

describeMemberRefusals(host, { 'organizations.list': {}, 'organizations.get': {} })

describe('organizations.list', () => {
  it("shows the caller's organizations alone, oldest membership first, with the role in each", async () => {
    const { organizationId } = host.mock.defaults
    const developer = await host.mock.create.admin({ role: 'developer' })
    await host.mock.clock.advance(1000)
    const own = await host.mock.create.organization({ name: 'Side project', owner: developer.id })
    expect((await host.call('organizations.list', { token: developer.token })).body.organizations).toEqual([
      { id: organizationId, name: 'Example organization', role: 'developer' },
      { id: own.id, name: 'Side project', role: 'owner' },
    ])
    expect((await host.call('organizations.list')).body.organizations).toMatchObject([{ id: organizationId, role: 'owner' }])
    const stranger = await host.mock.create.admin({ role: null })
    expect((await host.call('organizations.list', { token: stranger.token })).body.organizations).toEqual([])
  })
})

describe('organizations.get', () => {
  it('shows an organization to its members, each with their own role', async () => {
    const { token } = await host.mock.create.admin({ role: 'viewer' })
    expect((await host.call('organizations.get', { token })).body).toMatchObject({ name: 'Example organization', role: 'viewer' })
    const { id: organizationId } = await host.mock.create.organization({ owner: host.mock.defaults.admin.id })
    expect((await host.call('organizations.get', { params: { organizationId } })).body).toMatchObject({ id: organizationId, role: 'owner' })
    expect(await host.refuse('organizations.get', { params: { organizationId }, token })).toMatchObject({ status: 404 })
  })
})
