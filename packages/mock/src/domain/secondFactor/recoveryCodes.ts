import { newRecord } from '@latchkey/base/newRecord'
import type { User } from '../../store/records.ts'
import type { RecoveryCode } from '../../store/signInRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { sha256Hex } from '../shared/sha256Hex.ts'

/** 32 symbols of five bits each, without those that are easily confused. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeCount = 10
const codeLength = 10

/** The codes as replies show them: how many are left, and the codes themselves while they are readable. */
export interface ShownRecoveryCodes {
  readonly count: number
  readonly recoveryCodes: string[]
}

/**
 * Creates ten new codes of two groups of five symbols, which replace the former ones. They are readable until the user
 * confirms to have stored them.
 */
export function makeRecoveryCodes(backend: Backend, user: User): ShownRecoveryCodes {
  const { store } = backend
  for (const { id } of store.recoveryCodes.scan('byUser', [user.id])) store.recoveryCodes.delete(id)
  for (let count = 0; count < codeCount; count++) {
    const code = newCode(backend)
    store.recoveryCodes.insert({
      ...newRecord(backend),
      environmentId: user.environmentId,
      userId: user.id,
      hash: sha256Hex(normalize(code)),
      code,
    })
  }
  acknowledge(backend, user.id, 'pending')
  return showRecoveryCodes(backend, user.id)
}

/** The remaining codes, in the order of their creation. */
export function showRecoveryCodes(backend: Pick<Backend, 'store'>, userId: string): ShownRecoveryCodes {
  const left = unusedCodes(backend, userId)
  return { count: left.length, recoveryCodes: left.flatMap(({ code }) => code ?? []) }
}

/**
 * Uses up a code. Capital letters, spaces and hyphens make no difference.
 *
 * @returns Whether it was one of the user's codes.
 */
export function takeRecoveryCode({ store, clock }: Backend, userId: string, code: string): boolean {
  const record = store.recoveryCodes.find('byHash', [userId, sha256Hex(normalize(code))])
  if (!record || record.usedAt !== undefined) return false
  store.recoveryCodes.put({ ...record, usedAt: clock.iso() })
  return true
}

/** Whether a code is left. */
export function hasRecoveryCodes(backend: Pick<Backend, 'store'>, userId: string): boolean {
  return unusedCodes(backend, userId).length > 0
}

/** Deletes the readable codes once the user has confirmed to have stored them. Their hashes stay valid. */
export function acknowledgeRecoveryCodes({ store }: Pick<Backend, 'store'>, userId: string): void {
  for (const { code, ...rest } of store.recoveryCodes.scan('byUser', [userId]))
    if (code !== undefined) store.recoveryCodes.put(rest)
}

/** Deletes the codes and the state of their acknowledgement. */
export function deleteRecoveryCodes(backend: Backend, userId: string): void {
  const { store } = backend
  for (const { id } of store.recoveryCodes.scan('byUser', [userId])) store.recoveryCodes.delete(id)
  acknowledge(backend, userId, undefined)
}

function acknowledge({ store, clock }: Backend, userId: string, state: User['mfaBackupCodeAcknowledgement']): void {
  const user = store.users.get(userId)
  if (!user || (user.mfaBackupCodeAcknowledgement ?? undefined) === state) return
  store.users.put({ ...user, mfaBackupCodeAcknowledgement: state, updatedAt: clock.iso() })
}

function unusedCodes({ store }: Pick<Backend, 'store'>, userId: string): RecoveryCode[] {
  return [...store.recoveryCodes.scan('byUser', [userId])].filter(({ usedAt }) => usedAt === undefined)
}

function newCode({ random }: Backend): string {
  const symbols = [...random.bytes(codeLength)].map((byte) => alphabet[byte & 31]).join('')
  return `${symbols.slice(0, codeLength / 2)}-${symbols.slice(codeLength / 2)}`
}

function normalize(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, '')
}
