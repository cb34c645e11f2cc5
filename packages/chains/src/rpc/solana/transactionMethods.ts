import { readBase64 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { decodeInstruction } from '../../codecs/solanaInstructions.ts'
import { accountsOf, instructionsOf, readSolanaMessage, signatureFault } from '../../codecs/solanaTransactions.ts'
import { computeBudgetOf, lamportsPerSignature } from '../../ledger/solana/computeBudget.ts'
import { type Execution, tableAt } from '../../ledger/solana/execute.ts'
import { blockTime } from '../../ledger/solana/slots.ts'
import { keyOf } from '../../ledger/solana/solanaAccounts.ts'
import { describeError } from '../../ledger/solana/solanaFaults.ts'
import { detailsOf, landedTransaction, signatureOf, simulate } from '../../ledger/solana/solanaLedger.ts'
import { accept } from '../../ledger/solana/solanaMining.ts'
import { entryOf } from '../../ledger/transactions.ts'
import { RpcError } from '../jsonRpc.ts'
import { presentAccount } from './presentAccount.ts'
import { presentTransaction } from './presentTransaction.ts'
import type { SolanaCall, SolanaMethods } from './solanaCall.ts'
import {
  assertConfirmed,
  invalidParam,
  readAddress,
  readConfig,
  readCount,
  readList,
  readSignature,
  readView,
  readWire,
} from './solanaParams.ts'

/** The methods about transactions. */
export const transactionMethods: SolanaMethods = {
  async sendTransaction({ backend, networkId }, [wire, options]) {
    const { encoding, skipPreflight } = readConfig(options)
    const transaction = readWire(wire, encoding ?? undefined)
    const isPreflight = skipPreflight !== true
    if (await signatureFault(transaction)) {
      if (isPreflight) throw new RpcError(-32_003, 'Transaction signature verification failure')
      // A node forwards it without a look, and it never lands.
      return signatureOf(transaction)
    }
    if (isPreflight) assertSucceeds(simulate(backend, networkId, { transactions: [transaction] }).executions[0])
    accept(backend, networkId, transaction)
    return signatureOf(transaction)
  },
  async simulateTransaction({ backend, networkId, blockhash, slot, inContext }, [wire, options]) {
    const { encoding, sigVerify, replaceRecentBlockhash, accounts } = readConfig(options)
    const transaction = readWire(wire, encoding ?? undefined)
    const replaceBlockhash = replaceRecentBlockhash === true
    if (sigVerify === true && replaceBlockhash)
      throw invalidParam('sigVerify may not be used with replaceRecentBlockhash')
    if (sigVerify === true && (await signatureFault(transaction)))
      return inContext({ ...presentSimulation(undefined), err: 'SignatureFailure', logs: [], accounts: null })
    const { executions, bank } = simulate(backend, networkId, { transactions: [transaction], replaceBlockhash })
    const { addresses, ...view } = readConfig(accounts)
    const shown = accounts === undefined || accounts === null ? null : readList(addresses, 64, readAddress)
    return inContext({
      ...presentSimulation(executions[0]),
      accounts: shown && shown.map((address) => presentAccount(bank, address, readView(view))),
      ...defined({
        replacementBlockhash: replaceBlockhash ? { blockhash, lastValidBlockHeight: slot + 150 } : undefined,
      }),
    })
  },
  getSignatureStatuses({ backend, networkId, inContext }, [signatures]) {
    return inContext(
      readList(signatures, 256, readSignature).map((signature) => {
        const landed = landedTransaction(backend, networkId, signature)
        if (!landed) return null
        const { slot, error } = detailsOf(landed)
        const status = error === null ? { Ok: null } : { Err: error }
        return { slot, confirmations: null, err: error, status, confirmationStatus: 'finalized' }
      }),
    )
  },
  getTransaction({ backend, networkId }, [signature, options]) {
    const landed = landedTransaction(backend, networkId, readSignature(signature))
    // In an older form, the encoding stands in place of the options.
    const view = typeof options === 'string' ? { encoding: options } : readConfig(options)
    assertConfirmed(view)
    return landed ? presentTransaction(landed, view) : null
  },
  getSignaturesForAddress,
  getFeeForMessage({ bank, isRecent, inContext }, [message]) {
    const bytes = typeof message === 'string' ? readBase64(message) : undefined
    const transaction = bytes && readSolanaMessage(bytes)
    if (!transaction) throw invalidParam('invalid base64 encoding or message')
    if (!isRecent(transaction.lifetimeToken)) return inContext(null)
    const accounts = accountsOf(transaction, (address) => tableAt(bank, address))
    const budget = accounts && computeBudgetOf(instructionsOf(transaction, accounts).map(decodeInstruction))
    if (!budget || typeof budget === 'string' || !('priorityFee' in budget)) return inContext(null)
    return inContext(Number(BigInt(transaction.signers.length) * lamportsPerSignature + budget.priorityFee))
  },
}

/** @throws {@link RpcError} with what the simulation says when a transaction would fail */
function assertSucceeds(execution: Execution | undefined): void {
  if (execution?.error === undefined) return
  const sentence = `Transaction simulation failed: ${describeError(execution.error)}`
  throw new RpcError(-32_002, sentence, { ...presentSimulation(execution), accounts: null })
}

function presentSimulation(execution: Execution | undefined): object {
  return {
    err: execution?.error ?? null,
    logs: execution?.logs ?? [],
    unitsConsumed: execution?.unitsConsumed ?? 0,
    innerInstructions: null,
    returnData: null,
    loadedAccountsDataSize: 0,
  }
}

interface Position {
  readonly blockNumber: number
  readonly id: string
}

/** Whether an entry comes later than another one, in a later block or in the same one. */
const isBehind = (entry: Position, other: Position): boolean =>
  entry.blockNumber > other.blockNumber || (entry.blockNumber === other.blockNumber && entry.id > other.id)

/** The transactions that name an address, the latest first. */
function getSignaturesForAddress({ backend, networkId }: SolanaCall, [address, options]: readonly unknown[]): object[] {
  const account = keyOf(readAddress(address))
  const { limit = 1000, before, until, commitment } = readConfig(options)
  assertConfirmed({ commitment })
  const maximum = readCount(limit)
  if (maximum < 1 || maximum > 1000) throw invalidParam('Invalid limit; max 1000')
  const positionOf = (signature: unknown) => {
    if (signature === undefined || signature === null) return undefined
    const landed = landedTransaction(backend, networkId, readSignature(signature))
    return landed && entryOf(backend, { account, networkId }, landed)
  }
  const [first, last] = [positionOf(before), positionOf(until)]
  const { store } = backend
  return store.chainEntries
    .after('byAccount', [account, networkId], {
      limit: maximum,
      descending: true,
      ...defined({ after: first }),
    })
    .filter((entry) => !last || isBehind(entry, last))
    .flatMap(({ transactionId }) => store.chainTransactions.get(transactionId) ?? [])
    .map((landed) => {
      const { slot, error, logs } = detailsOf(landed)
      const memo = logs
        .find((line) => line.startsWith('Program log: Memo'))
        ?.replace(/^[^(]*\(len (\d+)\): "(.*)"$/, '[$1] $2')
      return {
        signature: landed.hash,
        slot,
        err: error,
        memo: memo ?? null,
        blockTime: blockTime(landed.createdAt),
        confirmationStatus: 'finalized',
      }
    })
}
