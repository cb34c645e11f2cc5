import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeMemberRefusals } from '../../test/memberRefusals.ts'

const host = createHost()
const create = async (name: string) => (await host.call('projects.create', { body: { name } })).body.project!
const names = async () => (await host.call('projects.list')).body.projects?.map(({ name }) => name)

describeMemberRefusals(host, { 'projects.list': {}, 'projects.create': { body: { name: 'Tidepool Arena' } }, 'projects.get': {} })

describe('projects.create', () => {
  it('makes a project with two environments that work at once and hold nothing', async () => {
    const project = await create('Tidepool Arena')
    const { organizationId } = host.mock.defaults
    expect(project).toEqual({
      id: expect.any(String), name: 'Tidepool Arena', organizationId,
      projectEnvironments: [{ id: expect.any(String), environmentName: 'sandbox' }, { id: expect.any(String), environmentName: 'live' }],
    })
    expect((await host.call('projects.get', { params: { projectId: project.id as string } })).body).toEqual(project)
    expect(await names()).toEqual(['Example project', 'Tidepool Arena'])
    for (const { id, environmentName } of project.projectEnvironments!) {
      const { token: member } = host.mock.defaults.admin
      const params = { environmentId: id as string }
      const { rawToken } = (await host.call('tokens.create', { params, token: member, body: { note: 'First' } })).body.token
      expect(rawToken).toMatch(new RegExp(`^lk_${environmentName}_`))
      expect((await host.call('users.list', { params, token: rawToken })).body.count).toBe(0)
      expect((await host.call('environments.get', { params, token: rawToken })).body.settings?.environmentName).toBe(environmentName)
    }
  })

  it('refuses a name that the organization has, but not one that another has', async () => {
    await create('Tidepool Arena')
    expect(await host.refuse('projects.create', { body: { name: 'Tidepool Arena' } })).toMatchObject({ status: 422, code: 'project_name_already_exists' })
    expect(await names()).toHaveLength(2)
    const { id: organizationId } = await host.mock.create.organization({ owner: host.mock.defaults.admin.id })
    expect((await host.call('projects.create', { params: { organizationId }, body: { name: 'Tidepool Arena' } })).status).toBe(200)
    expect(await names()).toHaveLength(2)
  })

  it('stops at twenty projects', async () => {
    for (let count = 1; count < 20; count++) await create(`Project ${count}`)
    expect(await host.refuse('projects.create', { body: { name: 'One more' } })).toMatchObject({ status: 422, code: 'too_many_projects_for_organization' })
    expect(await names()).toHaveLength(20)
  })

  it.each([{}, { name: '' }, { name: ' x' }, { name: 'x'.repeat(256) }])('refuses %j', async (body) => {
    expect(await host.refuse('projects.create', { body })).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})
