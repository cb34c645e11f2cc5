import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { defined } from '@latchkey/base/defined'
import { writeSparkAddress } from '@latchkey/crypto/addresses'
import { addressKey, type Chain, isAddressOf } from '@latchkey/crypto/chainAddresses'
import { hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import type { AllowlistEntry, Credential } from '../../store/records.ts'
import { transact } from '../../world/world.ts'
import { isListed } from './allowlistIdentities.ts'
import { createAllowlist, createAllowlistEntry } from './allowlists.ts'
import type { Person } from './person.ts'

const environmentId = '00000000-0000-7000-8000-000000000004'

const sparkKey = `02${'ab'.repeat(32)}`

/** Accounts by chain, some spelled in several ways, some alike in all but the case of their letters. */
const addresses: readonly (readonly [Chain, ...string[]])[] = [
  ['EVM', '0x8ba1f109551bD432803012645Ac136ddd64DBA72', '0x8BA1F109551BD432803012645AC136DDD64DBA72'],
  ['FLOW', '0x0ab1f109551bd432', '0x0AB1F109551BD432'],
  ['STARK', '0x0ab1f109551bd432', '0xab1f109551bd432', '0x00AB1F109551BD432'],
  ['APTOS', '0x1', `0x${'1'.padStart(64, '0')}`],
  ['SOL', 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH', 'hn7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH'],
  [
    'BTC',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'Bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ],
  ['SPARK', sparkKey, sparkKey.toUpperCase(), writeSparkAddress(hexToBytes(sparkKey))],
  [
    'TON',
    '0:e4d954ef9f4e1250a26b5bbad76a1cdd17cfd08babad6f4c23e372270aef6f76',
    '0:E4D954EF9F4E1250A26B5BBAD76A1CDD17CFD08BABAD6F4C23E372270AEF6F76',
    'EQDk2VTvn04SUKJrW7rXahzdF8_Qi6utb0wj43InCu9vdjrR',
    'eqDk2VTvn04SUKJrW7rXahzdF8_Qi6utb0wj43InCu9vdjrR',
  ],
]
/** Wallets have addresses of their chain. */
const wallet = fc.constantFrom(
  ...addresses.flatMap(([chain, ...spellings]) =>
    spellings.filter((publicKey) => isAddressOf(chain, publicKey)).map((publicKey) => ({ chain, publicKey })),
  ),
)
const address = fc.constantFrom(...addresses.flatMap(([, ...spellings]) => spellings))
const emails = ['ada@example.com', 'bea@example.com', 'ada@example.org', 'bea@example.net']
const handle = fc.constantFrom('ada', 'Ada', 'kim', '\u212aim', 'KIM')
const fid = fc.integer({ min: 1, max: 4 })
const phone = fc.constantFrom('+4915112345678', '+4915112345679')
/** Some are also the id of an account elsewhere, which is somebody else. */
const externalId = fc.constantFrom('subject', 'Subject', '1', '2')
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })

const entryInput = fc.record({
  walletPublicKey: maybe(address),
  email: maybe(fc.constantFrom(...emails, 'ADA@example.com')),
  emailDomain: maybe(fc.constantFrom('example.com', 'example.org', 'https://example.net/x')),
  phoneNumber: maybe(phone),
  discordUsername: maybe(handle),
  twitterUsername: maybe(handle),
  farcasterUsername: maybe(handle),
  farcasterFid: maybe(fid),
  externalUserId: maybe(externalId),
  alias: fc.constant('somebody'),
})

const account = fc.record({
  format: fc.constant<Credential['format']>('oauth'),
  key: fc.oneof(fc.constant('account'), phone),
  provider: fc.constantFrom<Credential['provider'][]>('discord', 'twitter', 'farcaster', 'google'),
  username: maybe(handle),
  accountId: maybe(fid.map(String)),
})
const phoneCredential = phone.map((key) => ({ format: 'phoneNumber' as const, key }))
const externalCredential = externalId.map((accountId) => ({
  format: 'externalUser' as const,
  key: `external:${accountId}`,
  accountId,
}))
const person: fc.Arbitrary<Person> = fc
  .record({
    wallets: fc.array(wallet, { maxLength: 2 }),
    emails: fc.uniqueArray(fc.constantFrom(...emails), { maxLength: 1 }),
    credentials: fc.array(fc.oneof(account, phoneCredential, externalCredential), { maxLength: 2 }),
  })
  .map((identities) => ({ environmentId, ...(identities as unknown as Omit<Person, 'environmentId'>) }))

/** Decides without the index: compares each entry with each identity of the person. */
function readsAsListed(entries: readonly AllowlistEntry[], { wallets, emails: held, credentials }: Person): boolean {
  const hasHandle = (provider: string, username: string | undefined) =>
    username !== undefined &&
    credentials.some(
      (credential) =>
        credential.provider === provider && asciiLowerCase(credential.username) === asciiLowerCase(username),
    )
  return entries.some(
    (entry) =>
      wallets.some(
        ({ chain, publicKey }) =>
          entry.walletPublicKey !== undefined &&
          addressKey(chain, publicKey) === addressKey(chain, entry.walletPublicKey),
      ) ||
      held.some((email) => email === entry.email || email.slice(email.lastIndexOf('@') + 1) === entry.emailDomain) ||
      credentials.some(
        ({ format, key, provider, accountId }) =>
          (format === 'phoneNumber' && key === entry.phoneNumber) ||
          (format === 'externalUser' && accountId === entry.externalUserId) ||
          (provider === 'farcaster' && accountId !== undefined && accountId === String(entry.farcasterFid)),
      ) ||
      hasHandle('discord', entry.discordUsername) ||
      hasHandle('twitter', entry.twitterUsername) ||
      hasHandle('farcaster', entry.farcasterUsername),
  )
}

describe('isListed', () => {
  it('agrees with a search through the whole list, for any people and entries', async () => {
    const outcomes = { listed: 0, others: 0 }
    await transact(createTestWorld(), (backend) => {
      let count = 0
      fc.assert(
        fc.property(fc.array(entryInput, { maxLength: 3 }), fc.array(person, { minLength: 8 }), (inputs, people) => {
          const list = createAllowlist(backend, environmentId, { name: `List ${++count}` })
          const other = createAllowlist(backend, environmentId, { name: `Other list ${count}` })
          for (const email of emails) createAllowlistEntry(backend, other, { email })
          for (const input of inputs) {
            try {
              createAllowlistEntry(backend, list, defined(input))
            } catch (error) {
              // Nobody is listed twice, nor without an identity.
              expect(error).toMatchObject({
                code: expect.stringMatching(/^(allowlist_entry_already_exists|invalid_user)$/),
              })
            }
          }
          const entries = [...backend.store.allowlistEntries.scan('byCreatedAt', [list.id])]
          for (const someone of people) {
            const listed = readsAsListed(entries, someone)
            outcomes[listed ? 'listed' : 'others'] += 1
            expect(isListed(backend, list.id, someone)).toBe(listed)
          }
        }),
        { seed: 1, numRuns: 200 },
      )
    })
    expect(outcomes.listed).toBeGreaterThan(100)
    expect(outcomes.others).toBeGreaterThan(100)
  })
})
