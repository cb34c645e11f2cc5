import type { OperationId } from '@latchkey/types'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AuthenticationWorld, createAuthenticationWorld } from '../../../test/people/authenticationWorld.ts'
import { transact } from '../../world/world.ts'
import { issueEnvironmentToken } from '../organizations/tokens.ts'

let people: AuthenticationWorld

beforeEach(async () => {
  people = await createAuthenticationWorld()
})

const insufficientRole = { status: 403, code: 'insufficient_role' }
const wrongEnvironment = { status: 403, code: 'wrong_environment' }
const unknownId = '00000000-0000-7000-8000-00000000dead'

const call = (token: string, id: OperationId, params: Readonly<Record<string, string>> = {}) =>
  people.authenticate(id, { authorization: `Bearer ${token}`, params })
/** Which environments the caller of an operation about a user reaches. */
const reachedBy = (token: string, environmentIds: readonly string[], params = {}) =>
  people.reachedBy('users.update', { authorization: `Bearer ${token}`, params }, environmentIds)
const organizationId = () => [...people.world.store.reader.organizations.all()][0]?.id ?? ''

/** A member only of another organization, with that organization. */
async function createStranger() {
  const admin = await people.create.admin({ role: null })
  const { id } = await people.create.organization({ owner: admin.id })
  return { ...admin, organizationId: id }
}

describe('a member in an environment', () => {
  it.each([
    ['viewer', ['users.list']],
    ['developer', ['users.list', 'users.create']],
    ['admin', ['users.list', 'users.create', 'tokens.list', 'tokens.create']],
  ] as const)('acts within the role: %s', async (role, allowed) => {
    const { token } = await people.create.admin({ role })
    const params = { environmentId: people.environments.sandbox }
    for (const id of ['users.list', 'users.create', 'tokens.list', 'tokens.create'] as const) {
      const caller = call(token, id, params)
      if ((allowed as readonly string[]).includes(id)) expect(await caller).toMatchObject({ kind: 'environment' })
      else await expect(caller).rejects.toMatchObject(insufficientRole)
    }
  })

  it('is refused in the environment of another organization, and in one that does not exist', async () => {
    const { token } = await createStranger()
    for (const environmentId of [people.environments.sandbox, unknownId])
      await expect(call(token, 'users.list', { environmentId })).rejects.toMatchObject(wrongEnvironment)
  })

  it('reaches a record of any environment of the organization if its URL names none, and within the role', async () => {
    const { sandbox, live } = people.environments
    const { token } = await people.create.admin({ role: 'developer' })
    const all = [sandbox, live, unknownId]
    expect(await reachedBy(token, all)).toEqual([sandbox, live])
    expect(await reachedBy(token, all, { environmentId: sandbox })).toEqual([sandbox])
    const viewer = await people.create.admin({ role: 'viewer' })
    await expect(reachedBy(viewer.token, all)).rejects.toMatchObject(insufficientRole)
    expect(await reachedBy((await createStranger()).token, all)).toEqual([])
  })
})

describe('a member in an organization', () => {
  it('does not find the organization or the project of another one', async () => {
    const { token, organizationId: own } = await createStranger()
    const [project] = [...people.world.store.reader.projects.all()]
    const notFound = { status: 404, code: 'not_found' }
    await expect(call(token, 'members.list', { organizationId: organizationId() })).rejects.toMatchObject({
      ...notFound,
      message: expect.stringContaining('organization'),
    })
    for (const projectId of [project?.id ?? '', unknownId])
      await expect(call(token, 'projects.update', { projectId })).rejects.toMatchObject({
        ...notFound,
        message: expect.stringContaining('project'),
      })
    expect(await call(token, 'members.list', { organizationId: own })).toMatchObject({ kind: 'member' })
  })

  it('needs the role of the operation for a project, too', async () => {
    const [project] = [...people.world.store.reader.projects.all()]
    const params = { projectId: project?.id ?? '' }
    const { token } = await people.create.admin({ role: 'viewer' })
    await expect(call(token, 'projects.delete', params)).rejects.toMatchObject(insufficientRole)
    const admin = await people.create.admin({ role: 'admin' })
    expect(await call(admin.token, 'projects.delete', params)).toMatchObject({
      kind: 'member',
      admin: { id: admin.id },
    })
  })

  it('is nobody where the URL names neither, but the person of the token', async () => {
    const { id, token } = await createStranger()
    expect(await call(token, 'memberTokens.list')).toMatchObject({ kind: 'member', admin: { id } })
  })
})

describe('an API token of an environment', () => {
  /** A token of the sandbox that may read and change users. */
  const issue = () =>
    transact(people.world, (backend) =>
      issueEnvironmentToken(backend, people.environments.sandbox, {
        note: 'Reader',
        scopes: ['environment.users.read', 'environment.users.write'],
        createdBy: { id: unknownId },
      }),
    ) as ReturnType<typeof issueEnvironmentToken>

  it('that has expired is refused', async () => {
    const { token, rawToken } = issue()
    const params = { environmentId: people.environments.sandbox }
    expect(await call(rawToken, 'users.list', params)).toMatchObject({ kind: 'environment' })
    await transact(people.world, ({ store, clock }) => {
      store.environmentTokens.put({ ...token, expiresAt: clock.isoIn(1000) })
    })
    people.world.clock.advance(999)
    expect(await call(rawToken, 'users.list', params)).toMatchObject({ kind: 'environment' })
    people.world.clock.advance(1)
    await expect(call(rawToken, 'users.list', params)).rejects.toMatchObject({ status: 401, code: 'token_expired' })
  })

  it('reaches only its own environment, by the scopes that it has', async () => {
    const { rawToken } = issue()
    const { sandbox, live } = people.environments
    expect(await reachedBy(rawToken, [sandbox, live])).toEqual([sandbox])
    await expect(call(rawToken, 'users.list', { environmentId: live })).rejects.toMatchObject(wrongEnvironment)
    await expect(call(rawToken, 'tokens.list', { environmentId: sandbox })).rejects.toMatchObject({
      status: 403,
      code: 'missing_scope',
    })
  })

  it('is no token of a member', async () => {
    const { rawToken } = issue()
    await expect(call(rawToken, 'members.list', { organizationId: organizationId() })).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  })
})
