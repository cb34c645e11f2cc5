import type { components } from '@latchkey/types'

type Schemas = components['schemas']

export type Allowlist = Schemas['Allowlist']
export type AllowlistEntry = Schemas['AllowlistEntry']

type Identity = keyof Schemas['PostAllowlistEntriesRequest']

/** The identities of an entry, and how a form asks for each. One that is left out does not compile. */
const inputs: Readonly<Record<Identity, { readonly label: string; readonly placeholder?: string }>> = {
  email: { label: 'E-mail', placeholder: 'ada@example.com' },
  emailDomain: { label: 'E-mail domain', placeholder: 'example.com' },
  walletPublicKey: { label: 'Wallet address', placeholder: '0x…' },
  phoneNumber: { label: 'Phone number', placeholder: '+4915112345678' },
  externalUserId: { label: 'Subject at another issuer' },
  discordUsername: { label: 'Discord user name' },
  twitterUsername: { label: 'X user name' },
  farcasterUsername: { label: 'Farcaster user name' },
  farcasterFid: { label: 'Farcaster id' },
  alias: { label: 'Name for you (not compared)' },
}

export const identities = Object.entries(inputs) as [Identity, (typeof inputs)[Identity]][]

/** Whom an entry lists, in one line. */
export const entryText = (entry: AllowlistEntry): string =>
  identities.flatMap(([identity]) => (entry[identity] === undefined ? [] : [String(entry[identity])])).join(' · ')

/** The entry that was entered. What is no number stays text, so that the service refuses it. */
export function readEntry(fields: FormData): Record<string, unknown> {
  const entered = identities.flatMap(([identity]) => {
    const text = String(fields.get(identity) ?? '').trim()
    const value = identity === 'farcasterFid' && /^\d{1,15}$/.test(text) ? Number(text) : text
    return text === '' ? [] : [[identity, value] as const]
  })
  return Object.fromEntries(entered)
}
