import { describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const wallet = {
  publicWalletAddress: address,
  chain: 'EVM',
  walletName: 'metamask',
  walletProvider: 'browserExtension',
}
const google = { provider: 'google', accountId: 'g-1' }
const verifiedAt = '2026-01-14T09:00:00Z'

/** Values at the edges of what the schema of a row lets in. */
const odd: Readonly<Record<string, readonly unknown[]>> = {
  email: [
    '',
    'a@b',
    'a@localhost',
    'a@b.c',
    'a@b.c-',
    '"a b"@example.com',
    'a@-x.com',
    'a@exa_mple.com',
    'a@1.2.3.4',
    'a@example.c',
    `${'x'.repeat(65)}@example.com`,
    `a@${'x'.repeat(64)}.com`,
    `a@${'x'.repeat(253)}`,
    "a!#$%&'*+/=?^_`{|}~@example.com",
    'A@EXAMPLE.COM',
    '"a"@example.com',
    'a@ b.example.com',
    'a@',
  ],
  alias: ['', 'x'.repeat(255), 'ß', '|', '𝕬'],
  firstName: ['', '-', 'ǆ'],
  lastName: ['', 'é'],
  jobTitle: ['', '%&'],
  team: ['', '@'],
  tShirtSize: ['', 'XXL'],
  phoneNumber: ['', 'hello', '+4915112345678', '0'],
  username: [null, '', 'ǅabc', '𝕬𝕭𝕮', 'constructor', '__proto__'],
  country: [null, 'GB', 'ZZ'],
  mfaBackupCodeAcknowledgement: [null, 'pending', 'complete'],
  btcWallet: [null, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  kdaWallet: [null, `k:${'a'.repeat(64)}`],
  ltcWallet: [null, `L${'a'.repeat(26)}`],
  ckbWallet: [null, `ckb1q${'a'.repeat(25)}`],
  kasWallet: [null, `kaspa:${'a'.repeat(56)}`],
  dogeWallet: [null, `D${'a'.repeat(33)}`],
  policiesConsent: [true, false],
  emailNotification: [true, false],
  discordNotification: [false],
  newsletterNotification: [false],
  metadata: [
    {},
    { constructor: 1, toString: null },
    { '': '' },
    { a: { b: [1, null] } },
    { text: 'x'.repeat(3000) },
    { text: '\ud800\0' },
    { hasOwnProperty: [] },
  ],
  emailVerifiedAt: [
    verifiedAt,
    '0000-01-01T00:00:00+05:00',
    '9999-12-31T23:59:59-05:00',
    '2015-06-30T23:59:60Z',
    '2026-01-01T00:00:00+05:30',
    '2026-01-01 00:00:00Z',
    '2099-01-01T00:00:00Z',
  ],
  wallets: [
    [],
    [wallet, wallet],
    [{ ...wallet, chain: 'BTC' }],
    [{ ...wallet, publicWalletAddress: address.toLowerCase() }],
    [{ ...wallet, walletProvider: 'embeddedWallet' }],
    [{ ...wallet, additionalWalletAddresses: [{ address: '', type: 'payment' }] }],
    [{ ...wallet, publicWalletAddress: 'x'.repeat(18) }],
    [{ ...wallet, walletName: '|' }],
  ],
  oauthAccounts: [
    [],
    [google, google],
    [{ provider: 'emailOnly', accountId: 'x' }],
    [{ ...google, emails: ['', 'a@b'] }],
    [{ ...google, username: '', displayName: '' }],
    [{ ...google, photos: ['', 'javascript:1'] }],
    [{ ...google, profile: { constructor: 1 } }],
  ],
}
const cases = Object.entries(odd).flatMap(([field, values]) => values.map((value) => ({ [field]: value })))

/**
 * Every row is answered with 201 and in one list; the host checks the reply against its schema, in which a fault is a
 * 500.
 */
async function answered(row: Record<string, unknown>, upsert: boolean) {
  const { status, body } = await host.call('users.bulkCreate', { body: [row], query: { upsert } })
  expect(
    [status, (body.created?.length ?? 0) + (body.updated?.length ?? 0) + (body.failed?.length ?? 0)],
    JSON.stringify(row).slice(0, 200),
  ).toEqual([201, 1])
  return body
}

describe.each([false, true])('a row of users.bulkCreate with an odd value (upsert: %s)', (upsert) => {
  it.each(Object.keys(odd))('is answered for each of those in %s, with and without an address', async (field) => {
    for (const row of cases.filter((testCase) => Object.hasOwn(testCase, field))) {
      await answered(row, upsert)
      await answered({ email: 'ada@example.com', ...row }, upsert)
    }
  })

  it('is answered even if another value of the row fails', async () => {
    await host.mock.create.user({ username: 'taken' })
    for (const row of cases) {
      const { failed } = await answered(
        {
          email: 'bob@example.com',
          emailVerifiedAt: verifiedAt,
          username: 'taken',
          ...row,
          oauthAccounts: [{ provider: 'emailOnly', accountId: 'x' }],
        },
        upsert,
      )
      expect(failed).toHaveLength(1)
    }
  })
})

describe('the user of a failed row', () => {
  it('shows the address of the row, or none if it is malformed', async () => {
    await host.mock.create.user({ email: 'ada@example.com' })
    const { failed = [] } = (
      await host.call('users.bulkCreate', { body: [{ email: 'a@b', alias: 'Ada' }, { email: 'ada@example.com' }] })
    ).body
    expect(failed).toMatchObject([
      { code: 'invalid_email', user: { alias: 'Ada' } },
      { code: 'email_already_exists', user: { email: 'ada@example.com' } },
    ])
    expect(failed[0]?.user).toHaveProperty('email', null)
  })

  it('shows a name with an apostrophe', async () => {
    const body = [{ lastName: "O'Byron", emailVerifiedAt: verifiedAt }]
    const { failed = [] } = (await host.call('users.bulkCreate', { body })).body
    expect(failed).toMatchObject([{ code: 'email_cannot_be_null', user: { lastName: "O'Byron" } }])
  })
})
