import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { defined } from '@latchkey/base/defined'
import { addressKey, looseAddressKey } from '@latchkey/crypto/chainAddresses'
import type { AllowlistEntry, Credential } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import type { Person } from './person.ts'

type Identities = Pick<
  AllowlistEntry,
  'walletPublicKey' | 'discordUsername' | 'twitterUsername' | 'farcasterUsername' | 'walletLookup' | HandleKey
>
type HandleKey = 'discordKey' | 'twitterKey' | 'farcasterKey'

/** The comparable forms of an entry's identities, which are shown as they were written. */
export function lookupKeys(entry: Identities): Pick<AllowlistEntry, 'walletLookup' | HandleKey> {
  const { walletPublicKey, discordUsername, twitterUsername, farcasterUsername } = entry
  return defined({
    walletLookup: walletPublicKey ? looseAddressKey(walletPublicKey) : undefined,
    discordKey: discordUsername ? asciiLowerCase(discordUsername) : undefined,
    twitterKey: twitterUsername ? asciiLowerCase(twitterUsername) : undefined,
    farcasterKey: farcasterUsername ? asciiLowerCase(farcasterUsername) : undefined,
  })
}

/** The values under which a person is looked up in each unique index. */
const textIdentities = {
  uniqueEmail: ({ emails }) => emails,
  uniqueEmailDomain: ({ emails }) => emails.map((email) => email.slice(email.lastIndexOf('@') + 1)),
  uniquePhoneNumber: ({ credentials }) =>
    credentials.filter(({ format }) => format === 'phoneNumber').map(({ key }) => key),
  uniqueDiscord: (person) => handlesAt(person, 'discord'),
  uniqueTwitter: (person) => handlesAt(person, 'twitter'),
  uniqueFarcaster: (person) => handlesAt(person, 'farcaster'),
  uniqueExternalUser: ({ credentials }) =>
    credentials.filter(({ format }) => format === 'externalUser').map(({ accountId = '' }) => accountId),
} satisfies Record<string, (person: Person) => readonly string[]>

const textIndexes = Object.keys(textIdentities) as (keyof typeof textIdentities)[]

/**
 * Whether an allowlist lists a person. One matching identity of an entry is enough; `alias` only helps the reader of
 * the list. The person's identities are looked up, so a long list takes no longer than a short one.
 */
export function isListed({ store }: Pick<Backend, 'store'>, allowlistId: string, person: Person): boolean {
  const entries = store.allowlistEntries
  return (
    textIndexes.some((index) =>
      textIdentities[index](person).some((text) => entries.find(index, [allowlistId, text]) !== undefined),
    ) ||
    farcasterIdsOf(person).some((id) => entries.find('uniqueFarcasterFid', [allowlistId, id]) !== undefined) ||
    person.wallets.some(({ chain, publicKey }) => {
      const key = addressKey(chain, publicKey)
      for (const { walletPublicKey = '' } of entries.scan('byWalletLookup', [allowlistId, looseAddressKey(publicKey)]))
        if (addressKey(chain, walletPublicKey) === key) return true
      return false
    })
  )
}

function handlesAt({ credentials }: Person, provider: Credential['provider']): string[] {
  return credentials.flatMap((held) =>
    held.provider === provider && held.username ? [asciiLowerCase(held.username)] : [],
  )
}

function farcasterIdsOf({ credentials }: Person): number[] {
  return credentials.flatMap(({ provider, accountId }) => (provider === 'farcaster' ? [Number(accountId)] : []))
}
