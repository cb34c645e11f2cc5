import { readBase64 } from '@latchkey/base/bytes'
import type { SolanaRunner } from '@latchkey/chains/chains'
import { readSolanaTransaction, type SolanaTransaction } from '@latchkey/chains/codecs/solanaTransactions'
import { networksOfEnvironment } from '../environments/environmentNetworks.ts'
import type { Backend } from '../shared/backend.ts'
import { existing } from '../shared/recordGuards.ts'

/** A transaction that was sent in base64. @throws {@link DomainError} `unreadableTransaction` */
export function readTransaction(text: string): SolanaTransaction {
  const bytes = readBase64(text)
  return existing(bytes && readSolanaTransaction(bytes), 'unreadableTransaction')
}

/**
 * The number of the network that a transaction is meant for: the one that has its blockhash, otherwise the first of
 * Solana's that the environment has enabled.
 */
export function networkOfTransaction(
  backend: Backend,
  environmentId: string,
  { runner, transaction }: { readonly runner: SolanaRunner; readonly transaction: SolanaTransaction },
): number {
  const recent = runner.networkOf(transaction.lifetimeToken)
  if (recent !== undefined) return recent
  const networks = networksOfEnvironment(backend, environmentId).filter(({ network }) => network.chain === 'SOL')
  const { network } = existing(networks.find(({ isEnabled }) => isEnabled) ?? networks[0], 'network')
  return Number(network.networkId)
}
