import type { Identity } from '@latchkey/ceremony'
import type { Mock } from '../../src/mock/createMock.ts'
import type { Host } from '../contract/listsPlaces.ts'
import { callsOf } from '../hosts/harness.ts'
import { deliver, enableDelegation, reshareForDelegate } from './delegates.ts'
import { createDeviceWallet, type Person } from './deviceWallets.ts'
import { createFullWorld } from './fullWorld.ts'
import { hop, startRoundTrip } from './oauthRoundTrip.ts'
import { phones, requestEmailCode, requestSmsCode, wrongCode } from './oneTimeCodes.ts'
import { appOrigin, from, registerPasskey } from './passkeyCeremonies.ts'
import { transaction } from './policyPeople.ts'
import { buyer, orderBody } from './rampPeople.ts'
import { createParties, playRoom } from './waasDevice.ts'
import { createSharedWallet } from './waasPeople.ts'
import { siteHeaders, walletPeople } from './walletPeople.ts'

/** A world with a record in every table whose records have an owner. */
export interface OwnedWorld {
  readonly mock: Mock
  readonly environmentId: string
  readonly organizationId: string
  /** Owns a record in every table that users own. */
  readonly userId: string
  /** The same person once more, who has proved to read the user's mail. */
  readonly twinId: string
}

const email = 'owner@example.com'
const thirdEmail = 'third@example.com'

/**
 * Makes the world by operations, so that each record is one that the service writes. A new table that has an owner needs a
 * line here.
 */
export async function createOwnedWorld(): Promise<OwnedWorld> {
  const { mock } = await createFullWorld()
  const host = { name: 'fetch', mock, fetch: mock.fetch, ...callsOf({ name: 'fetch', mock, fetch: mock.fetch }) }
  await fillOrganization(host)
  await fillEnvironment(host)
  const { organizationId, environments } = mock.defaults
  return { mock, organizationId, environmentId: environments.sandbox.id, ...(await fillUser(host)) }
}

async function fillOrganization(host: Host) {
  await host.mock.billing.addPaymentMethod()
  await host.call('mfaSettings.enable', { params: { mfaDeviceType: 'totp' } })
}

async function fillEnvironment(host: Host) {
  const { mock } = host
  for (const provider of ['emailOnly', 'passkey', 'dynamic', 'telegram'] as const)
    await mock.create.provider({ provider })
  await mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
  await host.call('globalWalletAccess.disable')
  await host.call('walletConnect.upsertProject', { body: { name: 'Harbour' } })
  await host.call('screening.enable')
  await host.call('nonces.create')
  await host.call('testAccount.create')
  await host.call('sdkSettings.report', { body: {} })
  await host.call('events.publish', {
    body: { events: [{ anonymousId: 'visitor', event: 'modal.opened', properties: {}, type: 'track' }] },
  })
  await host.call('visits.create', {
    body: { address: `0x${'b'.repeat(40)}`, chain: 'EVM', provider: 'browserExtension', walletName: 'MetaMask' },
  })

  // A wallet of the environment itself, which a server makes.
  const { encodedJwts } = (await host.call('waasWallets.authenticate')).body
  await createSharedWallet(host, encodedJwts.jwt ?? '', { chain: 'SUI' })
  const rule = { name: 'Rule', ruleType: 'allow', chain: 'EVM', valueLimit: { totalLimit: '10' } } as const
  await host.call('waasPolicies.create', { body: { rulesToAdd: [rule] } })

  // The provider's code and the messenger's answer are not fetched.
  await mock.idp.google.addUser({ email: 'someone@example.com' })
  await hop(host, (await startRoundTrip(host, { email: 'someone@example.com' })).url)
  const messengerUser = mock.messenger.sign(await mock.messenger.addUser({ firstName: 'Ada' }))
  await host.call('messenger.receive', { body: { state: 'messenger-state', messengerUser } })

  const nameOwner = await mock.wallets.evm()
  await mock.chain.registerName({ chain: 'EVM', name: 'example.eth', owner: nameOwner.address })
  const name = { address: nameOwner.address, domain: 'example.eth' }
  const message = () =>
    host.call('nameServices.createMessage', {
      params: { chainName: 'EVM' },
      body: { ...name, uri: 'https://admin.example.com' },
    })
  const signature = await nameOwner.sign((await message()).body.unsignedMessage)
  await host.call('nameServices.create', { params: { chainName: 'EVM' }, body: { ...name, signature } })
  await host.call('nameServices.enable', { params: { chainName: 'EVM' } })
  // This one is not signed.
  await mock.chain.registerName({ chain: 'EVM', name: 'other.eth', owner: nameOwner.address })
  name.domain = 'other.eth'
  await message()
}

/** A wallet whose key is shared. The room of its key generation stays for a while, and a backup is recorded. */
async function fillRooms(host: Host, userId: string) {
  const { mock } = host
  const { token } = await mock.signIn(userId)
  const [identity] = createParties('owner') as [Identity]
  const body = { chain: 'SVM', clientKeygenIds: [identity.keygenId] }
  const { body: room } = await host.call('waas.createAccount', { token, body })
  await playRoom(mock, room.roomId, { parties: [{ identity }] })
  const params = { walletId: room.walletId ?? '' }
  await host.call('keyShares.markLocation', { token, params, body: { location: 'external' } })
  await fillDelegation(host, { userId, token })
}

/** A wallet whose user lets the environment's own server sign. */
async function fillDelegation(host: Host, person: Person) {
  await enableDelegation(host, { hasWebhook: false })
  const wallet = await createDeviceWallet(host, { person, chain: 'SUI' })
  const delegated = await reshareForDelegate(host, wallet)
  await deliver(host, delegated)
}

/** A wallet that its provider has created in the browser, with a secret. */
async function fillBrowserWallet(host: Host, token: string) {
  const { mock } = host
  const provider = await mock.create.provider({ provider: 'coinbaseWaas' })
  const body = await walletPeople(host).signed(await mock.wallets.sui())
  await host.call('walletSignIn.link', {
    token,
    body: { ...body, walletName: 'embedded', walletProvider: 'embeddedWallet' },
    headers: siteHeaders,
  })
  await host.call('walletSecrets.getPasscode', { token })
  await host.call('providers.disable', { params: { providerId: provider.id } })
}

/** A wallet whose key the custody vendor holds. One provider of embedded wallets is enabled at a time. */
async function fillVendorWallet(host: Host, token: string) {
  const { mock } = host
  const { providers = [] } = (await host.call('providers.list')).body
  const { id: providerId } = providers.find(({ provider }) => provider === 'dynamic')!
  await host.call('providers.disable', { params: { providerId } })
  const vendor = await mock.create.provider({ provider: 'turnkey' })
  const embeddedWallets = [{ embeddedWalletProvider: 'turnkey', chain: 'TON' }]
  await host.call('vendorWallets.create', { token, body: { embeddedWallets } })
  // It is not stamped.
  await host.call('vendorWallets.getDeleteRequestLegacy', { token })
  await host.call('providers.disable', { params: { providerId: vendor.id } })
  await fillBrowserWallet(host, token)
  await host.call('providers.enable', { params: { providerId } })
}

/** An order, a payment in tokens and a link for buying, at sellers outside. */
async function fillRamps(host: Host, token: string) {
  for (const provider of [{ provider: 'coinbaseOnramp' }, { provider: 'cryptoDotCom', clientId: 'client' }] as const)
    await host.mock.create.provider(provider)
  const proof = await requestSmsCode(host, phones.us)
  await host.call('smsSignIn.verify', { token, body: proof })
  await host.call('onramps.createOrder', { token, body: orderBody({ purchaseCurrency: 'ETH' }) })
  const payment = { amount: 1, currency: 'ETH', walletAddress: buyer, chain: 'EVM' }
  await host.call('onramps.createCryptoPayment', { token, body: payment })
  await host.call('onramps.createBuyUrl', { body: { destinationAddress: buyer, networks: ['sepolia'] } })
}

/** A wallet reserves what it is to pay, is refused to pay more, and gets a policy. */
async function fillPolicies(host: Host, userId: string) {
  const { token } = await host.mock.signIn(userId)
  const { body } = await host.call('users.get', { params: { userId } })
  const isMade = ({ chain, provider }: { chain?: string; provider?: string }) =>
    chain === 'EVM' && provider === 'embeddedWallet'
  const params = { walletId: body.user?.wallets?.find(isMade)?.id ?? '' }
  const to = `0x${'1'.repeat(40)}` as const
  await host.call('waas.signMessage', { token, params, body: transaction({ to, value: 5n }) })
  await host.refuse('waas.signMessage', { token, params, body: transaction({ to, value: 6n }) })
  const rule = { chain: 'EVM' as const, toAddresses: [to], valueLimits: [{ asset: to, maxPerCall: '1' }] }
  await host.call('signaturePolicies.create', { params, body: { policyContent: [rule], timeLimit: 86_400 } })
}

/** A transfer from an exchange, which is on its way. */
async function fillExchange(host: Host, userId: string, token: string) {
  const account = host.mock.exchanges.coinbase.account(userId)
  await account.deposit('ETH', '1')
  const params = { exchangeKey: 'coinbase', accountId: (await account.facts()).id }
  await host.call('exchangeAccounts.transfer', { token, params, body: { to: buyer, amount: 1, currency: 'ETH' } })
}

async function fillUser(host: Host): Promise<Pick<OwnedWorld, 'userId' | 'twinId'>> {
  const { mock } = host
  const user = await mock.create.user({ email, oauthAccounts: [{ provider: 'coinbasesocial', accountId: 'owner' }] })
  const userId = user.id
  const { token } = await mock.signIn(userId)

  // Its address is screened, and it gets a name. Its balances are read.
  const { address } = await mock.wallets.evm()
  const query = { accountAddress: address, networkId: 1 }
  await walletPeople(host).link(token, await mock.wallets.evm())
  await host.call('balances.getByAccount', { token, params: { chainName: 'EVM' }, query })
  const deleted = await mock.create.wallet(userId, { publicWalletAddress: `0x${'d'.repeat(40)}` })
  await host.call('wallets.delete', { params: { walletId: deleted.id } })
  await host.call('embeddedWallets.create', { body: { type: 'id', identifier: userId, chains: ['EVM'] } })
  await fillRooms(host, userId)
  await fillVendorWallet(host, token)
  await fillRamps(host, token)
  await fillPolicies(host, userId)
  await fillExchange(host, userId, token)
  await mock.create.globalWalletConnection({ userId, appUrl: 'https://dapp.example.com' })

  await registerPasskey(host, { device: await mock.authenticator(), token })
  // Its challenge is not signed.
  await host.call('passkeys.getRegistrationOptions', { token, ...from(appOrigin) })

  // Merges are proposed, one to the user and one to a twin.
  const third = await mock.create.user({ email: thirdEmail })
  await mock.create.wallet(third.id, { publicWalletAddress: `0x${'c'.repeat(40)}` })
  await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, thirdEmail) })
  const twin = await mock.create.user({ email: 'twin@example.com' })
  const { token: twinToken } = await mock.signIn(twin.id)
  await host.refuse('emailSignIn.verify', { token: twinToken, body: await requestEmailCode(host, email) })

  // The code of a change of address is not entered, and another one is entered wrongly.
  await host.call('profile.update', { token, body: { email: 'new@example.com' } })
  const proof = await requestEmailCode(host, 'nobody@example.com')
  await host.refuse('emailSignIn.signIn', {
    body: { ...proof, verificationToken: wrongCode(proof.verificationToken) },
  })

  const app = await mock.create.totp(userId)
  await mock.clock.advance({ seconds: 30 })
  const body = { code: app.code(), createMfaToken: { singleUse: true } }
  await host.call('mfa.authenticateTotp', { token: (await mock.signIn(userId)).token, body })
  await host.refuse('mfa.authenticateTotp', {
    token: (await mock.signIn(userId)).token,
    body: { code: wrongCode(app.code()) },
  })
  return { userId, twinId: twin.id }
}
