import {
  assertOwn,
  ownAccount,
  presentAccounts,
  presentDestinations,
  presentTransaction,
} from '../../domain/exchanges/exchangeAccounts.ts'
import { presentTransfer, requestTransfer } from '../../domain/exchanges/exchangeTransfers.ts'
import type { ResourceOperations } from '../operation.ts'

export const exchangeAccounts = {
  list({ params, query, caller, backend }) {
    const linkedAccount = ownAccount(backend, caller.user, params.exchangeKey)
    return { status: 200, body: presentAccounts(backend, caller.user, { ...linkedAccount, query }) }
  },
  listTransactions({ params, query, caller, backend }) {
    const linkedAccount = ownAccount(backend, caller.user, params.exchangeKey)
    if (query.accountId !== undefined) assertOwn(linkedAccount, query.accountId)
    return { status: 200, body: backend.outside.exchanges.transfers(linkedAccount.account.id).map(presentTransaction) }
  },
  listDestinations({ params, caller, backend }) {
    const linkedAccount = ownAccount(backend, caller.user, params.exchangeKey)
    return { status: 200, body: presentDestinations(backend, caller.user, linkedAccount) }
  },
  transfer({ params, body, caller, backend }) {
    const linkedAccount = ownAccount(backend, caller.user, params.exchangeKey)
    assertOwn(linkedAccount, params.accountId)
    return {
      status: 201,
      body: presentTransfer(requestTransfer(backend, caller.user, { ...linkedAccount, request: body })),
    }
  },
} satisfies ResourceOperations<'exchangeAccounts'>
