import { table } from '@latchkey/store/table'
import type * as ramps from './rampRecords.ts'

/** The tables of the sellers of tokens. */
export const rampTables = {
  rampOrders: table<ramps.RampOrder>()({
    // An order by a link has no user.
    ownedBy: { environments: 'byEnvironment', users: 'byUser' },
    onMerge: 'move',
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byUser: { columns: ['userId', 'createdAt'] },
    },
  }),
  rampSessions: table<ramps.RampSession>()({
    ownedBy: { environments: 'byEnvironment' },
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byTokenHash: { columns: ['tokenHash'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  cryptoPayments: table<ramps.CryptoPayment>()({
    // A sale by a link has no user.
    ownedBy: { environments: 'byEnvironment', users: 'byUser' },
    onMerge: 'move',
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byUser: { columns: ['userId', 'createdAt'] },
      byRecipient: { columns: ['recipient', 'networkId', 'createdAt'] },
    },
  }),
}
