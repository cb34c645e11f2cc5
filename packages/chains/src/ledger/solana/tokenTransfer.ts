import { memoPrograms } from '../../codecs/solanaInstructions.ts'
import type { SolanaAccountMeta } from '../../codecs/solanaTransactions.ts'
import type { Run } from './run.ts'
import {
  assertMint,
  changeToken,
  mintOf,
  moveWrapped,
  noteTransfer,
  receive,
  spend,
  tokenAccountOf,
  tokenFault,
} from './tokenAccess.ts'
import { feeOn, withhold } from './tokenFees.ts'

interface TransferAccounts {
  readonly source: SolanaAccountMeta
  readonly destination: SolanaAccountMeta
  readonly authority: SolanaAccountMeta
  readonly mint?: SolanaAccountMeta
}

interface TransferFields {
  readonly amount: bigint
  readonly decimals?: number
  /** The fee that the sender reckons with. */
  readonly fee?: bigint
}

/** Moves tokens from one account to another. A fee stays in the account of the recipient, who cannot use it. */
export function transfer(
  run: Run,
  { source, destination, authority, mint }: TransferAccounts,
  { amount, decimals, fee: expected }: TransferFields,
): void {
  const from = tokenAccountOf(run, source)
  const to = tokenAccountOf(run, destination)
  if (from.mint !== to.mint) throw tokenFault('mintMismatch')
  if (mint) assertMint(run, from, { mint, decimals })
  else if (from.extensions?.transferFeeAmount) throw tokenFault('mintRequired')
  if (from.extensions?.nonTransferableAccount) throw tokenFault('nonTransferable')
  const extensions = mint && mintOf(run, mint).extensions
  const fee = feeOn(run, extensions, amount)
  if (expected !== undefined && expected !== fee) throw tokenFault('feeMismatch')
  const isSame = source.address === destination.address
  const lacksMemo = !memoPrograms.has(run.previousProgram ?? '')
  if (!isSame && to.extensions?.memoTransfer?.requireIncomingTransferMemos && lacksMemo) throw tokenFault('noMemo')
  const permanentDelegate = extensions?.permanentDelegate?.delegate
  changeToken(run, source, spend(from, authority, { amount, permanentDelegate }))
  const withheld = isSame ? 0n : fee
  receive(run, destination, amount - withheld)
  if (withheld > 0n) withhold(run, destination, withheld)
  moveWrapped(run, { from: source, to: destination }, amount)
  noteTransfer(run, from.mint, { from: from.owner, to: to.owner, amount: amount - withheld })
  if (withheld > 0n) noteTransfer(run, from.mint, { from: from.owner, amount: withheld })
}
