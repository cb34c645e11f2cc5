import { readBase58 } from '@latchkey/base/bytes'
import { airdrop } from '../../ledger/solana/airdrop.ts'
import { blockhashLife, slotsInEpoch } from '../../ledger/solana/slots.ts'
import { RpcError } from '../jsonRpc.ts'
import { recentPrices } from './recentPrices.ts'
import { nodeVersion, type SolanaCall, type SolanaMethods } from './solanaCall.ts'
import { invalidParam, readAddress, readCount, readList } from './solanaParams.ts'

/** The methods about the cluster and its time. */
export const clusterMethods: SolanaMethods = {
  getVersion: () => ({ 'solana-core': nodeVersion, 'feature-set': 1 }),
  getHealth: () => 'ok',
  getGenesisHash: ({ cluster }) => cluster.genesisHash,
  getSlot: ({ slot }) => slot,
  // Every slot has a block.
  getBlockHeight: ({ slot }) => slot,
  getEpochInfo: presentEpoch,
  getEpochSchedule: () => ({
    slotsPerEpoch: slotsInEpoch,
    leaderScheduleSlotOffset: slotsInEpoch,
    warmup: false,
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
  }),
  getTransactionCount: transactionCount,
  getLatestBlockhash: ({ slot, blockhash, inContext }) =>
    inContext({ blockhash, lastValidBlockHeight: slot + blockhashLife }),
  isBlockhashValid({ isRecent, inContext }, [blockhash]) {
    if (typeof blockhash !== 'string' || readBase58(blockhash)?.length !== 32)
      throw invalidParam('Invalid param: Invalid')
    return inContext(isRecent(blockhash))
  },
  getRecentPrioritizationFees: (call, [addresses]) =>
    recentPrices(call, addresses === undefined ? [] : readList(addresses, 128, readAddress)),
  requestAirdrop({ backend, cluster, networkId }, [address, lamports]) {
    if (!cluster.isTestnet) throw new RpcError('request', 'Invalid request')
    return airdrop(backend, networkId, { to: readAddress(address), lamports: BigInt(readCount(lamports)) })
  },
}

/** Where the time of a cluster is. */
export function presentEpoch(call: SolanaCall): object {
  return {
    absoluteSlot: call.slot,
    blockHeight: call.slot,
    epoch: Math.floor(call.slot / slotsInEpoch),
    slotIndex: call.slot % slotsInEpoch,
    slotsInEpoch,
    transactionCount: transactionCount(call),
  }
}

function transactionCount({ backend, networkId }: SolanaCall): number {
  return backend.store.chainTransactions.count('byBlock', ['solana', networkId])
}
