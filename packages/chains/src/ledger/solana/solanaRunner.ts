import { defined } from '@latchkey/base/defined'
import type { ChainBackend } from '../../backend.ts'
import type { SolanaEffects, SolanaRunner } from '../../chains.ts'
import { decodeInstruction, programs } from '../../codecs/solanaInstructions.ts'
import { accountsOf, instructionsOf, type SolanaTransaction } from '../../codecs/solanaTransactions.ts'
import { accountAt, addNative } from '../accounts.ts'
import { undone } from '../undone.ts'
import { computeBudgetOf, lamportsPerSignature, unitsOf } from './computeBudget.ts'
import { type Execution, execute, tableAt } from './execute.ts'
import { blockhashLife, slotOfBlockhash } from './slots.ts'
import { keyOf, saveAccounts } from './solanaAccounts.ts'
import { describeError } from './solanaFaults.ts'
import { momentOf, openBank, recentTransactions } from './solanaLedger.ts'

/** The clusters of the ledger. */
const networkIds = [101, 103]

/** Runs transactions of rules in their transaction. */
export function solanaRunner(backend: ChainBackend): SolanaRunner {
  const lookupTables = (networkId: number) => {
    const bank = openBank(backend, networkId)
    return (address: string) => tableAt(bank, address)
  }
  return {
    networkOf: (blockhash) =>
      networkIds.find((networkId) => slotOfBlockhash(backend, networkId, blockhash) !== undefined),
    lookupTables,
    tokenAccount(networkId, address) {
      const { data } = openBank(backend, networkId).get(address)
      return data?.kind === 'token' ? { owner: data.owner, mint: data.mint } : undefined
    },
    recentUnitPrice(networkId) {
      const { slot } = momentOf(backend, networkId)
      const prices = recentTransactions(backend, networkId)
        .filter((details) => details.slot >= slot - blockhashLife)
        .map(({ unitPrice }) => BigInt(unitPrice))
        .toSorted((left, right) => Number(left - right))
      return prices[prices.length >> 1] ?? 0n
    },
    computeUnits(networkId, transaction: SolanaTransaction) {
      const accounts = accountsOf(transaction, lookupTables(networkId))
      if (!accounts) return undefined
      const instructions = instructionsOf(transaction, accounts)
      return instructions.reduce((sum, instruction) => sum + unitsOf(decodeInstruction(instruction)), 0)
    },
    feeOf(networkId, transaction: SolanaTransaction) {
      const accounts = accountsOf(transaction, lookupTables(networkId))
      if (!accounts) return undefined
      const budget = computeBudgetOf(instructionsOf(transaction, accounts).map(decodeInstruction))
      const priorityFee = typeof budget === 'object' && 'priorityFee' in budget ? budget.priorityFee : 0n
      return BigInt(transaction.signers.length) * lamportsPerSignature + priorityFee
    },
    fillUp(account, networkId, lamports) {
      const missing = lamports - accountAt(backend, { account, networkId }).balance
      if (missing > 0n) addNative(backend, { account, networkId }, missing)
    },
    simulate: (networkId, transactions: readonly SolanaTransaction[], read) =>
      undone(backend, () => {
        const bank = openBank(backend, networkId)
        const executions: Execution[] = []
        for (const transaction of transactions) {
          const execution = execute({ ...momentOf(backend, networkId), bank, isRecent: () => true }, transaction)
          executions.push(execution)
          if (execution.error !== undefined) break
        }
        saveAccounts(backend, networkId, bank.changes)
        return read(effectsOf(executions))
      }),
  }
}

const knownPrograms: ReadonlySet<string> = new Set(Object.values(programs))

function effectsOf(executions: readonly Execution[]): SolanaEffects {
  const error = executions.at(-1)?.error
  const called = [...new Set(executions.flatMap(({ instructions }) => instructions.map(({ program }) => program)))]
  return {
    success: error === undefined,
    ...defined({ reason: error === undefined ? undefined : describeError(error) }),
    transfers: executions.flatMap(({ transfers }) => transfers),
    called: called.map(keyOf),
    unknownCode: called.filter((program) => !knownPrograms.has(program)).map(keyOf),
    gasUsed: BigInt(executions.reduce((sum, { unitsConsumed }) => sum + unitsConsumed, 0)),
    fee: executions.reduce((sum, { fee }) => sum + fee, 0n),
  }
}
