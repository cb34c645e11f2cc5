import { toBase64 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { decodeInstruction } from '@latchkey/chains/codecs/solanaInstructions'
import {
  accountsOf,
  instructionsOf,
  rewriteSolanaTransaction,
  type SolanaTransaction,
  writeSolanaTransaction,
} from '@latchkey/chains/codecs/solanaTransactions'
import { addressKey } from '@latchkey/crypto/chainAddresses'
import type { User } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { existing } from '../shared/recordGuards.ts'
import { networkOfTransaction, readTransaction } from './transactions.ts'

/** The minimum price of a compute unit, in millionths of a lamport. */
const minimumPrice = 1000n
/** The compute units of the two instructions that are added. */
const addedUnits = 300

/**
 * Adds the instructions that set the compute budget of a transaction of the user's wallet: a limit of a tenth more than
 * it needs, and the price that others have paid lately. Limits and prices that the transaction sets itself stay.
 *
 * @returns The transaction in base64. Its signatures are gone where it has changed.
 * @throws {@link DomainError} `unreadableTransaction`, `recordNotFound`, `unchangeableTransaction`
 */
export async function optimizeTransaction(
  backend: Backend,
  user: User,
  { transaction: text, address }: { readonly transaction: string; readonly address: string },
): Promise<string> {
  const transaction = readTransaction(text)
  const wallets = backend.store.wallets.scan('byKey', [user.environmentId, addressKey('SOL', address)])
  assert(
    [...wallets].some(({ userId }) => userId === user.id),
    'recordNotFound',
    { message: 'This address is not a wallet of the user.' },
  )
  assert(transaction.signers.includes(address), 'unchangeableTransaction', {
    message: 'The address does not sign this transaction.',
  })
  const runner = await backend.outside.chains.solana()
  const networkId = networkOfTransaction(backend, user.environmentId, { runner, transaction })
  const tables = runner.lookupTables(networkId)
  const units = existing(runner.computeUnits(networkId, transaction), 'unchangeableTransaction', {
    message: 'A lookup table of the transaction does not exist.',
  })
  const present = budgetNames(transaction, tables)
  const price = runner.recentUnitPrice(networkId)
  const computeUnitLimit = Math.ceil(((units + addedUnits) * 11) / 10)
  const computeUnitPrice = price > minimumPrice ? price : minimumPrice
  const optimized = rewriteSolanaTransaction(
    transaction,
    tables,
    defined({
      computeUnitLimit: present.has('setComputeUnitLimit') ? undefined : computeUnitLimit,
      computeUnitPrice: present.has('setComputeUnitPrice') ? undefined : computeUnitPrice,
    }),
  )
  return toBase64(writeSolanaTransaction(existing(optimized, 'unchangeableTransaction')))
}

/** The names of the instructions that set a transaction's compute budget. */
function budgetNames(transaction: SolanaTransaction, tables: Parameters<typeof accountsOf>[1]): Set<string> {
  const instructions = instructionsOf(transaction, accountsOf(transaction, tables) ?? []).map(decodeInstruction)
  return new Set(instructions.flatMap((entry) => (entry?.program === 'compute-budget' ? [entry.name] : [])))
}
