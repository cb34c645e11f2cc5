import { createVendorWallets, enableVendor } from '../../mock/test/vendorPeople.ts'
import { appOrigin } from '../../mock/test/passkeyCeremonies.ts'
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
