import { asciiLowerCase } from '@latchkey/base/asciiCase'
import type { User } from '../../store/records.ts'
import type { Verification } from '../../store/signInRecords.ts'
import { assertNotLastCredential, isVerified, replaceCredential } from '../credentials/credentials.ts'
import { assertUniqueFields } from '../credentials/uniqueFields.ts'
import { isEmail } from '../shared/addresses.ts'
import type { Backend } from '../shared/backend.ts'
import { assert, type FailureKey } from '../shared/errors.ts'
import { findInternationalPhone, readInternationalPhone } from '../shared/phones.ts'
import { shownKey, showsContact } from './contacts.ts'
import { holderOfEmail } from './emails.ts'
import { type Channel, channels } from './verificationChannels.ts'

/** An address or number that a user wants the profile to show. */
export interface ContactChange {
  readonly channel: Channel
  /** As the profile shows it; empty to remove it. */
  readonly address: string
  /** The next step: the value is removed, is shown at once, or must be proved first. */
  readonly step: 'remove' | 'show' | 'verify'
}

/** The refusal of an empty required field. */
const required: Record<Channel, { readonly key: FailureKey; readonly message: string }> = {
  email: {
    key: 'emailRequired',
    message: 'Users of this environment need an e-mail address. Change it instead of removing it.',
  },
  sms: {
    key: 'invalidUpdate',
    message: 'Users of this environment need a phone number. Change it instead of removing it.',
  },
}

/**
 * Reads an e-mail address or phone number that a user enters.
 *
 * An address is shown at once when the user has proved it before. Whether somebody else has it makes no difference, so
 * that nobody learns it. A number needs no proof where the environment's settings say that phone numbers are not
 * verified. It is any text then.
 *
 * @returns `undefined` where nothing changes; another spelling of the same value counts as no change.
 * @throws {@link DomainError} `invalidEmail`, `invalidPhone`, and `accountHasPhoneNumber` for a number that needs no
 * proof and has to be unique
 */
export async function readContactChange(
  backend: Backend,
  user: User,
  { channel, entered }: { readonly channel: Channel; readonly entered: string | undefined },
): Promise<ContactChange | undefined> {
  if (entered === undefined || entered === (user[channels[channel].field] ?? '')) return undefined
  if (entered === '') return { channel, address: '', step: 'remove' }
  const isPlain = channel === 'sms' && isPlainNumber(backend, user.environmentId)
  const { address, key } = isPlain ? await readPlainNumber(entered) : await readers[channel](entered)
  if (key !== '' && showsContact(user, { channel, key })) return undefined
  if (hasProved(backend, user, { channel, key })) return { channel, address, step: 'show' }
  if (!isPlain) return { channel, address, step: 'verify' }
  assertUniqueFields(backend, user.environmentId, { userId: user.id, values: { phoneNumber: address } })
  return { channel, address, step: 'show' }
}

/**
 * Writes a change that needs no proof. The credential of an address that is removed goes with it.
 *
 * @throws {@link DomainError} `emailRequired` or `invalidUpdate` while the field is required, `lastCredential`
 */
export function applyContactChange(backend: Backend, userId: string, { channel, address, step }: ContactChange): void {
  const { store, clock } = backend
  const user = store.users.get(userId)
  if (!user || step === 'verify') return
  const { field } = channels[channel]
  if (step === 'remove') removeCredential(backend, user, channel)
  const written = store.users.get(userId) ?? user
  store.users.put({ ...written, [field]: step === 'remove' ? undefined : address, updatedAt: clock.iso() })
}

type Target = Pick<Verification, 'address' | 'key'>

const readers: Record<Channel, (entered: string) => Target | Promise<Target>> = {
  email(address) {
    assert(isEmail(address), 'invalidEmail')
    return { address, key: asciiLowerCase(address) }
  },
  async sms(entered) {
    const { number } = await readInternationalPhone(entered)
    return { address: number, key: number }
  },
}

/** A number that needs no proof may be any text, as in the requests of servers. A text without a number has no key. */
async function readPlainNumber(entered: string): Promise<Target> {
  const phone = await findInternationalPhone(entered)
  return phone ? { address: phone.number, key: phone.number } : { address: entered, key: '' }
}

/**
 * Either by a code, or, for an address, by an account whose provider has verified it, as long as nobody else was given
 * the address.
 */
function hasProved(
  backend: Backend,
  { id, environmentId }: User,
  { channel, key }: Pick<Verification, 'channel' | 'key'>,
): boolean {
  const credential = backend.store.credentials.find('byKey', [environmentId, channels[channel].format, key])
  if (credential) return credential.userId === id && isVerified(credential)
  return channel === 'email' && holderOfEmail(backend, environmentId, key)?.id === id
}

function removeCredential(backend: Backend, user: User, channel: Channel): void {
  const { store } = backend
  assertNotRequired(backend, user.environmentId, channel)
  const credential = store.credentials.find('byKey', [
    user.environmentId,
    channels[channel].format,
    shownKey(user, channel),
  ])
  if (credential?.userId !== user.id) return
  assertNotLastCredential(backend, credential)
  store.credentials.delete(credential.id)
  replaceCredential(backend, user.id, credential.id)
}

/**
 * Refuses to leave a user without an address or number that the environment requires.
 *
 * @throws {@link DomainError} `emailRequired` or `invalidUpdate`
 */
export function assertNotRequired(backend: Pick<Backend, 'store'>, environmentId: string, channel: Channel): void {
  const rule = kycField(backend, environmentId, channel)
  const { key: failure, message } = required[channel]
  assert(!rule?.enabled || !rule.required, failure, { message })
}

/** Whether the environment's settings say that phone numbers need no proof. */
export function isPlainNumber(backend: Pick<Backend, 'store'>, environmentId: string): boolean {
  return kycField(backend, environmentId, 'sms')?.verify === false
}

function kycField({ store }: Pick<Backend, 'store'>, environmentId: string, channel: Channel) {
  return store.environments.get(environmentId)?.settings.kyc.find(({ name }) => name === channels[channel].field)
}
