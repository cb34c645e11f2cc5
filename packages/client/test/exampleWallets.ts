import { deliver, enableDelegation, reshareForDelegate } from '../../mock/test/people/delegates.ts'
import { createDeviceWallet } from '../../mock/test/people/deviceWallets.ts'
import { signInByOAuth } from '../../mock/test/people/oauthRoundTrip.ts'
import { type Begin, newPerson } from './exampleProofs.ts'

/** A wallet whose key is shared, of a new user who is signed in. */
export const sharedWallet: Begin = async (host) => {
  const { token, walletId, address } = await createDeviceWallet(host)
  return { token, values: { walletId, walletAddress: address } }
}

/** Such a wallet, and a share that the service stores without counting it yet. */
export const storedShare: Begin = async (host) => {
  const { token, walletId } = await createDeviceWallet(host)
  const { keyShares } = (
    await host.call('keyShares.backUp', {
      token,
      params: { walletId },
      body: { encryptedAccountCredentials: ['sealed'], passwordEncrypted: true },
    })
  ).body
  return { token, values: { walletId, externalKeyShareId: keyShares[0]?.externalKeyShareId } }
}

/** Such a wallet with a stored share, of a user whose account has a drive. */
export const walletWithDrive: Begin = async (host) => {
  const email = 'drive@example.com'
  await host.mock.create.provider({
    provider: 'google',
    scopes: 'openid email https://www.googleapis.com/auth/drive.file',
  })
  await host.mock.idp.google.addUser({ email })
  const { body: session } = await signInByOAuth(host, { email })
  const token = session.jwt ?? ''
  const { walletId } = await createDeviceWallet(host, { person: { userId: session.user.id, token } })
  const body = { encryptedAccountCredentials: ['sealed'], passwordEncrypted: true }
  await host.call('keyShares.backUp', { token, params: { walletId }, body })
  return { token, values: { walletId } }
}

/** A wallet that a server created, and the id of a share that the user stored elsewhere. */
export const pregeneratedWallet: Begin = async (host) => {
  const { body } = await host.call('embeddedWallets.create', {
    body: { identifier: 'pregenerated@example.com', type: 'email', chains: ['EVM'] },
  })
  return {
    values: {
      userId: body.user?.id,
      walletId: body.user?.wallets?.[0]?.id,
      externalKeyShareId: '01938c5e-8b02-7d4e-9f0a-1b2c3d4e5f77',
    },
  }
}

/** A policy with the rule that examples name. */
export const withPolicy: Begin = async (host) => {
  const ruleId = '01938c5e-8b02-7d4e-9f0a-1b2c3d4e5f11'
  const rule = { ruleId, name: 'Pay nobody', ruleType: 'deny', chain: 'EVM' } as const
  await host.call('waasPolicies.create', { body: { rulesToAdd: [rule] } })
  return { values: { ruleId } }
}

/** A wallet that a server created, and a policy of it. */
export const withSignaturePolicy: Begin = async (host, world) => {
  const begun = await pregeneratedWallet(host, world)
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const rule = { chain: 'EVM' as const, toAddresses: [address], valueLimits: [{ asset: address, maxPerCall: '1' }] }
  const { body } = await host.call('signaturePolicies.create', {
    params: { walletId: String(begun.values?.walletId) },
    body: { policyContent: [rule], timeLimit: 60 },
  })
  return { values: { ...begun.values, policyId: body.id } }
}

/** A wallet of which the environment's own server has a share that was not delivered. */
export const walletToDelegate: Begin = async (host) => {
  await enableDelegation(host, { hasWebhook: false })
  const { walletId, token } = (await reshareForDelegate(host)).wallet
  return { token, values: { walletId } }
}

/** A wallet that the environment's own server signs with. */
export const delegatedWallet: Begin = async (host) => {
  await enableDelegation(host, { hasWebhook: false })
  const delegated = await reshareForDelegate(host)
  await deliver(host, delegated)
  return { values: { walletId: delegated.wallet.walletId } }
}

/** A user with the wallet that the example of balances names. */
export const walletOfExample: Begin = async (host) => {
  const { user } = await newPerson(host)
  await host.mock.create.wallet(user.id, { publicWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7' })
  return { values: { userId: user.id } }
}

/** An account of the simulated chains. */
export const chainAccount: Begin = async (host) => {
  const { address } = await host.mock.wallets.evm()
  return { values: { accountAddress: address, address, networkId: 84532 } }
}

const solanaSender = 'GVdoCAG6Q4uEGhhcjKXouWLcwjPWtiwyQcAKMoJt2YFj'

/** The user whose wallet sends the transaction of the examples, in an environment that pays fees on Solana. */
export const sponsoredSender: Begin = async (host) => {
  const { user, token } = await newPerson(host)
  await host.mock.create.wallet(user.id, { publicWalletAddress: solanaSender, chain: 'SOL' })
  await host.mock.chain.fund(solanaSender, { sol: '1' })
  await host.mock.settings.patch({ sdk: { embeddedWallets: { svmGasSponsorshipEnabled: true } } })
  return { token }
}
