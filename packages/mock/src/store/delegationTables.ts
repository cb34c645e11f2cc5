import { table } from '@latchkey/store/table'
import type * as delegation from './delegationRecords.ts'

/** The tables about servers of applications that use wallets. */
export const delegationTables = {
  serverWallets: table<delegation.ServerWallet>()({
    ownedBy: { environments: 'byKey' },
    indexes: { byKey: { columns: ['environmentId', 'key'], unique: 'embedded_wallet_address_already_linked' } },
  }),
  delegationKeys: table<delegation.DelegationKey>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byKid: { columns: ['environmentId', 'kid'], unique: 'duplicate_exists' },
    },
  }),
  delegations: table<delegation.Delegation>()({
    // A right ends with the user who gave it: a wallet that moves to another user takes none along.
    ownedBy: { users: 'byUser', wallets: 'byWallet', delegationKeys: 'byKey' },
    onMerge: 'rule',
    indexes: {
      byUser: { columns: ['userId', 'createdAt'] },
      byWallet: { columns: ['walletId', 'createdAt'] },
      byKey: { columns: ['keyId'] },
      byHash: { columns: ['walletApiKeyHash'], unique: 'duplicate_exists' },
      waiting: {
        columns: ['environmentId', 'createdAt'],
        where: ({ deliveredAt, revokedAt }: delegation.Delegation) =>
          deliveredAt === undefined && revokedAt === undefined,
      },
    },
  }),
}
