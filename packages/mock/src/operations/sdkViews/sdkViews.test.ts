import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals, type RefusalCase } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const params = { sdkViewType: 'login' } as const
const sections = [
  { type: 'social', numOfItemsToDisplay: 2, defaultItem: 'google' },
  { type: 'separator' },
  { type: 'passkey', alignment: 'left' },
]

describeEnvironmentRefusals(host, { 'sdkViews.list': {} })

/** The name of a view is no id: each environment has the view. */
const byName: Record<'sdkViews.get' | 'sdkViews.update', RefusalCase> = {
  'sdkViews.get': {},
  'sdkViews.update': { body: { sections } },
}

describe.each(Object.entries(byName) as ['sdkViews.get' | 'sdkViews.update', RefusalCase][])('%s', (id, { body }) => {
  it('refuses calls without a token, without the scope, and with a token of another environment', async () => {
    const { live } = host.mock.defaults.environments
    const { rawToken } = await host.mock.create.token({ scopes: ['environment.users.read'] })
    expect(await host.refuse(id, { params, body, token: null })).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(await host.refuse(id, { params, body, token: String(rawToken) })).toMatchObject({
      status: 403,
      code: 'missing_scope',
    })
    expect(await host.refuse(id, { params, body, token: live.token })).toMatchObject({
      status: 403,
      code: 'wrong_environment',
    })
  })

  it('refuses an unknown view', async () => {
    expect(await host.refuse(id, { params: { sdkViewType: 'logout' }, body })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe('sdkViews.update', () => {
  it('changes what the settings show, in this environment only', async () => {
    const { live } = host.mock.defaults.environments
    const { body: before } = await host.call('sdkViews.get', { params })
    await host.mock.clock.advance(1000)
    const reply = await host.call('sdkViews.update', { params, body: { sections } })
    expect(reply).toMatchObject({ status: 201, body: { type: 'login', sections } })
    expect((await host.call('sdkViews.get', { params })).body).toEqual(reply.body)
    expect((await host.call('sdkViews.list')).body.sdkViews).toEqual([reply.body])
    expect((await host.call('sdkSettings.get')).body.sdk.views).toEqual([reply.body])
    expect((await host.call('environments.get')).body).toMatchObject({
      updatedAt: '2026-01-15T09:30:01.000Z',
      settings: { sdk: { views: [reply.body] } },
    })
    expect(
      (await host.call('sdkViews.get', { params: { ...params, environmentId: live.id }, token: live.token })).body,
    ).toEqual(before)
  })

  it('returns the view of the settings, and a description of a view that they do not have', async () => {
    await host.mock.settings.patch({ sdk: { views: [] } })
    expect((await host.call('sdkViews.list')).body.sdkViews).toEqual([])
    expect((await host.call('sdkViews.get', { params })).body).toEqual({ type: 'login', sections: [] })
    await host.call('sdkViews.update', { params, body: { sections } })
    expect((await host.call('sdkViews.list')).body.sdkViews).toEqual([{ type: 'login', sections }])
  })

  it('keeps the sections if none are given', async () => {
    const { body: before } = await host.call('sdkViews.get', { params })
    await host.mock.clock.advance(1000)
    expect((await host.call('sdkViews.update', { params, body: {} })).body).toEqual(before)
    expect((await host.call('environments.get')).body.updatedAt).toBe('2026-01-15T09:30:00.000Z')
  })

  it.each([
    ['a section that stands twice', [{ type: 'email' }, { type: 'email' }]],
    ['a section that displays nothing', [{ type: 'social', numOfItemsToDisplay: 0 }]],
    ['a text that says nothing', [{ type: 'text' }]],
    ['a social default that is no social provider', [{ type: 'social', defaultItem: 'sms' }]],
  ])('refuses %s and changes nothing', async (_, wrong) => {
    const { body: before } = await host.call('sdkViews.get', { params })
    expect(await host.refuse('sdkViews.update', { params, body: { sections: wrong } })).toMatchObject({
      status: 422,
      code: 'invalid_update',
    })
    expect((await host.call('sdkViews.get', { params })).body).toEqual(before)
  })

  it.each([
    { sections: [{ type: 'video' }] },
    { sections: [{ label: 'x' }] },
    { sections: {} },
    { view: 'login' },
    { sections: [{ type: 'email', alignment: 'top' }] },
  ])('refuses %j', async (body) => {
    expect(await host.refuse('sdkViews.update', { params, body })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })

  it('refuses a change while the settings are locked', async () => {
    await host.mock.settings.patch({ security: { environmentLocked: true } })
    expect(await host.refuse('sdkViews.update', { params, body: { sections } })).toMatchObject({
      status: 422,
      code: 'invalid_update',
    })
  })
})
