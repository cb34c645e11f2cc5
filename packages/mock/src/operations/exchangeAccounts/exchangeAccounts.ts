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
    const own = ownAccount(backend, caller.user, params.exchangeKey)
    return { status: 200, body: presentAccounts(backend, caller.user, { ...own, ...query }) }
  },
  listTransactions({ params, query, caller, backend }) {
    const own = ownAccount(backend, caller.user, params.exchangeKey)
    if (query.accountId !== undefined) assertOwn(own, query.accountId)
    return { status: 200, body: backend.outside.exchanges.transfers(own.account.id).map(presentTransaction) }
  },
  listDestinations({ params, caller, backend }) {
    const own = ownAccount(backend, caller.user, params.exchangeKey)
    return { status: 200, body: presentDestinations(backend, caller.user, own) }
  },
  transfer({ params, body, caller, backend }) {
    const own = ownAccount(backend, caller.user, params.exchangeKey)
    assertOwn(own, params.accountId)
    return { status: 201, body: presentTransfer(requestTransfer(backend, caller.user, { ...own, request: body })) }
  },
} satisfies ResourceOperations<'exchangeAccounts'>
