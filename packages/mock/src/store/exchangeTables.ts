import { table } from '@latchkey/store/table'
import type * as exchanges from './exchangeRecords.ts'

/** The tables of the simulated exchanges. They belong to the exchanges and their people. */
export const exchangeTables = {
  exchangeAccounts: table<exchanges.ExchangeAccount>()({
    ownedBy: 'nobody',
    indexes: { byHolder: { columns: ['exchange', 'holder'], unique: 'duplicate_exists' } },
  }),
  exchangeTransfers: table<exchanges.ExchangeTransfer>()({
    ownedBy: 'nobody',
    indexes: {
      byAccount: { columns: ['exchangeAccountId', 'createdAt'] },
      byRequestId: { columns: ['exchangeAccountId', 'requestId'], unique: 'duplicate_exists' },
    },
  }),
  exchangeRules: table<exchanges.ExchangeRules>()({
    ownedBy: 'nobody',
    indexes: { byExchange: { columns: ['exchange'], unique: 'duplicate_exists' } },
  }),
  exchangeMessages: table<exchanges.ExchangeMessage>()({
    ownedBy: 'nobody',
    indexes: { byHolder: { columns: ['exchange', 'holder', 'createdAt'] } },
  }),
}
