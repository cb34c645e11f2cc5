import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeMemberRefusals } from '../../../test/contract/memberRefusals.ts'

const host = createHost()
const create = async (name: string) => (await host.call('projects.create', { body: { name } })).body.project!
const names = async () => (await host.call('projects.list')).body.projects?.map(({ name }) => name)

describeMemberRefusals(host, {
  'projects.list': {},
  'projects.create': { body: { name: 'Tidepool Arena' } },
  'projects.get': {},
  'projects.update': { body: { name: 'Tidepool Arena' } },
  'projects.delete': {},
})

describe('projects.create', () => {
  it('creates a project with two empty environments that work at once', async () => {
    const project = await create('Tidepool Arena')
    const { organizationId } = host.mock.defaults
    expect(project).toEqual({
      id: expect.any(String),
      name: 'Tidepool Arena',
      organizationId,
      projectEnvironments: [
        { id: expect.any(String), environmentName: 'sandbox' },
        { id: expect.any(String), environmentName: 'live' },
      ],
    })
    expect((await host.call('projects.get', { params: { projectId: project.id as string } })).body).toEqual(project)
    expect(await names()).toEqual(['Example project', 'Tidepool Arena'])
    for (const { id, environmentName } of project.projectEnvironments!) {
      const { token: member } = host.mock.defaults.admin
      const params = { environmentId: id as string }
      const { rawToken } = (await host.call('tokens.create', { params, token: member, body: { note: 'First' } })).body
        .token
      expect(rawToken).toMatch(new RegExp(`^lk_${environmentName}_`))
      expect((await host.call('users.list', { params, token: rawToken })).body.count).toBe(0)
      expect((await host.call('environments.get', { params, token: rawToken })).body.settings?.environmentName).toBe(
        environmentName,
      )
    }
  })

  it('refuses a name that is taken in the organization, but accepts one that is taken in another', async () => {
    await create('Tidepool Arena')
    expect(await host.refuse('projects.create', { body: { name: 'Tidepool Arena' } })).toMatchObject({
      status: 422,
      code: 'project_name_already_exists',
    })
    expect(await names()).toHaveLength(2)
    const { id: organizationId } = await host.mock.create.organization({ owner: host.mock.defaults.admin.id })
    expect(
      (await host.call('projects.create', { params: { organizationId }, body: { name: 'Tidepool Arena' } })).status,
    ).toBe(200)
    expect(await names()).toHaveLength(2)
  })

  it('allows at most twenty projects', async () => {
    for (let count = 1; count < 20; count++) await create(`Project ${count}`)
    expect(await host.refuse('projects.create', { body: { name: 'One more' } })).toMatchObject({
      status: 422,
      code: 'too_many_projects_for_organization',
    })
    expect(await names()).toHaveLength(20)
  })

  it.each([{}, { name: '' }, { name: ' x' }, { name: 'x'.repeat(256) }])('refuses %j', async (body) => {
    expect(await host.refuse('projects.create', { body })).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe('projects.update', () => {
  it('gives a project another name, and changes nothing else', async () => {
    const project = await create('Tidepool Arena')
    const params = { projectId: project.id as string }
    expect((await host.call('projects.update', { params, body: { name: 'Tidepool Reef' } })).body).toEqual({
      id: project.id,
      name: 'Tidepool Reef',
    })
    expect((await host.call('projects.get', { params })).body).toEqual({ ...project, name: 'Tidepool Reef' })
    expect(await names()).toEqual(['Example project', 'Tidepool Reef'])
    expect((await host.call('projects.update', { params, body: { name: 'Tidepool Reef' } })).status).toBe(200)
    await create('Tidepool Arena')
  })

  it('refuses a name that another project of the organization has', async () => {
    await create('Tidepool Arena')
    expect(await host.refuse('projects.update', { body: { name: 'Tidepool Arena' } })).toMatchObject({
      status: 422,
      code: 'project_name_already_exists',
    })
    expect(await names()).toEqual(['Example project', 'Tidepool Arena'])
  })
})

describe('projects.delete', () => {
  it('refuses to delete the last project of an organization', async () => {
    const before = host.mock.export().tables
    expect(await host.refuse('projects.delete')).toMatchObject({ status: 422, code: 'cannot_delete_last_project' })
    expect(host.mock.export().tables).toEqual(before)
  })

  it('revokes access at once: tokens of servers, sessions of users, and links', async () => {
    await create('Tidepool Arena')
    const { sandbox } = host.mock.defaults.environments
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    const { token: session } = await host.mock.signIn(user)
    const second = await host.mock.create.token({ note: 'Second' })
    expect((await host.call('projects.delete')).status).toBe(204)
    for (const token of [sandbox.token, second.rawToken])
      expect(await host.refuse('users.list', { token })).toMatchObject({ status: 401, code: 'token_revoked' })
    expect(await host.refuse('profile.get', { token: session })).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(await host.refuse('users.list', { token: host.mock.defaults.admin.token })).toMatchObject({
      status: 403,
      code: 'wrong_environment',
    })
    expect((await host.refuse('sdkSettings.get')).status).toBe(404)
    expect((await host.refuse('projects.get')).status).toBe(404)
    expect(await names()).toEqual(['Tidepool Arena'])
    await create('Example project')
  })

  it('stops all webhooks, including a retry that was due, and emits no event about the deletion', async () => {
    await create('Tidepool Arena')
    let calls = 0
    host.mock.webhooks.receive('https://hooks.example.com/', () => (calls++, new Response(null, { status: 500 })))
    await host.mock.create.webhook({ url: 'https://hooks.example.com/', events: ['user.created', 'user.deleted'] })
    await host.mock.create.user({ email: 'ada@example.com' })
    await host.mock.clock.settle()
    const before = calls
    expect(before).toBeGreaterThan(0)
    await host.call('projects.delete')
    await host.mock.clock.advance({ days: 2 })
    expect(calls).toBe(before)
    const { jobs, events } = host.mock.export().tables
    expect([jobs, events]).toEqual([[], []])
  })

  it('names the methods of its URL', async () => {
    const { baseUrl, defaults } = host.mock
    const reply = await host.fetch(`${baseUrl}/api/v0/projects/${defaults.projectId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${defaults.admin.token}` },
    })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, PUT'])
  })
})
