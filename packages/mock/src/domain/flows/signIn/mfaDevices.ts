import type { User } from '../../../store/records.ts'
import type { MfaDevice } from '../../../store/signInRecords.ts'
import { clearAttempts } from '../../secondFactor/mfaAttempts.ts'
import { devicesOf } from '../../secondFactor/mfaDevices.ts'
import { countFactors, takesRecoveryCodes } from '../../secondFactor/mfaPolicy.ts'
import { deleteMfaTokens } from '../../secondFactor/mfaTokens.ts'
import { deleteRecoveryCodes } from '../../secondFactor/recoveryCodes.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'

/**
 * Deletes a device. The recovery codes are deleted with the last verified device.
 *
 * @throws {@link DomainError} `badRequest` for the default device while there are others, and for the last factor that
 * counts where the environment requires one
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
 * Refuses to delete the last second factor that counts, if the environment requires one. It is called after the
 * deletion, which the refusal undoes.
 *
 * @param before - The result of {@link countFactors} before the deletion.
 * @throws {@link DomainError} `badRequest`
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

/** Deletes all second factors of a user: devices, recovery codes, proofs and counted wrong codes. */
export function deleteAllDevices(backend: Backend, userId: string): void {
  for (const device of devicesOf(backend, userId)) dropDevice(backend, device)
  for (const session of backend.store.sessions.scan('byUser', [userId])) deleteMfaTokens(backend, session.id)
  deleteRecoveryCodes(backend, userId)
  clearAttempts(backend, userId)
}

/** A device's passkey is deleted with it, unless the passkey can also sign in. */
export function dropDevice({ store }: Backend, { id, passkeyId, userId }: MfaDevice): void {
  store.mfaDevices.delete(id)
  if (passkeyId === undefined) return
  const credential = [...store.credentials.scan('byUser', [userId])].find((held) => held.passkeyId === passkeyId)
  if (credential?.signInEnabled) return
  if (credential) store.credentials.delete(credential.id)
  store.passkeys.delete(passkeyId)
}
