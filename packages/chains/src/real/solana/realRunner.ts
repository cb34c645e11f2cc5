import { toBase64 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { mapAsking } from '@latchkey/base/questions'
import type { Account, SolanaEffects, SolanaRunner, SpendingRight } from '../../chains.ts'
import { decodeInstruction, programs } from '../../codecs/solanaInstructions.ts'
import {
  accountsOf,
  instructionsOf,
  type SolanaTransaction,
  writeSolanaTransaction,
} from '../../codecs/solanaTransactions.ts'
import { computeBudgetOf, lamportsPerSignature } from '../../ledger/solana/computeBudget.ts'
import { keyOf } from '../../ledger/solana/solanaAccounts.ts'
import { type AccountBalance, netTransfers } from './netTransfers.ts'
import {
  accountAt,
  lookupTableIn,
  type NodeAccount,
  type NodeTokenAccount,
  readAccount,
  tokenAccountIn,
} from './nodeAccounts.ts'
import { describeNodeError } from './nodeErrors.ts'
import { readTokenAccounts, rightIn } from './realTokens.ts'
import { commitment, type SolanaNode } from './solanaNode.ts'

/** Accounts after a simulation. */
export type AccountsAfter = readonly (readonly [address: string, account: NodeAccount | undefined])[]

/** The effects of one transaction, and the writable accounts after it. */
interface Simulated {
  readonly effects: SolanaEffects
  readonly after: AccountsAfter
}

const ordinaryPrograms: ReadonlySet<string> = new Set(Object.values(programs))

const tablesOf = (node: SolanaNode) => (address: string) => lookupTableIn(accountAt(node, address))

/** The fee of a transaction, in lamports; `undefined` when a lookup table is missing. */
function feeOf(node: SolanaNode, transaction: SolanaTransaction): bigint | undefined {
  const accounts = accountsOf(transaction, tablesOf(node))
  if (!accounts) return undefined
  const budget = computeBudgetOf(instructionsOf(transaction, accounts).map(decodeInstruction))
  const priorityFee = typeof budget === 'object' && 'priorityFee' in budget ? budget.priorityFee : 0n
  return BigInt(transaction.signers.length) * lamportsPerSignature + priorityFee
}

interface NodeSimulation {
  readonly err: unknown
  readonly unitsConsumed?: number
  readonly accounts?: readonly unknown[] | null
}

/** Lets the node run a transaction on its present state, whatever its blockhash and signatures are. */
function runOnNode(node: SolanaNode, transaction: SolanaTransaction, addresses: readonly string[]): NodeSimulation {
  const options = {
    encoding: 'base64',
    commitment,
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses },
  }
  const value = node.value('simulateTransaction', [toBase64(writeSolanaTransaction(transaction)), options])
  if (typeof value !== 'object' || value === null || !('err' in value)) throw node.lie('simulateTransaction')
  return value as NodeSimulation
}

function balanceOf(address: string, account: NodeAccount | undefined): AccountBalance {
  return { address, lamports: account?.lamports ?? 0n, token: tokenAccountIn(account) }
}

function simulateOne(node: SolanaNode, transaction: SolanaTransaction): Simulated {
  const accounts = accountsOf(transaction, tablesOf(node))
  if (!accounts) return { effects: failed('AddressLookupTableNotFound', transaction), after: [] }
  const programsCalled = [...new Set(instructionsOf(transaction, accounts).map(({ program }) => program))]
  const addresses = accounts.filter(({ isWritable }) => isWritable).map(({ address }) => address)
  // One round: the accounts before it do not depend on what it does.
  const [before, simulation, fee] = mapAsking<() => unknown, unknown>(
    [
      () => mapAsking(addresses, (address) => accountAt(node, address)),
      () => runOnNode(node, transaction, addresses),
      () => feeOf(node, transaction),
    ],
    (ask) => ask(),
  ) as [readonly (NodeAccount | undefined)[], NodeSimulation, bigint]
  const { err, unitsConsumed = 0, accounts: sent } = simulation
  const isSuccess = err === null
  const after = isSuccess ? addresses.map((address, index) => [address, readAccount(sent?.[index])] as const) : []
  const balancesBefore = addresses.map((address, index) => balanceOf(address, before[index]))
  const effects: SolanaEffects = {
    success: isSuccess,
    ...defined({ reason: isSuccess ? undefined : describeNodeError(err) }),
    transfers: isSuccess
      ? netTransfers(
          balancesBefore,
          after.map(([address, account]) => balanceOf(address, account)),
          fee,
        )
      : [],
    called: programsCalled.map(keyOf),
    unknownCode: programsCalled.filter((program) => !ordinaryPrograms.has(program)).map(keyOf),
    gasUsed: BigInt(unitsConsumed),
    fee,
  }
  return { effects, after }
}

function failed(reason: string, { signers }: SolanaTransaction): SolanaEffects {
  const fee = BigInt(signers.length) * lamportsPerSignature
  return {
    success: false,
    reason: describeNodeError(reason),
    transfers: [],
    called: [],
    unknownCode: [],
    gasUsed: 0n,
    fee,
  }
}

/** Adds up the effects of transactions, until one fails. */
function sumOf(all: readonly SolanaEffects[]): SolanaEffects {
  const end = all.findIndex(({ success }) => !success)
  const run = end === -1 ? all : all.slice(0, end + 1)
  const { success = true, reason } = run.at(-1) ?? {}
  return {
    success,
    ...defined({ reason }),
    transfers: run.flatMap(({ transfers }) => transfers),
    called: [...new Set(run.flatMap(({ called }) => called))],
    unknownCode: [...new Set(run.flatMap(({ unknownCode }) => unknownCode))],
    gasUsed: run.reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
    fee: run.reduce((sum, { fee }) => sum + fee, 0n),
  }
}

interface RunnerInput {
  readonly networkId: number
  readonly simulated: SolanaRunner
  /** Gives an account something of these lamports, if it has next to nothing. */
  fillUp(account: Account, lamports: bigint): void
  /** Runs a reader while the rights of token accounts are these. */
  during<T>(after: AccountsAfter, read: () => T): T
}

/** Lets the node run the transactions of its cluster. */
export function realRunner(
  node: SolanaNode,
  { networkId: attachedId, simulated, fillUp, during }: RunnerInput,
): SolanaRunner {
  const isHere = (networkId: number) => networkId === attachedId
  return {
    networkOf: (blockhash) =>
      node.value('isBlockhashValid', [blockhash, { commitment }]) === true
        ? attachedId
        : simulated.networkOf(blockhash),
    lookupTables: (networkId) => (isHere(networkId) ? tablesOf(node) : simulated.lookupTables(networkId)),
    tokenAccount(networkId, address) {
      if (!isHere(networkId)) return simulated.tokenAccount(networkId, address)
      return tokenAccountIn(accountAt(node, address))
    },
    recentUnitPrice(networkId) {
      if (!isHere(networkId)) return simulated.recentUnitPrice(networkId)
      const fees = node.call('getRecentPrioritizationFees', [[]])
      if (!Array.isArray(fees)) throw node.lie('getRecentPrioritizationFees')
      const prices = fees.map((each) => Number(Object(each).prioritizationFee)).toSorted((left, right) => left - right)
      return BigInt(prices[prices.length >> 1] ?? 0)
    },
    computeUnits(networkId, transaction: SolanaTransaction) {
      if (!isHere(networkId)) return simulated.computeUnits(networkId, transaction)
      if (!accountsOf(transaction, tablesOf(node))) return undefined
      return runOnNode(node, transaction, []).unitsConsumed ?? 0
    },
    feeOf: (networkId, transaction: SolanaTransaction) =>
      isHere(networkId) ? feeOf(node, transaction) : simulated.feeOf(networkId, transaction),
    fillUp(account, networkId, lamports) {
      if (!isHere(networkId)) return simulated.fillUp(account, networkId, lamports)
      fillUp(account, lamports)
    },
    simulate(networkId, transactions: readonly SolanaTransaction[], read) {
      if (!isHere(networkId)) return simulated.simulate(networkId, transactions, read)
      const all = mapAsking(transactions, (transaction) => simulateOne(node, transaction))
      return during(
        all.flatMap(({ after }) => after),
        () => read(sumOf(all.map(({ effects }) => effects))),
      )
    },
  }
}

/** The rights of others to spend from an owner's token accounts, after a simulation. */
export function allowancesAfter(node: SolanaNode, owner: string, after: AccountsAfter): readonly SpendingRight[] {
  const tokens = new Map<string, NodeTokenAccount>(
    readTokenAccounts(node, owner).map(({ address, ...token }) => [address, token]),
  )
  for (const [address, account] of after) {
    const token = tokenAccountIn(account)
    if (token?.owner === owner) tokens.set(address, token)
    else tokens.delete(address)
  }
  return [...tokens.values()].flatMap(rightIn)
}
