import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const missing = { status: 404, body: undefined }

describe('globalWallets.getPublic', () => {
  it('shows the settings of a wallet that is on to everybody', async () => {
    await host.call('globalWallets.create', {
      body: { walletName: 'Example Wallet', customMenuLinks: [{ label: 'Help', url: 'https://example.com/help' }] },
    })
    const { body: settings } = await host.call('globalWallets.enable')
    expect((await host.call('globalWallets.getPublic')).body).toEqual(settings)
    const browser = await host.call('globalWallets.getPublic', { headers: { origin: 'https://shop.example.com' } })
    expect(browser.headers.get('access-control-allow-origin')).toBe('https://shop.example.com')
  })

  it('finds nothing before the wallet is created, while it is off, and in other environments', async () => {
    expect(await host.refuse('globalWallets.getPublic')).toMatchObject(missing)
    await host.call('globalWallets.create', { body: { walletName: 'Draft' } })
    expect(await host.refuse('globalWallets.getPublic')).toMatchObject(missing)
    await host.call('globalWallets.enable')
    for (const environmentId of [host.mock.defaults.environments.live.id, unknownId])
      expect(await host.refuse('globalWallets.getPublic', { params: { environmentId } })).toMatchObject(missing)
    await host.call('globalWallets.disable')
    expect(await host.refuse('globalWallets.getPublic')).toMatchObject(missing)
  })

  it('refuses an id that is not a UUID', async () => {
    const refusal = await host.refuse('globalWallets.getPublic', { params: { environmentId: 'no-uuid' } })
    expect(refusal).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})
