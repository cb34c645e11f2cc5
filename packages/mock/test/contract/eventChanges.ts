import type { components } from '@latchkey/types'
import type { callsOf, TestHost } from '../hosts/harness.ts'
import { deliver, enableDelegation, reshareForDelegate } from '../people/delegates.ts'
import { createDeviceWallet } from '../people/deviceWallets.ts'
import { openExport } from '../people/exportedKeys.ts'
import { walkRoundTrip } from '../people/oauthRoundTrip.ts'
import { requestEmailCode, signInByEmail } from '../people/oneTimeCodes.ts'
import { appOrigin, from } from '../people/passkeyCeremonies.ts'
import { payFrom } from '../people/payments.ts'
import { createVendorWallets, enableVendor, vendorPerson } from '../people/vendorPeople.ts'
import { joinAtRelay, postBoxes } from '../people/waasDevice.ts'
import { createSharedWallet, signInRoom } from '../people/waasPeople.ts'
import { siteHeaders, walletPeople } from '../people/walletPeople.ts'

type Host = TestHost & ReturnType<typeof callsOf>
type EventName = components['schemas']['EventName']

export interface Change {
  /** Makes all that it takes, and gives the call that tells the event. */
  readonly prepare: () => Promise<() => Promise<unknown>>
  /** Further events of the call. */
  readonly besides?: readonly EventName[]
}

export const externalWallet = {
  publicWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  chain: 'EVM',
  walletName: 'metamask',
  walletProvider: 'browserExtension',
}

/** Lets everything happen that the events need: sign-ins by e-mail, and embedded wallets. */
export async function prepareEvents(host: Host): Promise<void> {
  await host.mock.create.provider({ provider: 'emailOnly' })
  await host.mock.create.provider({ provider: 'dynamic' })
}

/** The operation that tells each event, after what it takes to call it. A ping reports no change, so none tells it. */
export function eventChanges(host: Host): Record<Exclude<EventName, 'ping'>, Change> {
  const { person, signed } = walletPeople(host)
  const newEmbeddedWallet = () =>
    host.call('embeddedWallets.create', { body: { identifier: 'ada@example.com', type: 'email', chains: ['EVM'] } })
  const newUser = () => host.mock.create.user({ email: 'ada@example.com' })

  /** Somebody who is signed in and has proved to be another user, too. */
  async function aboutToMerge(): Promise<string> {
    const { id: otherId } = (await signInByEmail(host, 'ada@example.com')).body.user
    await host.mock.create.wallet(otherId)
    const { body } = await host.call('users.create', { body: { wallets: [externalWallet] } })
    const { token } = await host.mock.signIn(body.user?.id ?? '')
    await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, 'ada@example.com') })
    return token
  }

  /** A wallet at the custody vendor, and how its passkey is replaced. */
  async function recoverableWallet() {
    const { body } = await host.call('providers.list')
    const dynamic = body.providers?.find(({ provider }) => provider === 'dynamic')
    await host.call('providers.disable', { params: { providerId: String(dynamic?.id) } })
    await enableVendor(host)
    const ada = await vendorPerson(host)
    const { jwt: token, wallets } = await createVendorWallets(host, ada)
    const walletId = wallets[0]!.id
    const target = await host.mock.custody.createKey()
    return {
      start: () =>
        host.call('walletRecovery.startPasskeyRecovery', {
          token,
          body: { walletId, vendorRecoveryTargetPublicKey: target.publicKey },
        }),
      async complete(vendorRecoveryUserId: string) {
        const key = await target.open(String(host.mock.outbox.email.last()?.code))
        const page = { authenticator: host.mock.authenticator(), origin: appOrigin }
        const proof = await host.mock.custody.recoverPasskey({ ...page, key, vendorRecoveryUserId })
        return { token, body: { walletId, ...proof } }
      },
    }
  }

  return {
    'user.created': { prepare: async () => () => host.call('users.create', { body: { email: 'ada@example.com' } }) },
    'user.updated': {
      async prepare() {
        const { id: userId } = await newUser()
        return () =>
          host.call('users.update', { params: { userId }, body: { firstName: 'Ada', metadata: { plan: 'solo' } } })
      },
    },
    'user.deleted': {
      async prepare() {
        const { id: userId } = await host.mock.create.user({
          email: 'ada@example.com',
          oauthAccounts: [{ provider: 'google', accountId: 'g-1' }],
        })
        await host.mock.create.wallet(userId)
        await host.mock.signIn(userId)
        return () => host.call('users.delete', { params: { userId } })
      },
    },
    'user.merged': {
      async prepare() {
        const token = await aboutToMerge()
        return () => host.call('profile.merge', { token })
      },
    },
    'user.passkeyRecovery.started': {
      async prepare() {
        const { start } = await recoverableWallet()
        return start
      },
    },
    'user.passkeyRecovery.completed': {
      async prepare() {
        const { start, complete } = await recoverableWallet()
        const { body } = await start()
        const proof = await complete(body.vendorRecoveryUserId)
        return () => host.call('walletRecovery.completePasskeyRecovery', { ...proof, ...from(appOrigin) })
      },
    },
    'user.session.created': {
      async prepare() {
        await signInByEmail(host, 'ada@example.com')
        const body = await requestEmailCode(host, 'ada@example.com')
        return () => host.call('emailSignIn.signIn', { body })
      },
    },
    'user.session.revoked': {
      async prepare() {
        const { headers } = await host.mock.signIn(await newUser())
        return () => host.call('sessions.revoke', { headers })
      },
    },
    'admin.user.session.revoked': {
      async prepare() {
        const { id: userId } = await newUser()
        await host.mock.signIn(userId)
        const { body } = await host.call('users.get', { params: { userId } })
        return () => host.call('sessions.revokeById', { params: { sessionId: String(body.user?.sessions?.[0]?.id) } })
      },
    },
    'user.social.linked': {
      async prepare() {
        await host.mock.create.provider({ provider: 'google' })
        await host.mock.idp.google?.addUser({ email: 'grace@example.com' })
        const { token } = await host.mock.signIn(await newUser())
        const body = await walkRoundTrip(host, { email: 'grace@example.com' })
        return () => host.call('oauth.verify', { params: { providerType: 'google' }, body, token })
      },
    },
    'user.social.unlinked': {
      async prepare() {
        const { id } = await host.mock.create.user({
          email: 'ada@example.com',
          oauthAccounts: [{ provider: 'google', accountId: 'g-1' }],
        })
        const { token, user } = await host.mock.signIn(id)
        const verifiedCredentialId = user.verifiedCredentials.find(({ format }) => format === 'oauth')?.id
        return () => host.call('walletSignIn.unlink', { token, body: { verifiedCredentialId } })
      },
    },
    'wallet.created': { prepare: async () => newEmbeddedWallet, besides: ['user.created'] },
    'wallet.deleted': {
      async prepare() {
        const { body } = await newEmbeddedWallet()
        return () => host.call('wallets.delete', { params: { walletId: body.user?.wallets?.[0]?.id as string } })
      },
    },
    'wallet.linked': {
      async prepare() {
        const { token } = await host.mock.signIn(await newUser())
        const body = await signed(await host.mock.wallets.evm())
        return () => host.call('walletSignIn.link', { token, body, headers: siteHeaders })
      },
    },
    'wallet.activity': {
      async prepare() {
        const { body } = await newEmbeddedWallet()
        const address = String(body.user?.wallets?.[0]?.publicKey)
        return () => payFrom(host.mock, { to: address })
      },
    },
    'wallet.unlinked': {
      async prepare() {
        const { id: walletId } = await host.mock.create.wallet((await newUser()).id)
        return () => host.call('wallets.delete', { params: { walletId } })
      },
    },
    'wallet.transferred': {
      async prepare() {
        const other = await host.mock.wallets.sol()
        const former = await person(other)
        await host.mock.create.wallet(former.id)
        const { token } = await person(await host.mock.wallets.evm())
        const body = await signed(other)
        return () => host.call('walletSignIn.transfer', { token, body, headers: siteHeaders })
      },
    },
    'wallet.exported': {
      async prepare() {
        const wallet = await createDeviceWallet(host)
        const recipient = wallet.parties[0]?.identity.keygenId ?? ''
        const { roomId } = await openExport(host, wallet, recipient)
        await joinAtRelay(host.mock, roomId, [recipient])
        return () => postBoxes(host.mock, roomId, { from: recipient, boxes: [] })
      },
    },
    'wallet.signature': {
      async prepare() {
        const { token } = await host.mock.signIn(await newUser())
        const shared = await createSharedWallet(host, token, { chain: 'SVM' })
        const message = '0a0b'
        const params = { walletId: shared.walletId }
        const { body: room } = await host.call('waas.signMessage', { token, params, body: { message } })
        return () => signInRoom(host, shared, { roomId: room.roomId, message })
      },
    },
    'waas.policy.violation': {
      async prepare() {
        const { token } = await host.mock.signIn(await newUser())
        const shared = await createSharedWallet(host, token, { chain: 'SVM' })
        const rule = { name: 'No export', ruleType: 'deny', chain: 'SVM', operationRestrictions: { blockExport: true } }
        await host.call('waasPolicies.create', { body: { rulesToAdd: [rule] } })
        const params = { walletId: shared.walletId }
        const body = { exportId: shared.parties[0]?.identity.keygenId }
        return () => host.refuse('waas.exportPrivateKey', { token, params, body })
      },
    },
    'wallet.delegation.created': {
      async prepare() {
        await enableDelegation(host, { hasWebhook: false })
        const delegated = await reshareForDelegate(host)
        return () => deliver(host, delegated)
      },
    },
    'wallet.delegation.revoked': {
      async prepare() {
        await enableDelegation(host, { hasWebhook: false })
        const delegated = await reshareForDelegate(host)
        await deliver(host, delegated)
        return () => host.call('delegatedAccess.delete', { params: { walletId: delegated.wallet.walletId } })
      },
    },
    'visit.created': {
      prepare: async () => () =>
        host.call('visits.create', {
          body: {
            address: externalWallet.publicWalletAddress,
            chain: 'EVM',
            provider: 'browserExtension',
            walletName: 'metamask',
          },
        }),
    },
  }
}
