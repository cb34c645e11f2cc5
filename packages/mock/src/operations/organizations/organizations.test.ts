import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeMemberRefusals } from '../../../test/contract/memberRefusals.ts'

const host = createHost()

describeMemberRefusals(host, {
  'organizations.list': {},
  'organizations.get': {},
  'organizations.create': { body: { name: 'Tidepool Games' } },
  'organizations.update': { body: { name: 'Tidepool Games' } },
  'organizations.updateAddress': { body: { city: 'Hamburg' } },
})

describe('organizations.list', () => {
  it("shows only the caller's organizations, oldest membership first, with the role in each", async () => {
    const { organizationId } = host.mock.defaults
    const developer = await host.mock.create.admin({ role: 'developer' })
    await host.mock.clock.advance(1000)
    const sideProject = await host.mock.create.organization({ name: 'Side project', owner: developer.id })
    expect((await host.call('organizations.list', { token: developer.token })).body.organizations).toEqual([
      { id: organizationId, name: 'Example organization', role: 'developer' },
      { id: sideProject.id, name: 'Side project', role: 'owner' },
    ])
    expect((await host.call('organizations.list')).body.organizations).toMatchObject([
      { id: organizationId, role: 'owner' },
    ])
    const stranger = await host.mock.create.admin({ role: null })
    expect((await host.call('organizations.list', { token: stranger.token })).body.organizations).toEqual([])
  })
})

describe('organizations.get', () => {
  it('shows an organization to its members, each with their own role', async () => {
    const { token } = await host.mock.create.admin({ role: 'viewer' })
    expect((await host.call('organizations.get', { token })).body).toMatchObject({
      name: 'Example organization',
      role: 'viewer',
    })
    const { id: organizationId } = await host.mock.create.organization({ owner: host.mock.defaults.admin.id })
    expect((await host.call('organizations.get', { params: { organizationId } })).body).toMatchObject({
      id: organizationId,
      role: 'owner',
    })
    expect(await host.refuse('organizations.get', { params: { organizationId }, token })).toMatchObject({ status: 404 })
  })
})

const read = async (organizationId = host.mock.defaults.organizationId) =>
  (await host.call('organizations.get', { params: { organizationId } })).body

describe('organizations.create', () => {
  const body = {
    name: 'Tidepool Games',
    description: 'Games that people own',
    websiteUrl: 'https://tidepool.example',
    implementationTimeline: 'nextTwoWeeks',
  }

  it('makes the caller the owner of an organization without projects, which works at once', async () => {
    const { id, token, email } = await host.mock.create.admin({ role: null })
    const created = await host.call('organizations.create', { body, token })
    const { implementationTimeline: _, ...fields } = body
    expect(created.status).toBe(200)
    expect(created.body).toEqual({ organization: { id: expect.any(String), ...fields } })
    const params = { organizationId: created.body.organization?.id as string }
    expect((await host.call('organizations.list', { token })).body.organizations).toEqual([
      { ...created.body.organization, role: 'owner' },
    ])
    expect((await host.call('members.list', { params, token })).body).toMatchObject({
      count: 1,
      members: [{ role: 'owner', user: { id, email } }],
    })
    expect((await host.call('projects.list', { params, token })).body.projects).toEqual([])
    expect((await host.call('projects.create', { params, token, body: { name: 'Tidepool Arena' } })).status).toBe(200)
    expect((await host.refuse('organizations.get', { params })).status).toBe(404)
    expect(JSON.stringify(host.mock.export())).not.toContain('nextTwoWeeks')
  })

  it('refuses a name that any organization has', async () => {
    await host.call('organizations.create', { body })
    const { token } = await host.mock.create.admin({ role: null })
    expect(await host.refuse('organizations.create', { body: { name: body.name }, token })).toMatchObject({
      status: 422,
      code: 'organization_name_already_exists',
    })
    expect((await host.call('organizations.list', { token })).body.organizations).toEqual([])
  })

  it.each(['tidepool games', 'TIDEPOOL GAMES', 'Ｔidepool Games'])('takes %j for the same name', async (name) => {
    await host.call('organizations.create', { body })
    expect(await host.refuse('organizations.create', { body: { name } })).toMatchObject({
      status: 422,
      code: 'organization_name_already_exists',
    })
    expect(await host.refuse('organizations.update', { body: { name } })).toMatchObject({
      status: 422,
      code: 'organization_name_already_exists',
    })
    expect(await read()).toMatchObject({ name: 'Example organization' })
  })

  it('allows one person to own at most twenty organizations, regardless of memberships', async () => {
    const { token } = await host.mock.create.admin({ role: 'admin' })
    for (let count = 1; count <= 20; count++)
      await host.call('organizations.create', { body: { name: `Organization ${count}` }, token })
    expect(await host.refuse('organizations.create', { body: { name: 'One more' }, token })).toMatchObject({
      status: 422,
      code: 'too_many_organizations_for_user',
    })
    expect((await host.call('organizations.list', { token })).body.organizations).toHaveLength(21)
  })

  it.each([{}, { name: '' }, { name: 'x', websiteUrl: 'nowhere' }, { name: 'x', implementationTimeline: 'never' }])(
    'refuses to create an organization with %j',
    async (fields) => {
      expect(await host.refuse('organizations.create', { body: fields })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    },
  )
})

describe('organizations.update', () => {
  it('changes the given fields, keeps the others, and clears empty ones', async () => {
    const { organizationId: id } = host.mock.defaults
    const all = { name: 'Tidepool Games', description: 'Games', websiteUrl: 'https://tidepool.example' }
    expect((await host.call('organizations.update', { body: all })).body).toEqual({ organization: { id, ...all } })
    expect(await read()).toEqual({ id, ...all, role: 'owner' })
    await host.call('organizations.update', { body: { name: 'Tidepool', description: '' } })
    expect(await read()).toEqual({ id, name: 'Tidepool', websiteUrl: 'https://tidepool.example', role: 'owner' })
    await host.call('organizations.update', { body: { name: 'Tidepool', websiteUrl: '' } })
    expect(await read()).toEqual({ id, name: 'Tidepool', role: 'owner' })
  })

  it('shows the name in invites, and refuses one that another organization has', async () => {
    await host.mock.create.organization({ name: 'Second', owner: host.mock.defaults.admin.id })
    expect(await host.refuse('organizations.update', { body: { name: 'Second', description: 'x' } })).toMatchObject({
      status: 422,
      code: 'organization_name_already_exists',
    })
    expect(await read()).toMatchObject({ name: 'Example organization' })
    expect(await read()).not.toHaveProperty('description')
    expect(
      (await host.call('organizations.update', { body: { name: 'EXAMPLE organization' } })).body.organization?.name,
    ).toBe('EXAMPLE organization')
    await host.call('organizations.update', { body: { name: 'Renamed' } })
    await host.call('invites.create', { body: { email: 'grace@example.com', role: 'viewer' } })
    expect((await host.call('invites.listByOrganization')).body.invites).toMatchObject([
      { organizationName: 'Renamed' },
    ])
  })
})

describe('organizations.updateAddress', () => {
  it('replaces the address as a whole, and nothing else', async () => {
    const address = { addressLine1: '12 Harbour Street', city: 'Hamburg', postalCode: '20457', country: 'DE' }
    const { body } = await host.call('organizations.updateAddress', { body: address })
    expect(body.organization).toEqual({ id: host.mock.defaults.organizationId, name: 'Example organization', address })
    expect(await read()).toMatchObject({ name: 'Example organization', address, role: 'owner' })
    await host.call('organizations.updateAddress', { body: { city: 'Bremen', region: '' } })
    expect((await read()).address).toEqual({ city: 'Bremen' })
    await host.call('organizations.update', { body: { name: 'Renamed' } })
    expect((await read()).address).toEqual({ city: 'Bremen' })
    await host.call('organizations.updateAddress', { body: {} })
    expect(await read()).not.toHaveProperty('address')
  })

  it.each([{ country: 'Germany' }, { country: 'ZZ' }, { country: 'uk' }, { city: 'x'.repeat(51) }])(
    'refuses the address %j',
    async (body) => {
      expect(await host.refuse('organizations.updateAddress', { body })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
      expect(await read()).not.toHaveProperty('address')
    },
  )
})
