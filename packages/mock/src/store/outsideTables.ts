import type { ChainName } from '@latchkey/chains/records'
import { chainNameIndexes, chainTables } from '@latchkey/chains/tables'
import { table } from '@latchkey/store/table'
import { exchangeTables } from './exchangeTables.ts'
import type * as outside from './outsideRecords.ts'

/** The tables of the simulated world outside, which rules do not see. */
export const outsideTables = {
  ...exchangeTables,
  ...chainTables,
  exportFailures: table<outside.ExportFailure>()({
    ownedBy: 'nobody',
    indexes: { byCreatedAt: { columns: ['createdAt'] } },
  }),
  idpAccounts: table<outside.IdpAccount>()({
    ownedBy: 'nobody',
    indexes: {
      byAccountId: { columns: ['provider', 'accountId'], unique: 'duplicate_exists' },
      byProvider: { columns: ['provider', 'createdAt'] },
    },
  }),
  idpCodes: table<outside.IdpCode>()({
    // The environment is that of the redirect URI.
    ownedBy: { environments: 'byEnvironment' },
    indexes: {
      byEnvironment: { columns: ['environmentId'] },
      byCode: { columns: ['provider', 'code'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  driveFiles: table<outside.DriveFile>()({
    // The file is the person's and stays when the user is deleted.
    ownedBy: 'nobody',
    indexes: {
      byName: { columns: ['provider', 'accountId', 'name'], unique: 'duplicate_exists' },
      byProvider: { columns: ['provider', 'createdAt'] },
    },
  }),
  idpFailures: table<outside.IdpFailure>()({
    ownedBy: 'nobody',
    indexes: { byProvider: { columns: ['provider', 'createdAt'] } },
  }),
  sanctionedAddresses: table<outside.SanctionedAddress>()({
    ownedBy: 'nobody',
    indexes: { byAddress: { columns: ['address'], unique: 'duplicate_exists' } },
  }),
  addressFlags: table<outside.FlaggedAddress>()({
    ownedBy: 'nobody',
    indexes: { byAddress: { columns: ['address'], unique: 'duplicate_exists' } },
  }),
  siteFlags: table<outside.FlaggedSite>()({
    ownedBy: 'nobody',
    indexes: { byHost: { columns: ['host'], unique: 'duplicate_exists' } },
  }),
  prices: table<outside.PriceRecord>()({
    ownedBy: 'nobody',
    indexes: { byCode: { columns: ['code'], unique: 'duplicate_exists' } },
  }),
  coupons: table<outside.Coupon>()({
    ownedBy: 'nobody',
    indexes: { byCode: { columns: ['code'], unique: 'duplicate_exists' } },
  }),
  dnsRecords: table<outside.DnsRecord>()({
    ownedBy: 'nobody',
    indexes: { byName: { columns: ['name', 'type'] } },
  }),
  paidResources: table<outside.PaidResource>()({
    ownedBy: 'nobody',
    indexes: { byPath: { columns: ['path'], unique: 'duplicate_exists' } },
  }),
  settledPayments: table<outside.SettledPayment>()({
    ownedBy: 'nobody',
    indexes: { byTransaction: { columns: ['networkId', 'transactionHash'] } },
  }),
  idpTokens: table<outside.IdpToken>()({
    ownedBy: 'nobody',
    indexes: {
      byToken: { columns: ['provider', 'accessToken'], unique: 'duplicate_exists' },
      byExpiry: { columns: ['expiresAt'] },
    },
  }),
  issuers: table<outside.Issuer>()({
    ownedBy: 'nobody',
    indexes: { byJwksUrl: { columns: ['jwksUrl'], unique: 'duplicate_exists' }, byIssuer: { columns: ['issuer'] } },
  }),
  accountKeys: table<outside.AccountKeys>()({
    ownedBy: 'nobody',
    indexes: { byAccount: { columns: ['account'], unique: 'duplicate_exists' } },
  }),
  farcasterIds: table<outside.FarcasterId>()({
    ownedBy: 'nobody',
    indexes: { byFid: { columns: ['fid'], unique: 'duplicate_exists' }, byAddress: { columns: ['address'] } },
  }),
  chainNames: table<ChainName>()({
    // Names that name services have given to wallets. Other names belong to the simulated chain.
    ownedBy: { nameServices: 'byService', wallets: 'byWallet' },
    indexes: chainNameIndexes,
  }),
  outbox: table<outside.OutboxMessage>()({
    // Messages that the service sent for an environment.
    ownedBy: { environments: 'byEnvironment' },
    indexes: {
      byEnvironment: { columns: ['environmentId', 'createdAt'] },
      byTo: { columns: ['channel', 'to', 'createdAt'] },
    },
  }),
}
