import { createMock, type Mock } from '@latchkey/mock'
import type { OperationId } from '@latchkey/types'
import { createFullWorld } from '../../mock/test/people/fullWorld.ts'
import { hop, readAnswer, signInByOAuth, startRoundTrip } from '../../mock/test/people/oauthRoundTrip.ts'
import { requestEmailCode } from '../../mock/test/people/oneTimeCodes.ts'
import { answerSignIn, appOrigin, registerPasskey } from '../../mock/test/people/passkeyCeremonies.ts'
import { claimsOf } from '../../mock/test/people/walletPeople.ts'
import {
  type Begin,
  byGoogle,
  emailCode,
  enabledScreening,
  finishedRoundTrip,
  foreignJwt,
  forPasskeys,
  frameRequest,
  fundedExchange,
  hostOf,
  newPerson,
  newStateOnly,
  otherMember,
  ownPasskey,
  ownWallet,
  signedName,
  signedRequest,
  smsCode,
  withMessenger,
  withName,
  withSellers,
  withTestAccount,
  withTotp,
} from './exampleProofs.ts'
import {
  browserWallet,
  deletedVendorWallet,
  exportActivity,
  firstVendorWallet,
  recoveredPasskey,
  stampedAccount,
  stampedDeletion,
  stampedEmail,
  vendorWallet,
  withoutVendorWallet,
} from './exampleVendorWallets.ts'
import {
  chainAccount,
  delegatedWallet,
  pregeneratedWallet,
  sharedWallet,
  sponsoredSender,
  storedShare,
  walletOfExample,
  walletWithDrive,
  withPolicy,
  withSignaturePolicy,
  walletToDelegate,
} from './exampleWallets.ts'

/** Examples that start in a new world, because the full world already has their result. */
const first = new Set<OperationId>([
  'customNetworks.create',
  'exchanges.create',
  'globalWallets.create',
  'globalWalletAccess.create',
  'origins.create',
  'providers.create',
  'ssoProviders.create',
  'users.create',
  'users.bulkCreate',
])

/** By operation: the variables, which only a running system knows. */
const beginnings: Partial<Record<OperationId, Begin>> = {
  'emailSignIn.retry': async (host) => {
    const { body } = await host.call('emailSignIn.create', { body: { email: 'ada@example.com' } })
    return { values: { verificationUUID: body.verificationUUID } }
  },
  'emailSignIn.signIn': emailCode,
  'emailSignIn.verify': emailCode,
  'smsSignIn.retry': async (host) => {
    const { body } = await host.call('smsSignIn.create', {
      body: { phoneCountryCode: '49', phoneNumber: '0151 12345678', isoCountryCode: 'DE' },
    })
    return { values: { verificationUUID: body.verificationUUID } }
  },
  'smsSignIn.signIn': smsCode,
  'smsSignIn.verify': smsCode,
  'externalAuth.check': foreignJwt,
  'externalAuth.signIn': foreignJwt,
  'externalAuth.verify': foreignJwt,
  'frame.signIn': async (host) => ({ values: await frameRequest(host) }),
  'frame.verify': async (host) => ({ values: await frameRequest(host) }),
  'messenger.check': async (host) => {
    const { values, person } = await withMessenger(host, true)
    await host.call('messenger.signIn', { body: { state: values.state } })
    await host.mock.clock.advance({ minutes: 1 })
    const state = 'example-of-another-state'
    await host.call('messenger.receive', { body: { state, messengerUser: host.mock.messenger.sign(person) } })
    return { values: { state } }
  },
  'messenger.getPage': (host) => withMessenger(host, false),
  'messenger.receive': (host) => withMessenger(host, false),
  'messenger.signIn': (host) => withMessenger(host, true),
  'messenger.verify': (host) => withMessenger(host, true),
  'mfa.authenticateTotp': async (host) => {
    const { token, app } = await withTotp(host)
    return { token, values: { id: app.deviceId, code: app.code() } }
  },
  'mfa.authenticateRecoveryCode': async (host) => {
    const { token, app } = await withTotp(host)
    const { jwt = '' } = (await host.call('mfa.authenticateTotp', { token, body: { code: app.code() } })).body
    const { recoveryCodes } = (await host.call('mfa.createRecoveryCodes', { token: jwt })).body
    return { token: jwt, values: { code: recoveryCodes[0] } }
  },
  'mfaDevices.delete': async (host) => {
    const { token, app } = await withTotp(host)
    const { jwt, mfaToken } = (
      await host.call('mfa.authenticateTotp', {
        token,
        body: { code: app.code(), createMfaToken: { singleUse: true } },
      })
    ).body
    return { token: jwt ?? token, values: { mfaToken, mfaDeviceId: app.deviceId } }
  },
  'mfaDevices.update': async (host) => {
    const { token, app } = await withTotp(host)
    const { jwt } = (await host.call('mfa.authenticateTotp', { token, body: { code: app.code() } })).body
    return { token: jwt ?? token, values: { mfaDeviceId: app.deviceId } }
  },
  'mfaDevices.verifyTotp': async (host) => {
    const { token } = await newPerson(host)
    const { body } = await host.call('mfaDevices.createTotp', { token })
    return { token, values: { code: await host.mock.totpCode(body.secret) } }
  },
  'mfaDevices.verifyPasskey': async (host) => {
    const { token } = await newPerson(host)
    const { body } = await host.call('mfaDevices.createPasskey', { token, headers: { origin: appOrigin } })
    return {
      token,
      values: {
        id: body.id,
        attestation: await host.mock.authenticator().create(body.registration, { origin: appOrigin }),
      },
    }
  },
  'mfa.authenticatePasskey': async (host) => {
    const { token } = await newPerson(host)
    const device = host.mock.authenticator()
    const { body } = await host.call('mfaDevices.createPasskey', { token, headers: { origin: appOrigin } })
    const proof = { id: body.id, attestation: await device.create(body.registration, { origin: appOrigin }) }
    const { jwt = '' } = (
      await host.call('mfaDevices.verifyPasskey', { token, body: proof, headers: { origin: appOrigin } })
    ).body
    const { body: options } = await host.call('passkeys.getAuthenticationOptions', {
      token: jwt,
      headers: { origin: appOrigin },
    })
    return { token: jwt, values: { assertion: await device.get(options, { origin: appOrigin }) } }
  },
  'nameServices.create': signedName,
  'nameServices.get': withName,
  'nameServices.enable': withName,
  'nameServices.disable': withName,
  'nameServices.delete': withName,
  'billing.applyCoupon': async (host) => {
    await host.mock.billing.addCoupon('SPRING26')
    return {}
  },
  'billing.upgrade': async (host) => {
    await host.mock.billing.addPaymentMethod()
    return {}
  },
  'exports.download': async (host) => {
    const { body } = await host.call('exports.create', { body: { format: 'csv', model: 'users' } })
    await host.mock.clock.advance({ minutes: 1 })
    return { values: { exportId: body.id } }
  },
  'globalWalletAccess.create': async (host) => {
    await host.call('globalWallets.create', { body: { walletName: 'Harbour' } })
    return {}
  },
  'members.delete': otherMember,
  'members.update': otherMember,
  'mfa.createRecoveryCodes': async (host) => {
    const { token, app } = await withTotp(host)
    const { jwt, mfaToken } = (
      await host.call('mfa.authenticateTotp', {
        token,
        body: { code: app.code(), createMfaToken: { singleUse: true } },
      })
    ).body
    return { token: jwt ?? token, values: { mfaToken } }
  },
  'mfaDevices.get': async (host) => {
    const { token, app } = await withTotp(host)
    return { token, values: { mfaDeviceId: app.deviceId } }
  },
  'mfa.authenticateEmail': async (host) => {
    const email = 'work@example.com'
    await host.mock.idp.google?.addUser({ email })
    const { user, token } = await newPerson(host)
    await signInByOAuth(host, { email, token })
    await host.mock.settings.patch({
      security: { mfa: { enabled: true, required: true, availableMethods: ['totp', 'email'] } },
    })
    const session = (await signInByOAuth(host, { email })).body.jwt ?? ''
    return { token: session, values: { ...(await requestEmailCode(host, user.email as string)) } }
  },
  'oauth.getAccessToken': byGoogle,
  'users.getOauthAccessToken': async (host, world) => ({ values: (await byGoogle(host, world)).values }),
  'oauth.redirectFormPost': async (host) => {
    await host.mock.idp.google?.addUser({ email: 'oauth@example.com' })
    const { url } = await startRoundTrip(host, { email: 'oauth@example.com' })
    return { values: readAnswer(await hop(host, url)).fields }
  },
  'passkeys.getRegistrationOptions': forPasskeys,
  'projects.delete': async (host) => {
    await host.call('projects.create', { body: { name: 'Second' } })
    return {}
  },
  'screening.get': enabledScreening,
  'screening.disable': enabledScreening,
  'sessions.get': async (host) => {
    const { user, token } = await newPerson(host)
    return { values: { userId: user.id, sessionId: claimsOf(token).sid } }
  },
  'testAccount.get': withTestAccount,
  'testAccount.delete': withTestAccount,
  'oauth.initialize': newStateOnly,
  'oauth.getResult': async (host) => ({ values: { state: (await startRoundTrip(host)).state } }),
  'oauth.signIn': finishedRoundTrip,
  'oauth.verify': finishedRoundTrip,
  'passkeys.register': async (host) => {
    const { token } = await newPerson(host)
    const { body } = await host.call('passkeys.getRegistrationOptions', { token, headers: { origin: appOrigin } })
    return { token, values: { registration: await host.mock.authenticator().create(body, { origin: appOrigin }) } }
  },
  'passkeys.signIn': async (host) => {
    const { token } = await newPerson(host)
    const device = host.mock.authenticator()
    await registerPasskey(host, { device, token })
    return { values: { assertion: await answerSignIn(host, device) } }
  },
  'passkeys.update': async (host) => ownPasskey(host, 'id'),
  'passkeys.delete': async (host) => ownPasskey(host, 'passkeyId'),
  'walletSignIn.verify': signedRequest,
  'walletSignIn.link': signedRequest,
  'walletSignIn.transfer': signedRequest,
  'walletSignIn.select': async (host) => ownWallet(host),
  'walletSignIn.unlink': async (host) => ownWallet(host),
  'balances.getByAccount': chainAccount,
  'balances.getByUser': walletOfExample,
  'exchangeAccounts.transfer': fundedExchange,
  'offramps.list': withSellers,
  'onramps.list': withSellers,
  'onramps.listNetworks': withSellers,
  'onramps.createBuyUrl': withSellers,
  'onramps.createCryptoPayment': withSellers,
  'onramps.createOrder': withSellers,
  'keyShares.backUp': sharedWallet,
  'keyShares.backUpToCloudDrive': walletWithDrive,
  'keyShares.markLocation': sharedWallet,
  'keyShares.markLocations': storedShare,
  'keyShares.markLocationsForPregenerated': pregeneratedWallet,
  'waasWallets.get': pregeneratedWallet,
  'delegatedAccess.delete': delegatedWallet,
  'delegatedAccess.deliver': walletToDelegate,
  'delegatedAccess.signMessage': delegatedWallet,
  'keyShares.recover': storedShare,
  'solana.optimize': sponsoredSender,
  'solana.sponsor': sponsoredSender,
  'waas.exportPrivateKey': sharedWallet,
  'waas.getByAddress': sharedWallet,
  'waas.refresh': sharedWallet,
  'waas.reshare': sharedWallet,
  'waas.signMessage': sharedWallet,
  'waas.updateSettings': sharedWallet,
  'waasRooms.createRooms': sharedWallet,
  'waasPolicies.get': withPolicy,
  'waasPolicies.update': withPolicy,
  'waasPolicies.delete': withPolicy,
  'signaturePolicies.create': pregeneratedWallet,
  'signaturePolicies.list': pregeneratedWallet,
  'signaturePolicies.get': withSignaturePolicy,
  'signaturePolicies.update': withSignaturePolicy,
  'signaturePolicies.delete': withSignaturePolicy,
  'walletTransactions.list': chainAccount,
  'vendorWallets.create': withoutVendorWallet,
  'vendorWallets.createAccount': stampedAccount,
  'vendorWallets.delete': stampedDeletion,
  'vendorWallets.getAccountRequest': vendorWallet,
  'vendorWallets.getDeleteRequest': vendorWallet,
  'vendorWallets.getDeleteRequestLegacy': vendorWallet,
  'vendorWallets.getExportBundle': exportActivity,
  'vendorWallets.registerSessionKey': vendorWallet,
  'vendorWallets.restore': deletedVendorWallet,
  'vendorWallets.softDelete': vendorWallet,
  'vendorWallets.upgrade': firstVendorWallet,
  'walletRecovery.completePasskeyRecovery': recoveredPasskey,
  'walletRecovery.startEmailAuth': vendorWallet,
  'walletRecovery.startPasskeyRecovery': vendorWallet,
  'walletRecovery.updateEmail': stampedEmail,
  'walletSecrets.claim': browserWallet,
  'walletSecrets.getAuthToken': browserWallet,
  'walletSecrets.getBackup': browserWallet,
  'walletSecrets.getPasscode': browserWallet,
  'members.delegateOwnership': async (host) => {
    const admin = await host.mock.create.admin({ role: 'admin' })
    const members = (await host.call('members.list')).body.members
    return { values: { adminMemberIdToDelegate: members.find(({ user }) => user.email === admin.email)?.id } }
  },
}

/** A new world for each example, with its variables. */
export async function createExampleWorld() {
  const world = await createFullWorld()
  for (const provider of [
    { provider: 'passkey' },
    { provider: 'sms', smsNumber: '+12025550100' },
    { provider: 'dynamic' },
  ] as const) {
    await world.mock.create.provider(provider)
  }
  return async (
    id: OperationId,
  ): Promise<{ mock: Mock; values: Record<string, unknown>; token?: string | undefined }> => {
    const mock = first.has(id) ? createMock({ seed: 'borders', now: '2026-01-15T09:30:00.000Z' }) : world.mock.fork()
    const begun = await beginnings[id]?.(hostOf(mock), world)
    return {
      mock,
      values: { userId: world.paramsOf('users.get').userId, ...world.paramsOf(id), ...begun?.values },
      token: begun?.token ?? world.rightful(id),
    }
  }
}
