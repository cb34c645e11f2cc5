import { parseUnits } from '@latchkey/base/amounts'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { Chains } from '@latchkey/chains/chains'
import type { OutsideBackend } from '../../domain/shared/backend.ts'
import type { Exchanges } from '../../effects/exchanges.ts'
import {
  accountById,
  accountFacts,
  changeBalance,
  changeRules,
  type ExchangeKey,
  openAccount,
  rulesOf,
  transfersOf,
} from './exchangeAccounts.ts'
import { checkCode, countWrongCode, sendCode } from './exchangeCodes.ts'

/** The exchanges, as the service sees them. All environments share them. */
export function exchanges(backend: OutsideBackend): Exchanges {
  const { store } = backend
  return {
    accountOf: (exchange, holder) => accountFacts(backend, openAccount(backend, exchange, holder)),
    transfers: (accountId) => transfersOf(backend, accountId),
    transferOf(accountId, requestId) {
      const transfer = store.exchangeTransfers.find('byRequestId', [accountId, requestId])
      return transfer && { ...transfer, request: transfer.request ?? {} }
    },
    rules: (exchange) => rulesOf(backend, exchange),
    checkCode: (accountId, code, purpose) => checkCode(backend, accountId, { code, purpose }),
    sendCode: (accountId, purpose) => sendCode(backend, accountId, purpose),
    countWrongCode: (accountId) => countWrongCode(backend, accountId),
    takeFailure: (exchange) => takeFailure(backend, exchange),
    begin: (exchangeAccountId, transfer) =>
      store.exchangeTransfers.insert({ ...newRecord(backend), exchangeAccountId, status: 'pending', ...transfer }),
    settle: (transferId, pay) => settle(backend, transferId, pay),
  }
}

function takeFailure(backend: OutsideBackend, exchange: ExchangeKey): boolean {
  const { failures } = rulesOf(backend, exchange)
  if (failures === 0) return false
  changeRules(backend, exchange, { failures: failures - 1 })
  return true
}

async function settle(backend: OutsideBackend, transferId: string, pay: Chains['pay']): Promise<void> {
  const transfer = backend.store.exchangeTransfers.get(transferId)
  if (transfer?.status !== 'pending' || !transfer.destination) return
  const { amount, currency, exchangeAccountId, destination } = transfer
  const account = accountById(backend, exchangeAccountId)
  const transaction = await pay({
    payer: account.exchange,
    to: destination.account,
    networkId: destination.networkId,
    ...defined({ contract: destination.contract }),
    amount: parseUnits(amount, destination.decimals),
  })
  const hash = transaction && 'hash' in transaction && { transactionHash: transaction.hash }
  const status = transaction?.status === 'success' ? 'completed' : 'failed'
  if (status === 'completed') changeBalance(backend, account, { currency, amount, isTaken: true })
  backend.store.exchangeTransfers.put({ ...transfer, ...hash, status })
}
