import { type Backend, newRecord } from '../../backend.ts'
import type { User } from '../../store/records.ts'
import type { RecoveryCode } from '../../store/signInRecords.ts'
import { sha256Hex } from '../shared/sha256Hex.ts'

/** 32 symbols, five bits each; those that people take for one another are left out. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeCount = 10
const codeLength = 10

/** What replies show: how many codes are left, and the codes while they can be read. */
export interface ShownRecoveryCodes {
  readonly count: number
  readonly recoveryCodes: string[]
}

/**
 * Makes ten new codes of two groups of five symbols; those before count no more. They can be read until the user has
 * confirmed to have kept them.
 */
export function makeRecoveryCodes(backend: Backend, user: User): ShownRecoveryCodes {
  const { store } = backend
  for (const { id } of store.recoveryCodes.scan('byUser', [user.id])) store.recoveryCodes.delete(id)
  for (let made = 0; made < codeCount; made++) {
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

/** The codes that are left, in the order they were made. */
export function showRecoveryCodes(backend: Pick<Backend, 'store'>, userId: string): ShownRecoveryCodes {
  const left = unusedCodes(backend, userId)
  return { count: left.length, recoveryCodes: left.flatMap(({ code }) => code ?? []) }
}

/** Uses a code up; capital letters, spaces and hyphens make no difference. @returns Whether it was one of the user's. */
export function takeRecoveryCode({ store, clock }: Backend, userId: string, code: string): boolean {
  const found = store.recoveryCodes.find('byHash', [userId, sha256Hex(normalize(code))])
  if (!found || found.usedAt !== undefined) return false
  store.recoveryCodes.put({ ...found, usedAt: clock.iso() })
  return true
}

/** Whether a code is left. */
export function hasRecoveryCodes(backend: Pick<Backend, 'store'>, userId: string): boolean {
  return unusedCodes(backend, userId).length > 0
}

/** Drops what can be read of the codes, once the user has confirmed to have kept them; their hashes go on counting. */
export function acknowledgeRecoveryCodes({ store }: Pick<Backend, 'store'>, userId: string): void {
  for (const { code, ...rest } of store.recoveryCodes.scan('byUser', [userId]))
    if (code !== undefined) store.recoveryCodes.put(rest)
}

/** Takes the codes away, and with them what there was to acknowledge. */
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
