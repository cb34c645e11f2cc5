import document from '@latchkey/types/openapi.json' with { type: 'json' }
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByOAuth } from '../../../test/people/oauthRoundTrip.ts'

const host = createHost()
const email = 'ada@example.com'
const wallet = {
  publicWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  chain: 'EVM',
  walletName: 'metamask',
  walletProvider: 'browserExtension',
} as const
const otherWallet = {
  ...wallet,
  publicWalletAddress: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  walletName: 'rabby',
}

const { SdkUser, User } = document.components.schemas
/** The fields that users see of themselves: the first part of the record, up to `missingFields`. */
const sdkFields = Object.keys(SdkUser.properties)
const fields = Object.keys(User.properties)
const listFields = fields.filter((name) => name !== 'sessions')

const namesOf = (record: object | undefined) => Object.keys(JSON.parse(JSON.stringify(record ?? {}))).sort()

async function create(body: Record<string, unknown> = {}) {
  const { body: reply } = await host.call('users.create', { body })
  return reply.user as NonNullable<typeof reply.user>
}

const get = async (userId: string) => (await host.call('users.get', { params: { userId } })).body.user

describe('the record of a user', () => {
  it('has every field wherever servers see it', async () => {
    const created = await create()
    const params = { userId: created.id }
    const updated = (await host.call('users.update', { params, body: { alias: 'Ada' } })).body.user
    await host.mock.create.provider({ provider: 'dynamic' })
    const embedded = await host.call('embeddedWallets.create', {
      body: { identifier: email, type: 'email', chains: ['EVM'] },
    })
    const shared = await host.call('waasWallets.create', {
      body: { identifier: 'bob@example.com', type: 'email', chains: ['EVM'] },
    })
    for (const user of [created, updated, await get(created.id), embedded.body.user, shared.body.user])
      expect(namesOf(user)).toEqual([...fields].sort())
    const bulk = (await host.call('users.bulkCreate', { body: [{ alias: 'Eve' }] })).body.created
    const listed = (await host.call('users.list')).body.users
    for (const user of [...(bulk ?? []), ...(listed ?? [])]) expect(namesOf(user)).toEqual([...listFields].sort())
    await host.call('users.delete', { params })
    for (const { eventName, data } of (await host.call('events.list')).body)
      if (eventName.startsWith('user.')) expect(namesOf(data), eventName).toEqual([...listFields].sort())
  })

  it('shows null for what a new user does not have, and empty lists', async () => {
    expect(await create()).toMatchObject({
      lastVerifiedCredentialId: null,
      sessionId: null,
      firstVisit: null,
      lastVisit: null,
      email: null,
      alias: null,
      policiesConsent: null,
      mfaBackupCodeAcknowledgement: null,
      walletPublicKey: null,
      wallet: null,
      chain: null,
      newUser: false,
      metadata: {},
      verifiedCredentials: [],
      wallets: [],
      sessions: [],
      screeningChecks: [],
    })
  })

  it('has no such value for what a failed row of a bulk asked for', async () => {
    const { body } = await host.call('users.bulkCreate', {
      body: [{ alias: 'Ada', emailVerifiedAt: '2026-01-14T10:00:00Z' }],
    })
    expect(body.failed?.[0]?.user).toMatchObject({
      alias: 'Ada',
      email: null,
      firstVisit: null,
      lastVisit: null,
      sessionId: null,
      mfaBackupCodeAcknowledgement: null,
      screeningChecks: [],
    })
  })
})

describe('the wallet and the last credential of a user who was created', () => {
  it('are shown at once, and by every later read', async () => {
    const user = await create({ wallets: [wallet] })
    expect(user).toMatchObject({
      walletPublicKey: wallet.publicWalletAddress,
      wallet: 'metamask',
      chain: 'EVM',
      lastVerifiedCredentialId: user.wallets?.[0]?.id,
    })
    expect(await get(user.id)).toEqual(user)
  })

  it('are those that were given last, whether or not a social account came after the wallets', async () => {
    const oauthAccounts = [{ provider: 'google', accountId: 'g-1' }]
    const user = await create({ wallets: [wallet, otherWallet], oauthAccounts })
    const { verifiedCredentials = [] } = user
    expect(user).toMatchObject({ wallet: 'rabby', walletPublicKey: otherWallet.publicWalletAddress })
    expect(verifiedCredentials.find(({ id }) => id === user.lastVerifiedCredentialId)).toMatchObject({
      oauth_provider: 'google',
    })
  })

  it('are never an address that nobody has proved', async () => {
    expect(await create({ email })).toMatchObject({ email, lastVerifiedCredentialId: null, wallet: null })
  })

  it('leave the record with the wallet', async () => {
    const user = await create({ email, emailVerifiedAt: '2026-01-14T10:00:00Z', wallets: [wallet] })
    await host.call('wallets.delete', { params: { walletId: String(user.lastVerifiedCredentialId) } })
    expect(await get(user.id)).toMatchObject({ walletPublicKey: null, wallet: null, chain: null })
    expect((await get(user.id))?.lastVerifiedCredentialId).toBe(user.verifiedCredentials?.[0]?.id)
  })
})

describe('the record of a user in the reply to an OAuth sign-in', () => {
  beforeEach(async () => {
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.idp.google?.addUser({ email })
  })

  it('has every field up to `missingFields`, and the rest of the user stays with servers', async () => {
    const { body } = await signInByOAuth(host, { email })
    expect(namesOf(body.user)).toEqual([...sdkFields].sort())
    expect(body.user).toMatchObject({
      sessionId: expect.any(String),
      firstVisit: new Date(host.mock.clock.now()).toISOString(),
      lastVisit: new Date(host.mock.clock.now()).toISOString(),
      mfaBackupCodeAcknowledgement: null,
      lastVerifiedCredentialId: body.user.verifiedCredentials[0]?.id,
    })
    expect(namesOf((await host.call('profile.get', { token: body.jwt })).body)).toEqual([...sdkFields].sort())
  })
})
