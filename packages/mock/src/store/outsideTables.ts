import { table } from '@latchkey/store/table'
import { exchangeTables } from './exchangeTables.ts'
import type * as ledger from './ledgerRecords.ts'
import type * as outside from './outsideRecords.ts'

/** The tables of the pretended world outside, which rules do not see. */
export const outsideTables = {
  ...exchangeTables,
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
  chainAccounts: table<ledger.ChainAccount>()({
    ownedBy: 'nobody',
    indexes: { byAccount: { columns: ['account', 'networkId'], unique: 'duplicate_exists' } },
  }),
  tokenBalances: table<ledger.TokenBalance>()({
    ownedBy: 'nobody',
    indexes: {
      byOwner: { columns: ['owner', 'networkId', 'contract'] },
      byContract: { columns: ['contract', 'networkId', 'tokenId'] },
      byTokenAccount: { columns: ['networkId', 'tokenAccount'], unique: 'duplicate_exists' },
      // Solana's, as long as nobody has derived the address of their token account.
      byNetworkWithoutAccount: {
        columns: ['networkId'],
        where: (balance: ledger.TokenBalance) =>
          balance.tokenAccount === undefined && balance.contract.startsWith('solana:'),
      },
    },
  }),
  solanaAccounts: table<ledger.SolanaAccountRecord>()({
    ownedBy: 'nobody',
    indexes: { byAddress: { columns: ['networkId', 'address'], unique: 'duplicate_exists' } },
  }),
  chainAllowances: table<ledger.ChainAllowance>()({
    ownedBy: 'nobody',
    indexes: { byOwner: { columns: ['owner', 'networkId', 'contract', 'spender'] } },
  }),
  chainContracts: table<ledger.ChainContract>()({
    ownedBy: 'nobody',
    indexes: { byAccount: { columns: ['account', 'networkId'], unique: 'duplicate_exists' } },
  }),
  contractValues: table<ledger.ContractValue>()({
    ownedBy: 'nobody',
    indexes: { byKey: { columns: ['account', 'networkId', 'key'] } },
  }),
  chainBlocks: table<ledger.ChainBlock>()({
    ownedBy: 'nobody',
    indexes: {
      byNumber: { columns: ['family', 'networkId', 'number'], unique: 'duplicate_exists' },
      byHash: { columns: ['family', 'networkId', 'hash'], unique: 'duplicate_exists' },
    },
  }),
  chainTransactions: table<ledger.LedgerTransaction>()({
    ownedBy: 'nobody',
    indexes: {
      byHash: { columns: ['family', 'networkId', 'hash'], unique: 'duplicate_exists' },
      byBlock: { columns: ['family', 'networkId', 'blockNumber'] },
    },
  }),
  pendingTransactions: table<ledger.PendingTransaction>()({
    ownedBy: 'nobody',
    indexes: {
      byHash: { columns: ['networkId', 'hash'], unique: 'duplicate_exists' },
      byNonce: { columns: ['account', 'networkId', 'nonce'], unique: 'duplicate_exists' },
    },
  }),
  pendingSolanaTransactions: table<ledger.WaitingTransaction>()({
    ownedBy: 'nobody',
    indexes: { byHash: { columns: ['networkId', 'hash'], unique: 'duplicate_exists' } },
  }),
  pendingOperations: table<ledger.PendingOperation>()({
    ownedBy: 'nobody',
    indexes: {
      byHash: { columns: ['networkId', 'hash'], unique: 'duplicate_exists' },
      bySender: { columns: ['sender', 'networkId'] },
    },
  }),
  heldNetworks: table<ledger.HeldNetwork>()({
    ownedBy: 'nobody',
    indexes: { byNetwork: { columns: ['networkId'], unique: 'duplicate_exists' } },
  }),
  heldClusters: table<ledger.HeldNetwork>()({
    ownedBy: 'nobody',
    indexes: { byNetwork: { columns: ['networkId'], unique: 'duplicate_exists' } },
  }),
  chainSettings: table<ledger.ChainSettings>()({
    ownedBy: 'nobody',
    indexes: { byNetwork: { columns: ['networkId'], unique: 'duplicate_exists' } },
  }),
  userOperations: table<ledger.UserOperationRecord>()({
    ownedBy: 'nobody',
    indexes: { byHash: { columns: ['networkId', 'hash'], unique: 'duplicate_exists' } },
  }),
  chainFilters: table<ledger.ChainFilter>()({
    ownedBy: 'nobody',
    indexes: {
      byFilterId: { columns: ['networkId', 'filterId'], unique: 'duplicate_exists' },
      byNetwork: { columns: ['networkId'] },
    },
  }),
  chainEntries: table<ledger.ChainEntry>()({
    ownedBy: 'nobody',
    indexes: {
      byAccount: { columns: ['account', 'networkId', 'blockNumber'] },
      byTransaction: { columns: ['transactionId'] },
    },
  }),
  chainTokens: table<outside.ChainToken>()({
    ownedBy: 'nobody',
    indexes: { byKey: { columns: ['key', 'networkId'], unique: 'duplicate_exists' } },
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
  contractWallets: table<outside.ContractWalletRecord>()({
    ownedBy: 'nobody',
    indexes: {
      byAddress: { columns: ['address'], unique: 'duplicate_exists' },
      byFactory: { columns: ['factory'] },
    },
  }),
  contractDeployments: table<ledger.ContractDeployment>()({
    ownedBy: 'nobody',
    indexes: { byAccount: { columns: ['account', 'networkId'], unique: 'duplicate_exists' } },
  }),
  sponsoredAccounts: table<outside.SponsoredAccount>()({
    ownedBy: 'nobody',
    indexes: {
      byAddress: { columns: ['address'], unique: 'duplicate_exists' },
      byPaymaster: { columns: ['paymaster'] },
    },
  }),
  accountKeys: table<outside.AccountKeys>()({
    ownedBy: 'nobody',
    indexes: { byAccount: { columns: ['account'], unique: 'duplicate_exists' } },
  }),
  farcasterIds: table<outside.FarcasterId>()({
    ownedBy: 'nobody',
    indexes: { byFid: { columns: ['fid'], unique: 'duplicate_exists' }, byAddress: { columns: ['address'] } },
  }),
  chainNames: table<outside.ChainName>()({
    // Names that name services have given to wallets. Other names belong to the pretended chain.
    ownedBy: { nameServices: 'byService', wallets: 'byWallet' },
    indexes: {
      byName: { columns: ['family', 'name'], unique: 'duplicate_exists' },
      byOwner: { columns: ['owner', 'createdAt'] },
      byWallet: { columns: ['walletId'], unique: 'duplicate_exists' },
      byService: { columns: ['serviceId', 'createdAt'] },
    },
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
