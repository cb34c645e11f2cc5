import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals, type RefusalCase } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const create = async (body: object = { name: 'Early access' }) => (await host.call('allowlists.create', { body })).body
const onList: RefusalCase = { params: async () => ({ allowlistId: (await create()).id }) }

describeEnvironmentRefusals(host, {
  'allowlists.list': {},
  'allowlists.create': { body: { name: 'A' } },
  'allowlists.get': onList,
  'allowlists.enable': onList,
  'allowlists.disable': onList,
  'allowlists.update': { ...onList, body: { name: 'B' } },
  'allowlists.delete': onList,
})

describe('allowlists.create', () => {
  it('creates a list that is not enabled, and shows it to its environment only', async () => {
    const list = await create({ name: 'Moderators', scope: 'moderator', outcome: 'block' })
    const { sandbox, live } = host.mock.defaults.environments
    expect(list).toEqual({
      id: expect.any(String),
      name: 'Moderators',
      scope: 'moderator',
      outcome: 'block',
      enabledAt: null,
      projectEnvironmentId: sandbox.id,
    })
    expect((await host.call('allowlists.get', { params: { allowlistId: list.id } })).body).toEqual(list)
    expect((await host.call('allowlists.list')).body).toEqual([list])
    expect(
      (await host.call('allowlists.list', { params: { environmentId: live.id }, token: live.token })).body,
    ).toEqual([])
  })

  it.each([
    ['nothing', {}, { name: 'Allowlist', scope: null, outcome: 'siteAccess' }],
    ['a scope', { scope: 'moderator' }, { name: 'Allowlist', scope: 'moderator', outcome: 'scope' }],
  ])('sets the defaults of %s', async (_, body, filled) => {
    expect(await create(body)).toMatchObject(filled)
  })

  it('refuses a name that is taken', async () => {
    await create({})
    expect(await host.refuse('allowlists.create', { body: {} })).toMatchObject({
      status: 422,
      code: 'allowlist_already_exists',
    })
    expect(await host.refuse('allowlists.create', { body: { name: 'Allowlist' } })).toMatchObject({
      status: 422,
      code: 'allowlist_already_exists',
    })
  })

  it('refuses a name that is empty', async () => {
    expect(await host.refuse('allowlists.create', { body: { name: '' } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe('allowlists.enable', () => {
  it('keeps the first enabledAt when called twice, and sets a new one after disabling', async () => {
    const params = { allowlistId: (await create()).id }
    expect((await host.call('allowlists.enable', { params })).body.enabledAt).toBe('2026-01-15T09:30:00.000Z')
    await host.mock.clock.advance(1000)
    expect((await host.call('allowlists.enable', { params })).body.enabledAt).toBe('2026-01-15T09:30:00.000Z')
    expect((await host.call('allowlists.disable', { params })).body.enabledAt).toBeNull()
    expect((await host.call('allowlists.disable', { params })).body.enabledAt).toBeNull()
    expect((await host.call('allowlists.enable', { params })).body.enabledAt).toBe('2026-01-15T09:30:01.000Z')
    expect((await host.call('allowlists.get', { params })).body.enabledAt).toBe('2026-01-15T09:30:01.000Z')
  })
})

describe('allowlists.update', () => {
  it('changes the given fields and keeps all others, the state and the entries', async () => {
    const params = { allowlistId: (await create({ name: 'Friends', scope: 'friend' })).id }
    const { body: enabled } = await host.call('allowlists.enable', { params })
    await host.mock.create.allowlistEntry(params.allowlistId, { email: 'ada@example.com' })
    await host.mock.clock.advance(1000)
    const { body: renamed } = await host.call('allowlists.update', { params, body: { name: 'Close friends' } })
    expect(renamed).toEqual({ ...enabled, name: 'Close friends' })
    const { body: changed } = await host.call('allowlists.update', {
      params,
      body: { scope: 'close', outcome: 'block' },
    })
    expect(changed).toEqual({ ...renamed, scope: 'close', outcome: 'block' })
    expect((await host.call('allowlists.get', { params })).body).toEqual(changed)
    expect((await host.call('allowlists.list')).body).toEqual([changed])
    expect((await host.call('allowlistEntries.list', { params })).body.count).toBe(1)
  })

  it('refuses the name of another list, changes nothing then, and accepts the present name', async () => {
    await create({ name: 'Friends' })
    const list = await create({ name: 'Foes' })
    const params = { allowlistId: list.id }
    expect(
      await host.refuse('allowlists.update', { params, body: { name: 'Friends', outcome: 'block' } }),
    ).toMatchObject({ status: 422, code: 'allowlist_already_exists' })
    expect((await host.call('allowlists.update', { params, body: { name: 'Foes' } })).body).toEqual(list)
  })

  it.each(['user:basic', 'requiresAdditionalAuth', 'two words'])('refuses the scope %j', async (scope) => {
    const list = await create()
    const params = { allowlistId: list.id }
    expect(await host.refuse('allowlists.update', { params, body: { scope } })).toMatchObject({
      status: 422,
      code: 'invalid_scopes',
    })
    expect((await host.call('allowlists.get', { params })).body).toEqual(list)
  })
})

describe('allowlists.delete', () => {
  it('deletes its entries, and nothing of another list', async () => {
    const [gone, remaining] = [await create({ name: 'Gone' }), await create({ name: 'Kept' })]
    for (const { id } of [gone, remaining]) await host.mock.create.allowlistEntry(id, { email: 'ada@example.com' })
    expect(await host.send('allowlists.delete', { params: { allowlistId: gone.id } })).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect((await host.call('allowlists.list')).body).toEqual([remaining])
    expect(await host.refuse('allowlistEntries.list', { params: { allowlistId: gone.id } })).toMatchObject({
      status: 404,
    })
    expect(host.mock.export().tables.allowlistEntries).toMatchObject([{ allowlistId: remaining.id }])
    expect(await host.refuse('allowlists.delete', { params: { allowlistId: gone.id } })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect((await create({ name: 'Gone' })).id).not.toBe(gone.id)
  })
})

describe('the scope of an allowlist', () => {
  it.each(['user:basic', 'requiresAdditionalAuth', 'two words'])('cannot be %j', async (scope) => {
    expect(await host.refuse('allowlists.create', { body: { name: 'Friends', scope } })).toMatchObject({
      status: 422,
      code: 'invalid_scopes',
    })
    expect((await host.call('allowlists.list')).body).toEqual([])
  })
})
