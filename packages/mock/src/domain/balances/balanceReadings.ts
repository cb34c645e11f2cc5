import { newRecord } from '@latchkey/base/newRecord'
import type { Account } from '@latchkey/chains/chains'
import type { BalanceReading } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { forgetExpired } from '../shared/expiry.ts'

/** How long an account's amounts on a network are reused. */
const lifetimeMs = 60_000

/** An account on a network, as an environment reads it. */
export interface ReadAccount {
  readonly environmentId: string
  readonly account: Account
  readonly networkId: number
}

/**
 * Reads an account's holdings on a network, unless a reading of the last 60 seconds is stored.
 *
 * @param isForced - Whether to read it now.
 */
export function readBalances(backend: Backend, readAccount: ReadAccount, isForced: boolean): BalanceReading {
  const { store, clock, outside } = backend
  const { environmentId, account, networkId } = readAccount
  forgetExpired(store.balanceReadings, clock.iso())
  const reading = store.balanceReadings.find('byPlace', [environmentId, account, networkId])
  if (reading && !isForced) return reading
  return store.balanceReadings.put({
    ...(reading ?? newRecord(backend)),
    ...readAccount,
    native: outside.chains.nativeBalance(account, networkId).toString(),
    tokens: outside.chains
      .tokenBalances(account, networkId)
      .filter(({ kind }) => kind === 'token')
      .map(({ contract, amount }) => ({ contract, amount: amount.toString() })),
    expiresAt: clock.isoIn(lifetimeMs),
  })
}
