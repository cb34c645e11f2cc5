import type { Mock } from '@latchkey/mock'
import { callsOf } from '../../mock/test/hosts/harness.ts'
import type { FullWorld } from '../../mock/test/people/fullWorld.ts'
import { codeVerifier, newState, signInByOAuth, walkRoundTrip } from '../../mock/test/people/oauthRoundTrip.ts'
import { phones, requestEmailCode, requestSmsCode, signInBySms } from '../../mock/test/people/oneTimeCodes.ts'
import { registerPasskey } from '../../mock/test/people/passkeyCeremonies.ts'
import { buyer, enableRamps } from '../../mock/test/people/rampPeople.ts'
import { claimsOf, walletPeople } from '../../mock/test/people/walletPeople.ts'

/** Further input of an example besides the ids of the world: variables by name, and another person's session. */
export interface Beginning {
  readonly values?: Readonly<Record<string, unknown>> | undefined
  readonly token?: string | undefined
}

export type Host = ReturnType<typeof hostOf>
export type Begin = (host: Host, world: FullWorld) => Promise<Beginning>

export const hostOf = (mock: Mock) => {
  const host = { name: 'fetch', mock, fetch: mock.fetch }
  return { ...host, ...callsOf(host) }
}

export async function newPerson(host: Host, email = 'example@example.com') {
  const user = await host.mock.create.user({ email })
  return { user, token: (await host.mock.signIn(user)).token }
}

/** A user with an authenticator app, signed in by both factors. */
export async function withTotp(host: Host) {
  const { user, token } = await newPerson(host)
  const app = await host.mock.create.totp(user)
  return { user, token, app }
}

export async function withMessenger(host: Host, answered: boolean) {
  await host.mock.create.provider({
    provider: 'telegram',
    clientId: '7000000001',
    clientSecret: '7000000001:bot-token',
  })
  const person = await host.mock.messenger.addUser({ firstName: 'Ada', username: 'ada' })
  const state = 'example-of-a-state'
  const messengerUser = host.mock.messenger.sign(person)
  if (answered) await host.call('messenger.receive', { body: { state, messengerUser } })
  return { values: { state, messengerUser }, person }
}

export async function frameRequest(host: Host) {
  await host.mock.create.provider({ provider: 'farcaster' })
  const wallet = await host.mock.wallets.evm()
  await host.mock.chain.registerFarcaster({ fid: 4242, address: wallet.address, username: 'ada', displayName: 'Ada' })
  const nonce = (await host.call('nonces.create')).body.nonce as string
  const message = wallet.message({
    statement: 'Farcaster Auth',
    chainId: '10',
    resources: ['farcaster://fid/4242'],
    nonce,
  })
  return {
    signedRequest: {
      address: wallet.address,
      domain: 'app.example.com',
      nonce,
      message,
      signature: await wallet.sign(message),
    },
  }
}

export async function foreignJwt(host: Host) {
  const issuer = await host.mock.issuers.create({ issuer: 'https://login.example.com' })
  await host.mock.settings.patch({
    security: { externalAuth: { enabled: true, iss: issuer.issuer, jwksUrl: issuer.jwksUrl } },
  })
  const jwt = await issuer.sign({ sub: 'user-1' })
  return { values: { jwt, encodedJwt: jwt } }
}

export async function finishedRoundTrip(host: Host) {
  const email = 'oauth@example.com'
  await host.mock.idp.google?.addUser({ email })
  return { values: { ...(await walkRoundTrip(host, { email })), codeVerifier } }
}

export const emailCode: Begin = async (host) => ({ values: { ...(await requestEmailCode(host, 'code@example.com')) } })
export const smsCode: Begin = async (host) => ({ values: { ...(await requestSmsCode(host, phones.us)) } })
/** Sellers of tokens, and a user whose phone number is verified. */
export const withSellers: Begin = async (host) => {
  await enableRamps(host)
  const { jwt } = (await signInBySms(host, phones.us)).body
  return { token: jwt, values: { walletAddress: buyer } }
}
/** Funds at the exchange of the user who is signed in. */
export const fundedExchange: Begin = async (host, world) => {
  const userId = claimsOf(world.rightful('profile.get') ?? '').sub as string
  await host.mock.exchanges.coinbase.account(userId).deposit('ETH', '1')
  return { values: { id: '01938c5e-9303-7d4e-9f0a-1b2c3d4e5f03' } }
}
export const forPasskeys: Begin = async (host) => newPerson(host)
export const otherMember: Begin = async (host) => {
  const { email } = await host.mock.create.admin({ role: 'developer' })
  return {
    values: { memberId: (await host.call('members.list')).body.members.find(({ user }) => user.email === email)?.id },
  }
}
export const withName: Begin = async (host) => {
  const { values } = await signedName(host)
  await host.call('nameServices.create', { params: { chainName: 'EVM' }, body: values.signedName })
  return {}
}
export const byGoogle: Begin = async (host) => {
  const email = 'oauth@example.com'
  await host.mock.idp.google?.addUser({ email })
  const { token } = await newPerson(host)
  const { user } = (await signInByOAuth(host, { email, token })).body
  const account = (await host.call('users.get', { params: { userId: user.id } })).body.user?.oauthAccounts?.[0]
  return { token, values: { userId: user.id, oauthAccountId: account?.id } }
}
export const signedRequest: Begin = async (host) => ({
  values: { signedRequest: await walletPeople(host).signed(await host.mock.wallets.evm()) },
})
export const newStateOnly: Begin = async () => ({ values: { state: newState() } })

export async function signedName(host: Host) {
  const owner = await host.mock.wallets.evm()
  await host.mock.chain.registerName({ name: 'example.eth', owner: owner.address })
  const params = { chainName: 'EVM' }
  const { body } = await host.call('nameServices.createMessage', {
    params,
    body: { address: owner.address, domain: 'example.eth', uri: 'https://admin.example.com/names' },
  })
  return {
    values: {
      signedName: { address: owner.address, domain: 'example.eth', signature: await owner.sign(body.unsignedMessage) },
    },
  }
}

export async function enabledScreening(host: Host): Promise<Beginning> {
  await host.call('screening.enable')
  return {}
}

export async function withTestAccount(host: Host): Promise<Beginning> {
  await host.call('testAccount.create')
  return {}
}

async function withoutSecondFactor(host: Host): Promise<void> {
  await host.mock.settings.patch({ security: { mfa: { enabled: false } } })
}

export async function ownPasskey(host: Host, name: string): Promise<Beginning> {
  await withoutSecondFactor(host)
  const { token } = await newPerson(host)
  const { reply } = await registerPasskey(host, { device: host.mock.authenticator(), token })
  const session = (reply as { jwt?: string }).jwt ?? token
  const { passkeys } = (await host.call('passkeys.list', { token: session })).body
  return { token: session, values: { [name]: passkeys[0]?.id } }
}

export async function ownWallet(host: Host): Promise<Beginning> {
  const people = walletPeople(host)
  const { id, token } = await people.person(await host.mock.wallets.evm())
  await people.link(token, await host.mock.wallets.sol())
  const wallet = (await people.walletsOf(id)).at(-1)
  return { token, values: { walletId: wallet?.id } }
}
