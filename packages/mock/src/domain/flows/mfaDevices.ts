import type { Backend } from '../../backend.ts'
import type { User } from '../../store/records.ts'
import type { MfaDevice } from '../../store/signInRecords.ts'
import { clearAttempts } from '../secondFactor/mfaAttempts.ts'
import { devicesOf } from '../secondFactor/mfaDevices.ts'
import { countFactors, takesRecoveryCodes } from '../secondFactor/mfaPolicy.ts'
import { deleteMfaTokens } from '../secondFactor/mfaTokens.ts'
import { deleteRecoveryCodes } from '../secondFactor/recoveryCodes.ts'
import { assert } from '../shared/errors.ts'

/**
 * Deletes a device. With the last verified one go the recovery codes.
 *
 * @throws DomainError `badRequest` for the default device while there are others, and for the last factor that counts where
 * the environment requires one
 */
export function deleteDevice(backend: Backend, device: MfaDevice): void {
  const others = devicesOf(backend, device.userId).filter(
    ({ id, verifiedAt }) => id !== device.id && verifiedAt !== undefined,
  )
  assert(!device.isDefault || others.length === 0, 'badRequest', {
    message: 'The default device cannot be deleted. Make another device the default one first.',
  })
  const user = { id: device.userId, environmentId: device.environmentId }
  const before = countFactors(backend, user)
  dropDevice(backend, device)
  assertFactorLeft(backend, user, before)
  if (!takesRecoveryCodes(backend, user)) deleteRecoveryCodes(backend, device.userId)
}

/**
 * Keeps a user of an environment that requires a second factor from deleting the last one that counts. Comes after the deletion,
 * which the refusal takes back.
 *
 * @param before - What {@link countFactors} told before it.
 * @throws DomainError `badRequest`
 */
export function assertFactorLeft(
  backend: Pick<Backend, 'store'>,
  user: Pick<User, 'id' | 'environmentId'>,
  before: number,
): void {
  const mfa = backend.store.environments.get(user.environmentId)?.settings.security.mfa
  const isNeeded = mfa?.enabled === true && mfa.required === true && before > 0 && countFactors(backend, user) === 0
  assert(!isNeeded, 'badRequest', {
    message: 'The last second factor cannot be deleted, since one is required here. Register another one first.',
  })
}

/** Takes all second factors of a user away: devices, recovery codes, proofs and counted wrong codes. */
export function deleteAllDevices(backend: Backend, userId: string): void {
  for (const device of devicesOf(backend, userId)) dropDevice(backend, device)
  for (const session of backend.store.sessions.scan('byUser', [userId])) deleteMfaTokens(backend, session.id)
  deleteRecoveryCodes(backend, userId)
  clearAttempts(backend, userId)
}

/** A device's passkey goes with it, unless it signs in as well. */
export function dropDevice({ store }: Backend, { id, passkeyId, userId }: MfaDevice): void {
  store.mfaDevices.delete(id)
  if (passkeyId === undefined) return
  const credential = [...store.credentials.scan('byUser', [userId])].find((held) => held.passkeyId === passkeyId)
  if (credential?.signInEnabled) return
  if (credential) store.credentials.delete(credential.id)
  store.passkeys.delete(passkeyId)
}
