import type * as delegation from './delegationRecords.ts'
import { table } from './table.ts'

/** The tables of what servers of an application do with wallets. */
export const delegationTables = {
  serverWallets: table<delegation.ServerWallet>()({
    ownedBy: { environments: 'byKey' },
    indexes: { byKey: { columns: ['environmentId', 'key'], unique: 'embedded_wallet_address_already_linked' } },
  }),
}
