import { defined } from '@latchkey/base/defined'
import type { EvmTransaction, Hex } from '../../codecs/evmTransactions.ts'
import { accountAt, type AccountState } from '../../ledger/accounts.ts'
import type { BlockContext } from '../../ledger/evm/callContext.ts'
import { accountOf } from '../../ledger/evm/execution.ts'
import { highestPriceOf, intrinsicGas } from '../../ledger/evm/gas.ts'
import { type Executed, executeTransaction } from '../../ledger/evm/runTransaction.ts'
import { costOf } from '../../ledger/evm/transactionChecks.ts'
import { unsignedTransaction } from '../../ledger/evm/unsignedTransaction.ts'
import { readAuthorizationList } from '../authorizationParams.ts'
import type { EvmChain } from '../evmChain.ts'
import { RpcError } from '../jsonRpc.ts'
import type { SimulatedCall } from './simulationParams.ts'

interface Checked {
  readonly transaction: EvmTransaction
  readonly sender: AccountState
  readonly block: BlockContext
  /** Gas of the block that the calls before it have left. */
  readonly gasLeft: bigint
}

interface Check {
  /** That of common nodes. */
  readonly code: number
  /** Whether only a simulation with validation has this check. */
  readonly isStrict?: boolean
  problemOf(checked: Checked): string | undefined
}

/** Why a node refuses to simulate a call, in the order of common nodes. */
const checks: readonly Check[] = [
  {
    code: -38_010,
    isStrict: true,
    problemOf: ({ transaction: { from, nonce }, sender }) =>
      nonce < sender.nonce ? `nonce too low: address ${from}, tx: ${nonce} state: ${sender.nonce}` : undefined,
  },
  {
    code: -38_011,
    isStrict: true,
    problemOf: ({ transaction: { from, nonce }, sender }) =>
      nonce > sender.nonce ? `nonce too high: address ${from}, tx: ${nonce} state: ${sender.nonce}` : undefined,
  },
  {
    code: -38_012,
    isStrict: true,
    problemOf({ transaction, block: { baseFee } }) {
      const limit = highestPriceOf(transaction)
      return limit < baseFee
        ? `max fee per gas less than block base fee: address ${transaction.from}, maxFeePerGas: ${limit}, baseFee: ${baseFee}`
        : undefined
    },
  },
  {
    code: -38_015,
    problemOf: ({ transaction: { gas }, gasLeft }) =>
      gas > gasLeft ? `block gas limit reached: remaining: ${gasLeft}, required: ${gas}` : undefined,
  },
  {
    code: -38_014,
    problemOf({ transaction, sender: { balance } }) {
      const wanted = costOf(transaction)
      return balance < wanted
        ? `insufficient funds for gas * price + value: address ${transaction.from} have ${balance} want ${wanted}`
        : undefined
    },
  },
  {
    code: -38_013,
    problemOf({ transaction }) {
      const needed = intrinsicGas({ ...transaction, isCreation: transaction.to === undefined })
      return transaction.gas < needed ? `intrinsic gas too low: have ${transaction.gas}, want ${needed}` : undefined
    },
  },
]

function typeOf({ authorizationList, gasPrice, accessList = [] }: SimulatedCall): EvmTransaction['type'] {
  if (authorizationList) return 'eip7702'
  if (gasPrice === undefined) return 'eip1559'
  return accessList.length > 0 ? 'eip2930' : 'legacy'
}

/** A call as the transaction that it would be. Gas and prices that it does not name are all that there is, and nothing. */
function transactionOf(
  call: SimulatedCall,
  { networkId, nonce, gasLeft }: { readonly networkId: number; readonly nonce: number; readonly gasLeft: bigint },
): EvmTransaction {
  const { from, to, value, data, accessList = [], authorizationList, gasPrice } = call
  const { maxPriorityFeePerGas = 0n, maxFeePerGas = maxPriorityFeePerGas } = call
  return unsignedTransaction({
    type: typeOf(call),
    chainId: networkId,
    from,
    ...defined({ to }),
    nonce: call.nonce ?? BigInt(nonce),
    value,
    data,
    gas: call.gas ?? gasLeft,
    ...(gasPrice === undefined ? { maxFeePerGas, maxPriorityFeePerGas } : { gasPrice }),
    accessList,
    ...defined({ authorizationList: authorizationList && readAuthorizationList(authorizationList) }),
  })
}

/**
 * Runs the calls of a block one after the other. Their writes stay.
 *
 * @throws {@link RpcError} for a call that no block could have
 */
export function runCalls(
  chain: EvmChain & { readonly block: BlockContext },
  calls: readonly SimulatedCall[],
  { validation }: { readonly validation: boolean },
): readonly Executed[] {
  const { block, backend, networkId } = chain
  let gasLeft = block.gasLimit
  return calls.map((call) => {
    const sender = accountAt(backend, { account: accountOf(call.from), networkId })
    const transaction = transactionOf(call, { networkId, nonce: sender.nonce, gasLeft })
    for (const { code, isStrict = false, problemOf } of checks) {
      const problem = isStrict && !validation ? undefined : problemOf({ transaction, sender, block, gasLeft })
      if (problem !== undefined) throw new RpcError(code, problem)
    }
    const executed = executeTransaction(chain, transaction)
    gasLeft -= executed.gasUsed
    return executed
  })
}

/** The code of a revert, and that of any other failure of code. */
const reverted = 3
const failed = -32_015

/** Why a call of a simulation has failed. */
export function errorOf({ isOutOfGas, outcome }: Executed): { code: number; message: string; data?: Hex } | undefined {
  if (isOutOfGas) return { code: failed, message: 'out of gas' }
  if (outcome.success) return undefined
  const { reason, data } = outcome
  return { code: reverted, message: reason ? `execution reverted: ${reason}` : 'execution reverted', data }
}
