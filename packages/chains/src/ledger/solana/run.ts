import type { Transfer } from '../../chains.ts'
import type { AccountsOf, FieldsOf, layouts, ProgramName } from '../../codecs/solanaInstructions.ts'
import type { SolanaAccountMeta } from '../../codecs/solanaTransactions.ts'
import type { Bank } from './bank.ts'
import { keyOf, type SolanaAccount } from './solanaAccounts.ts'
import { InstructionFault } from './solanaFaults.ts'

/** The context of an instruction while it runs. */
export interface Run {
  readonly bank: Bank
  /** The address of the program that runs. */
  readonly program: string
  /** The addresses that have signed the transaction. */
  readonly signers: ReadonlySet<string>
  /** The instruction's accounts beyond those that its layout names. */
  readonly furtherAccounts: readonly SolanaAccountMeta[]
  /** The program of the instruction before. */
  readonly previousProgram?: string | undefined
  readonly slot: number
  /** The latest blockhash. */
  readonly blockhash: string
  /** The transfers so far, in order. */
  readonly transfers: Transfer[]
  readonly logs: string[]
}

type Layouts = typeof layouts

/** A function for each instruction of a program. */
export type Handlers<P extends ProgramName> = {
  readonly [N in keyof Layouts[P]]: (
    run: Run,
    accounts: AccountsOf<Layouts[P][N]>,
    fields: FieldsOf<Layouts[P][N]>,
  ) => void
}

/** Changes an account. @throws {@link InstructionFault} when the transaction may not write it */
export function write(run: Run, { address, isWritable }: SolanaAccountMeta, change: Partial<SolanaAccount>): void {
  const account = run.bank.get(address)
  const changesLamports = change.lamports !== undefined && change.lamports !== account.lamports
  if (!isWritable) throw new InstructionFault(changesLamports ? 'ReadonlyLamportChange' : 'ReadonlyDataModified')
  run.bank.set(address, { ...account, ...change })
}

/** @throws {@link InstructionFault} when the account has not signed */
export function assertSigner({ isSigner }: SolanaAccountMeta): void {
  if (!isSigner) throw new InstructionFault('MissingRequiredSignature')
}

/** Moves lamports between accounts. The caller has checked that the program may take them. */
export function moveLamports(
  run: Run,
  { from, to }: { readonly from: SolanaAccountMeta; readonly to: SolanaAccountMeta },
  lamports: bigint,
): void {
  write(run, from, { lamports: run.bank.get(from.address).lamports - lamports })
  write(run, to, { lamports: run.bank.get(to.address).lamports + lamports })
  run.transfers.push({
    kind: 'native',
    from: keyOf(from.address),
    to: keyOf(to.address),
    amount: lamports.toString(),
  })
}
