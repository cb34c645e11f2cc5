import { newRecord } from '@latchkey/base/newRecord'
import type { Credential, User } from '../../store/records.ts'
import type { Verification } from '../../store/signInRecords.ts'
import { isVerified } from '../credentials/credentials.ts'
import { isUniqueField } from '../credentials/uniqueFields.ts'
import { hasVerifiedDevice } from '../secondFactor/mfaPolicy.ts'
import type { Backend } from '../shared/backend.ts'
import { holderOfEmail } from './emails.ts'
import { type Channel, channels } from './verificationChannels.ts'

/** An address or number of an environment, in comparable form. */
export type Contact = Pick<Verification, 'environmentId' | 'channel' | 'key'>

/** The credential of an address or number, verified or not. */
export function contactCredential(
  { store }: Pick<Backend, 'store'>,
  { environmentId, channel, key }: Contact,
): Credential | undefined {
  return store.credentials.find('byKey', [environmentId, channels[channel].format, key])
}

/** The user who has proved to hold an address or number before. */
export function contactHolder(backend: Pick<Backend, 'store'>, contact: Contact): User | undefined {
  if (contact.channel === 'email') return holderOfEmail(backend, contact.environmentId, contact.key)
  const credential = contactCredential(backend, contact)
  return credential && isVerified(credential) ? backend.store.users.get(credential.userId) : undefined
}

/** The verified credential that a proof results in, with which the user can sign in. */
export function provedCredential(
  backend: Backend,
  verification: Verification,
  { userId, existing }: { userId: string; existing?: Credential | undefined },
): Credential {
  const { environmentId, channel, key } = verification
  const { format, details } = channels[channel]
  if (existing && isVerified(existing)) return existing
  const credential = existing ?? { ...newRecord(backend), environmentId, format, key }
  return { ...credential, userId, signInEnabled: true, verifiedAt: backend.clock.iso(), ...details(verification) }
}

/** The profile field of an address or number, as it was entered. */
export function contactField({ channel, address }: Verification): Pick<User, 'email' | 'phoneNumber'> {
  return { [channels[channel].field]: address }
}

/** The address or number that the profile shows, in comparable form; empty if it shows none. */
export function shownKey(user: User, channel: Channel): string {
  return channels[channel].comparable(user[channels[channel].field] ?? '')
}

/** Whether the profile shows this address or number, in any spelling. */
export function showsContact(user: User, { channel, key }: Pick<Verification, 'channel' | 'key'>): boolean {
  return shownKey(user, channel) === key
}

/** Removes an address that was never proved from a user and from the user's profile. */
export function dropUnverified({ store, clock }: Backend, credential: Credential, channel: Channel): void {
  store.credentials.delete(credential.id)
  const user = store.users.get(credential.userId)
  if (!user) return
  const updated = { ...user, updatedAt: clock.iso() }
  const shows = showsContact(user, { channel, key: credential.key })
  store.users.put(shows ? { ...updated, [channels[channel].field]: undefined } : updated)
}

/** Once a user has proved a number that must be unique, removes it from the profiles of users who merely entered it. */
export function dropClaimedNumber(backend: Backend, { environmentId, channel, key }: Contact, userId: string): void {
  const { store, clock } = backend
  if (channel !== 'sms' || !isUniqueField(backend, environmentId, 'phoneNumber')) return
  for (const user of store.users.scan('byCreatedAt', [environmentId])) {
    if (user.id !== userId && showsContact(user, { channel, key }))
      store.users.put({ ...user, phoneNumber: undefined, updatedAt: clock.iso() })
  }
}

/** Whether the user has something else that was proved: another credential, or a second factor. */
export function isProvedOtherwise({ store }: Pick<Backend, 'store'>, credential: Credential): boolean {
  for (const other of store.credentials.scan('byUser', [credential.userId])) {
    // An embedded wallet proves nothing.
    const isEmbeddedWallet = other.format === 'blockchain' && !other.signInEnabled
    if (other.id !== credential.id && isVerified(other) && !isEmbeddedWallet) return true
  }
  return hasVerifiedDevice({ store }, credential.userId)
}
