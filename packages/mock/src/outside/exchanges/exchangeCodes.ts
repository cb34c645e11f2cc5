import { newRecord } from '@latchkey/base/newRecord'
import { isSameText } from '@latchkey/crypto/hmac'
import type { OutsideBackend } from '../../domain/shared/backend.ts'
import { accountById } from './exchangeAccounts.ts'

/** How long a code is accepted. */
const codeMs = 10 * 60_000
const maximumWrongTries = 5

/** Sends a code for one transfer to the person. */
export function sendCode(backend: OutsideBackend, accountId: string, purpose: string): void {
  const { store, clock, random } = backend
  const account = accountById(backend, accountId)
  const { exchange, holder } = account
  const code = random.digits(6)
  store.exchangeMessages.insert({
    ...newRecord(backend),
    exchange,
    holder,
    text: `Your code for a transfer is ${code}.`,
    code,
  })
  const challenge = { code, purpose, wrongTries: 0, expiresAt: clock.isoIn(codeMs) }
  store.exchangeAccounts.put({ ...account, challenge })
}

/** Whether a code is the latest one, for this transfer and not used up. It is used up then. */
export function checkCode(
  backend: OutsideBackend,
  accountId: string,
  proof: { code: string; purpose: string },
): boolean {
  const { challenge, ...account } = accountById(backend, accountId)
  if (!challenge || challenge.expiresAt <= backend.clock.iso() || challenge.wrongTries >= maximumWrongTries)
    return false
  if (challenge.purpose !== proof.purpose || !isSameText(challenge.code, proof.code)) return false
  backend.store.exchangeAccounts.put(account)
  return true
}

/** Counts a wrong code. */
export function countWrongCode(backend: OutsideBackend, accountId: string): void {
  const account = accountById(backend, accountId)
  if (!account.challenge) return
  const challenge = { ...account.challenge, wrongTries: account.challenge.wrongTries + 1 }
  backend.store.exchangeAccounts.put({ ...account, challenge })
}
