import { table } from '@latchkey/store/table'
import type * as records from './records.ts'

/** For the mock, which declares the table of names anew: with its records that own a name. */
export const chainNameIndexes = {
  byName: { columns: ['family', 'name'], unique: 'duplicate_exists' },
  byOwner: { columns: ['owner', 'createdAt'] },
  byWallet: { columns: ['walletId'], unique: 'duplicate_exists' },
  byService: { columns: ['serviceId', 'createdAt'] },
} as const

/** The tables of the chains. The mock has them beside its own. */
export const chainTables = {
  chainAccounts: table<records.ChainAccount>()({
    ownedBy: 'nobody',
    indexes: { byAccount: { columns: ['account', 'networkId'], unique: 'duplicate_exists' } },
  }),
  tokenBalances: table<records.TokenBalance>()({
    ownedBy: 'nobody',
    indexes: {
      byOwner: { columns: ['owner', 'networkId', 'contract'] },
      byContract: { columns: ['contract', 'networkId', 'tokenId'] },
      byTokenAccount: { columns: ['networkId', 'tokenAccount'], unique: 'duplicate_exists' },
      // Solana's, as long as nobody has derived the address of their token account.
      byNetworkWithoutAccount: {
        columns: ['networkId'],
        where: (balance: records.TokenBalance) =>
          balance.tokenAccount === undefined && balance.contract.startsWith('solana:'),
      },
    },
  }),
  solanaAccounts: table<records.SolanaAccountRecord>()({
    ownedBy: 'nobody',
    indexes: { byAddress: { columns: ['networkId', 'address'], unique: 'duplicate_exists' } },
  }),
  chainAllowances: table<records.ChainAllowance>()({
    ownedBy: 'nobody',
    indexes: { byOwner: { columns: ['owner', 'networkId', 'contract', 'spender'] } },
  }),
  chainContracts: table<records.ChainContract>()({
    ownedBy: 'nobody',
    indexes: { byAccount: { columns: ['account', 'networkId'], unique: 'duplicate_exists' } },
  }),
  contractValues: table<records.ContractValue>()({
    ownedBy: 'nobody',
    indexes: { byKey: { columns: ['account', 'networkId', 'key'] } },
  }),
  chainBlocks: table<records.ChainBlock>()({
    ownedBy: 'nobody',
    indexes: {
      byNumber: { columns: ['family', 'networkId', 'number'], unique: 'duplicate_exists' },
      byHash: { columns: ['family', 'networkId', 'hash'], unique: 'duplicate_exists' },
    },
  }),
  chainTransactions: table<records.LedgerTransaction>()({
    ownedBy: 'nobody',
    indexes: {
      byHash: { columns: ['family', 'networkId', 'hash'], unique: 'duplicate_exists' },
      byBlock: { columns: ['family', 'networkId', 'blockNumber'] },
    },
  }),
  pendingTransactions: table<records.PendingTransaction>()({
    ownedBy: 'nobody',
    indexes: {
      byHash: { columns: ['networkId', 'hash'], unique: 'duplicate_exists' },
      byNonce: { columns: ['account', 'networkId', 'nonce'], unique: 'duplicate_exists' },
    },
  }),
  pendingSolanaTransactions: table<records.WaitingTransaction>()({
    ownedBy: 'nobody',
    indexes: { byHash: { columns: ['networkId', 'hash'], unique: 'duplicate_exists' } },
  }),
  pendingOperations: table<records.PendingOperation>()({
    ownedBy: 'nobody',
    indexes: {
      byHash: { columns: ['networkId', 'hash'], unique: 'duplicate_exists' },
      bySender: { columns: ['sender', 'networkId'] },
    },
  }),
  heldNetworks: table<records.HeldNetwork>()({
    ownedBy: 'nobody',
    indexes: { byNetwork: { columns: ['networkId'], unique: 'duplicate_exists' } },
  }),
  heldClusters: table<records.HeldNetwork>()({
    ownedBy: 'nobody',
    indexes: { byNetwork: { columns: ['networkId'], unique: 'duplicate_exists' } },
  }),
  chainSettings: table<records.ChainSettings>()({
    ownedBy: 'nobody',
    indexes: { byNetwork: { columns: ['networkId'], unique: 'duplicate_exists' } },
  }),
  userOperations: table<records.UserOperationRecord>()({
    ownedBy: 'nobody',
    indexes: { byHash: { columns: ['networkId', 'hash'], unique: 'duplicate_exists' } },
  }),
  chainFilters: table<records.ChainFilter>()({
    ownedBy: 'nobody',
    indexes: {
      byFilterId: { columns: ['networkId', 'filterId'], unique: 'duplicate_exists' },
      byNetwork: { columns: ['networkId'] },
    },
  }),
  chainEntries: table<records.ChainEntry>()({
    ownedBy: 'nobody',
    indexes: {
      byAccount: { columns: ['account', 'networkId', 'blockNumber'] },
      byTransaction: { columns: ['transactionId'] },
    },
  }),
  chainTokens: table<records.ChainToken>()({
    ownedBy: 'nobody',
    indexes: { byKey: { columns: ['key', 'networkId'], unique: 'duplicate_exists' } },
  }),
  contractWallets: table<records.ContractWalletRecord>()({
    ownedBy: 'nobody',
    indexes: {
      byAddress: { columns: ['address'], unique: 'duplicate_exists' },
      byFactory: { columns: ['factory'] },
    },
  }),
  contractDeployments: table<records.ContractDeployment>()({
    ownedBy: 'nobody',
    indexes: { byAccount: { columns: ['account', 'networkId'], unique: 'duplicate_exists' } },
  }),
  sponsoredAccounts: table<records.SponsoredAccount>()({
    ownedBy: 'nobody',
    indexes: {
      byAddress: { columns: ['address'], unique: 'duplicate_exists' },
      byPaymaster: { columns: ['paymaster'] },
    },
  }),
  chainNames: table<records.ChainName>()({
    ownedBy: 'nobody',
    indexes: chainNameIndexes,
  }),
}
