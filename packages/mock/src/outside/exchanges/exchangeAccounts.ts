import { formatUnits, parseUnits } from '@latchkey/base/amounts'
import { newRecord } from '@latchkey/base/newRecord'
import type { OutsideBackend, OutsideReadStore } from '../../domain/shared/backend.ts'
import type { ExchangeAccountFacts } from '../../effects/exchanges.ts'
import type { ExchangeAccount, ExchangeRules, ExchangeTransfer } from '../../store/exchangeRecords.ts'

export type ExchangeKey = ExchangeAccount['exchange']

type ExchangeStore = {
  readonly store: Pick<OutsideReadStore, 'exchangeAccounts' | 'exchangeTransfers' | 'exchangeRules'>
}

/** Digits after the point of any currency, for sums. */
const digits = 40
const sum = (a: string, b: string) => formatUnits(parseUnits(a, digits) + parseUnits(b, digits), digits)
const difference = (a: string, b: string) => formatUnits(parseUnits(a, digits) - parseUnits(b, digits), digits)

/** The account of a person at an exchange. The first call opens it. */
export function openAccount(backend: OutsideBackend, exchange: ExchangeKey, holder: string): ExchangeAccount {
  const { exchangeAccounts } = backend.store
  const account = exchangeAccounts.find('byHolder', [exchange, holder])
  return (
    account ??
    exchangeAccounts.insert({
      ...newRecord(backend),
      exchange,
      holder,
      balances: {},
      requiresCode: false,
      whitelist: [],
    })
  )
}

/** An account by its id, which exists. */
export function accountById({ store }: ExchangeStore, accountId: string): ExchangeAccount {
  const account = store.exchangeAccounts.get(accountId)
  if (!account) throw new Error(`There is no exchange account ${accountId}.`)
  return account
}

/** An account as the service sees it. */
export function accountFacts(backend: ExchangeStore, account: ExchangeAccount): ExchangeAccountFacts {
  const { id, balances, requiresCode, whitelist } = account
  const pending = transfersOf(backend, id).filter(({ status, destination }) => status === 'pending' && destination)
  return {
    id,
    balances: Object.keys(balances)
      .sort()
      .map((currency) => {
        const balance = balances[currency] as string
        const leaving = pending.filter((transfer) => transfer.currency === currency)
        return { currency, balance, available: leaving.reduce((left, { amount }) => difference(left, amount), balance) }
      }),
    requiresCode,
    whitelist,
  }
}

/** Deposits and transfers, the latest first. */
export function transfersOf({ store }: ExchangeStore, accountId: string): ExchangeTransfer[] {
  return store.exchangeTransfers.page('byAccount', [accountId], { offset: 0, limit: 1000, descending: true })
}

/** Adds to a balance, or takes from it. */
export function changeBalance(
  { store }: OutsideBackend,
  account: ExchangeAccount,
  { currency, amount, isTaken = false }: { currency: string; amount: string; isTaken?: boolean },
): ExchangeAccount {
  const before = account.balances[currency] ?? '0'
  const after = isTaken ? difference(before, amount) : sum(before, amount)
  return store.exchangeAccounts.put({ ...account, balances: { ...account.balances, [currency]: after } })
}

/** The rules of an exchange; without a record it has none. */
export function rulesOf(
  { store }: ExchangeStore,
  exchange: ExchangeKey,
): Omit<ExchangeRules, 'id' | 'createdAt'> & Partial<Pick<ExchangeRules, 'id' | 'createdAt'>> {
  const rules = store.exchangeRules.find('byExchange', [exchange])
  return rules ?? { exchange, enforcesAddressWhitelist: false, minimums: {}, failures: 0 }
}

/** Changes the rules of an exchange. */
export function changeRules(
  backend: OutsideBackend,
  exchange: ExchangeKey,
  changes: Partial<Pick<ExchangeRules, 'enforcesAddressWhitelist' | 'minimums' | 'failures'>>,
): void {
  backend.store.exchangeRules.put({ ...newRecord(backend), ...rulesOf(backend, exchange), ...changes })
}
