import { appOrigin } from '../../mock/test/people/passkeyCeremonies.ts'
import { createVendorWallets, enableVendor } from '../../mock/test/people/vendorPeople.ts'
import { type Begin, type Host, newPerson } from './exampleProofs.ts'

/** A person of an environment in which the custody vendor holds the keys of embedded wallets. */
async function personWithVendor(host: Host) {
  const { providers = [] } = (await host.call('providers.list')).body
  const dynamic = providers.find(({ provider }) => provider === 'dynamic')
  await host.call('providers.disable', { params: { providerId: String(dynamic?.id) } })
  await enableVendor(host)
  const { user, token } = await newPerson(host)
  return { userId: user.id, token, authenticator: host.mock.authenticator() }
}

async function withWallet(host: Host, embeddedWalletProvider: 'turnkey' | 'turnkeyhd') {
  const person = await personWithVendor(host)
  const { jwt, wallets } = await createVendorWallets(host, person, { embeddedWalletProvider })
  return { ...person, token: jwt, walletId: wallets[0]?.id ?? '' }
}

/** Somebody without such a wallet. */
export const withoutVendorWallet: Begin = async (host) => ({ token: (await personWithVendor(host)).token })

/** A wallet of the second generation. */
export const vendorWallet: Begin = async (host) => {
  const { token, walletId } = await withWallet(host, 'turnkeyhd')
  return { token, values: { walletId } }
}

/** A wallet of the first generation. */
export const firstVendorWallet: Begin = async (host) => ({ token: (await withWallet(host, 'turnkey')).token })

/** A wallet that its user has deleted. */
export const deletedVendorWallet: Begin = async (host) => {
  const { token, walletId } = await withWallet(host, 'turnkeyhd')
  await host.call('vendorWallets.softDelete', { token, params: { walletId } })
  return { token, values: { walletId } }
}

/** A wallet of the second generation, and a stamped request to change it. */
const stampedRequest =
  (write: (host: Host, token: string, walletId: string) => Promise<{ readonly type: string }>): Begin =>
  async (host) => {
    const { token, walletId, authenticator } = await withWallet(host, 'turnkeyhd')
    const request = await write(host, token, walletId)
    const vendorSignedRequest = await host.mock.custody.stamp(request, { authenticator, origin: appOrigin })
    return { token, values: { walletId, vendorSignedRequest } }
  }

export const stampedDeletion = stampedRequest(
  async (host, token, walletId) =>
    (await host.call('vendorWallets.getDeleteRequest', { token, params: { walletId } })).body,
)

export const stampedAccount = stampedRequest(
  async (host, token) => (await host.call('vendorWallets.getAccountRequest', { token, query: { chain: 'SOL' } })).body,
)

export const stampedEmail = stampedRequest(async (host, token, walletId) => {
  const { verifiedCredentials } = (await host.call('profile.get', { token })).body
  const { vendorSubOrganizationId, vendorUserId } =
    verifiedCredentials.find(({ id }) => id === walletId)?.wallet_properties ?? {}
  return {
    type: 'ACTIVITY_TYPE_UPDATE_USER',
    timestampMs: String(host.mock.clock.now()),
    organizationId: vendorSubOrganizationId,
    parameters: { userId: vendorUserId, userEmail: 'rescue@example.com' },
  }
})

/** A recovery that has begun, and the passkey that ends it. */
export const recoveredPasskey: Begin = async (host) => {
  const { token, walletId, authenticator } = await withWallet(host, 'turnkeyhd')
  const target = await host.mock.custody.createKey()
  const { vendorRecoveryUserId } = (
    await host.call('walletRecovery.startPasskeyRecovery', {
      token,
      body: { walletId, vendorRecoveryTargetPublicKey: target.publicKey },
    })
  ).body
  const key = await target.open(String(host.mock.outbox.email.last()?.code))
  const page = { authenticator, origin: appOrigin }
  const proof = await host.mock.custody.recoverPasskey({ ...page, key, vendorRecoveryUserId })
  return { token, values: { newPasskey: { walletId, ...proof } } }
}

/** A wallet, and an activity that exports its key. */
export const exportActivity: Begin = async (host) => {
  const { token, walletId } = await withWallet(host, 'turnkeyhd')
  const { publicKey } = await host.mock.custody.createKey()
  const { activityId } = await host.mock.custody.exportActivity(walletId, publicKey)
  return { token, values: { walletId, activityId } }
}

/** A wallet that its provider has created in the browser. */
export const browserWallet: Begin = async (host) => {
  const { providers = [] } = (await host.call('providers.list')).body
  const dynamic = providers.find(({ provider }) => provider === 'dynamic')
  await host.call('providers.disable', { params: { providerId: String(dynamic?.id) } })
  await host.mock.create.provider({ provider: 'coinbaseWaas' })
  const { user, token } = await newPerson(host)
  const { id: walletId } = await host.mock.create.wallet(user.id, { walletProvider: 'embeddedWallet' })
  return { token, values: { walletId } }
}
