import type { Credential, Session, User } from '../../store/records.ts'
import type { MfaDevice } from '../../store/signInRecords.ts'
import type { Backend } from '../shared/backend.ts'

type Reading = Pick<Backend, 'store'>
type Person = Pick<User, 'id' | 'environmentId'>
type Kind = MfaDevice['type']

/**
 * Whether a session still waits for its second factor: the settings require one or the user has one that counts, and
 * this session has not proved it yet.
 *
 * Without a session, the result says whether the user's next sign-in will wait.
 *
 * @param input.devices - The user's devices, if they are no longer in the store. @default read from the store
 * @see spec/decisions/09-mfa.md
 */
export function isMfaOpen(
  backend: Reading,
  user: Person,
  {
    session,
    devices = devicesOf(backend, user.id),
  }: {
    readonly session?: Pick<Session, 'mfaVerifiedAt'> | undefined
    readonly devices?: Iterable<MfaDevice> | undefined
  } = {},
): boolean {
  const mfa = backend.store.environments.get(user.environmentId)?.settings.security.mfa
  if (!mfa?.enabled || session?.mfaVerifiedAt !== undefined) return false
  if (mfa.required === true) return true
  for (const device of devices) if (counts(backend, user, device)) return true
  return false
}

/**
 * Whether users of an environment can use a kind of second factor: second factors are on, the kind is listed, and it is
 * not turned off.
 */
export function isMethodAvailable({ store }: Reading, environmentId: string, kind: Kind): boolean {
  const mfa = store.environments.get(environmentId)?.settings.security.mfa
  const setting = mfa?.methods?.find(({ type }) => type === kind)?.enabled
  const isListed = mfa?.availableMethods?.includes(kind) ?? setting === true
  return mfa?.enabled === true && isListed && setting !== false
}

/** Whether the user has a verified device, of any kind, even one that is disabled now. */
export function hasVerifiedDevice(backend: Reading, userId: string): boolean {
  for (const device of devicesOf(backend, userId)) if (device.verifiedAt !== undefined) return true
  return false
}

/** Whether the user has a verified device of a kind that can be used here. */
export function hasUsableDevice(backend: Reading, user: Person): boolean {
  for (const device of devicesOf(backend, user.id)) if (counts(backend, user, device)) return true
  return false
}

/** Whether recovery codes can replace one of the user's devices. */
export function takesRecoveryCodes(backend: Reading, user: Person): boolean {
  const methods = backend.store.environments.get(user.environmentId)?.settings.security.mfa?.methods ?? []
  for (const device of devicesOf(backend, user.id)) {
    if (
      counts(backend, user, device) &&
      methods.some(({ type, allowBackupCodes }) => type === device.type && allowBackupCodes === true)
    )
      return true
  }
  return false
}

/** Whether the user has a passkey that can be used as a second factor, whether or not it was registered as one. */
export function hasUsablePasskey(backend: Reading, user: Person): boolean {
  return isMethodAvailable(backend, user.environmentId, 'passkey') && countPasskeys(backend, user.id) > 0
}

/** The passkeys of a user that can be a second factor. Those of embedded wallets cannot. */
function countPasskeys({ store }: Reading, userId: string): number {
  let count = 0
  for (const { forWallets } of store.passkeys.scan('byUser', [userId])) if (!forWallets) count++
  return count
}

/**
 * The number of the user's second factors that count: verified devices and passkeys of the enabled kinds. A device and
 * its passkey count once.
 */
export function countFactors(backend: Reading, user: Person): number {
  let count = hasUsablePasskey(backend, user) ? countPasskeys(backend, user.id) : 0
  for (const device of devicesOf(backend, user.id))
    if (device.passkeyId === undefined && counts(backend, user, device)) count++
  return count
}

/**
 * The user's verified e-mail addresses that can be the second factor of a session. The address that the session began
 * with is excluded, whether by a code or by an account with the same address.
 */
export function secondFactorEmails(
  { store }: Reading,
  user: Person,
  { credentialId }: Pick<Session, 'credentialId'>,
): Credential[] {
  if (!isMethodAvailable({ store }, user.environmentId, 'email')) return []
  const first = credentialId === undefined ? undefined : store.credentials.get(credentialId)
  const firstFactorEmail = first?.format === 'email' ? first.key : first?.verifiedEmail
  return [...store.credentials.scan('byUser', [user.id])].filter(
    ({ format, verifiedAt, key }) => format === 'email' && verifiedAt !== undefined && key !== firstFactorEmail,
  )
}

/**
 * Whether the user can prove a second factor in this session. A user who cannot must register one first. A user who can
 * must not avoid the proof by registering another.
 */
export function canProveFactor(backend: Reading, user: Person, session: Pick<Session, 'credentialId'>): boolean {
  return (
    hasUsableDevice(backend, user) ||
    hasUsablePasskey(backend, user) ||
    secondFactorEmails(backend, user, session).length > 0
  )
}

function counts(backend: Reading, { environmentId }: Person, { type, verifiedAt }: MfaDevice): boolean {
  return verifiedAt !== undefined && isMethodAvailable(backend, environmentId, type)
}

function devicesOf({ store }: Reading, userId: string): Iterable<MfaDevice> {
  return store.mfaDevices.scan('byUser', [userId])
}
