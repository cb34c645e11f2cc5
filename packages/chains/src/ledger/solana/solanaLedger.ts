import { toBase58, toBase64 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import type { ChainReadStore } from '../../backend.ts'
import { type SolanaTransaction, writeSolanaTransaction } from '../../codecs/solanaTransactions.ts'
import type { LedgerTransaction } from '../../records.ts'
import type { LedgerBackend } from '../accounts.ts'
import { addTransactions, type TransactionDraft, transactionOf } from '../transactions.ts'
import { type Bank, createBank } from './bank.ts'
import { execute, type Execution } from './execute.ts'
import { blockhashOf, currentSlot, slotOfBlockhash, solanaNetwork } from './slots.ts'
import { keyOf, openTokenAccounts, readAccount, saveAccounts } from './solanaAccounts.ts'
import { describeError, type TransactionError } from './solanaFaults.ts'

/** The backend of the Solana part of the ledger. */
export type SolanaBackend = LedgerBackend

/** A token account before or after a transaction. */
export interface TokenAmount {
  /** The index of the account in the transaction. */
  readonly accountIndex: number
  readonly mint: string
  readonly owner: string
  readonly programId: string
  readonly amount: string
  readonly decimals: number
}

/** The fields of a transaction that only Solana's interface shows. Lamports are decimal texts. */
export interface SolanaDetails {
  readonly slot: number
  /** The whole transaction in base64. */
  readonly wire: string
  readonly error: TransactionError | null
  readonly logs: readonly string[]
  readonly unitsConsumed: number
  /** In millionths of a lamport per compute unit. */
  readonly unitPrice: string
  /** The addresses of all accounts, those of lookup tables at the end. */
  readonly addresses: readonly string[]
  readonly loaded: { readonly writable: readonly string[]; readonly readonly: readonly string[] }
  readonly before: Balances
  readonly after: Balances
}

interface Balances {
  readonly lamports: readonly string[]
  readonly tokens: readonly TokenAmount[]
}

/** The accounts of a cluster, as a bank that begins with what the ledger has. */
export function openBank(backend: SolanaBackend, networkId: number): Bank {
  openTokenAccounts(backend, networkId)
  return createBank((address) => readAccount(backend, networkId, address))
}

/** The transaction's name on the chain: the signature of the account that pays its fee. */
export function signatureOf({ signatures: [signature] }: SolanaTransaction): string {
  return toBase58(signature ?? new Uint8Array(64))
}

export function landedTransaction(
  backend: { readonly store: Pick<ChainReadStore, 'chainTransactions' | 'chainEntries'> },
  networkId: number,
  signature: string,
): LedgerTransaction | undefined {
  return transactionOf(backend, solanaNetwork(networkId), signature)
}

/** Runs transactions one after the other, and returns their outcomes. Nothing is written. */
export function simulate(
  backend: SolanaBackend,
  networkId: number,
  {
    transactions,
    replaceBlockhash = false,
  }: { transactions: readonly SolanaTransaction[]; replaceBlockhash?: boolean },
): { readonly executions: readonly Execution[]; readonly bank: Bank } {
  const bank = openBank(backend, networkId)
  const context = { ...momentOf(backend, networkId), bank }
  const isRecent = replaceBlockhash ? () => true : context.isRecent
  const executions = transactions.map((transaction) =>
    landedTransaction(backend, networkId, signatureOf(transaction))
      ? { ...execute({ ...context, bank: bank.fork(), isRecent }, transaction), ...alreadyProcessed }
      : execute({ ...context, isRecent }, transaction),
  )
  return { executions, bank }
}

const alreadyProcessed = { error: 'AlreadyProcessed', isProcessed: false, transfers: [] } as const

/** A transaction that has run, for the next block. */
export type LandedDraft = TransactionDraft & { readonly touched: readonly string[] }

/**
 * Runs a transaction whose signatures have been checked, and adds it to the chain when it lands. One that has landed
 * before does nothing.
 */
export function submit(backend: SolanaBackend, networkId: number, transaction: SolanaTransaction): Execution {
  const { execution, draft } = runNext(backend, networkId, transaction)
  if (draft) addBlock(backend, networkId, [draft])
  return execution
}

/** Makes a block of transactions that have run. */
export function addBlock(backend: SolanaBackend, networkId: number, drafts: readonly LandedDraft[]): void {
  addTransactions(backend, solanaNetwork(networkId), drafts)
}

/** Runs a transaction for the next block. Without a draft it does not land, and nothing is written. */
export function runNext(
  backend: SolanaBackend,
  networkId: number,
  transaction: SolanaTransaction,
): { readonly execution: Execution; readonly draft?: LandedDraft } {
  const { executions, bank } = simulate(backend, networkId, { transactions: [transaction] })
  const execution = executions[0] as Execution
  if (!execution.isProcessed) return { execution }
  const present = openBank(backend, networkId)
  const [feePayer = ''] = transaction.signers
  const details: SolanaDetails = {
    slot: currentSlot(backend, networkId) + 1,
    wire: toBase64(writeSolanaTransaction(transaction)),
    error: execution.error ?? null,
    logs: execution.logs,
    unitsConsumed: execution.unitsConsumed,
    unitPrice: (execution.budget?.unitPrice ?? 0n).toString(),
    addresses: execution.accounts.map(({ address }) => address),
    loaded: loadedOf(transaction, execution),
    before: balancesOf(present, execution),
    after: balancesOf(bank, execution),
  }
  saveAccounts(backend, networkId, bank.changes)
  const { transfers, fee, error } = execution
  const [first] = transfers
  const draft = {
    hash: signatureOf(transaction),
    from: keyOf(feePayer),
    ...defined({ to: first?.to }),
    value: first?.kind === 'native' ? first.amount : '0',
    fee: fee.toString(),
    feePayer: keyOf(feePayer),
    status: error === undefined ? ('success' as const) : ('failed' as const),
    ...defined({ reason: error === undefined ? undefined : describeError(error) }),
    transfers,
    details: { ...details },
    // Nodes list a transaction under every account that it names, such as token accounts.
    touched: details.addresses.map(keyOf),
  }
  return { execution, draft }
}

/** Slot, latest blockhash and valid blockhashes of the present moment. */
export function momentOf(backend: SolanaBackend, networkId: number) {
  const slot = currentSlot(backend, networkId)
  return {
    slot,
    blockhash: blockhashOf(networkId, slot),
    isRecent: (blockhash: string) => slotOfBlockhash(backend, networkId, blockhash) !== undefined,
  }
}

/** How many transactions {@link recentTransactions} looks back. */
const recentLimit = 150

/** The Solana fields of the latest transactions of a cluster, the latest first. */
export function recentTransactions({ store }: Pick<SolanaBackend, 'store'>, networkId: number): SolanaDetails[] {
  const latest = store.chainTransactions.page('byBlock', ['solana', networkId], {
    descending: true,
    offset: 0,
    limit: recentLimit,
  })
  return latest.map(detailsOf)
}

/** The Solana fields of a transaction. */
export function detailsOf({ details }: LedgerTransaction): SolanaDetails {
  return details as SolanaDetails
}

function loadedOf({ message }: SolanaTransaction, { accounts }: Execution): SolanaDetails['loaded'] {
  const loaded = accounts.slice(message.staticAccounts.length)
  const addressesOf = (isWritable: boolean) =>
    loaded.filter((account) => account.isWritable === isWritable).map(({ address }) => address)
  return { writable: addressesOf(true), readonly: addressesOf(false) }
}

function balancesOf(bank: Bank, { accounts }: Execution): Balances {
  return {
    lamports: accounts.map(({ address }) => bank.get(address).lamports.toString()),
    tokens: accounts.flatMap(({ address }, accountIndex) => {
      const { data, program } = bank.get(address)
      if (data?.kind !== 'token') return []
      const mint = bank.get(data.mint).data
      const decimals = mint?.kind === 'mint' ? mint.decimals : 0
      const { mint: mintAddress, owner, amount } = data
      return [{ accountIndex, mint: mintAddress, owner, programId: program, amount: amount.toString(), decimals }]
    }),
  }
}
