import { custodyRoutes } from '@latchkey/contract/routes/custodyRoutes'
import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'

const control = createControlClient()
const { post } = control

/** A wallet at the custody vendor, made by a server. */
async function vendorWalletId(): Promise<string> {
  const { mock, url } = control.server
  await mock.create.provider({ provider: 'turnkey' })
  const { id, token } = mock.defaults.environments.sandbox
  const response = await fetch(`${url}/api/v0/environments/${id}/embeddedWallets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: 'ada@example.com', type: 'email' }),
  })
  const { user } = (await response.json()) as { user: { wallets: { id: string }[] } }
  return user.wallets[0]!.id
}

describe('the control interface of the custody vendor', () => {
  it('exports a key over HTTP, and refuses wallets that are not at the vendor', async () => {
    const walletId = await vendorWalletId()
    const { publicKey: targetPublicKey } = await control.server.mock.custody.createKey()
    const { status, body } = await post('custody/exports', { walletId, targetPublicKey })
    expect(status).toBe(200)
    expect(control.server.mock.export().tables.vendorRequests).toMatchObject([
      { id: body.activityId, export: { walletId, targetPublicKey } },
    ])
    for (const input of [{ walletId: 'unknown', targetPublicKey }, { walletId, targetPublicKey: '02' }, { walletId }])
      expect((await post('custody/exports', input)).status).toBe(400)
  })

  it('has no route that the test above has not called', () => {
    expect(Object.keys(custodyRoutes).filter((route) => !control.calledRoutes.has(route))).toEqual([])
  })
})
