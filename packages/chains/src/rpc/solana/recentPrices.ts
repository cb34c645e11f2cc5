import { blockhashLife } from '../../ledger/solana/slots.ts'
import { recentTransactions } from '../../ledger/solana/solanaLedger.ts'
import type { SolanaCall } from './solanaCall.ts'

/** The recent prices of compute units, per slot. With addresses, only transactions that name all of them count. */
export function recentPrices(
  { backend, networkId, slot }: SolanaCall,
  addresses: readonly string[],
): { slot: number; prioritizationFee: number }[] {
  return recentTransactions(backend, networkId)
    .filter((details) => details.slot >= slot - blockhashLife)
    .filter((details) => addresses.every((address) => details.addresses.includes(address)))
    .map((details) => ({ slot: details.slot, prioritizationFee: Number(details.unitPrice) }))
    .reverse()
}
