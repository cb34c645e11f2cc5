import { defined } from '@latchkey/base/defined'
import type { Transfer } from '../../chains.ts'
import {
  type DecodedInstruction,
  decodeInstruction,
  programNameOf,
  memoPrograms,
  programs,
} from '../../codecs/solanaInstructions.ts'
import {
  accountsOf,
  instructionsOf,
  type SolanaAccountMeta,
  type SolanaInstruction,
  type SolanaTransaction,
} from '../../codecs/solanaTransactions.ts'
import { rentOf } from './accountSizes.ts'
import type { Bank } from './bank.ts'
import { type ComputeBudget, computeBudgetOf, lamportsPerSignature, unitsOf } from './computeBudget.ts'
import { associatedTokenProgram, lookupTableProgram, writeMemo } from './otherPrograms.ts'
import type { Run } from './run.ts'
import type { SolanaAccount } from './solanaAccounts.ts'
import { describeInstructionError, InstructionFault, type TransactionError } from './solanaFaults.ts'
import { systemProgram } from './systemProgram.ts'
import { tokenProgram } from './tokenProgram.ts'
import { whyNotRun } from './unknownInstructions.ts'

/** The context in which a transaction runs: the accounts, and the present state of the cluster. */
export interface ExecutionContext {
  readonly bank: Bank
  readonly slot: number
  /** The latest blockhash. */
  readonly blockhash: string
  /** Whether a transaction with this blockhash may still land. */
  readonly isRecent: (blockhash: string) => boolean
}

/** The outcome of a transaction. */
export interface Execution {
  /** Absent when it succeeds. */
  readonly error?: TransactionError
  /** Whether it lands, with an error or without: it has then paid its fee. */
  readonly isProcessed: boolean
  readonly accounts: readonly SolanaAccountMeta[]
  readonly instructions: readonly SolanaInstruction[]
  /** In lamports. */
  readonly fee: bigint
  readonly budget?: ComputeBudget
  readonly unitsConsumed: number
  readonly logs: readonly string[]
  /** The transfers; empty when it fails. */
  readonly transfers: readonly Transfer[]
}

type AnyHandler = (run: Run, accounts: object, fields: object) => void

const handlers: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  system: systemProgram,
  'spl-token': tokenProgram,
  'spl-associated-token-account': associatedTokenProgram,
  'address-lookup-table': lookupTableProgram,
}

/**
 * Runs a transaction whose signatures have been checked. Its changes are in the bank afterwards: everything when it
 * succeeds, the fee and a durable nonce when an instruction fails, and nothing when it cannot land.
 */
export function execute(context: ExecutionContext, transaction: SolanaTransaction): Execution {
  const { bank } = context
  const accounts = accountsOf(transaction, (address) => tableAt(bank, address))
  if (!accounts) return refused('AddressLookupTableNotFound')
  if (new Set(accounts.map(({ address }) => address)).size < accounts.length) return refused('AccountLoadedTwice')
  const instructions = instructionsOf(transaction, accounts)
  const decoded = instructions.map(decodeInstruction)
  const parts = { accounts, instructions }
  const invalid = decoded.findIndex((entry, index) => !entry && instructions[index]?.program === programs.computeBudget)
  if (invalid >= 0) return refused({ InstructionError: [invalid, 'InvalidInstructionData'] }, parts)
  const budget = computeBudgetOf(decoded)
  if (typeof budget === 'string' || !('unitLimit' in budget)) return refused(budget, parts)
  const nonce = context.isRecent(transaction.lifetimeToken) ? undefined : nonceOf(bank, transaction, decoded[0])
  if (nonce === null) return refused('BlockhashNotFound', parts)
  const fee = BigInt(transaction.signers.length) * lamportsPerSignature + budget.priorityFee
  const paid = bank.fork()
  const feeError = payFee(paid, accounts[0] as SolanaAccountMeta, fee)
  if (feeError) return { ...refused(feeError, parts), fee, budget }
  const outcome = runAll({ ...context, bank: paid.fork() }, { instructions, decoded, unitLimit: budget.unitLimit })
  const rentError = outcome.error ?? findRentFault(bank, outcome.bank, accounts)
  if (rentError === undefined) paid.adopt(outcome.bank)
  // A failed transaction uses up its nonce, so that it does not pay again.
  else if (nonce !== undefined) runNonce({ ...context, bank: paid }, instructions, decoded)
  bank.adopt(paid)
  return {
    ...parts,
    ...defined({ error: rentError }),
    isProcessed: true,
    fee,
    budget,
    unitsConsumed: outcome.unitsConsumed,
    logs: outcome.logs,
    transfers: rentError === undefined ? outcome.transfers : [],
  }
}

function refused(
  error: TransactionError,
  parts: Pick<Execution, 'accounts' | 'instructions'> = { accounts: [], instructions: [] },
): Execution {
  return { ...parts, error, isProcessed: false, fee: 0n, unitsConsumed: 0, logs: [], transfers: [] }
}

/** The addresses in a lookup table. */
export function tableAt(bank: Bank, address: string): readonly string[] | undefined {
  const { data } = bank.get(address)
  return data?.kind === 'lookupTable' ? data.addresses : undefined
}

/** The address of the durable nonce by which an old transaction may land; `null` when it may not. */
function nonceOf(
  bank: Bank,
  { lifetimeToken }: SolanaTransaction,
  first: DecodedInstruction | undefined,
): string | null {
  const address = first?.name === 'advanceNonce' ? first.accounts.nonceAccount?.address : undefined
  const data = address === undefined ? undefined : bank.get(address).data
  return address !== undefined && data?.kind === 'nonce' && data.nonce === lifetimeToken ? address : null
}

function payFee(bank: Bank, { address }: SolanaAccountMeta, fee: bigint): TransactionError | undefined {
  const payer = bank.get(address)
  if (payer.lamports === 0n) return 'AccountNotFound'
  if (payer.program !== programs.system || payer.space > 0) return 'InvalidAccountForFee'
  if (payer.lamports < fee) return 'InsufficientFundsForFee'
  const paid = { ...payer, lamports: payer.lamports - fee }
  if (!mayBecome(payer, paid)) return { InsufficientFundsForRent: { account_index: 0 } }
  bank.set(address, paid)
  return undefined
}

interface Program {
  readonly instructions: readonly SolanaInstruction[]
  readonly decoded: readonly (DecodedInstruction | undefined)[]
  readonly unitLimit: number
}

function runAll({ bank, slot, blockhash }: ExecutionContext, { instructions, decoded, unitLimit }: Program) {
  const logs: string[] = []
  const transfers: Transfer[] = []
  const signers = new Set(
    instructions.flatMap(({ accounts }) => accounts.filter(({ isSigner }) => isSigner).map(({ address }) => address)),
  )
  let unitsConsumed = 0
  for (const [index, instruction] of instructions.entries()) {
    const entry = decoded[index]
    const previousProgram = instructions[index - 1]?.program
    const furtherAccounts = entry?.furtherAccounts ?? []
    const run = { bank, slot, blockhash, logs, transfers, signers, furtherAccounts, previousProgram }
    logs.push(`Program ${instruction.program} invoke [1]`)
    try {
      unitsConsumed += unitsOf(entry)
      if (unitsConsumed > unitLimit) {
        unitsConsumed = unitLimit
        throw new InstructionFault('ComputationalBudgetExceeded')
      }
      runInstruction({ ...run, program: instruction.program }, instruction, entry)
      logs.push(`Program ${instruction.program} success`)
    } catch (error) {
      if (!(error instanceof InstructionFault)) throw error
      if (error.log !== undefined) logs.push(error.log)
      logs.push(`Program ${instruction.program} failed: ${describeInstructionError(error.error)}`)
      const failure: TransactionError = { InstructionError: [index, error.error] }
      return { bank, logs, transfers, unitsConsumed, error: failure }
    }
  }
  return { bank, logs, transfers, unitsConsumed }
}

/** Programs that the ledger does not know succeed and do nothing. */
function runInstruction(run: Run, instruction: SolanaInstruction, decoded: DecodedInstruction | undefined): void {
  if (memoPrograms.has(instruction.program)) return writeMemo(run, instruction)
  const name = programNameOf(instruction.program)
  if (name === undefined || name === 'compute-budget') return
  if (!decoded) throw new InstructionFault('InvalidInstructionData', whyNotRun(instruction))
  const handle = handlers[name]?.[decoded.name] as AnyHandler
  handle(run, decoded.accounts, decoded.fields)
}

function runNonce(context: ExecutionContext, instructions: Program['instructions'], decoded: Program['decoded']): void {
  runAll(context, {
    instructions: instructions.slice(0, 1),
    decoded: decoded.slice(0, 1),
    unitLimit: unitsOf(decoded[0]),
  })
}

/**
 * Whether a transaction may leave an account in this state: empty, with enough for its rent, or below its rent as
 * before, with the same size and no additional lamports.
 */
function mayBecome(before: SolanaAccount, after: SolanaAccount): boolean {
  if (after.lamports === 0n || after.lamports >= rentOf(after.space)) return true
  const paysRentBefore = before.lamports > 0n && before.lamports < rentOf(before.space)
  return paysRentBefore && before.space === after.space && after.lamports <= before.lamports
}

function findRentFault(
  before: Bank,
  after: Bank,
  accounts: readonly SolanaAccountMeta[],
): TransactionError | undefined {
  const index = accounts.findIndex(
    ({ address, isWritable }) => isWritable && !mayBecome(before.get(address), after.get(address)),
  )
  return index < 0 ? undefined : { InsufficientFundsForRent: { account_index: index } }
}
