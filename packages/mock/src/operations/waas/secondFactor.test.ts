import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createDeviceWallet, type DeviceWallet } from '../../../test/people/deviceWallets.ts'
import { createAppUser, proveByApp } from '../../../test/people/secondFactor.ts'
import { createParties, idsOf } from '../../../test/people/waasDevice.ts'
import { enableWaas } from '../../../test/people/waasPeople.ts'

const host = createHost()

const singleUse = { singleUse: true }
let wallet: DeviceWallet
let mfaToken: string
/** A token for further actions, of another session of the user. */
let foreignToken: string

beforeEach(async () => {
  await enableWaas(host)
  const { userId, app, token } = await createAppUser(host)
  const proved = await proveByApp(host, app, { token, createMfaToken: singleUse })
  mfaToken = proved.mfaToken ?? ''
  const { token: otherToken } = await host.mock.signIn(userId)
  const other = await proveByApp(host, app, { token: otherToken, createMfaToken: singleUse })
  foreignToken = other.mfaToken ?? ''
  wallet = await createDeviceWallet(host, { person: { userId, token: proved.token } })
})

const bodies = {
  'waas.refresh': () => undefined,
  'waas.reshare': () => ({
    clientKeygenIds: idsOf(createParties('second factor')),
    oldThresholdSignatureScheme: 'TWO_OF_TWO',
    newThresholdSignatureScheme: 'TWO_OF_TWO',
  }),
  'waas.exportPrivateKey': () => ({ exportId: wallet.parties[0]?.identity.keygenId }),
}

describe.each([
  ['waas.refresh', 'wallet.waas.refresh'],
  ['waas.reshare', 'wallet.waas.reshare'],
  ['waas.exportPrivateKey', 'wallet.waas.export'],
] as const)('%s, where the settings ask for a second factor for %s', (id, action) => {
  const inputOf = (header?: string) => ({
    params: { walletId: wallet.walletId },
    token: wallet.token,
    body: bodies[id](),
    headers: (header === undefined ? {} : { 'x-mfa-auth-token': header }) as Record<string, string>,
  })
  const refuse = (header?: string) => host.refuse(id, inputOf(header))

  beforeEach(() => host.mock.settings.patch({ security: { mfa: { actions: [{ action, required: true }] } } }))

  it('refuses a call without a token, and takes a token for one use once', async () => {
    expect(await refuse()).toMatchObject({ status: 403, code: 'mfa_required' })
    expect((await host.call(id, inputOf(mfaToken))).status).toBe(200)
    expect(await refuse(mfaToken)).toMatchObject({ status: 401, code: 'unauthorized' })
  })

  it('refuses the token of another session', async () => {
    expect(await refuse(foreignToken)).toMatchObject({ status: 401, code: 'unauthorized' })
  })
})
