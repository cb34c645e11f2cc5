import { decodeJwt } from 'jose'
import { verifyMessage } from 'viem'
import { hashMessage } from 'viem/utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'
import { requestEmailCode } from '../../../test/people/oneTimeCodes.ts'
import { createParties, idsOf, playRoom } from '../../../test/people/waasDevice.ts'
import {
  createSharedWallet,
  enableWaas,
  evmSignature,
  sign,
  signedIn,
  waasSettings,
} from '../../../test/people/waasPeople.ts'

const host = createHost()

const byEmail = { identifier: 'ada@example.com', type: 'email', chains: ['SVM'] } as const
const create = (body: object = byEmail) => host.call('waasWallets.create', { body })

beforeEach(() => enableWaas(host))

/** The JWT of a server. */
async function authenticate(token?: string): Promise<string> {
  const { body } = await host.call('waasWallets.authenticate', token === undefined ? {} : { token })
  return body.encodedJwts.jwt ?? ''
}

describeEnvironmentRefusals(host, {
  'waasWallets.authenticate': {},
  'waasWallets.verifyApiKey': {},
  'waasWallets.create': { body: byEmail },
  'waasWallets.get': {
    params: async () => ({ walletId: (await create()).body.user?.wallets?.[0]?.id ?? '' }),
  },
})

describe('waasWallets.authenticate', () => {
  it('gives a JWT of ten minutes for the API token, and for no user', async () => {
    const { body } = await host.call('waasWallets.authenticate')
    const { jwt = '', minifiedJwt = '' } = body.encodedJwts
    const claims = decodeJwt(jwt)
    expect(claims).toMatchObject({ server_auth: true, environment_id: host.mock.defaults.environments.sandbox.id })
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(600)
    expect(decodeJwt(minifiedJwt)).toMatchObject({ server_auth: true, sub: claims.sub, jti: claims.jti })
    expect(await host.refuse('profile.get', { token: jwt })).toMatchObject({ status: 401 })
  })

  it('lets a server make a wallet of the environment and sign with it', async () => {
    const token = await authenticate()
    const wallet = await createSharedWallet(host, token)
    const message = 'Paid by the house'
    const body = { message: hashMessage(message), isFormatted: true, context: { evmMessage: message } }
    const signature = evmSignature(await sign(host, token, { wallet, body, message: hashMessage(message) }))
    const address = wallet.address as `0x${string}`
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    const events = (await host.call('events.list')).body
    const [signed, created] = events
    expect(signed).toMatchObject({ eventName: 'wallet.signature', data: { walletId: wallet.walletId, by: 'server' } })
    expect(signed?.data).not.toHaveProperty('userId')
    expect(created).toMatchObject({ eventName: 'wallet.created', data: { id: wallet.walletId } })
  })

  it('takes a room that the server opened in advance', async () => {
    const token = await authenticate()
    const wallet = await createSharedWallet(host, token, { chain: 'SVM' })
    const params = { walletId: wallet.walletId }
    const { body } = await host.call('waasRooms.createRooms', { token, params, body: { roomType: 'threshold' } })
    const [roomId = ''] = body.roomIds
    const { body: room } = await host.call('waas.signMessage', { token, params, body: { message: 'Hello', roomId } })
    expect(room.roomId).toBe(roomId)
  })

  it('imports, renews and exports keys of the environment', async () => {
    const token = await authenticate()
    const identities = createParties('import')
    const { body } = await host.call('waas.importPrivateKey', {
      token,
      body: { chain: 'EVM', clientKeygenIds: idsOf(identities), thresholdSignatureScheme: 'TWO_OF_TWO' },
    })
    const [identity] = identities
    const secret = '11'.repeat(32)
    const { results } = await playRoom(host.mock, body.roomId, { parties: [{ identity: identity!, secret }] })
    const result = results[identity!.keygenId]
    const share = result?.kind === 'share' ? result.share : undefined
    const params = { walletId: body.walletId ?? '' }
    const { wallet } = (await host.call('waasWallets.get', { params })).body
    // The address of the key in any EVM wallet.
    expect(wallet.accountAddress).toBe('0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A')
    const { body: refresh } = await host.call('waas.refresh', { token, params })
    const renewed = await playRoom(host.mock, refresh.roomId, { parties: [{ identity: identity!, share: share! }] })
    const next = renewed.results[identity!.keygenId]
    const nextShare = next?.kind === 'share' ? next.share : undefined
    const exportId = identity!.keygenId
    const { body: room } = await host.call('waas.exportPrivateKey', { token, params, body: { exportId } })
    const exported = await playRoom(host.mock, room.roomId, { parties: [{ identity: identity!, share: nextShare! }] })
    expect(JSON.stringify(exported.results[exportId])).toContain(secret)
  })

  it('does not open the wallets of users', async () => {
    const user = await signedIn(host)
    const { walletId } = await createSharedWallet(host, user.token, { chain: 'SVM' })
    const token = await authenticate()
    const params = { walletId }
    const refused = { status: 404, body: { code: 'not_found' } }
    expect(await host.refuse('waas.signMessage', { token, params, body: { message: 'Mine' } })).toMatchObject(refused)
    expect(await host.refuse('waas.refresh', { token, params })).toMatchObject(refused)
    const rooms = { token, params, body: { roomType: 'threshold' } }
    expect(await host.refuse('waasRooms.createRooms', rooms)).toMatchObject(refused)
  })

  it('does not open wallets of the environment to users', async () => {
    const { walletId } = await createSharedWallet(host, await authenticate(), { chain: 'SVM' })
    const { token } = await signedIn(host)
    const refusal = await host.refuse('waas.signMessage', { token, params: { walletId }, body: { message: 'Mine' } })
    expect(refusal).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await host.refuse('keyShares.recover', { token, params: { walletId }, body: {} })).status).toBe(404)
  })

  it('does not delegate a wallet of the environment', async () => {
    const delegatedAccess = { enabled: true }
    await host.mock.settings.patch({ sdk: { waas: { ...waasSettings, delegatedAccess } } })
    const token = await authenticate()
    const { walletId } = await createSharedWallet(host, token, { chain: 'SVM' })
    const body = {
      clientKeygenIds: idsOf(createParties('delegate', 2)),
      oldThresholdSignatureScheme: 'TWO_OF_TWO',
      newThresholdSignatureScheme: 'TWO_OF_THREE',
      delegateToProjectEnvironment: true,
    }
    const refusal = await host.refuse('waas.reshare', { token, params: { walletId }, body })
    expect(refusal).toMatchObject({ status: 422, body: { code: 'invalid_update' } })
  })

  it('is refused after ten minutes, and once the API token is deleted', async () => {
    const { token: apiToken } = (
      await host.call('tokens.create', { body: { note: 'Rooms', scopes: ['waas.authenticate'] } })
    ).body
    const body = { chain: 'SVM', clientKeygenIds: idsOf(createParties('late')) }
    const early = await authenticate(apiToken.rawToken)
    await host.mock.clock.advance({ seconds: 600 })
    expect(await host.refuse('waas.createAccount', { token: early, body })).toMatchObject({
      status: 401,
      body: { code: 'token_expired' },
    })
    const token = await authenticate(apiToken.rawToken)
    const { body: room } = await host.call('waas.createAccount', { token, body })
    await host.call('tokens.delete', { params: { tokenId: apiToken.id } })
    expect((await host.refuse('waas.createAccount', { token, body })).status).toBe(401)
    const url = `${host.mock.baseUrl}/__mock/relay/rooms/${room.roomId}/join`
    const joined = await host.mock.fetch(url, {
      method: 'POST',
      body: JSON.stringify({ protocol: 'latchkey-1', parties: body.clientKeygenIds }),
    })
    expect(joined.status).toBe(404)
  })

  it('is refused in another environment', async () => {
    const token = await authenticate()
    const { live } = host.mock.defaults.environments
    const body = { chain: 'SVM', clientKeygenIds: idsOf(createParties('elsewhere')) }
    const refusal = await host.refuse('waas.createAccount', { token, params: { environmentId: live.id }, body })
    expect(refusal.status).toBe(401)
  })

  it("refuses a member's token", async () => {
    const { token } = await host.mock.create.admin({ role: 'developer' })
    const refusal = await host.refuse('waasWallets.authenticate', { token })
    expect(refusal).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  it('needs wallets of the third generation', async () => {
    const [provider] = (await host.call('providers.list')).body.providers ?? []
    await host.call('providers.disable', { params: { providerId: provider?.id ?? '' } })
    const refusal = await host.refuse('waasWallets.authenticate')
    expect(refusal).toMatchObject({ status: 422, body: { code: 'no_compatible_wallet_service_enabled' } })
    expect(await host.refuse('waasWallets.create', { body: byEmail })).toMatchObject({ status: 422 })
  })
})

describe('waasWallets.verifyApiKey', () => {
  it('answers the environment of the API token', async () => {
    const environmentId = host.mock.defaults.environments.sandbox.id
    expect((await host.call('waasWallets.verifyApiKey')).body).toEqual({ environmentId, verified: true })
  })

  it('says of an unknown token that nothing is verified', async () => {
    const token = 'lk_sandbox_unknown'
    expect(await host.refuse('waasWallets.verifyApiKey', { token })).toMatchObject({
      status: 401,
      body: { message: expect.any(String), verified: false },
    })
  })
})

describe('waasWallets.create', () => {
  it('makes a wallet once, which the owner of the address finds', async () => {
    const first = await create()
    expect(first.status).toBe(201)
    const [wallet] = first.body.user?.wallets ?? []
    expect(wallet).toMatchObject({ chain: 'SOL', properties: { version: 'V3', claimed: false } })
    expect(await create()).toMatchObject({ status: 200, body: { user: { id: first.body.user?.id } } })
    const proof = await requestEmailCode(host, byEmail.identifier)
    const { body: session } = await host.call('emailSignIn.signIn', { body: proof })
    expect(session.user?.verifiedCredentials.map(({ id }) => id)).toContain(wallet?.id)
    const recovered = await host.call('keyShares.recover', {
      token: session.jwt ?? '',
      params: { walletId: wallet?.id ?? '' },
      body: {},
    })
    expect(recovered.body.keyShares).toHaveLength(1)
  })

  it('adds the chains that the user lacks', async () => {
    const { body } = await create()
    const more = await create({ ...byEmail, chains: ['SVM', 'EVM', 'EVM'] })
    expect(more.status).toBe(201)
    expect(more.body.user?.wallets?.map(({ chain }) => chain)).toEqual(['SOL', 'EVM'])
    expect(more.body.user?.id).toBe(body.user?.id)
  })

  it('finds users by a phone number with its country, and by an account at a provider', async () => {
    const { id } = await host.mock.create.user({ oauthAccounts: [{ provider: 'github', accountId: '42' }] })
    const byAccount = { ...byEmail, identifier: '42', type: 'socialAccountId', socialProvider: 'github' }
    expect((await create(byAccount)).body.user?.id).toBe(id)
    const smsCountryCode = { isoCountryCode: 'DE', phoneCountryCode: '49' }
    const byPhone = { ...byEmail, identifier: '0151 23456789', type: 'phoneNumber', smsCountryCode }
    expect((await create(byPhone)).body.user?.phoneNumber).toBe('+4915123456789')
  })

  it('refuses users who cannot be found, and chains that are not there', async () => {
    const unknown = { ...byEmail, type: 'id', identifier: '00000000-0000-7000-8000-00000000dead' }
    expect(await host.refuse('waasWallets.create', { body: unknown })).toMatchObject({
      status: 422,
      body: { code: 'invalid_user' },
    })
    const body = { ...byEmail, chains: ['SOL'] }
    expect(await host.refuse('waasWallets.create', { body })).toMatchObject({ status: 400 })
  })
})

describe('waasWallets.get', () => {
  it('shows how the key is shared, of wallets of users and of the environment', async () => {
    const user = await signedIn(host)
    const theirs = await createSharedWallet(host, user.token, { thresholdSignatureScheme: 'TWO_OF_THREE' })
    const ours = await createSharedWallet(host, await authenticate(), { chain: 'SUI' })
    const { body } = await host.call('waasWallets.get', { params: { walletId: theirs.walletId } })
    expect(body.wallet).toEqual({
      accountAddress: theirs.address,
      chainName: 'EVM',
      walletId: theirs.walletId,
      thresholdSignatureScheme: 'TWO_OF_THREE',
      derivationPath: 'm/44/60/0/0/0',
      keyShares: [],
    })
    const { body: ownWallet } = await host.call('waasWallets.get', { params: { walletId: ours.walletId } })
    expect(ownWallet.wallet).toMatchObject({ chainName: 'SUI', derivationPath: 'm' })
  })

  it('does not show a wallet that was linked from elsewhere', async () => {
    const { id } = await host.mock.create.user()
    const linked = await host.mock.create.wallet(id)
    expect((await host.refuse('waasWallets.get', { params: { walletId: linked.id } })).status).toBe(404)
  })
})
