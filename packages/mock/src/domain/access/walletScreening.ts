import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { addressKey } from '@latchkey/crypto/chainAddresses'
import type { ScreeningCheck } from '../../store/records.ts'
import type { Backend, LastingBackend } from '../shared/backend.ts'
import { DomainError } from '../shared/errors.ts'
import type { Person } from './person.ts'
import { findScreening } from './screening.ts'

type Screened = Pick<Person, 'environmentId' | 'wallets'>

/** The finding of a check about a wallet. */
type Finding = Pick<ScreeningCheck, 'walletPublicKey' | 'walletKey' | 'result'>

/**
 * Looks wallets up on the sanctions lists, where the environment screens. Every check is stored: for the user, or for
 * the wallet while no user has it. A refusal does not undo its checks.
 *
 * @param userId - Whose wallets they are; absent for a new user.
 * @throws {@link DomainError} `screeningBlocked`
 */
export function screenWallets(backend: Backend, person: Screened, userId?: string): void {
  const findings = findingsOf(backend, person)
  conclude(backend, findings, { ...person, checked: findings, userId })
}

/**
 * Looks the wallets up of a user who goes on with a session, which happens often. So a check is stored only if its result
 * differs from that of the latest one of its wallet.
 *
 * @param userId - Whose wallets they are; absent for a new user.
 * @throws {@link DomainError} `screeningBlocked`
 */
export function screenAgain(backend: Backend, person: Screened, userId?: string): void {
  const findings = findingsOf(backend, person)
  const checked = findings.filter(({ walletKey, result }) => {
    const latest = [...backend.store.screeningChecks.scan('byWallet', [person.environmentId, walletKey])].at(-1)
    return latest?.result !== result
  })
  conclude(backend, findings, { ...person, checked, userId })
}

/** Whether the environment screens, and a wallet is on a sanctions list. */
export const isSanctioned = (backend: Backend, person: Screened): boolean =>
  findingsOf(backend, person).some(({ result }) => result === 'BLOCKED')

function findingsOf(backend: Backend, { environmentId, wallets }: Screened): readonly Finding[] {
  if (!findScreening(backend, environmentId)?.sanctionsApiEnabled) return []
  return wallets.map(({ chain, publicKey }) => {
    const walletKey = addressKey(chain, publicKey)
    const result = backend.outside.sanctions.isListed(walletKey) ? 'BLOCKED' : 'OK'
    return { walletPublicKey: publicKey, walletKey, result }
  })
}

interface Conclusion extends Pick<Screened, 'environmentId'> {
  /** The findings that are stored as checks. */
  readonly checked: readonly Finding[]
  readonly userId?: string | undefined
}

/** Stores checks, also if a wallet is refused. @throws {@link DomainError} `screeningBlocked` */
function conclude(
  backend: Backend,
  findings: readonly Finding[],
  { environmentId, checked, userId }: Conclusion,
): void {
  const checks = checked.map((finding): ScreeningCheck => {
    const response =
      finding.result === 'OK' ? 'Nothing is known against the address.' : 'The address is on a sanctions list.'
    return { ...newRecord(backend), environmentId, ...defined({ userId }), ...finding, response }
  })
  const keepChecks = ({ store }: LastingBackend): undefined => {
    for (const check of checks) store.screeningChecks.put(check)
  }
  const blocked = findings.find(({ result }) => result === 'BLOCKED')
  if (!blocked) return keepChecks(backend)
  backend.outsideUndo(keepChecks)
  throw new DomainError('screeningBlocked', { payload: { walletPublicKey: blocked.walletPublicKey } })
}
