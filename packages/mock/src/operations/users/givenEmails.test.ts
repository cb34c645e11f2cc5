import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByOAuth } from '../../../test/people/oauthRoundTrip.ts'
import { phones, sentCode, signInByEmail } from '../../../test/people/oneTimeCodes.ts'
import { walletPeople } from '../../../test/people/walletPeople.ts'

const host = createHost()
const { person, userOf, eventsNow } = walletPeople(host)

const email = 'ada@example.com'
const emailVerifiedAt = '2026-01-14T09:00:00.000Z'
const chains = ['EVM'] as const

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'emailOnly' })
  await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
  await host.mock.create.provider({ provider: 'dynamic' })
})

const upsert = async (row: object) =>
  (await host.call('users.bulkCreate', { body: [row], query: { upsert: true } })).body
/** A user who got the address from a server, unverified. */
const userWithGivenEmail = async (fields: object = {}) =>
  (await host.call('users.create', { body: { email, ...fields } })).body.user?.id as string
const emailsOf = async (userId: string) =>
  (await userOf(userId))?.verifiedCredentials?.flatMap((credential) =>
    credential.format === 'email' ? [credential] : [],
  )

/** Each way in which a server vouches for an address. */
const vouching: Record<string, () => Promise<unknown>> = {
  'users.create': () => host.call('users.create', { body: { email, emailVerifiedAt } }),
  'users.bulkCreate': () => host.call('users.bulkCreate', { body: [{ email, emailVerifiedAt }] }),
  'users.bulkCreate with upsert': () => upsert({ email, emailVerifiedAt }),
  'embeddedWallets.create': () => host.call('embeddedWallets.create', { body: { type: 'email', identifier: email } }),
  'embeddedWallets.createFromFrame': () =>
    host.call('embeddedWallets.createFromFrame', { body: { email, fid: 3621, chains: [...chains] } }),
}

describe('an address that a server vouches for', () => {
  it.each(Object.keys(vouching))('ends by %s the change to it that somebody else has begun', async (way) => {
    const { token, id } = await person(await host.mock.wallets.evm())
    const { body } = await host.call('profile.update', { token, body: { email } })
    const proof = {
      verificationUUID: body.emailVerification?.verificationUUID ?? '',
      verificationToken: sentCode(host, 'email', email),
    }
    await vouching[way]?.()
    expect(await host.refuse('emailSignIn.verify', { token, body: proof })).toMatchObject({
      status: 422,
      code: 'invalid_email_verification',
    })
    expect((await userOf(id))?.email).toBeNull()
  })

  it('does not end such a change if it is only given', async () => {
    const { token, id } = await person(await host.mock.wallets.evm())
    const { body } = await host.call('profile.update', { token, body: { email } })
    await userWithGivenEmail()
    await host.call('emailSignIn.verify', {
      token,
      body: {
        verificationUUID: body.emailVerification?.verificationUUID,
        verificationToken: sentCode(host, 'email', email),
      },
    })
    expect((await userOf(id))?.email).toBe(email)
  })

  it('ends a change to a phone number, too, by embeddedWallets.create', async () => {
    const { token } = await person(await host.mock.wallets.evm())
    const { body } = await host.call('profile.update', { token, body: { phoneNumber: phones.de.e164 } })
    const proof = {
      verificationUUID: body.smsVerification?.verificationUUID ?? '',
      verificationToken: sentCode(host, 'sms', phones.de.e164),
    }
    await host.call('embeddedWallets.create', { body: { type: 'phoneNumber', identifier: phones.de.e164 } })
    expect(await host.refuse('smsSignIn.verify', { token, body: proof })).toMatchObject({
      status: 422,
      code: 'invalid_sms_verification',
    })
  })

  it.each(['embeddedWallets.create', 'embeddedWallets.createFromFrame'])(
    'is verified by %s if it was only given, so that its owner finds the wallet',
    async (way) => {
      const { address } = await host.mock.wallets.evm()
      const id = await userWithGivenEmail({
        wallets: [
          { publicWalletAddress: address, chain: 'EVM', walletName: 'metamask', walletProvider: 'browserExtension' },
        ],
      })
      expect(await emailsOf(id)).toEqual([])
      await vouching[way]?.()
      expect(await emailsOf(id)).toMatchObject([{ email, signInEnabled: true, verifiedAt: '2026-01-15T09:30:00.000Z' }])
      const { user } = (await signInByEmail(host, email)).body
      expect([
        user.id,
        user.verifiedCredentials.filter((credential) => credential.wallet_provider === 'embeddedWallet').length,
      ]).toEqual([id, 1])
    },
  )

  it('does not replace the address in the profile by embeddedWallets.createFromFrame', async () => {
    const { id } = await host.mock.create.user({
      email: 'countess@example.com',
      oauthAccounts: [{ provider: 'farcaster', accountId: '3621' }],
    })
    await vouching['embeddedWallets.createFromFrame']?.()
    expect(await userOf(id)).toMatchObject({
      email: 'countess@example.com',
      verifiedCredentials: [{}, {}, { email }, {}],
    })
  })

  it('keeps the instant of its first verification', async () => {
    const { id } = await host.mock.create.user({ email, emailVerifiedAt })
    await vouching['embeddedWallets.create']?.()
    await upsert({ email, emailVerifiedAt: '2026-01-15T09:00:00Z' })
    expect(await emailsOf(id)).toMatchObject([{ verifiedAt: emailVerifiedAt }])
  })
})

describe('an address that one user has proved by an account and a server has given to another', () => {
  /** Whom the server gave it, and who has proved it. */
  async function both() {
    const givenTo = await userWithGivenEmail()
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.idp.google?.addUser({ email })
    const provedBy = (await signInByOAuth(host, { email })).body.user.id
    expect(provedBy).not.toBe(givenTo)
    return { givenTo, provedBy }
  }

  it('stays if a row does not verify it, and the rest of the row is applied', async () => {
    const { givenTo, provedBy } = await both()
    const before = await userOf(givenTo)
    expect(await upsert({ email, firstName: 'Ada' })).toMatchObject({
      failed: [],
      updated: [{ id: provedBy, firstName: 'Ada' }],
    })
    expect(await userOf(givenTo)).toEqual(before)
    expect(await emailsOf(provedBy)).toEqual([])
  })

  it('moves to the user who has proved it if a row verifies it', async () => {
    const { givenTo, provedBy } = await both()
    expect(await upsert({ email, emailVerifiedAt })).toMatchObject({ failed: [], updated: [{ id: provedBy, email }] })
    expect((await userOf(givenTo))?.email).toBeNull()
    expect(await emailsOf(provedBy)).toMatchObject([{ email, verifiedAt: emailVerifiedAt }])
    expect((await eventsNow('user.updated')).map(({ data }) => data.id)).toEqual(
      expect.arrayContaining([givenTo, provedBy]),
    )
  })

  it('identifies the user who has proved it for embedded wallets, and does not change the other one', async () => {
    const { givenTo, provedBy } = await both()
    const before = await userOf(givenTo)
    for (const way of ['embeddedWallets.create', 'embeddedWallets.createFromFrame']) await vouching[way]?.()
    expect((await userOf(provedBy))?.wallets).toHaveLength(1)
    expect(await userOf(givenTo)).toEqual(before)
  })
})

describe('emailVerifiedAt', () => {
  it.each(['2026-01-15T09:30:00.001Z', '2099-01-01T00:00:00Z', '9999-12-31T23:59:59-05:00'])(
    'is taken as the present instant at %s',
    async (instant) => {
      expect(await emailsOf(await userWithGivenEmail({ emailVerifiedAt: instant }))).toMatchObject([
        { verifiedAt: '2026-01-15T09:30:00.000Z' },
      ])
    },
  )

  it.each([
    ['2026-01-15T09:29:59.999Z', '2026-01-15T09:29:59.999Z'],
    ['2024-01-05T10:00:00+0000', '2024-01-05T10:00:00.000Z'],
    ['0000-01-01T00:00:00+05:00', '0000-01-01T00:00:00.000Z'],
  ])('is stored if it is in the past: %s', async (instant, verifiedAt) => {
    expect(await emailsOf(await userWithGivenEmail({ emailVerifiedAt: instant }))).toMatchObject([{ verifiedAt }])
  })
})
