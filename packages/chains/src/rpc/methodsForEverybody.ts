/** The prefixes of methods, each with their names. */
type Names = Readonly<Record<string, string>>

/** Methods that nodes of the EVM families answer without changing anything, and without the keys of their own accounts. */
const evmNames: Names = {
  eth_: `accounts baseFee blobBaseFee blockNumber call callMany capabilities chainId coinbase config createAccessList
    estimateGas estimateUserOperationGas feeHistory fillTransaction gasPrice getAccount getAccountInfo getBalance
    getBlockByHash getBlockByNumber getBlockReceipts getBlockTransactionCountByHash getBlockTransactionCountByNumber
    getCode getFilterChanges getFilterLogs getHeaderByHash getHeaderByNumber getLogs getProof
    getRawTransactionByBlockHashAndIndex getRawTransactionByBlockNumberAndIndex getRawTransactionByHash getStorageAt
    getStorageValues getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionByHash
    getTransactionBySenderAndNonce getTransactionCount getTransactionReceipt getUncleByBlockHashAndIndex
    getUncleByBlockNumberAndIndex getUncleCountByBlockHash getUncleCountByBlockNumber getUserOperationByHash
    getUserOperationReceipt hashrate maxPriorityFeePerGas mining newBlockFilter newFilter newPendingTransactionFilter
    pendingTransactions protocolVersion simulateV1 subscribe supportedEntryPoints syncing uninstallFilter unsubscribe`,
  net_: 'listening peerCount version',
  web3_: 'clientVersion sha3',
  rpc_: 'modules',
  txpool_: 'content contentFrom inspect status',
  debug_: `getRawBlock getRawHeader getRawReceipts getRawTransaction storageRangeAt traceBlock traceBlockByHash
    traceBlockByNumber traceCall traceCallMany traceTransaction`,
  trace_: `block call callMany filter get rawTransaction replayBlockTransactions replayTransaction transaction`,
  ots_: `getApiLevel getBlockDetails getBlockDetailsByHash getBlockTransactions getContractCreator
    getInternalOperations getTransactionBySenderAndNonce getTransactionError hasCode searchTransactionsAfter
    searchTransactionsBefore traceTransaction`,
  erigon_: 'getHeaderByNumber',
  pm_: 'getPaymasterData getPaymasterStubData',
}

/** Methods that change a chain by the caller's own signature. */
const evmSignedNames: Names = {
  eth_: 'sendRawTransaction sendRawTransactionConditional sendRawTransactionSync sendUserOperation',
}

const solanaNames: Names = {
  get: `AccountInfo Balance Block BlockCommitment BlockHeight BlockProduction BlockTime Blocks BlocksWithLimit
    ClusterNodes ConfirmedBlock ConfirmedBlocks ConfirmedSignaturesForAddress2 ConfirmedTransaction EpochInfo
    EpochSchedule FeeForMessage Fees FirstAvailableBlock GenesisHash Health HighestSnapshotSlot Identity
    InflationGovernor InflationRate InflationReward LargestAccounts LatestBlockhash LeaderSchedule MaxRetransmitSlot
    MaxShredInsertSlot MinimumBalanceForRentExemption MultipleAccounts ProgramAccounts RecentBlockhash
    RecentPerformanceSamples RecentPrioritizationFees SignatureStatuses SignaturesForAddress Slot SlotLeader SlotLeaders
    StakeActivation StakeMinimumDelegation Supply TokenAccountBalance TokenAccountsByDelegate TokenAccountsByOwner
    TokenLargestAccounts TokenSupply Transaction TransactionCount Version VoteAccounts`,
  is: 'BlockhashValid',
  minimum: 'LedgerSlot',
  simulate: 'Transaction',
  account: 'Subscribe Unsubscribe',
  block: 'Subscribe Unsubscribe',
  logs: 'Subscribe Unsubscribe',
  program: 'Subscribe Unsubscribe',
  root: 'Subscribe Unsubscribe',
  signature: 'Subscribe Unsubscribe',
  slot: 'Subscribe Unsubscribe',
  slotsUpdates: 'Subscribe Unsubscribe',
  vote: 'Subscribe Unsubscribe',
}

/** A transaction is signed, and the faucet of a cluster gives its test money to anybody. */
const solanaSignedNames: Names = { send: 'Transaction', request: 'Airdrop' }

const namesIn = (names: Names) =>
  Object.entries(names).flatMap(([prefix, list]) => list.split(/\s+/).map((name) => prefix + name))

const ofFamily: Readonly<Record<string, ReadonlySet<string>>> = {
  eip155: new Set([...namesIn(evmNames), ...namesIn(evmSignedNames)]),
  solana: new Set([...namesIn(solanaNames), ...namesIn(solanaSignedNames)]),
}

/**
 * Whether anybody may call a method of a real node: it reads, or sends what the caller has signed. It is a list of what
 * is allowed, since nodes have methods that nobody has heard of, and some take names in any case.
 *
 * @see spec/decisions/60-real-parts-of-the-world-outside.md
 */
export const isForEverybody = (family: string, method: string): boolean => ofFamily[family]?.has(method) ?? false
