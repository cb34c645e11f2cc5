import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const upsert = async (name: string) => host.call('walletConnect.upsertProject', { body: { name } })
const shown = async () => (await host.call('sdkSettings.get')).body.sdk.walletConnect

describeEnvironmentRefusals(host, { 'walletConnect.upsertProject': { body: { name: 'Store' } } })

describe('walletConnect.upsertProject', () => {
  it('creates the project, whose id the settings show, and renames it afterwards', async () => {
    const first = await upsert('Store')
    expect(first).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^[\da-f]{32}$/), name: 'Store' } })
    expect(await shown()).toEqual({ projectId: first.body.id })
    expect((await upsert('Shop')).body).toEqual({ id: first.body.id, name: 'Shop' })
    expect(await shown()).toEqual({ projectId: first.body.id })
  })

  it('keeps the other settings, and replaces an id that was entered by hand', async () => {
    const {
      body: { id },
    } = await upsert('Store')
    await host.mock.settings.patch({ sdk: { walletConnect: { projectId: 'by-hand', v2Enabled: true } } })
    expect((await upsert('Store')).body.id).toBe(id)
    expect(await shown()).toEqual({ projectId: id, v2Enabled: true })
  })

  it('gives each environment another project', async () => {
    const { live } = host.mock.defaults.environments
    const {
      body: { id },
    } = await upsert('Store')
    const params = { environmentId: live.id }
    expect((await host.call('sdkSettings.get', { params })).body.sdk).not.toHaveProperty('walletConnect')
    expect(
      (await host.call('walletConnect.upsertProject', { params, token: live.token, body: { name: 'Store' } })).body.id,
    ).not.toBe(id)
  })

  it.each(['', ' Store', 'x'.repeat(256), '<b>'])('refuses the name %j', async (name) => {
    expect(await host.refuse('walletConnect.upsertProject', { body: { name } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(await shown()).toBeUndefined()
  })

  it('refuses to change locked settings, and creates nothing then; a new name changes none', async () => {
    await host.mock.settings.patch({ security: { environmentLocked: true } })
    expect(await host.refuse('walletConnect.upsertProject', { body: { name: 'Store' } })).toMatchObject({
      status: 422,
      code: 'invalid_update',
    })
    await host.mock.settings.patch({ security: { environmentLocked: false } })
    const {
      body: { id },
    } = await upsert('Store')
    await host.mock.settings.patch({ security: { environmentLocked: true } })
    expect((await upsert('Shop')).body).toEqual({ id, name: 'Shop' })
  })
})
